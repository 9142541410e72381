// Names on the map: the more important a region is, the larger its name is, and the sooner it gets room. `MapView` in
// canvas.js draws them.

import { oneLine } from './words.js'

/**
 * The regions with a name in order of importance, equal ones by raw value. Sizes are from 10 to 19 pixels; x and y are
 * in cells of the map.
 *
 * @param {import('./layers.js').DrawnMap} map
 * @param {string} kind a text of the pack whose numbers say how important a region is; empty for its area or length
 */
export function rankedLabels(map, kind) {
  const weight = (/** @type {any} */ region) => (
    kind ? importanceOf(region.texts.get(kind)) : region.length ?? region.area)
  const labels = map.pack.regions.map((region, index) => ({
    region, weight: weight(region), text: oneLine(region.name, 32), ...map.labelPoints[index],
  }))
  labels.sort((a, b) => b.weight - a.weight || a.region.rawValue - b.region.rawValue)
  const most = Math.max(...labels.slice(0, 1).map(({ weight }) => weight), 1e-9)
  return labels.filter(({ text }) => text).map(({ weight, text, x, y }) => (
    { text, x, y, isAsked: kind !== '', size: Math.round(10 + 9 * (Math.max(weight, 0) / most) ** 0.25), width: 0, isBeside: map.kind === 'points' }))
}

/**
 * The number in a text, in which commas separate thousands; -1 if it is not a number.
 *
 * @param {string | undefined} text
 */
export function importanceOf(text) {
  const value = Number((text ?? '').replaceAll(',', '').trim() || 'x')
  return Number.isFinite(value) ? value : -1
}

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box in pixels */

/**
 * Draws the names that have room, the important ones first. Names of points go beside their dots.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {ReturnType<typeof rankedLabels>} labels
 * @param {import('./layers.js').Placing} at
 * @param {{width: number, height: number}} view
 * @param {ReturnType<typeof import('./colors.js').pageColors>} colors
 * @returns how many were drawn
 */
export function drawLabels(context, labels, at, view, colors) {
  const cell = 32
  /** @type {Map<string, Box[]>} */
  const taken = new Map()
  const squares = (/** @type {Box} */ box) => {
    const keys = []
    for (let x = Math.floor(box.left / cell); x <= Math.floor(box.right / cell); x++) {
      for (let y = Math.floor(box.top / cell); y <= Math.floor(box.bottom / cell); y++) keys.push(`${x},${y}`)
    }
    return keys
  }
  /** @type {Map<string, {x: number, y: number}[]>} */
  const dots = new Map()
  const isOverDot = (/** @type {Box} */ box) => squares(box).some((key) => dots.get(key)?.some(({ x, y }) => (
    x > box.left - 3 && x < box.right + 3 && y > box.top - 3 && y < box.bottom + 3)))
  const collides = (/** @type {Box} */ box) => squares(box).some((key) => taken.get(key)?.some((other) => (
    box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom)))
  const take = (/** @type {Box} */ box) => {
    for (const key of squares(box)) taken.set(key, [...taken.get(key) ?? [], box])
  }
  const boxAt = (/** @type {{width: number, size: number}} */ { width, size }, /** @type {{x: number, y: number}} */ { x, y }) => (
    { left: x - width / 2 - 2, right: x + width / 2 + 2, top: y - size / 2 - 1, bottom: y + size / 2 + 1 })
  /** Where a name may stand, as offsets from its point. @param {{width: number, size: number, isBeside: boolean}} label */
  const offsets = ({ width, size, isBeside }) => {
    if (!isBeside) return [[0, 0]]
    const [across, down] = [width / 2 + 7, size / 2 + 6]
    return [[0, down], [across, 0], [-across, 0], [0, -down]]
  }
  for (const label of labels) {
    if (!label.isBeside) break
    const [x, y] = [label.x * at.factor + at.x, label.y * at.factor + at.y]
    if (x < 0 || y < 0 || x > view.width || y > view.height) continue
    const key = `${Math.floor(x / cell)},${Math.floor(y / cell)}`
    dots.set(key, [...dots.get(key) ?? [], { x, y }])
  }
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.direction = 'ltr'
  let drawn = 0
  for (const label of labels) {
    const x = label.x * at.factor + at.x
    const y = label.y * at.factor + at.y
    if (x < 0 || y < 0 || x > view.width || y > view.height) continue
    context.font = `${label.size}px system-ui, sans-serif`
    label.width ||= context.measureText(label.text).width
    const free = offsets(label).map(([right, down]) => ({ x: x + right, y: y + down }))
      .filter((position) => !collides(boxAt(label, position)))
    // A name covers another's dot only if somebody has said which names are important.
    const position = free.find((found) => !isOverDot(boxAt(label, found))) ?? (label.isAsked ? free[0] : undefined)
    if (!position) continue
    take(boxAt(label, position))
    context.lineWidth = 3
    context.strokeStyle = colors.halo
    context.strokeText(label.text, position.x, position.y)
    context.fillStyle = colors.ink
    context.fillText(label.text, position.x, position.y)
    drawn++
  }
  return drawn
}
