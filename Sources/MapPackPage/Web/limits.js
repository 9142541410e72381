// How far the settings of a map can go, where each way of asking begins, and what must stay whatever is asked for.
// `limits` are what the command answers about the settings (PreviewLimits in PreviewReports.swift), or null as long as
// it has not answered.

import { grouped } from './words.js'

/** The ways of asking how much is removed: keys of `simplify:`. */
export const amounts = ['tolerance', 'keep', 'zoom', 'size']

/**
 * Two digits of a number, of which the last is rounded up.
 *
 * @param {number} value
 */
function roundedUp(value) {
  const step = 10 ** Math.max(Math.floor(Math.log10(Math.max(value, 1))) - 1, 0)
  return Math.ceil(value / step) * step
}

/**
 * The size of a pack in two digits, as it is written: never less than the pack.
 *
 * @param {number} bytes
 */
export function writtenSize(bytes) {
  const size = roundedUp(bytes)
  return size < 10_000 ? `${size} B` : `${Math.round(size / 1000)} KB`
}

/**
 * The range of a way of asking, and whether its steps are even. Tolerances are in meters, `keep` is a share, sizes are
 * in bytes.
 *
 * @param {string} amount
 * @param {{side: number, vertices: number}} state what the command says of the map
 * @param {any} limits
 * @returns {{least: number, most: number, isEven?: boolean}}
 */
export function spanOf(amount, { side, vertices }, limits) {
  if (amount === 'tolerance') return { least: Math.max(side / 100_000, 0.1), most: Math.max(side / 10, 10) }
  if (amount === 'zoom') return { least: 0, most: 18, isEven: true }
  if (amount === 'keep') return { least: Math.min(Math.max(limits?.keep.least ?? 0, 0.0005), 0.999), most: 1 }
  if (!limits) return { least: 500, most: Math.max(6 * vertices, 2000) }
  const least = roundedUp(limits.size.least)
  return { least, most: Math.max(roundedUp(limits.size.most), least + 1) }
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
  if (!made) return null
  if (amount === 'size') return made.bytes
  if (amount === 'keep') {
    if (!limits) return made.vertices / Math.max(made.verticesIn, 1)
    // Those that may not go, whatever keeps the map valid.
    const fixed = limits.floor - limits.keep.least * limits.removable
    return Math.min(Math.max((made.vertices - fixed) / Math.max(limits.removable, 1), limits.keep.least), 1)
  }
  const meters = made.tolerance > 0 ? made.tolerance : ladder && toleranceLike(made.vertices, ladder)
  if (!meters) return null
  return amount === 'tolerance' ? meters : Math.round(19 - Math.log2(meters / 0.149))
}

/**
 * The tolerance that leaves about as many vertices.
 *
 * @param {number} vertices
 * @param {import('./map.js').DrawnMap} ladder
 */
function toleranceLike(vertices, ladder) {
  const { levels } = ladder
  const coarser = levels.findIndex((level) => level.vertices <= vertices)
  if (coarser <= 0) return levels[coarser < 0 ? levels.length - 1 : 0].tolerance
  const [fine, coarse] = [levels[coarser - 1], levels[coarser]]
  const share = Math.log(fine.vertices / vertices) / Math.log(fine.vertices / Math.max(coarse.vertices, 1))
  return fine.tolerance * (coarse.tolerance / fine.tolerance) ** share
}

/**
 * The nearest value that can be, with the reason if it is another one.
 *
 * @param {string} amount
 * @param {number} value
 * @param {any} limits
 * @returns {{value: number, why: string}}
 */
export function withinLimits(amount, value, limits) {
  const { least, most } = limits?.[amount] ?? { least: -Infinity, most: Infinity }
  if (value < least) {
    return { value: least, why: amount === 'size' ? `The smallest pack of this map takes ${writtenSize(least)}.` : 'With less, the map stays the same.' }
  }
  if (value > most) {
    return { value: most, why: amount === 'size' ? `The whole map takes ${writtenSize(most)}.` : 'There are no more vertices.' }
  }
  return { value, why: '' }
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
