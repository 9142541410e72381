// The settings of a map: the form, the slider, and the value of `simplify:` that they stand for. `main.js` sends it.
// Nothing is checked here: the command reads it as it reads a pipeline file.

import { setValue } from './draft.js'
import { amounts, beginningOf, nearest, numberIn, Slider, zoomTolerance } from './limits.js'
import { fillMenu, on, part } from './words.js'

/** The fields beside the amount, and their keys of `simplify:`. */
const fields = Object.entries({ method: 'method', levels: 'levels', 'minimum-island': 'minimumIsland', 'maximum-parts': 'maximumParts' })

/** The form with the settings. */
export class SettingsForm {
  /** Keys of `simplify:` that the form does not show, as they were written. */
  #others = {}
  /** @type {Record<string, {tolerance: string}>} */
  #regions = {}
  /** @type {{sliders: Record<string, import('./limits.js').Stops>, methods: [string, string][]}} */
  #state = { sliders: {}, methods: [['', '']] }
  #slider = new Slider('slider', 'value', (isMoving) => this.#takeAmount(isMoving))
  /** The code of the chosen region. */
  #code = ''
  #limits = /** @type {any} */ (null)
  /**
   * The map that is shown: a way of asking begins at what it has.
   *
   * @type {Parameters<typeof beginningOf>[1]}
   */
  made = null
  /**
   * The map at many tolerances, if it is there.
   *
   * @type {import('./map.js').DrawnMap | null}
   */
  ladder = null
  /**
   * Is told that something has changed; `isMoving` while the slider is held.
   *
   * @type {(isMoving: boolean) => void}
   */
  onChange = () => {}

  constructor() {
    on('amount', 'change', () => this.use(part('amount').value, ''))
    for (const [id] of fields) on(id, 'change', () => this.onChange(false))
    on('region-tolerance', 'change', () => {
      const tolerance = part('region-tolerance').value.trim()
      setValue(this.#regions, [this.#code], tolerance && { tolerance })
      this.onChange(false)
    })
    on('settings', 'keydown', (event) => {
      // The Return key in a field takes the value; it does not save.
      if (event.key !== 'Enter' || event.target.id === 'save') return
      event.preventDefault()
      event.target.dispatchEvent(new Event('change', { bubbles: true }))
    })
  }

  /**
   * Takes another map.
   *
   * @param {any} state what the command says of it
   */
  open(state) {
    this.#state = state
    fillMenu(part('method'), state.methods)
  }

  /** @param {any} simplify as it is written in the pipeline file */
  fill(simplify) {
    const { regions, ...others } = simplify
    this.#regions = { ...regions }
    const amount = amounts.find((name) => others[name] !== undefined) ?? 'none'
    part('amount').value = amount
    for (const [id, key] of fields) part(id).value = others[key] ?? this.#defaults[key] ?? ''
    this.#showAmount(others[amount] ?? '')
    for (const key of [...amounts, ...fields.map(([, key]) => key)]) delete others[key]
    this.#others = others
  }

  /** @returns {Record<string, string>} what the fields have if nothing is written */
  get #defaults() {
    return { method: this.#state.methods[0][0], levels: '1' }
  }

  /** How far the settings can go; null if that is not known. */
  get limits() {
    return this.#limits
  }

  set limits(limits) {
    this.#limits = limits
    if (part('amount').value !== 'none') this.#showAmount(part('value').value)
  }

  /** What the limits depend on, as a text. */
  get limitsKey() {
    return JSON.stringify(this.valueForLimits)
  }

  /** What the command is asked about the limits. The amount does not matter to them, and may be one that it refuses. */
  get valueForLimits() {
    const { tolerance, keep, zoom, size, regions, ...others } = this.value
    return { ...others, keep: '1', levels: part('levels').value || '1' }
  }

  /** The way of asking, and the share that is asked for; null if the map is asked for in another way. */
  get asked() {
    const amount = part('amount').value
    return { amount, share: amount === 'keep' ? numberIn(part('value').value) : null }
  }

  /**
   * Sets how much is removed.
   *
   * @param {string} amount
   * @param {string} text
   */
  use(amount, text) {
    part('amount').value = amount
    this.#showAmount(text)
    this.onChange(false)
  }

  /**
   * What can be done if the map that is asked for cannot be made: words for a button, and its action.
   *
   * @param {boolean} isFirst whether no map has been made yet
   */
  waysOut(isFirst) {
    /** @type {[string, () => void][]} */
    const ways = []
    const [text, why] = this.#slider.within
    if (part('amount').value === 'size' && why) ways.push([`Use ${text}`, () => this.use('size', text)])
    if (isFirst && part('amount').value !== 'none') ways.push(['Show without simplification', () => this.use('none', '')])
    return ways
  }

  /** @param {string} words */
  #note(words) {
    part('value-note').textContent = words
    part('value-note').hidden = words === ''
  }

  /**
   * Takes what the slider or the field says, or the nearest that can be. What cannot be read goes to the command.
   *
   * @param {boolean} isMoving
   */
  #takeAmount(isMoving) {
    const [text, why] = this.#slider.within
    if (why) this.#showAmount(text)
    this.#note(why)
    this.onChange(isMoving)
  }

  /**
   * Shows an amount in the slider and in the field; without one, that of the map that is shown.
   *
   * @param {string} text
   */
  #showAmount(text) {
    const amount = part('amount').value
    this.#note('')
    for (const id of ['slider', 'value']) part(id).hidden = amount === 'none'
    if (amount === 'none') return
    const range = this.#limits?.sliders[amount] ?? this.#state.sliders[amount]
    this.#slider.show(range, text, beginningOf(amount, this.made, this.#limits, this.ladder))
  }

  /**
   * Shows the settings that a region has of its own.
   *
   * @param {{code: string, name: string} | null} region
   */
  choose(region) {
    this.#code = region?.code ?? ''
    part('region-field').hidden = !region || part('amount').value !== 'tolerance'
    part('region-name').textContent = region?.name ?? ''
    part('region-tolerance').value = this.#regions[this.#code]?.tolerance ?? ''
  }

  /**
   * The value of `simplify:`.
   *
   * @returns {Record<string, unknown>}
   */
  get value() {
    const amount = part('amount').value
    /** @type {Record<string, unknown>} */
    const value = {}
    if (amount !== 'none') value[amount] = part('value').value.trim()
    for (const [id, key] of fields) {
      const text = part(id).value.trim()
      if (text && text !== this.#defaults[key]) value[key] = text
    }
    if (amount === 'none') delete value.levels
    if (Object.keys(this.#regions).length > 0 && amount === 'tolerance') value.regions = { ...this.#regions }
    return { ...value, ...this.#others }
  }

  /**
   * The level of the map with many levels that is nearest to the settings; `null` if there is no such map, if the value
   * cannot be read, or if it is a size in bytes.
   */
  get nearestLevel() {
    const amount = part('amount').value
    const asked = numberIn(part('value').value)
    const { ladder, made } = this
    if (!ladder || !made || amount === 'size') return null
    const level = amount === 'keep'
      ? nearest(ladder.levels.map(({ vertices }) => Math.log(vertices + 1)), Math.log(asked * made.verticesIn + 1))
      : nearest(ladder.levels.map(({ tolerance }) => Math.log(tolerance)), Math.log(amount === 'zoom' ? zoomTolerance(asked) : asked || 1e-6))
    return level < 0 ? null : level
  }
}
