// The table of all regions with their codes, names, readings and cases, which can be edited.

import { setValue } from './draft.js'
import { areaWords, element, lengthWords, oneLine } from './words.js'

/** @typedef {'code' | 'name' | 'reading' | 'case' | 'size'} Column */

/**
 * @param {import('./pack.js').Region} region
 * @param {import('./pack.js').Pack} pack
 * @param {import('./draft.js').History} draft
 */
function entryOf(region, pack, draft) {
  return {
    code: region.code, name: region.name, size: region.length ?? region.area,
    reading: draft.readings[region.code] ?? region.texts.get('kana') ?? '',
    case: pack.cases?.names.get(region.rawValue) ?? '',
  }
}

/**
 * Fills an element with a row for each region.
 *
 * @param {HTMLElement} drawer
 * @param {import('./pack.js').Pack} pack
 * @param {import('./draft.js').History} draft
 * @param {{by: Column, isDown: boolean}} order
 * @param {{change: import('./fields.js').Change, choose: (code: string) => void, sort: (by: Column) => void}} actions
 * @param {string} map its name, which a new table of readings gets too
 */
export function fillNames(drawer, pack, draft, order, { change, choose, sort }, map) {
  const entries = pack.regions.map((region) => entryOf(region, pack, draft))
  const compared = new Intl.Collator('ja', { numeric: true }).compare
  const sign = order.isDown ? -1 : 1
  entries.sort((a, b) => sign * (order.by === 'size' ? a.size - b.size : compared(a[order.by], b[order.by])) || compared(a.code, b.code))
  const heads = Object.entries({ code: 'Code', name: 'Name', reading: 'Reading', case: 'Case', size: pack.kind === 'lines' ? 'Length' : 'Area' })
  const head = heads.map(([by, title]) => {
    const isChosen = order.by === by
    const button = element('button', { type: 'button', 'data-sort': by }, title + (isChosen ? (order.isDown ? ' ↓' : ' ↑') : ''))
    button.addEventListener('click', () => sort(/** @type {Column} */ (by)))
    return element('th', { scope: 'col', 'aria-sort': isChosen ? (order.isDown ? 'descending' : 'ascending') : 'none' }, button)
  })
  const overrides = draft.values.names?.overrides ?? {}
  const rows = entries.map((entry) => {
    const edit = (/** @type {string} */ key, /** @type {string} */ value, /** @type {(text: string) => void} */ action) => {
      const field = /** @type {HTMLInputElement} */ (element('input', {
        type: 'text', maxlength: '200', spellcheck: 'false', 'data-focus': `${key} ${entry.code}`, 'aria-label': `${key} of ${oneLine(entry.name)}`,
      }))
      field.setAttribute('value', value)
      field.addEventListener('change', () => action(field.value.trim()))
      return field
    }
    const caseField = edit('case', entry.case, (text) => change(({ values }) => (
      setValue(values, ['names', 'overrides', entry.code], text.replace(/^\./, '')))))
    caseField.classList.toggle('own', entry.code in overrides)
    const name = element('button', { type: 'button', class: 'plain', dir: 'auto' }, oneLine(entry.name))
    name.addEventListener('click', () => choose(entry.code))
    return element('tr', {},
      element('td', {}, oneLine(entry.code, 24)), element('td', {}, name),
      element('td', {}, edit('reading', entry.reading, (text) => change((draft) => {
        if (!draft.values.names?.table) setValue(draft.values, ['names', 'table'], `Pipelines/names/${map}.csv`)
        draft.readings[entry.code] = text
      }))),
      element('td', {}, caseField),
      element('td', { class: 'number' }, pack.kind === 'points' ? '' : pack.kind === 'lines' ? lengthWords(entry.size) : areaWords(entry.size)))
  })
  drawer.replaceChildren(
    element('p', { class: 'small' }, 'A case that you write is kept as an override; empty it to have the proposed one. A reading is written into the name table. Drop a table of readings (.csv) on the page to use it.'),
    element('table', { class: 'names' }, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...rows)))
}
