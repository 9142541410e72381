// Where the map comes from: its files, their layer, encoding and coordinate system, and which features are read.

import { setValue } from './draft.js'
import { chip, counted, element, fieldRow, fillMenu, part } from './words.js'

/** @param {any} written a filter's values @returns {(string | null)[]} */
export function filterValues(written) {
  return Array.isArray(written) ? written : written === undefined ? [] : [written]
}

/**
 * Changes the values of a field in a filter. To a list of conditions, of which any suffices, another one is added.
 *
 * @param {any} filters @param {'select' | 'drop'} filter @param {string} field @param {(old: any[]) => any[]} values
 */
export function changeFilter(filters, filter, field, values) {
  const old = filters[filter]
  if (Array.isArray(old)) setValue(filters, [filter], [...old, { [field]: values([]) }])
  else setValue(filters, [filter, field], values(filterValues(old?.[field])))
}

/** The most values of a field that have a chip each. */
const mostChips = 20

/** The filters: keys of the pipeline file, and their words. */
const filters = /** @type {const} */ ([['select', 'Read only'], ['drop', 'Leave out']])

export class SourceSection {
  #session
  #answer
  #chooseLayer
  /** By filter: the field whose values are offered. */
  #chosen = { select: '', drop: '' }

  /**
   * @param {import('./session.js').Session} session @param {import('./sections.js').Answer} answer
   * @param {(layer: string) => void} chooseLayer reads another layer
   */
  constructor(session, answer, chooseLayer) {
    this.#session = session
    this.#answer = answer
    this.#chooseLayer = chooseLayer
  }

  opened() {
    this.#chosen = { select: '', drop: '' }
    this.altered()
  }

  found = () => this.altered()

  altered() {
    const { state, values, figures } = this.#session
    if (state.isEmpty) return
    /** @type {{words: string, short: string, files: string[], layers: any[], layer: string}} */
    const { words, short, files, layers, layer } = figures.source ?? state.source ?? { words: '', short: '', files: [], layers: [], layer: '' }
    this.#answer('source', words, short)
    const rows = files.length > 0 ? [fieldRow(files.length > 1 ? 'Files' : 'File', element('span', { dir: 'auto' }, files.join(', ')))] : []
    if (layers.length > 1) {
      const select = fillMenu(element('select', { id: 'layer' }), layers.map((/** @type {any} */ { layer, words }) => [layer, words]), layer)
      select.addEventListener('change', () => this.#chooseLayer(select.value))
      rows.push(fieldRow('Layer', select))
    }
    const reading = values.sources?.length > 0 ? [['encoding', 'Encoding'], ['crs', 'System']] : []
    for (const [key, title] of reading) {
      const input = element('input', {
        id: `source-${key}`, type: 'text', maxlength: '60', spellcheck: 'false', placeholder: 'as the file says', value: values.sources[0][key] ?? '',
      })
      input.addEventListener('change', () => this.#readAgain(key, input.value.trim()))
      rows.push(fieldRow(title, input))
    }
    for (const [key, title, path] of /** @type {const} */ ([['erase', 'Water', 'with'], ['clip', 'Land', 'to']])) {
      const words = values[key] && [values[key][path].split('/').at(-1), values[key].layer].filter(Boolean).join(', ')
      const remove = () => this.#session.change(({ values }) => delete values[key], { words: `take out the ${title.toLowerCase()}` })
      if (words) rows.push(fieldRow(title, element('span', {}, chip(words, `Take out ${words}`, remove))))
    }
    part('source-fields').replaceChildren(...rows)
    for (const [filter] of filters) {
      const isOffered = this.#session.values[filter] || this.#session.fields?.some((/** @type {any} */ field) => field.values)
      part(`${filter}-chips`).parentElement.hidden = !state.hasTable || !isOffered
      part(`${filter}-chips`).replaceChildren(...this.#chips(filter), this.#adding(filter))
    }
  }

  /**
   * After another encoding, the fields have other samples.
   *
   * @param {string} key
   * @param {string} text
   */
  async #readAgain(key, text) {
    await this.#session.change(({ values }) => {
      for (const source of values.sources) setValue(source, [key], text)
    }, { words: key === 'crs' ? 'coordinate system' : key })
    await this.#session.readFields()
  }

  /** @param {'select' | 'drop'} filter */
  #chips(filter) {
    const conditions = this.#session.values[filter]
    if (Array.isArray(conditions)) return conditions.map((condition, index) => {
      const words = Object.entries(condition).map(([field, written]) => `${field}: ${filterValues(written).map((value) => value ?? 'no value').join(', ')}`).join(' and ')
      const others = conditions.filter((_, other) => other !== index)
      return chip(words, `Take back: ${words}`, () => this.#session.change((draft) => setValue(draft.values, [filter], others),
        { words: filters.find(([name]) => name === filter)?.[1] }), { title: words })
    })
    return Object.entries(this.#session.values[filter] ?? {}).flatMap(([field, written]) => {
      const all = filterValues(written)
      return (all.length > mostChips ? [all] : all.map((value) => [value])).map((values) => {
        const words = `${field}: ${values.length > 1 ? counted(values.length, 'value') : values[0] ?? 'no value'}`
        return chip(words, `Take back: ${words}`, () => this.#filter(filter, field, (old) => old.filter((other) => !values.includes(other))), { title: values.join(', ') })
      })
    })
  }

  /** @param {'select' | 'drop'} filter @param {string} field @param {(old: (string | null)[]) => (string | null)[]} values */
  #filter(filter, field, values) {
    this.#session.change((draft) => changeFilter(draft.values, filter, field, values),
      { words: filters.find(([name]) => name === filter)?.[1] })
  }

  /**
   * A menu of fields with few values, or of the values of the field that was chosen there.
   *
   * @param {'select' | 'drop'} filter
   */
  #adding(filter) {
    const fields = (this.#session.fields ?? []).filter(({ values }) => values)
    const found = fields.find(({ field }) => field === this.#chosen[filter])
    const menu = element('select', {
      'aria-label': found ? `${filter} by ${found.field}` : `${filter} by a value`, 'data-filter': filter, ...(found && { 'data-field': found.field }), class: 'chip add',
    })
    fillMenu(menu, !found ? [['', '+ Value'], ...fields.map(({ field }) => [field, field])]
      : [['', `${found.field} …`], ...found.values.map((/** @type {string} */ value) => [`=${value}`, value]), ...(found.empty > 0 ? [['-', 'no value']] : [])])
    menu.addEventListener('change', () => {
      if (!found) {
        this.#chosen[filter] = menu.value
        const next = this.#adding(filter)
        menu.replaceWith(next)
        return next.focus()
      }
      const asked = menu.value === '-' ? null : menu.value.slice(1)
      this.#chosen[filter] = ''
      this.#filter(filter, found.field, (old) => [...old.filter((value) => value !== asked), asked])
    })
    menu.hidden = fields.length === 0
    return menu
  }
}
