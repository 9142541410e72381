// The table of all regions with their codes, names, readings and cases, which can be edited.

import { setValue } from './draft.js'
import { button, element } from './words.js'

/** @typedef {'code' | 'name' | 'reading' | 'case' | 'size'} Column */

/**
 * Fills an element with a row for each region.
 *
 * @param {HTMLElement} drawer
 * @param {import('./map.js').DrawnMap} map
 * @param {import('./draft.js').History} draft
 * @param {{by: Column, isDown: boolean}} order
 * @param {{change: import('./fields.js').Change, choose: (code: string) => void, sort: (by: Column) => void}} actions
 * @param {string} title the map's name, which a new table of readings gets too
 */
export function fillNames(drawer, map, draft, order, { change, choose, sort }, title) {
  const entries = map.regions.map(({ texts, ...region }) => ({ ...region, reading: draft.readings[region.code] ?? texts.get('kana') ?? '' }))
  const compared = new Intl.Collator('ja', { numeric: true }).compare
  const sign = order.isDown ? -1 : 1
  entries.sort((a, b) => sign * (order.by === 'size' ? a.size - b.size : compared(a[order.by], b[order.by])) || compared(a.code, b.code))
  const heads = Object.entries({ code: 'Code', name: 'Name', reading: 'Reading', case: 'Case', size: map.kind === 'lines' ? 'Length' : 'Area' })
  const head = heads.map(([by, title]) => {
    const isChosen = order.by === by
    const [arrow, ordered] = !isChosen ? ['', 'none'] : order.isDown ? [' ↓', 'descending'] : [' ↑', 'ascending']
    return element('th', { scope: 'col', 'aria-sort': ordered },
      button({ 'data-sort': by }, () => sort(/** @type {Column} */ (by)), title + arrow))
  })
  const overrides = draft.values.names?.overrides ?? {}
  const rows = entries.map((entry) => {
    const edit = (/** @type {string} */ key, /** @type {string} */ value, /** @type {(text: string) => void} */ action) => {
      const field = element('input', {
        type: 'text', maxlength: '200', spellcheck: 'false', value, 'data-focus': `${key} ${entry.code}`, 'aria-label': `${key} of ${entry.name}`,
      })
      field.addEventListener('change', () => action(field.value.trim()))
      return field
    }
    const caseField = edit('case', entry.case, (text) => change(({ values }) => (
      setValue(values, ['names', 'overrides', entry.code], text.replace(/^\./, '')))))
    caseField.classList.toggle('own', entry.code in overrides)
    return element('tr', {},
      element('td', {}, entry.code),
      element('td', {}, button({ class: 'plain', dir: 'auto' }, () => choose(entry.code), entry.name)),
      element('td', {}, edit('reading', entry.reading, (text) => change((draft) => {
        if (!draft.values.names?.table) setValue(draft.values, ['names', 'table'], `Pipelines/names/${title}.csv`)
        draft.readings[entry.code] = text
      }))),
      element('td', {}, caseField),
      element('td', { class: 'number' }, entry.sizeWords))
  })
  drawer.replaceChildren(
    element('p', { class: 'small' }, 'A case that you write is kept as an override; empty it to have the proposed one. A reading is written into the name table. Drop a table of readings (.csv) on the page to use it.'),
    element('table', { class: 'names' }, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...rows)))
}
