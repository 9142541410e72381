// Why a map cannot be made, and what can be done: below the settings. `main.js` says when.

import { element, part } from './words.js'

/** @param {unknown} error */
export function showProblem(error) {
  part('problem').hidden = false
  part('problem').textContent = error instanceof Error ? error.message : String(error)
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
  part('ways').replaceChildren(...ways.map(([words, action]) => {
    const button = element('button', { type: 'button' }, words)
    button.addEventListener('click', action)
    return button
  }))
}
