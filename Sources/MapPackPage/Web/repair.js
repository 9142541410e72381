// The sliders that join borders which miss each other, and what they would do.

import { setValue } from './draft.js'
import { lengthIn, writtenLength } from './settings.js'
import { counted, part } from './words.js'

/** The least length of the sliders, in meters; the left end is off. */
const shortest = 0.01

/** The sliders for `clean.snap` and `clean.fillGaps`. */
export class RepairForm {
  /** @type {import('./fields.js').Change} */
  #change
  #most = 1000

  /** @param {import('./fields.js').Change} change */
  constructor(change) {
    this.#change = change
    for (const [id, key] of [['snap', 'snap'], ['fill-gaps', 'fillGaps']]) {
      part(`${id}-slider`).addEventListener('input', () => (part(id).value = this.#lengthOf(Number(part(`${id}-slider`).value))))
      part(`${id}-slider`).addEventListener('change', () => this.#set(key, part(id).value))
      part(id).addEventListener('change', () => this.#set(key, part(id).value))
    }
  }

  /** @param {string} key @param {string} text */
  #set(key, text) {
    this.#change(({ values }) => setValue(values, ['clean', key], text.trim()))
  }

  /** @param {number} step from 0 to 1000 */
  #lengthOf(step) {
    return step === 0 ? '' : writtenLength(shortest * (this.#most / shortest) ** (step / 1000))
  }

  /** @param {any} clean as the pipeline file has it @param {number} side of the map, in meters */
  fill(clean, side) {
    this.#most = Math.max(side / 50, 10)
    for (const [id, key] of [['snap', 'snap'], ['fill-gaps', 'fillGaps']]) {
      const text = clean?.[key] ?? ''
      part(id).value = text
      const meters = lengthIn(text)
      const share = meters ? Math.log(meters / shortest) / Math.log(this.#most / shortest) : 0
      part(`${id}-slider`).value = String(Math.round(1000 * Math.min(Math.max(share, 0), 1)))
    }
  }

  /** @param {any} effect as the command tells it; null if there is none */
  show(effect) {
    const text = part('repair-effect')
    text.hidden = !effect
    if (!effect) return
    if (!effect.overlaps) {
      text.textContent = 'Borders fit: no length would join more.'
      return
    }
    const words = (/** @type {number[]} */ [before, after], /** @type {string} */ noun) => (
      before === 0 ? `no ${noun}s` : `${counted(before, noun)}, of which ${after === before ? 'all' : after} stay`)
    text.textContent = `${words(effect.overlaps, 'overlap')}; ${words(effect.gaps, 'gap')}; ${effect.moved} of open land moved.`
  }
}
