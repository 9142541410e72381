// The lists beside the map: the chosen region, findings, what was dropped, what has changed. `main.js` fills them. The
// members of figures, findings and dropped polygons are those of PreviewReports.swift.

import { button, counted, element, fillList, grouped, part, partNouns } from './words.js'

/** @typedef {import('./map.js').DrawnMap} DrawnMap */

/** @param {[string, string | Node][]} rows */
function definitions(rows) {
  return rows.flatMap(([term, value]) => [element('dt', {}, term), element('dd', {}, value)])
}

/** What regions consist of. */
const partsOf = { areas: 'Polygons', lines: 'Lines', points: 'Points' }

/**
 * The figures of a map that was not made by the command: the source.
 *
 * @param {DrawnMap} map
 */
export function figuresOf(map) {
  const counts = map.regions.map((_, index) => map.counts(index, 0).parts)
  const { vertices } = map.levels[0]
  return {
    verticesIn: vertices, vertices, packBytes: 0, packWords: 'none', regions: counts.filter((count) => count > 0).length,
    polygons: counts.reduce((sum, count) => sum + count, 0), dropped: {}, findings: /** @type {any[]} */ ([]),
  }
}

/**
 * Says why more vertices stay than was asked for.
 *
 * @param {string} words
 */
export function showFloor(words) {
  part('floor').textContent = words
  part('floor').hidden = words === ''
}

/**
 * What was made: the figures below the settings.
 *
 * @param {any} figures
 * @param {import('./map.js').Kind} kind
 */
export function showFigures(figures, kind) {
  const share = Math.round((1000 * figures.vertices) / Math.max(figures.verticesIn, 1)) / 10
  const dropped = Object.values(figures.dropped).reduce((/** @type {number} */ a, /** @type {any} */ b) => a + b, 0)
  /** @type {[string, string | Node][]} */
  const rows = [['Pack', figures.packWords], ['Regions', grouped(figures.regions)],
    [partsOf[kind], grouped(figures.polygons)]]
  if (kind !== 'points') {
    const { vertices, verticesIn } = figures
    rows.unshift(['Vertices', vertices === verticesIn ? grouped(vertices) : `${grouped(vertices)} of ${grouped(verticesIn)} (${share}\u00a0%)`])
  }
  if (kind === 'areas') rows.push(['Islands dropped', grouped(dropped)])
  else if (dropped > 0) rows.push([`${partsOf[kind]} dropped`, grouped(dropped)])
  // `FindingList` counts them.
  rows.push(['Findings', element('span', { id: 'finding-count' })])
  if (figures.smallest && kind !== 'points') {
    rows.push(['Fewest vertices', `${figures.smallest.vertices}, ${figures.smallest.name}`])
  }
  if (figures.milliseconds !== undefined) rows.push(['Made in', `${grouped(figures.milliseconds)} ms`])
  part('figures').replaceChildren(...definitions(rows))
  // Below the vertices, if there are some.
  const floor = element('dd', { id: 'floor', class: 'small' })
  floor.hidden = true
  part('figures').children[kind === 'points' ? 0 : 1].after(floor)
}

/**
 * The chosen region.
 *
 * @param {DrawnMap} map
 * @param {number} index of the region; -1 for none
 * @param {number} level at which its parts and vertices are counted
 */
export function showRegion(map, index, level) {
  const list = part('list-region')
  if (index < 0) {
    list.replaceChildren(element('p', { class: 'small' }, 'Click a region.'))
    return
  }
  const region = map.regions[index]
  const { parts, vertices } = map.counts(index, level)
  const { kind } = map
  /** @type {[string, string][]} */
  const rows = [['Code', region.code]]
  if (region.case) rows.push(['Case', `.${region.case}`])
  if (region.group) rows.push(['Group', region.group])
  if (kind !== 'points') rows.push([kind === 'lines' ? 'Length' : 'Area', region.sizeWords])
  rows.push([partsOf[kind], grouped(parts)])
  if (kind !== 'points') rows.push(['Vertices', grouped(vertices)])
  for (const [field, text] of region.texts) if (text) rows.push([field, text])
  for (const { name, words } of map.numbers) if (words[index]) rows.push([name, words[index]])
  for (const { name, sums } of map.numbers) if (sums[region.group]) rows.push([`${name}, group`, sums[region.group]])
  if (kind === 'areas') {
    rows.push(['Neighbors', map.neighbors[index].map((other) => map.regions[other].name).join(', ') || 'none'])
  }
  list.replaceChildren(element('h2', { dir: 'auto' }, region.name), element('dl', {}, ...definitions(rows)))
}

/**
 * The colors of the number that regions are colored by, with the values that they mean.
 *
 * @param {DrawnMap} map
 * @param {import('./colors.js').PageColors} colors
 */
export function showLegend(map, colors) {
  const legend = part('legend')
  legend.hidden = !map.number
  legend.replaceChildren(...(map.number?.legend ?? []).map(({ index, words }) => {
    const swatch = element('i')
    swatch.style.background = colors.classes[index]
    return element('li', {}, swatch, words)
  }))
}

/**
 * What was dropped or mended, as entries to click, in the order of the list.
 *
 * @param {{isMended: boolean, name: string, words: string, shell: number[]}[]} dropped
 * @param {import('./map.js').Kind} kind
 * @param {(shell: number[]) => void} choose
 */
export function listDropped(dropped, kind, choose) {
  const mended = dropped.filter(({ isMended }) => isMended).length
  const head = [
    dropped.length > mended ? `${counted(dropped.length - mended, partNouns[kind])} dropped, the largest first` : `No ${partNouns[kind]} was dropped.`,
    mended > 0 ? `${counted(mended, 'repair')}: overlaps, gaps, spikes` : '',
  ].filter(Boolean).join('; ')
  fillList('Dropped', head, dropped, (item) => button({ class: 'entry' }, () => choose(item.shell),
    element('span', { dir: 'auto' }, item.name), element('span', { class: 'small' }, ` ${item.words}`)))
}

/**
 * What has changed since the former edition.
 *
 * @param {{words: string, codes: string[], at?: number[]}[]} changes
 * @param {(codes: string[], at: number[] | undefined) => void} choose
 */
export function listChanges(changes, choose) {
  const head = changes.length === 0 ? 'Nothing has changed since the former edition.' : counted(changes.length, 'change')
  fillList('Changes', head, changes, ({ words, codes, at }) => button({ class: 'entry', dir: 'auto' }, () => choose(codes, at), words))
}
