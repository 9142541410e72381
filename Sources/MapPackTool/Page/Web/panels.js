// The lists beside the map: the chosen region, findings, what was dropped, what has changed. `main.js` fills them. The
// members of figures, findings and dropped polygons are those of PreviewReports.swift.

import {
  areaWords, byteWords, counted, element, grouped, lengthWords, numberWords, oneLine, part, partNouns, sizeWords,
} from './words.js'

/** The largest number of entries in a list; the map shows all. */
const most = 500

/** @param {[string, string | Node][]} rows */
function definitions(rows) {
  return rows.flatMap(([term, value]) => [element('dt', {}, term), element('dd', {}, value)])
}

/** What regions consist of. */
const partsOf = { areas: 'Polygons', lines: 'Lines', points: 'Points' }

/**
 * The figures of a map that was not made by the command: the source.
 *
 * @param {import('./layers.js').DrawnMap} map
 * @param {number} packBytes
 * @param {number} vertices
 */
export function figuresOf(map, packBytes, vertices) {
  const shapes = map.shapes(0).filter(({ parts }) => parts > 0)
  return {
    verticesIn: vertices, vertices, packBytes, regions: shapes.length,
    polygons: shapes.reduce((sum, { parts }) => sum + parts, 0), dropped: {}, levels: [vertices], findings: [],
  }
}

/** Says why more vertices stay than was asked for. @param {string} words */
export function showFloor(words) {
  part('floor').textContent = words
  part('floor').hidden = words === ''
}

/** What was made: the figures below the settings. @param {any} figures @param {import('./pack.js').Pack['kind']} kind */
export function showFigures(figures, kind) {
  const share = Math.round((1000 * figures.vertices) / Math.max(figures.verticesIn, 1)) / 10
  const dropped = Object.values(figures.dropped).reduce((/** @type {number} */ a, /** @type {any} */ b) => a + b, 0)
  /** @type {[string, string | Node][]} */
  const rows = [['Pack', byteWords(figures.packBytes)], ['Regions', grouped(figures.regions)],
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
    rows.push(['Fewest vertices', `${figures.smallest.vertices}, ${oneLine(figures.smallest.name)}`])
  }
  if (figures.milliseconds !== undefined) rows.push(['Made in', `${grouped(figures.milliseconds)} ms`])
  part('figures').replaceChildren(...definitions(rows))
  // Below the vertices, if there are some.
  const floor = element('dd', { id: 'floor', class: 'small' })
  floor.hidden = true
  part('figures').children[kind === 'points' ? 0 : 1].after(floor)
}

/**
 * The sums of the numbers of a group's regions that have a value, by the numbers' names; none of a number that no region has.
 *
 * @param {import('./pack.js').Region[]} regions @param {string} group
 */
function groupSums(regions, group) {
  /** @type {Map<string, number>} */
  const sums = new Map()
  for (const region of regions) {
    if (region.group !== group) continue
    for (const [name, value] of region.numbers) {
      if (!Number.isNaN(value)) sums.set(name, (sums.get(name) ?? 0) + value)
    }
  }
  return sums
}

/**
 * The chosen region.
 *
 * @param {import('./layers.js').DrawnMap} map
 * @param {number} index the region's index in the pack's list; -1 for none
 * @param {number} level at which its parts and vertices are counted
 */
export function showRegion(map, index, level) {
  const list = part('list-region')
  if (index < 0) {
    list.replaceChildren(element('p', { class: 'small' }, 'Click a region.'))
    return
  }
  const region = map.pack.regions[index]
  const shape = map.shapes(level)[index]
  const case_ = map.pack.cases?.names.get(region.rawValue)
  /** @type {[string, string][]} */
  const rows = [['Code', oneLine(region.code)]]
  if (case_) rows.push(['Case', `.${case_}`])
  if (region.group) rows.push(['Group', oneLine(region.group)])
  const { kind } = map
  if (kind !== 'points') rows.push([kind === 'lines' ? 'Length' : 'Area', sizeWords(region)])
  rows.push([partsOf[kind], grouped(shape.parts)])
  if (kind !== 'points') rows.push(['Vertices', grouped(shape.vertices)])
  for (const [field, text] of region.texts) {
    if (field !== 'code' && field !== 'name' && text) rows.push([oneLine(field, 20), oneLine(text, 200)])
  }
  for (const [name, value] of region.numbers) {
    if (!Number.isNaN(value)) rows.push([oneLine(name, 20), numberWords(value)])
  }
  if (region.group) {
    for (const [name, sum] of groupSums(map.pack.regions, region.group)) {
      rows.push([`${oneLine(name, 20)}, group`, numberWords(sum)])
    }
  }
  if (kind === 'areas') {
    rows.push(['Neighbors', region.neighbors.map(({ name }) => oneLine(name)).join(', ') || 'none'])
  }
  list.replaceChildren(
    element('h2', { dir: 'auto' }, oneLine(region.name, 300)), element('dl', {}, ...definitions(rows)))
}

/**
 * The colors of the number that regions are colored by, with the values that they mean.
 *
 * @param {import('./layers.js').DrawnMap} map
 * @param {ReturnType<typeof import('./colors.js').pageColors>} colors
 */
export function showLegend(map, colors) {
  const legend = part('legend')
  legend.hidden = !map.classes
  legend.replaceChildren(...(map.classes?.ranges ?? []).map(({ index, range }) => {
    const swatch = element('i')
    swatch.style.background = colors.classes[index]
    return element('li', {}, swatch, range ? [...new Set(range.map(numberWords))].join(' – ') : 'no value')
  }))
}

/** Why a polygon, a line or a point is not part of the map, in words. */
const reasons = {
  'minimum-island': 'below the smallest island', 'maximum-parts': 'beyond the most parts of a region',
  'below-grid': 'smaller than a cell of the pack', clipped: 'beyond the plane',
}

/**
 * What was dropped or mended, as entries to click, in the order of the list.
 *
 * @param {any[]} dropped
 * @param {import('./pack.js').Pack['kind']} kind
 * @param {(index: number) => void} choose
 */
export function listDropped(dropped, kind, choose) {
  const entries = dropped.slice(0, most).map((polygon, index) => {
    const reason = reasons[/** @type {keyof typeof reasons} */ (polygon.rule)] ?? polygon.rule
    const size = kind === 'lines' ? lengthWords : areaWords
    const words = polygon.message ? oneLine(polygon.message, 400) : `${size(polygon.area)}, ${reason}`
    const entry = element('button', { type: 'button', class: 'entry' },
      element('span', { dir: 'auto' }, oneLine(polygon.name)), element('span', { class: 'small' }, ` ${words}`))
    entry.addEventListener('click', () => choose(index))
    return entry
  })
  const polygons = dropped.filter(({ message }) => !message).length
  const head = [
    polygons > 0 ? `${counted(polygons, partNouns[kind])} dropped, the largest first` : `No ${partNouns[kind]} was dropped.`,
    dropped.length > polygons ? `${counted(dropped.length - polygons, 'repair')}: overlaps, gaps, spikes` : '',
  ].filter(Boolean).join('; ')
  part('list-dropped').replaceChildren(element('p', { class: 'small' }, head), ...entries, ...furtherEntries(dropped.length))
  part('tab-dropped').textContent = `Dropped ${dropped.length || ''}`.trim()
}

/**
 * What has changed since the former edition.
 *
 * @param {any} difference as `mappack diff --format json` has it
 * @param {(codes: string[], location: number[] | null) => void} choose
 */
export function listChanges(difference, choose) {
  /** @type {[string, string[], number[] | null][]} */
  const changes = []
  const names = (/** @type {any[]} */ regions) => regions.map(({ name }) => oneLine(name)).join(', ')
  const codes = (/** @type {any[]} */ regions) => regions.map(({ code }) => code)
  for (const { kind, from, to } of difference.regrouped) {
    const land = areaWords(from.reduce((/** @type {number} */ sum, /** @type {any} */ { area }) => sum + area, 0))
    changes.push([`${kind}: ${names(from)} → ${names(to)}, ${land}`, [...codes(to), ...codes(from)], null])
  }
  for (const { old, new: now } of difference.recoded) {
    changes.push([`another code: ${oneLine(now.name)}, ${oneLine(old.code)} → ${oneLine(now.code)}`, [now.code], null])
  }
  for (const { old, new: now } of difference.renamed) {
    changes.push([`another name: ${oneLine(old.name)} → ${oneLine(now.name)}`, [now.code], null])
  }
  for (const region of difference.added) changes.push([`new: ${oneLine(region.name)}, ${areaWords(region.area)}`, [region.code], null])
  for (const region of difference.removed) changes.push([`gone: ${oneLine(region.name)}, ${areaWords(region.area)}`, [region.code], null])
  for (const { from, to, area, width, coordinates } of difference.bordersMoved) {
    changes.push([
      `border moved: ${areaWords(area)} from ${oneLine(from.name)} to ${oneLine(to.name)}, up to ${lengthWords(width)} wide`,
      [to.code, from.code], coordinates])
  }
  for (const { region, gained, lost } of difference.coastsMoved) {
    changes.push([`coast moved: ${oneLine(region.name)} gained ${areaWords(gained)}, lost ${areaWords(lost)}`, [region.code], null])
  }
  for (const { region, appeared, vanished } of difference.islands) {
    changes.push([`islands: ${oneLine(region.name)}, ${appeared} new, ${vanished} gone`, [region.code], null])
  }
  const entries = changes.slice(0, most).map(([words, found, location]) => {
    const entry = element('button', { type: 'button', class: 'entry', dir: 'auto' }, words)
    entry.addEventListener('click', () => choose(found, location))
    return entry
  })
  const head = changes.length === 0 ? 'Nothing has changed since the former edition.' : counted(changes.length, 'change')
  part('list-changes').replaceChildren(element('p', { class: 'small' }, head), ...entries, ...furtherEntries(changes.length))
  part('tab-changes').textContent = `Changes ${changes.length || ''}`.trim()
}

/** @param {number} count */
function furtherEntries(count) {
  return count > most ? [element('p', { class: 'small' }, `and ${grouped(count - most)} more`)] : []
}
