// Marks of findings on the map. Those that would lie on each other are one. `canvas.js` has them drawn.

import { strokePath } from './layers.js'

/** @param {number} count of findings that a mark stands for @returns the radius that it keeps free, in pixels */
const room = (count) => (count > 1 ? 8 + 3 * String(count).length : 5)

/** @typedef {{x: number, y: number, isChosen?: boolean}} Mark in cells of the main map */

/**
 * Marks of which those that would lie on each other at a scale are one, at the location of the first of them.
 *
 * @template {Mark} M
 * @param {M[]} marks
 * @param {number} scale in pixels for each cell
 * @returns {(M & {count: number})[]}
 */
export function clustered(marks, scale) {
  /** @type {(M & {count: number})[]} */
  const clusters = []
  // The chosen one is at its own location.
  for (const mark of [...marks.filter(({ isChosen }) => isChosen), ...marks.filter(({ isChosen }) => !isChosen)]) {
    let grown = { ...mark, count: 1 }
    // One that grows may reach others.
    for (let near; (near = clusters.findIndex(({ x, y, count }) => Math.hypot(x - grown.x, y - grown.y) * scale < room(count) + room(grown.count))) >= 0;) {
      const [{ count, ...first }] = clusters.splice(near, 1)
      grown = /** @type {M & {count: number}} */ ({ ...(grown.isChosen ? grown : first), count: count + grown.count })
    }
    clusters.push(grown)
  }
  return clusters
}

/**
 * The pixel of a mark. One that the edge of the view would cut is drawn beside it, as those at ±180° are.
 *
 * @param {{x: number, y: number, count: number}} mark @param {import('./camera.js').Camera} camera
 */
function pixelOf({ x, y, count }, camera) {
  const inside = (/** @type {number} */ at, /** @type {number} */ size) => {
    const least = room(count) + 2
    return at < -least || at > size + least ? at : Math.min(Math.max(at, least), size - least)
  }
  return [inside(camera.pixelX(x), camera.width), inside(camera.pixelY(y), camera.height)]
}

/**
 * What marks cover at most, in pixels.
 *
 * @param {(Mark & {count: number})[]} clusters @param {import('./camera.js').Camera} camera
 */
export function markBoxes(clusters, camera) {
  return clusters.map(({ x, y, count }) => {
    const [px, py] = pixelOf({ x, y, count }, camera)
    const radius = room(count) + 3
    return { left: px - radius, right: px + radius, top: py - radius, bottom: py + radius }
  })
}

/**
 * Draws marks: a ring for one, filled if it is chosen, and a disk with the number for several.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {(Mark & {count: number})[]} clusters
 * @param {import('./camera.js').Camera} camera
 * @param {import('./colors.js').PageColors} colors
 * @returns of each that was drawn, for how many it stands
 */
export function drawMarks(context, clusters, camera, colors) {
  context.font = '600 11px system-ui, sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const drawn = []
  for (const { x, y, isChosen, count } of clusters) {
    const [px, py] = pixelOf({ x, y, count }, camera)
    if (px < -20 || py < -20 || px > camera.width + 20 || py > camera.height + 20) continue
    context.beginPath()
    context.arc(px, py, room(count) - (count > 1 ? 2 : 0), 0, 2 * Math.PI)
    context.fillStyle = isChosen ? colors.mark : colors.paper
    context.fill()
    strokePath(context, isChosen ? colors.paper : colors.mark, 2)
    context.fillStyle = isChosen ? colors.paper : colors.mark
    if (count > 1) context.fillText(String(count), px, py)
    drawn.push(count)
  }
  return drawn
}
