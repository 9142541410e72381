// The table of regions in the drawer: sorted, filtered, and edited in place.

import { setValue } from './draft.js'
import { button, chip, element, grouped, icon, plain, tinted } from './words.js'

/** @typedef {import('./map.js').Region} Region */

/**
 * @typedef {object} Column
 * @property {string} title
 * @property {(region: Region) => string} text
 * @property {(region: Region) => number} [number] what it is sorted by, and stands on the right
 * @property {'code'} [look]
 * @property {(region: Region, text: string) => void} [edit]
 */

/** The largest number of rows; filters find the others. */
const mostRows = 500

export class RegionTable {
  #session
  #act
  #drawer
  #filter = ''
  #group = ''
  #order = { title: 'Name', isDown: false }
  /** The cell that is edited, by code and title. */
  #editing = ''
  #error = ''

  /**
   * @param {import('./session.js').Session} session @param {HTMLElement} drawer
   * @param {{go: (index: number) => void, chosen: () => string, colors: () => string[], level: () => number, close: () => void}} act
   */
  constructor(session, drawer, act) {
    this.#session = session
    this.#drawer = drawer
    this.#act = act
  }

  /** Forgets what was filtered. */
  opened() {
    this.#filter = ''
    this.#group = ''
    this.#editing = ''
  }

  /** @param {string} code edits the name of a region */
  rename(code) {
    this.#editing = `${code} Name`
    this.show()
  }

  /** @returns {Column[]} */
  #columns() {
    const map = /** @type {import('./map.js').DrawnMap} */ (this.#session.map)
    const { state, history } = this.#session
    const canEdit = state.hasTable && this.#session.source.isLive
    const { reading } = map
    const level = this.#act.level()
    /** @type {Column[]} */
    const columns = [
      { title: 'Name', text: ({ name }) => name, edit: canEdit ? (region, text) => this.#edit('names', region, text) : undefined },
      { title: 'Case', text: (region) => region.case && `.${region.case}`, look: 'code',
        edit: canEdit ? (region, text) => this.#session.change(({ values }) => (
          setValue(values, ['names', 'overrides', region.code], text.replace(/^\./, ''))), { words: `case of ${region.name}` }) : undefined },
      { title: 'Code', text: ({ code }) => code, look: 'code' },
    ]
    if (reading && canEdit) {
      columns.push({ title: 'Reading', text: ({ code, texts }) => history.now.readings[code] ?? texts.get(reading) ?? '', edit: (region, text) => this.#edit('readings', region, text) })
    }
    if (map.regions.some(({ group }) => group)) columns.push({ title: 'Group', text: ({ group }) => group })
    for (const field of map.fields) if (!canEdit || field !== reading) columns.push({ title: field, text: ({ texts }) => texts.get(field) ?? '' })
    for (const { name, words } of map.numbers) {
      const values = words.map((text) => (text ? Number(text.replaceAll(',', '')) : -Infinity))
      columns.push({ title: name, text: ({ index }) => words[index], number: ({ index }) => values[index] })
    }
    if (map.kind !== 'points') {
      columns.push({ title: map.kind === 'lines' ? 'Length' : 'Area', text: ({ sizeWords }) => sizeWords, number: ({ size }) => size })
      const counts = map.regions.map((_, index) => map.counts(index, level).vertices)
      columns.push({ title: 'Vertices', text: ({ index }) => grouped(counts[index]), number: ({ index }) => counts[index] })
    }
    return columns
  }

  /** @param {'names' | 'readings'} kind a column of the name table @param {Region} region @param {string} text */
  #edit(kind, region, text) {
    return this.#session.change((draft) => {
      if (!draft.values.names?.table) setValue(draft.values, ['names', 'table'], `Pipelines/names/${this.#session.history.now.map || this.#session.state.map}.csv`)
      draft.was[kind][region.code] ??= kind === 'names' ? region.name : region.texts.get(this.#session.map?.reading ?? '') ?? ''
      draft[kind][region.code] = text
    }, { words: `${kind === 'names' ? 'name' : 'reading'} of ${region.name}` })
  }

  /**
   * The regions that the filters leave, in their order.
   *
   * @param {Column[]} columns
   */
  #rows(columns) {
    const map = /** @type {import('./map.js').DrawnMap} */ (this.#session.map)
    const wanted = plain(this.#filter)
    const rows = map.regions.filter((region) => (!this.#group || region.group === this.#group)
      && (!wanted || columns.some(({ text }) => plain(text(region)).includes(wanted))))
    const by = columns.find(({ title }) => title === this.#order.title) ?? columns[0]
    const { compare } = new Intl.Collator('ja', { numeric: true })
    const sign = this.#order.isDown ? -1 : 1
    const { number } = by
    return rows.sort((a, b) => sign * (number ? number(a) - number(b) : compare(by.text(a), by.text(b))) || compare(a.code, b.code))
  }

  show() {
    if (!this.#session.map) return
    const [top, left] = [this.#drawer.querySelector('.table-scroll')?.scrollTop ?? 0, this.#drawer.querySelector('.table-scroll')?.scrollLeft ?? 0]
    const hadFocus = document.activeElement?.id === 'table-filter'
    const columns = this.#columns()
    const rows = this.#rows(columns)
    const filter = element('input', { id: 'table-filter', class: 'filter', type: 'search', placeholder: 'Filter', 'aria-label': 'Filter the regions', value: this.#filter })
    filter.addEventListener('input', () => {
      this.#filter = filter.value
      this.show()
    })
    const group = this.#group ? [chip(`Group: ${this.#group}`, 'All groups', () => this.#only(''))] : []
    const hint = this.#error ? element('span', { class: 'small error', role: 'alert' }, this.#error)
      : element('span', { class: 'small' })
    this.#drawer.replaceChildren(
      element('div', { class: 'drawer-head' }, filter, ...group, element('span', { class: 'small grow' }, `${grouped(rows.length)} of ${grouped(this.#session.map.regions.length)}`),
        hint, button({ class: 'plain', 'aria-label': 'Close' }, this.#act.close, icon('chevron'))),
      element('div', { class: 'table-scroll' }, element('table', { class: 'regions' },
        element('thead', {}, element('tr', {}, ...columns.map((column) => this.#heading(column)))),
        element('tbody', {}, ...this.#bodyRows(rows, columns)))))
    this.#drawer.querySelector('.table-scroll')?.scrollTo(left, top)
    if (hadFocus) {
      filter.focus()
      filter.setSelectionRange(filter.value.length, filter.value.length)
    }
    const edited = /** @type {HTMLInputElement | null} */ (this.#drawer.querySelector('td input'))
    if (edited) {
      edited.focus()
      edited.select()
      if (!this.#error) hint.append('Return keeps it · Esc puts back ', element('code', {}, edited.defaultValue))
    }
  }

  /** @param {string} group */
  #only(group) {
    this.#group = group
    this.show()
  }

  /** @param {Column} column */
  #heading({ title, number }) {
    const isChosen = this.#order.title === title
    const [arrow, ordered] = !isChosen ? ['', 'none'] : this.#order.isDown ? [' ↓', 'descending'] : [' ↑', 'ascending']
    return element('th', { scope: 'col', 'aria-sort': ordered, ...(number && { class: 'number' }) }, button({ 'data-sort': title }, () => {
      this.#order = { title, isDown: isChosen ? !this.#order.isDown : Boolean(number) }
      this.show()
    }, title + arrow))
  }

  /** @param {Region[]} rows @param {Column[]} columns */
  #bodyRows(rows, columns) {
    const colors = this.#act.colors()
    const chosen = this.#act.chosen()
    const made = rows.slice(0, mostRows).map((region) => {
      const row = element('tr', { 'data-code': region.code, tabindex: '0', ...(region.code === chosen && { 'aria-selected': 'true' }) },
        ...columns.map((column, index) => this.#cell(region, column, index === 0 ? colors[region.index] : '')))
      row.addEventListener('click', () => this.#editing || this.#act.go(region.index))
      row.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
        if (event.target !== row) return
        if (event.key === 'Enter') this.#begin(`${region.code} ${columns.find(({ edit, title }) => edit && title === 'Case')?.title ?? ''}`)
        const next = { ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling }[event.key]
        if (next instanceof HTMLElement) {
          event.preventDefault()
          next.focus()
        }
      })
      return row
    })
    return rows.length > mostRows ? [...made, element('tr', {}, element('td', { class: 'small' }, `and ${grouped(rows.length - mostRows)} more`))] : made
  }

  /** @param {string} cell empty to edit none any more @param {Region} [region] whose row takes the focus then */
  #begin(cell, region) {
    this.#editing = cell
    this.#error = ''
    this.show()
    if (region) this.#row(region)?.focus()
  }

  /** @param {Region} region @returns {HTMLElement | null} */
  #row({ code }) {
    return this.#drawer.querySelector(`tr[data-code="${CSS.escape(code)}"]`)
  }

  /** @param {Region} region @param {Column} column @param {string} color of a swatch; empty for none */
  #cell(region, { title, text, number, look, edit }, color) {
    const key = `${region.code} ${title}`
    const cell = element('td', { dir: 'auto', ...(number && { class: 'number' }) })
    if (edit) cell.addEventListener('dblclick', () => this.#begin(key))
    if (color) cell.append(tinted(element('i', { class: 'swatch' }), color))
    if (edit && this.#editing === key) {
      const input = element('input', { type: 'text', maxlength: '200', spellcheck: 'false', 'aria-label': `${title} of ${region.name}`, value: text(region), ...(look && { class: look }) })
      input.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
        event.stopPropagation()
        if (event.key === 'Escape') this.#begin('', region)
        if (event.key === 'Enter') this.#keep(region, input.value.trim(), text(region), edit)
      })
      input.addEventListener('blur', () => {
        if (this.#editing === key && input.isConnected) this.#keep(region, input.value.trim(), text(region), edit)
      })
      cell.append(input)
    }
    // Below a field its text keeps the width of the column.
    const words = text(region)
    cell.append(look ? element('code', {}, words) : title === 'Group' && words ? button({ class: 'group-cell' }, () => this.#only(words), words) : words)
    return cell
  }

  /** @param {Region} region @param {string} text @param {string} old @param {(region: Region, text: string) => any} edit */
  async #keep(region, text, old, edit) {
    const cell = this.#editing
    const isInside = this.#drawer.contains(document.activeElement)
    // A cell that is left as it was changes nothing.
    if (text === old) return this.#begin('', isInside ? region : undefined)
    this.#editing = ''
    await edit(region, text)
    // What is refused is put back, and the cell stays open with the reason.
    this.#error = this.#session.error
    if (this.#error) {
      await this.#session.go('undo')
      this.#editing = cell
    }
    this.show()
    if (isInside && !this.#editing) this.#row(region)?.focus()
  }
}
