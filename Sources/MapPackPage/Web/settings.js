// The settings of a map: the form, the slider, and the value of `simplify:` that they stand for. `main.js` sends it.
// Nothing is checked here: the command reads it as it reads a pipeline file.

import { amounts, beginningOf, spanOf, withinLimits, writtenSize, zoomTolerance } from './limits.js'
import { part } from './words.js'

/**
 * A length as it is typed, in two digits and cm, m or km.
 *
 * @param {number} meters
 */
export function writtenLength(meters) {
  const round = (/** @type {number} */ value) => Number(value.toPrecision(2)).toString()
  if (meters >= 1000) return `${round(meters / 1000)} km`
  return meters >= 1 ? `${round(meters)} m` : `${round(meters * 100)} cm`
}

/** @param {string} text of a length, as a pipeline file has it @returns {number | null} in meters */
export function lengthIn(text) {
  const found = /^\s*(\d*\.?\d+)\s*(mm|cm|m|km)\s*$/.exec(text)
  return found && Number(found[1]) * { mm: 0.001, cm: 0.01, m: 1, km: 1000 }[/** @type {'m'} */ (found[2])]
}

/** @param {string} amount @param {string} text @returns {number | null} the number that the slider shows */
function numberIn(amount, text) {
  if (amount === 'tolerance') return lengthIn(text)
  if (amount === 'zoom') return /^\d+$/.test(text.trim()) ? Number(text) : null
  if (amount === 'keep') {
    const found = /^\s*(\d*\.?\d+)\s*(%?)\s*$/.exec(text)
    return found && Number(found[1]) / (found[2] ? 100 : 1)
  }
  const found = /^\s*(\d*\.?\d+)\s*(B|KB|kB|MB)?\s*$/.exec(text)
  return found && Number(found[1]) * { B: 1, KB: 1000, kB: 1000, MB: 1e6 }[found[2] ?? 'B']
}

/** @param {string} amount @param {number} value */
function writtenAmount(amount, value) {
    if (amount === 'tolerance') return writtenLength(value)
  if (amount === 'keep') return `${Number((100 * value).toPrecision(2))} %`
  if (amount === 'zoom') return String(Math.round(value))
  return writtenSize(value)
}

/** The form with the settings. */
export class SettingsForm {
  /** Keys of `simplify:` that the form does not show, as they were written. */
  #others = {}
  /** @type {Record<string, {tolerance: string}>} */
  #regions = {}
  /** @type {{side: number, vertices: number, methods: [string, string][]}} */
  #state = { side: 0, vertices: 0, methods: [['', '']] }
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
    part('slider').addEventListener('input', () => {
      const amount = part('amount').value
      part('value').value = writtenAmount(amount, this.#sliderValue(amount))
      this.#note('')
      this.onChange(true)
    })
    part('slider').addEventListener('change', () => this.onChange(false))
    part('amount').addEventListener('change', () => {
      this.#showAmount('')
      this.onChange(false)
    })
    part('value').addEventListener('change', () => {
      this.#take(part('value').value)
      this.onChange(false)
    })
    for (const id of ['method', 'levels', 'minimum-island', 'maximum-parts']) {
      part(id).addEventListener('change', () => this.onChange(false))
    }
    part('region-tolerance').addEventListener('change', () => {
      const written = part('region-tolerance').value.trim()
      if (written) this.#regions[this.#code] = { tolerance: written }
      else delete this.#regions[this.#code]
      this.onChange(false)
    })
    part('settings').addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
      // The Return key in a field takes the value; it does not save.
      if (event.key !== 'Enter' || /** @type {HTMLElement} */ (event.target).id === 'save') return
      event.preventDefault()
      event.target?.dispatchEvent(new Event('change', { bubbles: true }))
    })
  }

  /**
   * Takes another map.
   *
   * @param {any} state what the command says of it
   */
  open(state) {
    this.#state = state
    part('method').replaceChildren(...state.methods.map((/** @type {string[]} */ [method, title]) => new Option(title, method)))
  }

  /** @param {any} simplify as it is written in the pipeline file */
  fill(simplify) {
    const { tolerance, keep, zoom, size, method, levels, minimumIsland, maximumParts, regions, ...others } = simplify
    this.#others = others
    this.#regions = regions ?? {}
    /** @type {Record<string, string>} */
    const written = { tolerance, keep, zoom, size }
    const amount = amounts.find((name) => written[name] !== undefined) ?? 'none'
    part('amount').value = amount
    part('method').value = method ?? this.#state.methods[0][0]
    part('levels').value = levels ?? '1'
    part('minimum-island').value = minimumIsland ?? ''
    part('maximum-parts').value = maximumParts ?? ''
    this.#showAmount(written[amount] ?? '')
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
    return { amount, share: amount === 'keep' ? numberIn(amount, part('value').value) : null }
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
    const asked = numberIn('size', part('value').value)
    const least = this.#limits?.size.least
    if (part('amount').value === 'size' && least && asked !== null && asked < least) {
      ways.push([`Use ${writtenSize(least)}`, () => this.use('size', writtenSize(least))])
    }
    if (isFirst && part('amount').value !== 'none') ways.push(['Show without simplification', () => this.use('none', '')])
    return ways
  }

  /** @param {string} words */
  #note(words) {
    part('value-note').textContent = words
    part('value-note').hidden = words === ''
  }

  /**
   * Takes a typed value, or the nearest that can be. What cannot be read goes to the command.
   *
   * @param {string} text
   */
  #take(text) {
    const amount = part('amount').value
    const number = numberIn(amount, text)
    const { value, why } = withinLimits(amount, number ?? NaN, this.#limits)
    this.#showAmount(why ? writtenAmount(amount, value) : text)
    this.#note(why)
  }

  /**
   * Shows an amount in the slider and in the field; without one, that of the map that is shown.
   *
   * @param {string} text
   */
  #showAmount(text) {
    const amount = part('amount').value
    const isShown = amount !== 'none'
    this.#note('')
    part('slider').hidden = !isShown
    part('value').hidden = !isShown
    if (!isShown) return
    const { least, most, isEven } = spanOf(amount, this.#state, this.#limits)
    const between = (/** @type {number} */ number) => Math.min(Math.max(number, least), most)
    const begin = beginningOf(amount, this.made, this.#limits, this.ladder) ?? (amount === 'zoom' ? 6 : Math.sqrt(least * most))
    const value = numberIn(amount, text) ?? between(begin)
    const share = isEven ? (value - least) / (most - least) : Math.log(value / least) / Math.log(most / least)
    part('slider').value = String(Math.round(1000 * Math.min(Math.max(share, 0), 1)))
    part('value').value = text || writtenAmount(amount, value)
    const size = this.#limits?.size
    part('value').title = amount === 'size' && size ? `From ${writtenSize(size.least)} to ${writtenSize(size.most)}` : ''
  }

  /** @param {string} amount */
  #sliderValue(amount) {
    const share = Number(part('slider').value) / 1000
    const { least, most, isEven } = spanOf(amount, this.#state, this.#limits)
    return isEven ? least + share * (most - least) : least * (most / least) ** share
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
    if (part('method').value !== this.#state.methods[0][0]) value.method = part('method').value
    if (part('levels').value !== '1' && amount !== 'none') value.levels = part('levels').value
    if (part('minimum-island').value.trim()) value.minimumIsland = part('minimum-island').value.trim()
    if (part('maximum-parts').value) value.maximumParts = part('maximum-parts').value
    if (Object.keys(this.#regions).length > 0 && amount === 'tolerance') value.regions = this.#regions
    return { ...value, ...this.#others }
  }

  /**
   * The level of the map with many levels that is nearest to the settings; `null` if there is no such map, if the value
   * cannot be read, or if it is a size in bytes.
   */
  get nearestLevel() {
    const amount = part('amount').value
    const asked = numberIn(amount, part('value').value)
    const { ladder } = this
    if (!ladder || asked === null || amount === 'size') return null
    const { levels } = ladder
    if (amount === 'keep') {
      return nearest(levels.map(({ vertices }) => Math.abs(Math.log((vertices + 1) / (asked * this.#state.vertices + 1)))))
    }
    const meters = amount === 'zoom' ? zoomTolerance(asked) : asked
    return nearest(levels.map(({ tolerance }) => Math.abs(Math.log(tolerance / Math.max(meters, 1e-6)))))
  }
}

/** @param {number[]} distances */
function nearest(distances) {
  return distances.indexOf(Math.min(...distances))
}
