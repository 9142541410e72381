// The pane of the chosen region or finding.

import { setValue } from './draft.js'
import { drawPlace, drawRegionPicture } from './pictures.js'
import { closeByDragging } from './sections.js'
import { changeFilter } from './source.js'
import { button, counted, element, grouped, icon, part, tinted } from './words.js'

/** @param {[string, string | Node][]} rows */
const definitions = (rows) => element('dl', {}, ...rows.flatMap(([term, value]) => [element('dt', {}, term), element('dd', { dir: 'auto' }, value)]))

/**
 * @param {import('./map.js').DrawnMap} map
 * @param {number[]} ring x and y in map points, alternating
 * @returns {[number, number][]} in cells of the map
 */
function cellsOf(map, ring) {
  return Array.from({ length: ring.length / 2 }, (_, index) => map.cellsAt([ring[2 * index], ring[2 * index + 1]]))
}

export class Pane {
  #session
  #view
  #act
  /** The code of the chosen region. It stays chosen if the map is made again. */
  code = ''
  /**
   * The codes of the regions that are picked together.
   *
   * @type {string[]}
   */
  picked = []
  /** @type {any} */
  #finding = null
  /** Draws the picture. */
  #draw = () => {}

  /**
   * @param {import('./session.js').Session} session @param {import('./canvas.js').MapView} view
   * @param {{go: (index: number) => void, close: () => void, rename: (code: string) => void, step: (step: number) => void,
   *   actions: (finding: any) => HTMLElement[], rank: (finding: any) => string}} act
   */
  constructor(session, view, act) {
    this.#session = session
    this.#view = view
    this.#act = act
    new ResizeObserver(() => this.#draw()).observe(part('pane'))
    closeByDragging(part('pane'), act.close)
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#draw())
  }

  opened() {
    this.showRegion('')
  }

  made() {
    this.picked = this.picked.filter((code) => this.#session.indexOf(code) >= 0)
    this.show()
  }

  found() {
    if (this.#finding) this.show()
  }

  /** @param {string} code empty for none @param {string[]} [picked] @param {any} [finding] shown instead of a region */
  showRegion(code, picked = code ? [code] : [], finding = null) {
    this.code = code
    this.picked = picked
    this.#finding = finding
    this.show()
  }

  show() {
    const pane = part('pane')
    const index = this.#session.indexOf(this.code)
    this.#view.chosen = index
    this.#view.picked = this.picked.map((code) => this.#session.indexOf(code)).filter((found) => found >= 0)
    this.#view.redraw()
    const isOpen = index >= 0 || Boolean(this.#finding)
    const wasOpen = !pane.hidden
    pane.hidden = !isOpen
    document.body.toggleAttribute('data-pane', isOpen)
    if (!isOpen) return pane.replaceChildren()
    const scrolled = pane.querySelector('.pane-body')?.scrollTop ?? 0
    pane.replaceChildren(...(index >= 0 ? this.#region(index) : this.#findingParts(this.#finding)))
    this.#draw()
    if (wasOpen) pane.querySelector('.pane-body')?.scrollTo(0, scrolled)
  }

  /** @param {string} title @param {string} kind @param {...Node} more */
  #head(title, kind, ...more) {
    return element('header', {}, element('h2', { dir: 'auto', class: kind }, title), ...more,
      button({ class: 'plain', 'aria-label': 'Close', id: 'close-pane' }, this.#act.close, icon('close')))
  }

  /** @param {number} index */
  #region(index) {
    const map = /** @type {import('./map.js').DrawnMap} */ (this.#session.map)
    const { state, values, figures } = this.#session
    const region = map.regions[index]
    const { kind } = map
    const { parts, vertices } = map.counts(index, Math.min(this.#view.level, map.levels.length - 1))
    /** @type {[string, string | Node][]} */
    const rows = [['Code', element('code', {}, region.code)]]
    if (region.case) rows.push(['Case', element('code', {}, `.${region.case}`)])
    if (region.group) rows.push(['Group', region.group])
    for (const { name, words } of map.numbers) if (words[index]) rows.push([name, words[index]])
    for (const [field, text] of region.texts) if (text) rows.push([field, text])
    if (kind !== 'points') rows.push([kind === 'lines' ? 'Length' : 'Area', region.sizeWords])
    rows.push(['Shape', kind === 'points' ? counted(parts, 'point') : `${counted(parts, kind === 'lines' ? 'line' : 'polygon')}, ${counted(vertices, 'vertex')}`])
    if (values.simplify?.tolerance && this.#session.hasSettings) rows.push(['Removed below', this.#tolerance(region.code)])
    const picture = element('canvas', { class: 'picture', role: 'img', 'aria-label': region.name })
    this.#draw = () => drawRegionPicture(picture, map, this.#view.level, this.#view.colors, index, picture.clientWidth || 288, picture.clientHeight || 232)
    const neighbors = [...(map.neighbors[index] ?? [])].sort((a, b) => map.regions[a].name.localeCompare(map.regions[b].name))
    const colors = this.#view.colors.ofRegions(map)
    const body = element('div', { class: 'pane-body' }, picture, definitions(rows), ...(neighbors.length > 0 ? [
      element('h3', {}, 'Neighbors', element('span', { class: 'count' }, grouped(neighbors.length))),
      element('div', { class: 'row' }, ...neighbors.map((other) => (
        button({ class: 'chip', dir: 'auto' }, () => this.#act.go(other), tinted(element('i', { class: 'swatch' }), colors[other]), element('span', { class: 'text' }, map.regions[other].name))))),
    ] : []))
    const several = this.picked.length > 1 ? counted(this.picked.length, 'region') : ''
    const field = figures.keyField
    const filter = field ? { title: 'Shift-click more regions to pick several' } : { title: 'The code has to be one field', disabled: '' }
    const actions = !state.hasTable ? [] : [element('div', { class: 'actions', id: 'region-actions' },
      ...(several ? [] : [button({ class: 'button', id: 'rename-region' }, () => this.#act.rename(region.code), 'Rename')]),
      button({ class: 'button', id: 'leave-out', ...filter }, () => this.#filter('drop', field, (old) => [...new Set([...old, ...this.picked])]), `Leave out ${several}`.trim()),
      button({ class: 'button', id: 'keep-only', ...filter }, () => this.#filter('select', field, () => this.picked), `Keep only ${several}`.trim()))]
    return [this.#head(several ? `${region.name} and ${grouped(this.picked.length - 1)} more` : region.name, '',
      button({ class: 'plain', 'aria-label': 'Show all of it', title: 'Show all of it' }, () => this.#act.go(index), icon('whole'))), body, ...actions]
  }

  /** @param {string} code the field with the tolerance of one region */
  #tolerance(code) {
    const input = element('input', {
      id: 'region-tolerance', class: 'length', type: 'text', placeholder: 'as the map', maxlength: '40', spellcheck: 'false',
      value: this.#session.values.simplify?.regions?.[code]?.tolerance ?? '',
    })
    input.addEventListener('change', () => this.#session.change(({ values }) => {
      const tolerance = input.value.trim()
      setValue(values, ['simplify', 'regions', code], tolerance ? { tolerance } : undefined)
    }, { words: 'detail of a region' }))
    return input
  }

  /** @param {'select' | 'drop'} filter @param {string} field @param {(old: any[]) => any[]} values */
  #filter(filter, field, values) {
    this.#session.change((draft) => changeFilter(draft.values, filter, field, values),
      { words: filter === 'drop' ? 'leave out' : 'keep only' })
  }

  /** @param {any} finding */
  #findingParts(finding) {
    const map = /** @type {import('./map.js').DrawnMap} */ (this.#session.map)
    const { sentence, measure, at, place, remedy, rows = [], outlines = [], codes = [] } = finding
    const step = (/** @type {number} */ by) => button(
      { class: 'plain', 'aria-label': by < 0 ? 'The one before (p)' : 'The next one (n)' }, () => this.#act.step(by), icon('chevron', by < 0 ? 'small-icon up' : 'small-icon'))
    const picture = element('canvas', { class: 'picture', 'aria-hidden': 'true' })
    const beside = codes.slice(0, 2).map((/** @type {string} */ code) => this.#session.indexOf(code)).filter((/** @type {number} */ found) => found >= 0)
    const land = outlines.map((/** @type {number[]} */ ring) => cellsOf(map, ring))
    this.#draw = () => at && drawPlace(picture, map, this.#view.level, this.#view.colors, map.cellsAt(at), land, beside, picture.clientWidth || 288, picture.clientHeight || 200)
    const actions = this.#act.actions(finding)
    actions.forEach((action, index) => (action.className = index === 0 ? 'button filled' : 'button'))
    const key = land.length > 0 && beside.length === 2 ? [element('p', { class: 'row small' }, ...beside.map((/** @type {number} */ index, /** @type {number} */ i) => (
      element('span', { dir: 'auto' }, element('i', { class: `key-line ${i === 0 ? 'accent' : 'warn'}` }), `${map.regions[index].name}’s border`))))] : []
    return [
      element('header', {}, element('span', { class: 'small grow' }, this.#act.rank(finding)), step(-1), step(1),
        button({ class: 'plain', 'aria-label': 'Close', id: 'close-pane' }, this.#act.close, icon('close'))),
      element('div', { class: 'pane-body' }, element('h2', { class: 'sentence', dir: 'auto' }, sentence),
        ...(at ? [picture, ...key] : []), ...(rows.length > 0 ? [definitions(rows)] : measure ? [element('p', { class: 'small' }, measure)] : []),
        ...(remedy && actions.length === 0 ? [element('p', {}, remedy)] : []),
        ...(actions.length > 0 ? [element('div', { class: 'row to-do' }, ...actions)] : []), element('p', { class: 'tiny', dir: 'auto' }, place)),
    ]
  }
}

