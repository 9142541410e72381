// Pictures of a region and of a place in the pane, and the words of a picture that is saved.

import { drawMap, strokePath, traceRegion } from './layers.js'

/** @typedef {import('./map.js').DrawnMap} DrawnMap */
/** @typedef {import('./colors.js').PageColors} PageColors */

/** @param {HTMLCanvasElement} canvas @param {DrawnMap} map @param {PageColors} colors @param {number} width @param {number} height */
function prepared(canvas, map, colors, width, height) {
  canvas.width = width * devicePixelRatio
  canvas.height = height * devicePixelRatio
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'))
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
  context.fillStyle = map.kind === 'areas' ? colors.water : colors.beyond
  context.fillRect(0, 0, width, height)
  return context
}

/**
 * Draws a region in its color, with its neighbors beside it.
 *
 * @param {HTMLCanvasElement} canvas @param {DrawnMap} map @param {number} level @param {PageColors} colors
 * @param {number} index @param {number} width @param {number} height
 */
export function drawRegionPicture(canvas, map, level, colors, index, width, height) {
  const context = prepared(canvas, map, colors, width, height)
  const box = map.viewBox(index)
  const factor = Math.min((width - 24) / Math.max(box.width, 1), (height - 24) / Math.max(box.height, 1))
  const at = { factor, x: width / 2 - (box.west + box.width / 2) * factor, y: height / 2 - (box.north + box.height / 2) * factor, near: 0.35 }
  drawMap(context, map, level, at, { width, height }, { ...colors, only: index }, false)
}

/**
 * Draws what lies round a place, hatches the land that is in doubt, and draws the borders of two regions beside it.
 *
 * @param {HTMLCanvasElement} canvas @param {DrawnMap} map @param {number} level @param {PageColors} colors
 * @param {[number, number]} place in cells @param {[number, number][][]} outlines of the land, in cells
 * @param {number[]} beside the regions, the one first that gets the land
 * @param {number} width @param {number} height
 */
export function drawPlace(canvas, map, level, colors, [x, y], outlines, beside, width, height) {
  const context = prepared(canvas, map, colors, width, height)
  const points = outlines.flat()
  if (points.length > 0) [x, y] = [0, 1].map((axis) => (Math.min(...points.map((point) => point[axis])) + Math.max(...points.map((point) => point[axis]))) / 2)
  const reach = (/** @type {0 | 1} */ axis, /** @type {number} */ middle) => points.reduce((most, point) => Math.max(most, Math.abs(point[axis] - middle)), 0)
  const half = Math.max(reach(0, x) * 1.3, (reach(1, y) * 1.3 * width) / height, points.length > 0 ? 8 : map.firstBox.width / 120, 1e-9)
  const factor = width / (2 * half)
  const [left, top] = [width / 2 - x * factor, height / 2 - y * factor]
  drawMap(context, map, level, { factor, x: left, y: top, near: 0.35 }, { width, height }, colors, false)
  if (points.length === 0) {
    context.beginPath()
    context.arc(width / 2, height / 2, 5, 0, 2 * Math.PI)
    context.fillStyle = colors.mark
    context.fill()
    return
  }
  context.beginPath()
  for (const ring of outlines) {
    ring.forEach(([px, py], index) => (index === 0 ? context.moveTo(px * factor + left, py * factor + top) : context.lineTo(px * factor + left, py * factor + top)))
    context.closePath()
  }
  strokePath(context, colors.mark, 2)
  context.save()
  context.clip('evenodd')
  context.beginPath()
  for (let at = -height; at < width; at += 7) {
    context.moveTo(at, height)
    context.lineTo(at + height, 0)
  }
  strokePath(context, colors.mark, 1)
  context.restore()
  // The border of the one that gets the land lies over the other's.
  for (const [color, index] of /** @type {const} */ ([[colors.mark, beside[1]], [colors.chosen, beside[0]]])) {
    if (beside.length < 2) return
    context.beginPath()
    traceRegion(context, map, level, index, { factor, x: left, y: top, near: 0.35 })
    strokePath(context, color, 2)
  }
}

/**
 * Adds the words of a picture that is saved: its title, what its colors mean, and whose data it is.
 *
 * @param {CanvasRenderingContext2D} context @param {number} width @param {number} height @param {PageColors} colors
 * @param {Record<string, any>} look @param {any} coloring @param {string[]} credits
 */
export function addPictureWords(context, width, height, colors, look, coloring, credits) {
  const ink = colors.isDark ? '#eaf0f3' : '#17212b'
  const paper = colors.isDark ? '#1b242b' : '#ffffff'
  const card = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ wide, /** @type {number} */ high) => {
    context.fillStyle = paper
    context.beginPath()
    context.rect(x, y, wide, high)
    context.fill()
    context.fillStyle = ink
  }
  context.textBaseline = 'middle'
  context.textAlign = 'left'
  if (look.title) {
    context.font = '600 15px system-ui, sans-serif'
    const wide = context.measureText(look.title).width
    card(width / 2 - wide / 2 - 16, 12, wide + 32, 36)
    context.fillText(look.title, width / 2 - wide / 2, 30)
  }
  const corner = document.getElementById('legend')?.dataset.corner ?? 'bottom-left'
  if (coloring?.legend) {
    const { title, entries } = coloring.legend
    context.font = '600 13px system-ui, sans-serif'
    const titleWidth = context.measureText(title).width
    context.font = '12px system-ui, sans-serif'
    const wide = 32 + Math.max(titleWidth, ...entries.map((/** @type {any} */ { words }) => 32 + context.measureText(words).width))
    const high = 52 + 20 * entries.length
    const x = corner.endsWith('left') ? 12 : width - wide - 12
    const y = corner.startsWith('top') ? 12 : height - high - 12
    card(x, y, wide, high)
    context.font = '600 13px system-ui, sans-serif'
    context.fillText(title, x + 16, y + 22)
    context.font = '12px system-ui, sans-serif'
    entries.forEach((/** @type {any} */ { index, words }, /** @type {number} */ row) => {
      context.fillStyle = colors.classes[index]
      context.fillRect(x + 16, y + 42 + 20 * row, 24, 16)
      context.fillStyle = ink
      context.fillText(words, x + 48, y + 50 + 20 * row)
    })
  }
  context.font = '11px system-ui, sans-serif'
  context.textAlign = 'right'
  context.fillStyle = ink
  credits.forEach((line, index) => context.fillText(line, width - 12, height - 12 - 14 * (credits.length - 1 - index)))
}
