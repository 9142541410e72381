// How much is removed: the section with the slider, its curve, islands and levels, and the value of `simplify:` that they
// stand for. Nothing is checked here: the command reads it as it reads a pipeline file.

import { setValue } from './draft.js'
import { amounts, beginningOf, floorWords, nearest, numberIn, Slider, zoomTolerance } from './limits.js'
import { counted, drawing, element, fillMenu, fillSegments, grouped, on, part, partNouns, say } from './words.js'

/** The ways of asking, what is written on their segments and before the field. */
const ways = [
  ['tolerance', 'Length', 'Remove what is smaller than'], ['keep', 'Share', 'Share of vertices to keep'],
  ['size', 'Size', 'Pack no larger than'], ['zoom', 'Zoom', 'Sharp up to zoom'],
]

/** The fields beside the amount, and their keys of `simplify:`. */
const fields = Object.entries({ method: 'method', 'minimum-island': 'minimumIsland', 'maximum-parts': 'maximumParts' })

export class DetailSection {
  #session
  #show
  #slider = new Slider('slider', 'value', (isMoving) => this.#takeAmount(isMoving))
  /** The way of asking that is shown: it may have no value yet. */
  #amount = 'tolerance'

  /**
   * @param {import('./session.js').Session} session
   * @param {{answer: import('./sections.js').Answer, level: (level: number) => void, shownLevel: () => number, moving: (level: number | null) => void}} show
   */
  constructor(session, show) {
    this.#session = session
    this.#show = show
    session.valueForLimits = () => this.#valueForLimits
    for (const [id, key] of fields) {
      on(id, 'change', () => this.#set(key, part(id).value.trim(), part(id).labels[0]?.textContent))
    }
    const step = (/** @type {number} */ by) => this.#set('levels', String(Math.min(16, Math.max(1, this.#levels + by))), 'levels')
    on('fewer-levels', 'click', () => step(-1))
    on('more-levels', 'click', () => step(1))
    new ResizeObserver(() => this.#drawCurve()).observe(part('curve'))
  }

  get #simplify() {
    return this.#session.values.simplify ?? {}
  }

  get #levels() {
    return Number(this.#simplify.levels ?? 1)
  }

  /** @param {string} key @param {any} value @param {string} words */
  #set(key, value, words) {
    const isDefault = (key === 'levels' && value === '1') || (key === 'method' && value === this.#session.state.methods[0][0])
    this.#session.change(({ values }) => setValue(values, ['simplify', key], isDefault ? '' : value), { words })
  }

  opened() {
    const { state, hasSettings } = this.#session
    fillMenu(part('method'), state.methods)
    part('detail-body').toggleAttribute('data-fixed', !hasSettings)
    for (const id of ['islands', 'parts-field']) part(id).hidden = state.kind !== 'areas'
    part('floor').hidden = true
    this.altered()
  }

  altered() {
    const simplify = this.#simplify
    this.#amount = this.#asked ?? this.#amount
    for (const [id, key] of fields) part(id).value = simplify[key] ?? (key === 'method' ? this.#session.state.methods[0][0] : '')
    part('levels').textContent = String(this.#levels)
    this.#showAmount(simplify[this.#amount] ?? '')
    part('value-note').hidden = true
  }

  made() {
    this.#showSlider()
    this.showFigures()
  }

  limited() {
    // What is being typed stays.
    if (document.activeElement !== part('value')) this.#showSlider()
    this.showFigures()
  }

  failed() {
    if (this.#session.error) this.#showSlider()
    const [text, why] = this.#session.error && this.#amount === 'size' ? this.#slider.within : ['', '']
    /** @type {[string, () => void][]} */
    this.waysOut = why ? [[`Use ${text}`, () => this.use('size', text)]] : []
    if (this.#session.isSource && this.#asked) this.waysOut.push(['Show without simplification', () => this.use('tolerance', '')])
  }

  /** The way of asking that has a value; none if nothing is removed. */
  get #asked() {
    return amounts.find((name) => this.#simplify[name] !== undefined)
  }

  /**
   * Sets how much is removed.
   *
   * @param {string} amount
   * @param {string} text empty to remove nothing
   * @param {boolean} [isMoving]
   */
  use(amount, text, isMoving = false) {
    this.#amount = amount
    this.#session.change(({ values }) => {
      for (const name of amounts) setValue(values, ['simplify', name], '')
      setValue(values, ['simplify', amount], text)
      // Tolerances of regions are beside one of the map; what is not simplified has no levels.
      if (amount !== 'tolerance' || !text) setValue(values, ['simplify', 'regions'], undefined)
      if (!text) setValue(values, ['simplify', 'levels'], '')
    }, { isMoving, words: 'detail' })
  }

  /** @param {boolean} isMoving */
  #takeAmount(isMoving) {
    const [text, why] = this.#slider.within
    const isNothing = text.trim() === '' || (this.#amount === 'tolerance' && numberIn(text) === 0)
    this.#show.moving(isMoving ? this.#nearestLevel(text) : null)
    this.use(this.#amount, isNothing ? '' : text.trim(), isMoving)
    say('value-note', why)
  }

  /** What the command is asked about the limits. The amount does not matter to them, and may be one that it refuses. */
  get #valueForLimits() {
    const { tolerance, keep, zoom, size, regions, ...others } = this.#simplify
    return { ...others, keep: '1', levels: String(this.#levels) }
  }

  /** @param {string} text */
  #showAmount(text) {
    fillSegments(part('amount'), ways, this.#amount, (amount) => this.#choose(amount))
    const title = ways.find(([name]) => name === this.#amount)?.[2] ?? ''
    part('value-title').replaceChildren(element('b', {}, title))
    this.#showSlider(text)
  }

  /** @param {string} amount a way of asking, which begins at what the map has */
  #choose(amount) {
    this.#amount = amount
    this.#showAmount('')
    this.#takeAmount(false)
  }

  /** @param {string} [text] */
  #showSlider(text = this.#simplify[this.#amount] ?? '') {
    const { state, limits, map, figures, isSource, ladder } = this.#session
    if (!this.#session.hasSettings) return
    const range = limits?.sliders[this.#amount] ?? state.sliders[this.#amount]
    // A level says what was removed, also if it was asked for in another way.
    const isTolerance = ['tolerance', 'zoom'].includes(this.#asked ?? '')
    const made = map && {
      tolerance: isTolerance ? map.levels[0].tolerance : 0, vertices: figures.vertices, verticesIn: figures.verticesIn, bytes: figures.packBytes,
    }
    const isNothing = this.#amount === 'tolerance' && !this.#asked && !isSource
    this.#slider.show(range, isNothing ? '0 m' : text, isNothing ? undefined : beginningOf(this.#amount, made, limits, ladder))
  }

  /**
   * The level of the map with many levels that is nearest to a value; `null` if there is no such map, if the value cannot be
   * read, or if it is a size in bytes.
   *
   * @param {string} text
   */
  #nearestLevel(text) {
    const { ladder, figures } = this.#session
    const asked = numberIn(text)
    if (!ladder || this.#amount === 'size') return null
    const level = this.#amount === 'keep'
      ? nearest(ladder.levels.map(({ vertices }) => Math.log(vertices + 1)), Math.log(asked * figures.verticesIn + 1))
      : nearest(ladder.levels.map(({ tolerance }) => Math.log(tolerance)), Math.log(this.#amount === 'zoom' ? zoomTolerance(asked) : asked || 1e-6))
    return level < 0 ? null : level
  }

  /** Shows what the map has. */
  showFigures() {
    const { map, figures, state, limits } = this.#session
    if (!map) return
    const { kind, levels } = map
    const simplify = this.#simplify
    const asked = this.#asked
    const amount = asked === 'keep' ? `${simplify.keep} kept` : asked === 'zoom' ? `zoom ${simplify.zoom}` : asked === 'size' ? `up to ${simplify.size}`
      : levels[0].words || 'nothing removed'
    const { vertices, verticesIn } = figures
    const noun = kind === 'points' ? counted(figures.polygons, 'point') : `${grouped(vertices)}${vertices === verticesIn ? '' : ` of ${grouped(verticesIn)}`} vertices`
    this.#show.answer('detail', kind === 'points' ? noun : `${amount} · ${noun}`, `${kind === 'points' ? noun : amount}, ${figures.packWords}`)
    const whole = limits?.curve?.[0]?.[1] ?? 0
    const rows = [['Pack', figures.packWords, whole > figures.packBytes ? ` of ${grouped(whole / 1000)}` : ''],
      kind === 'points' ? ['Points', grouped(figures.polygons), ''] : ['Vertices', grouped(vertices), vertices === verticesIn ? '' : ` of ${grouped(verticesIn)}`]]
    part('figures').replaceChildren(...rows.map(([term, value, rest]) => (
      element('div', {}, element('dt', {}, term), element('dd', {}, element('b', {}, value), rest)))))
    const dropped = Object.values(figures.dropped).reduce((/** @type {number} */ a, /** @type {any} */ b) => a + b, 0)
    part('dropped-words').textContent = dropped > 0
      ? `${counted(dropped, partNouns[kind])} left out, ${grouped(figures.polygons)} stay.` : `All ${counted(figures.polygons, partNouns[kind])} stay.`
    part('compare-field').hidden = state.isEmpty
    this.showLevels()
    this.#drawCurve()
    this.#showFloor()
  }

  /** Shows the levels; a click on one shows it on the map. */
  showLevels() {
    const { map } = this.#session
    const shown = this.#show.shownLevel()
    part('level-rows').replaceChildren(...(map?.levels ?? []).map(({ words, vertices, zooms }, level) => {
      const row = element('tr', { tabindex: '0', 'aria-selected': String(level === shown), 'data-level': String(level) },
        element('td', {}, zooms || 'all'), element('td', {}, words || 'nothing'), element('td', {}, grouped(vertices)))
      const show = () => {
        this.#show.level(level)
        this.showLevels()
      }
      row.addEventListener('click', show)
      row.addEventListener('keydown', (/** @type {KeyboardEvent} */ { key }) => key === 'Enter' && show())
      return row
    }))
  }

  #showFloor() {
    const { limits, figures, map } = this.#session
    const asked = this.#simplify
    const share = asked.keep === undefined ? null : numberIn(asked.keep)
    say('floor', map && (asked.keep || asked.size) ? floorWords(limits, figures, share, map.kind) : '')
  }

  /** Draws how many vertices are left at each tolerance, on the slider's own axis. */
  #drawCurve() {
    const { ladder, figures, state, limits } = this.#session
    const curve = part('curve')
    const range = limits?.sliders.tolerance ?? state.sliders.tolerance
    curve.toggleAttribute('hidden', !ladder || this.#amount !== 'tolerance' || !range)
    if (curve.hasAttribute('hidden') || !ladder) return
    const [width, height, inset] = [curve.clientWidth || 304, 68, 8]
    const ends = [range.stops.find((/** @type {string} */ stop) => numberIn(stop) > 0), range.stops.at(-1)]
    const [least, most] = ends.map((text) => Math.log(numberIn(text)))
    // Where the slider's thumb is at a length: between the stops beside it.
    const stops = range.stops.map((/** @type {string} */ stop) => Math.log(numberIn(stop) || 1e-9))
    const x = (/** @type {number} */ meters) => {
      const log = Math.min(most, Math.max(least, Math.log(meters)))
      const next = Math.max(1, stops.findIndex((/** @type {number} */ stop) => stop >= log - 1e-9))
      const share = (next - 1 + (log - stops[next - 1]) / (stops[next] - stops[next - 1])) / (stops.length - 1)
      return inset + (width - 2 * inset) * share
    }
    const y = (/** @type {number} */ share) => 12 + height * (1 - share)
    const sizes = limits?.curve ?? []
    // The least length, and powers of ten as far as they have room.
    const marks = /** @type {[number, string][]} */ ([])
    for (const stop of /** @type {string[]} */ ([ends[0], ...range.stops.filter((/** @type {string} */ stop) => /^10* [ck]?m$/.test(stop))])) {
      const half = 3.5 * stop.length
      const px = Math.min(Math.max(x(numberIn(stop)), inset + half), width - inset - half)
      const [last, words] = marks.at(-1) ?? [-Infinity, '']
      if (px - half - 12 > last + 3.5 * words.length) marks.push([px, stop])
    }
    const bytes = sizes.map((/** @type {number[]} */ [meters, size]) => `${x(meters).toFixed(1)},${y(size / sizes[0][1]).toFixed(1)}`)
    const points = [[Math.exp(least), figures.verticesIn], ...ladder.levels.map(({ tolerance, vertices }) => [tolerance, vertices])]
      .concat([[Math.exp(most), ladder.levels[ladder.levels.length - 1].vertices]]).sort((a, b) => a[0] - b[0]).map(([meters, vertices]) => `${x(meters).toFixed(1)},${y(vertices / figures.verticesIn).toFixed(1)}`)
    const at = x(Math.max(numberIn(part('value').value) || 0, Math.exp(least)))
    curve.setAttribute('viewBox', `0 0 ${width} 108`)
    const text = (/** @type {number} */ px, /** @type {number} */ py, /** @type {string} */ anchor, /** @type {string} */ words) => (
      drawing('text', { x: px, y: py, 'text-anchor': anchor }, words))
    curve.replaceChildren(
      drawing('path', { d: `M${inset},${y(0)} L${points.join(' L')} L${width - inset},${y(0)} Z`, fill: 'var(--hover)' }),
      ...[1, 0.5].map((share) => drawing('path', { d: `M${inset},${y(share)} H${width - inset}`, stroke: 'var(--line)' })),
      drawing('path', { d: `M${points.join(' L')}`, fill: 'none', stroke: 'var(--ink2)', 'stroke-width': 1.5, 'stroke-dasharray': '2 2' }),
      ...(bytes.length > 0 ? [drawing('path', { d: `M${bytes.join(' L')}`, fill: 'none', stroke: 'var(--accent)', 'stroke-width': 2 })] : []),
      drawing('path', { d: `M${at},0 V${y(0)}`, stroke: 'var(--accent)' }),
      drawing('circle', { cx: at, cy: y(bytes.length > 0 ? Math.min(1, figures.packBytes / sizes[0][1]) : figures.vertices / figures.verticesIn), r: 3.5, fill: 'var(--accent)', stroke: 'var(--bg)' }),
      text(width - inset, y(1) + 12, 'end', [...(bytes.length > 0 ? [`${grouped(sizes[0][1] / 1000)} kB`] : []), `${grouped(figures.verticesIn)} vertices`].join(', ')), text(width - inset, y(0.5) - 3, 'end', 'half'),
      ...marks.map(([px, stop]) => text(px, 100, 'middle', stop)))
  }
}
