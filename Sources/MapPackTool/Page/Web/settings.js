// The settings of a map: the form, the slider, and the value of `simplify:` that they stand for. `main.js` sends it.
// Nothing is checked here: the command reads it as it reads a pipeline file.

import { byteWords, lengthWords, part } from './words.js'

const amounts = ['tolerance', 'keep', 'zoom', 'size']

/**
 * The range of the slider: the least and the most, and whether steps are even. Tolerances are in meters, `keep` is a
 * share, sizes are in bytes.
 */
const spans = {
  /** @param {{side: number}} state */
  tolerance: (state) => ({ least: Math.max(state.side / 100_000, 0.1), most: Math.max(state.side / 10, 10) }),
  keep: () => ({ least: 0.0005, most: 1 }),
  zoom: () => ({ least: 0, most: 18, isEven: true }),
  size: (/** @type {{vertices: number}} */ state) => ({ least: 500, most: Math.max(6 * state.vertices, 2000) }),
}

/** @param {string} text @returns {number | null} in meters */
function lengthIn(text) {
  const found = /^\s*(\d*\.?\d+)\s*(mm|cm|m|km)\s*$/.exec(text)
  return found && Number(found[1]) * { mm: 0.001, cm: 0.01, m: 1, km: 1000 }[found[2]]
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
  const short = (/** @type {number} */ number, digits = 2) => Number(number.toPrecision(digits)).toString()
  if (amount === 'tolerance') return lengthWords(Number(short(value)))
  if (amount === 'keep') return `${short(100 * value)} %`
  if (amount === 'zoom') return String(Math.round(value))
  return `${short(value / 1000)} KB`
}

/** The form with the settings. */
export class SettingsForm {
  /** Keys of `simplify:` that the form does not show, as they were written. */
  #others = {}
  /** @type {Record<string, {tolerance: string}>} */
  #regions = {}
  /** @type {{side: number, vertices: number, methods: [string, string][]}} */
  #state
  /** The code of the chosen region. */
  #code = ''
  /** Is told that something has changed; `isMoving` while the slider is held. @type {(isMoving: boolean) => void} */
  onChange = () => {}

  /** @param {any} state what the command says of the map */
  constructor(state) {
    this.#state = state
    for (const [method, title] of state.methods) part('method').append(new Option(title, method))
    this.#fill(state.simplify)
    part('slider').addEventListener('input', () => {
      const amount = part('amount').value
      part('value').value = writtenAmount(amount, this.#sliderValue(amount))
      this.onChange(true)
    })
    part('slider').addEventListener('change', () => this.onChange(false))
    part('amount').addEventListener('change', () => {
      this.#showAmount('')
      this.onChange(false)
    })
    part('value').addEventListener('change', () => {
      this.#showAmount(part('value').value)
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

  /** @param {any} simplify as it is written in the pipeline file */
  #fill(simplify) {
    const { tolerance, keep, zoom, size, method, levels, minimumIsland, maximumParts, regions, ...others } = simplify
    this.#others = others
    this.#regions = regions ?? {}
    const written = { tolerance, keep, zoom, size }
    const amount = amounts.find((name) => written[name] !== undefined) ?? 'none'
    part('amount').value = amount
    part('method').value = method ?? this.#state.methods[0][0]
    part('levels').value = levels ?? '1'
    part('minimum-island').value = minimumIsland ?? ''
    part('maximum-parts').value = maximumParts ?? ''
    this.#showAmount(written[amount] ?? '')
  }

  /** Shows an amount in the slider and in the field; without one, an amount that the slider can show. @param {string} text */
  #showAmount(text) {
    const amount = part('amount').value
    const isShown = amount !== 'none'
    part('slider').hidden = !isShown
    part('value').hidden = !isShown
    if (!isShown) return
    const { least, most, isEven } = spans[amount](this.#state)
    const value = numberIn(amount, text) ?? (amount === 'zoom' ? 6 : Math.sqrt(least * most))
    const share = isEven ? (value - least) / (most - least) : Math.log(value / least) / Math.log(most / least)
    part('slider').value = String(Math.round(1000 * Math.min(Math.max(share, 0), 1)))
    part('value').value = text || writtenAmount(amount, value)
    part('value').title = amount === 'size' ? `The whole map is about ${byteWords(6 * this.#state.vertices)}` : ''
  }

  /** @param {string} amount */
  #sliderValue(amount) {
    const share = Number(part('slider').value) / 1000
    const { least, most, isEven } = spans[amount](this.#state)
    return isEven ? least + share * (most - least) : least * (most / least) ** share
  }

  /** Shows the settings that a region has of its own. @param {{code: string, name: string} | null} region */
  choose(region) {
    this.#code = region?.code ?? ''
    part('region-field').hidden = !region || part('amount').value !== 'tolerance'
    part('region-name').textContent = region?.name ?? ''
    part('region-tolerance').value = this.#regions[this.#code]?.tolerance ?? ''
  }

  /** The value of `simplify:`. */
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
   * The level of a map with many levels that is nearest to the settings; `null` if the value cannot be read or is a
   * size in bytes. A zoom means about a pixel of its tiles of 512 pixels, at the equator.
   *
   * @param {import('./layers.js').DrawnMap} ladder
   */
  nearestLevel(ladder) {
    const amount = part('amount').value
    const asked = numberIn(amount, part('value').value)
    const { levels } = ladder.pack
    if (asked === null || amount === 'size') return null
    if (amount === 'keep') {
      const counts = levels.map(({ index }) => ladder.lines(index).points.length)
      return nearest(counts.map((count) => Math.abs(Math.log((count + 1) / (asked * 2 * this.#state.vertices + 1)))))
    }
    const meters = amount === 'zoom' ? 2 ** (19 - asked) * 0.149 : asked
    return nearest(levels.map(({ tolerance }) => Math.abs(Math.log(tolerance / Math.max(meters, 1e-6)))))
  }
}

/** @param {number[]} distances */
function nearest(distances) {
  return distances.indexOf(Math.min(...distances))
}
