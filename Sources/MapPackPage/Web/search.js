// The search for a region by any of its texts.

import { element, on, part, plain } from './words.js'

/** The most regions that are listed. */
const mostFound = 50

/**
 * @param {() => import('./map.js').DrawnMap | undefined} map the map that is shown
 * @param {(index: number) => void} find is told the index of a region
 */
export function listenForSearch(map, find) {
  const results = part('results')
  const go = (/** @type {import('./map.js').Region} */ { index }) => {
    results.hidden = true
    find(index)
  }
  const search = () => {
    const wanted = plain(part('search').value)
    const matches = wanted === '' ? [] : (map()?.byName ?? []).filter((region) => (
      [region.code, region.name, region.case, ...region.texts.values()].some((found) => plain(found).includes(wanted)))).slice(0, mostFound)
    results.hidden = wanted === ''
    results.replaceChildren(...matches.map((region, index) => {
      const entry = element('li', { role: 'option', 'aria-selected': String(index === 0), dir: 'auto' },
        region.name, element('span', { class: 'small' }, ` ${region.code}`))
      entry.addEventListener('mousedown', () => go(region))
      return entry
    }), ...(wanted && matches.length === 0 ? [element('li', { class: 'small' }, 'No region is called so.')] : []))
    return matches
  }
  on('search', 'input', search)
  on('search', 'blur', () => (results.hidden = true))
  on('search', 'keydown', ({ key }) => {
    if (key === 'Escape') results.hidden = true
    if (key !== 'Enter') return
    const [found] = search()
    if (found) go(found)
  })
}
