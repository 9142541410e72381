// Figures of maps in words.

import { grouped } from './words.js'

/** @typedef {import('./map.js').DrawnMap} DrawnMap */

/** What regions consist of. */
export const partsOf = { areas: 'Polygons', lines: 'Lines', points: 'Points' }

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

/** @param {any} figures @returns {string} how many vertices are left of how many */
export function verticesInWords({ vertices, verticesIn }) {
  return vertices === verticesIn ? `${grouped(vertices)} vertices` : `${grouped(vertices)} of ${grouped(verticesIn)} vertices`
}
