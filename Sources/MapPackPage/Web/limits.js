// Sliders, where each way of asking begins, and what must stay whatever is asked for. What sliders can be set to, and
// `limits`, are what the command tells (PreviewSlider and PreviewLimits in Swift); `limits` is null as long as it has
// not answered.

import { grouped, on, part } from './words.js'

/** The ways of asking how much is removed: keys of `simplify:`. */
export const amounts = ['tolerance', 'keep', 'zoom', 'size']

const units = { '': 1, '%': 0.01, mm: 0.001, cm: 0.01, m: 1, km: 1000, B: 1, kB: 1000, KB: 1000, MB: 1e6 }

/** @param {string} text as a pipeline file has it @returns {number} in meters or bytes, or a share; 0 for nothing, NaN for what is not shown */
export function numberIn(text) {
  const [, number, unit] = /^\s*(\d*\.?\d+)\s*(%|\w*)\s*$/.exec(text || '0') ?? []
  return Number(number) * units[/** @type {'m'} */ (unit)]
}

/** @param {number[]} numbers @param {number} wanted @returns {number} the index of the nearest one; -1 if there is none */
export function nearest(numbers, wanted) {
  const distances = numbers.map((number) => Math.abs(number - wanted))
  return distances.indexOf(Math.min(...distances))
}

/** @typedef {{stops: string[], below?: string, above?: string}} Stops */

/** A slider, and the field beside it that shows its value and takes others. */
export class Slider {
  #slider
  #field
  /** @type {Stops} */
  #range = { stops: [''] }

  /**
   * @param {string} slider the id of its element
   * @param {string} field
   * @param {(isMoving: boolean) => void} changed `isMoving` while the slider is held
   */
  constructor(slider, field, changed) {
    this.#slider = part(slider)
    this.#field = part(field)
    on(slider, 'input', () => {
      this.#show(this.#range.stops[Number(this.#slider.value)])
      changed(true)
    })
    on(slider, 'change', () => changed(false))
    on(field, 'change', () => {
      this.#show(this.#field.value)
      changed(false)
    })
  }

  /**
   * Takes other stops.
   *
   * @param {Stops | undefined} range
   * @param {string} text what is asked for
   * @param {number | null} [begin] where the slider begins if nothing is asked for
   */
  show(range, text, begin) {
    this.#range = range ?? { stops: [''] }
    const { stops } = this.#range
    this.#slider.max = String(stops.length - 1)
    this.#field.title = `From ${stops[0] || 'off'} to ${stops.at(-1)}`
    this.#show(text || begin === undefined ? text : stops[begin === null ? stops.length >> 1 : this.#stopNear(begin)])
  }

  /** @returns {[string, string]} the nearest text to that in the field that can be, and why it is another one */
  get within() {
    const { value } = this.#field
    const { stops, below = '', above = '' } = this.#range
    const most = stops[stops.length - 1]
    if (below && numberIn(value) < numberIn(stops[0])) return [stops[0], below]
    return above && numberIn(value) > numberIn(most) ? [most, above] : [value, '']
  }

  /** @param {string} text */
  #show(text) {
    this.#field.value = text
    this.#slider.value = String(this.#stopNear(numberIn(text)))
    this.#slider.ariaValueText = text || 'off'
    // The track is colored up to the thumb.
    this.#slider.style.setProperty('--at', `${(100 * this.#slider.value) / Math.max(this.#slider.max, 1)}%`)
  }

  /** @param {number} number */
  #stopNear(number) {
    return nearest(this.#range.stops.map(numberIn), number)
  }
}

/**
 * A zoom means about a pixel of its tiles of 512 pixels, at the equator.
 *
 * @param {number} zoom
 * @returns {number} in meters
 */
export function zoomTolerance(zoom) {
  return 2 ** (19 - zoom) * 0.149
}

/**
 * What gives a map like the one that is shown; null if that is not known.
 *
 * @param {string} amount
 * @param {{tolerance: number, vertices: number, verticesIn: number, bytes: number} | null} made the map that is shown; its
 *   tolerance is 0 if it was asked for in another way
 * @param {any} limits
 * @param {import('./map.js').DrawnMap | null} ladder the map at many tolerances
 * @returns {number | null}
 */
export function beginningOf(amount, made, limits, ladder) {
  if (!made || amount === 'size') return made && made.bytes
  if (amount === 'keep') {
    const { fixed, removable } = limits ?? { fixed: 0, removable: made.verticesIn }
    return (made.vertices - fixed) / Math.max(removable, 1)
  }
  const meters = made.tolerance || (ladder && ladder.levels[nearest(ladder.levels.map(({ vertices }) => Math.log(vertices + 1)), Math.log(made.vertices + 1))].tolerance)
  return meters && amount === 'zoom' ? 19 - Math.log2(meters / 0.149) : meters
}

/**
 * Why more vertices stay than the share or the size suggests; empty if those that must stay are less than a fifth.
 *
 * @param {any} limits
 * @param {{vertices: number}} figures of the map that was made
 * @param {number | null} share of the vertices that may go, if the map was asked for by it
 * @param {import('./map.js').Kind} kind
 */
export function floorWords(limits, { vertices }, share, kind) {
  if (!limits) return ''
  const more = share === null ? Math.max(vertices - limits.floor, 0) : Math.round(share * limits.removable)
  const must = Math.max(vertices - more, 0)
  if (5 * must < vertices) return ''
  const percent = Number((100 * (share ?? more / Math.max(limits.removable, 1))).toPrecision(2))
  const which = kind === 'areas' ? 'ends of borders, and three of each ring' : 'the ends of lines'
  return `${percent} % of the ${grouped(limits.removable)} that may go, and ${grouped(must)} that must stay: ${which}`
}
