// The table of a source's fields, in which key, name, group and the features to read are chosen.

import { setValue } from './draft.js'
import { button, element, grouped } from './words.js'

/** @typedef {(alter: (draft: import('./draft.js').Draft) => void) => void} Change */

/** The roles that a field can have: the keys of `merge` in a pipeline file. */
const roles = /** @type {const} */ (['key', 'name', 'group'])

/** @param {string} [template] @returns {string} the field, if a template is one field and nothing else; else an empty text */
export function onlyField(template) {
  const found = /^\s*\{([^{}]+)\}\s*$/.exec(template ?? '')
  return found ? found[1] : /[{}]/.test(template ?? '') ? '' : (template ?? '').trim()
}

/** @param {string} field @returns {string} a template that is this field */
const asTemplate = (field) => (/^[\p{L}\p{N}_]+$/u.test(field) ? field : `{${field}}`)

/**
 * Fills an element with what is chosen, and a row for each field.
 *
 * @param {HTMLElement} drawer
 * @param {any[]} fields as PreviewFields.swift has them
 * @param {Record<string, any>} values of the pipeline file
 * @param {Change} change
 * @param {Change} read changes how the files are read
 */
export function fillFields(drawer, fields, values, change, read) {
  /**
   * @param {string} key @param {string} title @param {any} value @param {string} placeholder
   * @param {(text: string) => void} take
   */
  const input = (key, title, value, placeholder, take) => {
    const field = element('input', { id: `field-${key}`, type: 'text', maxlength: '300', spellcheck: 'false', placeholder, value: value ?? '' })
    field.addEventListener('change', () => take(field.value.trim()))
    return element('label', {}, title, field)
  }
  const reading = values.sources?.length > 0 ? [['encoding', 'Encoding'], ['crs', 'Coordinate system']] : []
  const chosen = element('div', { class: 'row' }, ...roles.map((role) => (
    input(role, role[0].toUpperCase() + role.slice(1), values.merge?.[role], 'none', (text) => (
      change((draft) => setValue(draft.values, ['merge', role], text)))))),
  ...reading.map(([key, title]) => input(key, title, values.sources[0][key], 'as the file says', (text) => read((draft) => {
    for (const source of draft.values.sources) setValue(source, [key], text)
  }))))
  const head = ['Field', 'Samples', 'Values', 'Empty', 'Key', 'Name', 'Group', 'Read only', 'Leave out']
  const rows = fields.map((field) => fieldRow(field, values, change))
  drawer.replaceChildren(
    chosen, ...['select', 'drop'].flatMap((filter) => filterChips(filter, values, change)),
    element('table', { class: 'fields' },
      element('thead', {}, element('tr', {}, ...head.map((text) => element('th', { scope: 'col' }, text)))),
      element('tbody', {}, ...rows)))
}

/** @param {HTMLElement} field */
const fieldValue = (field) => /** @type {HTMLInputElement} */ (field).value

/** @param {any} field @param {Record<string, any>} values @param {Change} change */
function fieldRow({ field, samples, distinct, empty, fitsAsKey, fitsAsName, values: all }, values, change) {
  const cells = roles.map((role) => {
    const radio = element('input', { type: 'radio', name: `role-${role}`, 'aria-label': `${field} as ${role}`, 'data-field': field })
    radio.toggleAttribute('checked', onlyField(values.merge?.[role]) === field)
    radio.addEventListener('change', () => change((draft) => setValue(draft.values, ['merge', role], asTemplate(field))))
    const fits = (role === 'key' && fitsAsKey) || (role === 'name' && fitsAsName)
    return element('td', {}, element('label', { class: 'fit' }, radio, fits ? `fits as ${role}` : ''))
  })
  const choices = ['select', 'drop'].map((filter) => {
    const select = element('select', { 'aria-label': `${filter} by ${field}`, 'data-filter': filter, 'data-field': field },
      element('option', { value: '' }, '…'),
      ...(all ?? []).map((/** @type {string} */ value) => element('option', { value: `=${value}` }, value)),
      ...(empty > 0 ? [element('option', { value: '-' }, 'no value')] : []))
    select.toggleAttribute('disabled', !all)
    select.addEventListener('change', () => change((draft) => {
      const asked = fieldValue(select) === '-' ? null : fieldValue(select).slice(1)
      const old = filterValues(draft.values[filter]?.[field])
      setValue(draft.values, [filter, field], [...old.filter((value) => value !== asked), asked])
    }))
    return element('td', {}, select)
  })
  return element('tr', {},
    element('th', { scope: 'row', dir: 'auto' }, field),
    element('td', { class: 'samples', dir: 'auto' }, samples.join(', ')),
    element('td', { class: 'number' }, grouped(distinct)), element('td', { class: 'number' }, empty ? grouped(empty) : ''),
    ...cells, ...choices)
}

/**
 * A filter's values as a list.
 *
 * @param {any} written
 * @returns {(string | null)[]}
 */
export function filterValues(written) {
  return Array.isArray(written) ? written : written === undefined ? [] : [written]
}

/**
 * What is selected or left out, each with a button that takes it out.
 *
 * @param {string} filter
 * @param {Record<string, any>} values
 * @param {Change} change
 */
function filterChips(filter, values, change) {
  const terms = Object.entries(values[filter] ?? {})
  if (terms.length === 0) return []
  const chips = terms.map(([field, written]) => {
    const list = filterValues(written)
    const words = list.slice(0, 8).map((value) => (value ?? 'no value')).join(', ')
    const more = list.length > 8 ? ` and ${grouped(list.length - 8)} more` : ''
    return button({ class: 'chip', title: 'Take this out' },
      () => change((draft) => setValue(draft.values, [filter, field], undefined)), `${field}: ${words}${more} ×`)
  })
  return [element('p', { class: 'row' }, filter === 'select' ? 'Only features with' : 'Without features with', ...chips)]
}
