// Names on the map: the more important a region, the larger its name, and the first to get room.

import { oneLine } from './words.js'

/**
 * The regions in order of importance, with sizes in pixels.
 *
 * @param {import('./layers.js').DrawnMap} map
 * @param {string} kind a text of the pack whose numbers say how important a region is; empty for its area
 */
export function rankedLabels(map, kind) {
  const weight = (/** @type {any} */ region) => (kind ? importanceOf(region.texts.get(kind)) : region.area)
  const labels = map.pack.regions.map((region, place) => ({
    region, weight: weight(region), text: oneLine(region.name, 32), ...map.labelPoints[place],
  }))
  labels.sort((a, b) => b.weight - a.weight || a.region.rawValue - b.region.rawValue)
  const most = Math.max(...labels.slice(0, 1).map(({ weight }) => weight), 1e-9)
  return labels.filter(({ text }) => text).map(({ weight, text, x, y }) => (
    { text, x, y, size: Math.round(10 + 9 * (Math.max(weight, 0) / most) ** 0.25), width: 0 }))
}

/** @param {string | undefined} text */
export function importanceOf(text) {
  const value = Number((text ?? '').replaceAll(',', '').trim() || 'x')
  return Number.isFinite(value) ? value : -1
}

/**
 * Draws the names that have room, the important ones first.
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
  /** @type {Map<string, {left: number, top: number, right: number, bottom: number}[]>} */
  const taken = new Map()
  const squares = (/** @type {{left: number, top: number, right: number, bottom: number}} */ box) => {
    const keys = []
    for (let x = Math.floor(box.left / cell); x <= Math.floor(box.right / cell); x++) {
      for (let y = Math.floor(box.top / cell); y <= Math.floor(box.bottom / cell); y++) keys.push(`${x},${y}`)
    }
    return keys
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
    const box = {
      left: x - label.width / 2 - 2, right: x + label.width / 2 + 2,
      top: y - label.size / 2 - 1, bottom: y + label.size / 2 + 1,
    }
    const keys = squares(box)
    const collides = keys.some((key) => taken.get(key)?.some((other) => (
      box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom)))
    if (collides) continue
    for (const key of keys) {
      const list = taken.get(key)
      list ? list.push(box) : taken.set(key, [box])
    }
    context.lineWidth = 3
    context.strokeStyle = colors.halo
    context.strokeText(label.text, x, y)
    context.fillStyle = colors.ink
    context.fillText(label.text, x, y)
    drawn++
  }
  return drawn
}
