// The search for a region by any of its texts.

import { element, oneLine, part } from './words.js'

/** The most regions that are listed. */
const mostFound = 50

/** @param {string} text a text as it is compared */
const plainText = (text) => text.normalize('NFKC').toLowerCase().trim()

/**
 * @param {() => import('./pack.js').Pack | undefined} pack the map that is shown
 * @param {(index: number) => void} find is told the index of a region in the pack's list
 */
export function listenForSearch(pack, find) {
  const results = part('results')
  const go = (/** @type {import('./pack.js').Region} */ region) => {
    results.hidden = true
    find(pack()?.regions.indexOf(region) ?? -1)
  }
  const search = () => {
    const wanted = plainText(part('search').value)
    const cases = pack()?.cases?.names
    const matches = wanted === '' ? [] : (pack()?.regionsByName ?? []).filter((region) => (
      [...region.texts.values(), cases?.get(region.rawValue) ?? ''].some((found) => plainText(found).includes(wanted)))).slice(0, mostFound)
    results.hidden = wanted === ''
    results.replaceChildren(...matches.map((region, index) => {
      const entry = element('li', { role: 'option', 'aria-selected': String(index === 0), dir: 'auto' },
        oneLine(region.name), element('span', { class: 'small' }, ` ${oneLine(region.code, 20)}`))
      entry.addEventListener('mousedown', () => go(region))
      return entry
    }), ...(wanted && matches.length === 0 ? [element('li', { class: 'small' }, 'No region is called so.')] : []))
    return matches
  }
  part('search').addEventListener('input', search)
  part('search').addEventListener('blur', () => (results.hidden = true))
  part('search').addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Escape') results.hidden = true
    if (event.key !== 'Enter') return
    const [found] = search()
    if (found) go(found)
  })
}
