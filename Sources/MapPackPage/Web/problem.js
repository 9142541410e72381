// Why a map cannot be made, and what can be done: below the settings. `main.js` says when.

import { button, part } from './words.js'

/** @param {unknown} error @param {string} [id] of the element that shows it */
export function showProblem(error, id = 'problem') {
  part(id).hidden = false
  part(id).textContent = error instanceof Error ? error.message : String(error)
}

export function hideProblem() {
  part('problem').hidden = true
  part('ways').hidden = true
}

/**
 * Offers ways out of the problem, if there is one.
 *
 * @param {[string, () => void][]} ways words for a button, and its action
 */
export function offerWays(ways) {
  part('ways').hidden = part('problem').hidden
  part('ways').replaceChildren(...ways.map(([words, action]) => button({}, action, words)))
}
