// The sliders that join borders which miss each other, and what they would do.

import { setValue } from './draft.js'
import { Slider } from './limits.js'
import { part } from './words.js'

/** The ids of the fields, and their keys of `clean`. */
const repairs = [['snap', 'snap'], ['fill-gaps', 'fillGaps']]

/** The sliders for `clean.snap` and `clean.fillGaps`. */
export class RepairForm {
  #sliders

  /** @param {import('./fields.js').Change} change */
  constructor(change) {
    this.#sliders = repairs.map(([id, key]) => new Slider(`${id}-slider`, id, (isMoving) => {
      if (!isMoving) change(({ values }) => setValue(values, ['clean', key], part(id).value.trim()))
    }))
  }

  /** @param {any} clean as the pipeline file has it @param {import('./limits.js').Stops | undefined} range */
  fill(clean, range) {
    repairs.forEach(([, key], index) => this.#sliders[index].show(range, clean?.[key] ?? ''))
  }

  /** @param {string} [words] what the repairs do, as the command tells it */
  show(words = '') {
    part('repair-effect').hidden = !words
    part('repair-effect').textContent = words
  }
}
