// Marks of findings on the map. Those that would lie on each other are one. `canvas.js` has them drawn.

import { grouped } from './words.js'

/** How near to each other two marks may be, in pixels. */
const apart = 10

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
    const near = clusters.find(({ x, y }) => Math.hypot(x - mark.x, y - mark.y) * scale < apart)
    if (near) near.count++
    else clusters.push({ ...mark, count: 1 })
  }
  return clusters
}

/**
 * What marks cover at most, in pixels.
 *
 * @param {(Mark & {count: number})[]} clusters @param {import('./camera.js').Camera} camera
 */
export function markBoxes(clusters, camera) {
  return clusters.map(({ x, y, count }) => {
    const [px, py, radius] = [camera.pixelX(x), camera.pixelY(y), count > 1 ? 14 : 7]
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
    const [px, py] = [camera.pixelX(x), camera.pixelY(y)]
    if (px < -20 || py < -20 || px > camera.width + 20 || py > camera.height + 20) continue
    const words = count > 1 ? grouped(count) : ''
    const radius = words ? Math.max(9, context.measureText(words).width / 2 + 4) : 5
    context.beginPath()
    context.arc(px, py, radius, 0, 2 * Math.PI)
    context.fillStyle = isChosen ? colors.mark : colors.paper
    context.fill()
    context.lineWidth = 2
    context.strokeStyle = isChosen ? colors.paper : colors.mark
    context.stroke()
    context.fillStyle = isChosen ? colors.paper : colors.mark
    if (words) context.fillText(words, px, py)
    drawn.push(count)
  }
  return drawn
}
