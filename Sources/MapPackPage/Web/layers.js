// Draws the shapes and lines of a map as far as they are visible. `canvas.js` and `pictures.js` draw with it.

import { lineKinds } from './map.js'

/** @typedef {import('./map.js').DrawnMap} DrawnMap */
/** @typedef {import('./map.js').CellBox} CellBox */
/** @typedef {import('./colors.js').PageColors} PageColors */
/**
 * How the cells of a map lie on the screen; `near` is the distance below which vertices look like one.
 *
 * @typedef {{factor: number, x: number, y: number, near: number}} Placing
 */

/** Vertices nearer to each other than this look like one, in pixels of the screen. */
const visible = 0.35

/**
 * How a map's cells lie on the screen: pixel = cell × factor + offset.
 *
 * @param {DrawnMap} map
 * @param {DrawnMap} main whose cells the camera counts in
 * @param {import('./camera.js').Camera} camera
 * @param {number} [scale] how many times as large as on the screen the map is drawn
 * @returns {Placing}
 */
export function placing(map, main, camera, scale = 1) {
  const [x, y] = main.fromCells(map, 0, 0)
  return {
    factor: (camera.scale * map.unit) / main.unit, x: camera.pixelX(x), y: camera.pixelY(y), near: visible / scale,
  }
}

/**
 * Adds the vertices of an arc to a path; those that look like the one before are left out. A closed one ends where it began:
 * `closePath` would take time for all of the path each time.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {import('./map.js').Lines} lines
 * @param {number} arc against its direction if it is a complement, below zero
 * @param {boolean} begins whether the path begins with it
 * @param {Placing} at
 * @param {number} isClosed 1 if it is
 */
function traceArc(context, { starts, points }, arc, begins, { factor, x: left, y: top, near }, isClosed) {
  const index = arc < 0 ? ~arc : arc
  const step = arc < 0 ? -1 : 1
  let vertex = arc < 0 ? starts[index + 1] - 1 : starts[index]
  const [firstX, firstY] = [points[2 * vertex] * factor + left, points[2 * vertex + 1] * factor + top]
  let [lastX, lastY] = [firstX, firstY]
  if (begins) context.moveTo(lastX, lastY)
  for (let more = starts[index + 1] - starts[index] - 1; more > 0; more--) {
    vertex += step
    const x = points[2 * vertex] * factor + left
    const y = points[2 * vertex + 1] * factor + top
    if (more > 1 && Math.abs(x - lastX) < near && Math.abs(y - lastY) < near) continue
    context.lineTo(x, y)
    lastX = x
    lastY = y
  }
  if (isClosed) context.lineTo(firstX, firstY)
}

/**
 * @param {CellBox} box
 * @param {Placing} at
 * @param {number} width
 * @param {number} height
 */
function isSeen(box, at, width, height) {
  const left = box.west * at.factor + at.x
  const top = box.north * at.factor + at.y
  return left < width && top < height && left + box.width * at.factor > 0 && top + box.height * at.factor > 0
}

/**
 * Adds what is drawn of a region to a path: rings, lines, or circles for points.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {DrawnMap} map
 * @param {number} level
 * @param {number} index of the region
 * @param {Placing} at
 * @param {number} [radius] of points, in pixels
 */
export function traceRegion(context, map, level, index, at, radius = map.dotRadius) {
  const lines = map.lines(level)
  map.forEachRing(index, level, (arcs, from, to, shift) => {
    const moved = { ...at, x: at.x + shift * at.factor }
    if (map.kind === 'points') return traceDot(context, lines.points, lines.starts[arcs[from]], moved, radius)
    for (let use = from; use < to; use++) traceArc(context, lines, arcs[use], use === from, moved, map.isClosed[Math.max(arcs[use], ~arcs[use])])
  })
}

/**
 * Adds a circle round a point to a path.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {ArrayLike<number>} points
 * @param {number} vertex
 * @param {Placing} at
 * @param {number} radius
 */
function traceDot(context, points, vertex, { factor, x: left, y: top }, radius) {
  const [x, y] = [points[2 * vertex] * factor + left, points[2 * vertex + 1] * factor + top]
  context.moveTo(x + radius, y)
  context.arc(x, y, radius, 0, 2 * Math.PI)
}

/** @param {CanvasRenderingContext2D} context whose path is drawn as a line @param {string} color @param {number} width */
export function strokePath(context, color, width) {
  context.strokeStyle = color
  context.lineWidth = width
  context.stroke()
}

/**
 * The indices of the regions of each color.
 *
 * @param {DrawnMap} map
 * @param {PageColors} colors
 */
function regionsByColor(map, colors) {
  /** @type {Map<string, number[]>} */
  const indices = new Map()
  colors.ofRegions(map).forEach((/** @type {string} */ own, /** @type {number} */ index) => {
    const color = colors.only < 0 || colors.only === index ? own : colors.beside
    const found = indices.get(color)
    found ? found.push(index) : indices.set(color, [index])
  })
  return indices
}

/**
 * Draws lines, each region in its color, or points as dots.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {DrawnMap} map
 * @param {number} level
 * @param {Placing} at
 * @param {{width: number, height: number}} view
 * @param {PageColors} colors
 */
function drawLinesOrPoints(context, map, level, at, view, colors) {
  // Lines and dots reach beyond their boxes.
  const margin = 6
  const wider = { ...at, x: at.x + margin, y: at.y + margin }
  const seen = map.regions.map(({ box }) => isSeen(box, wider, view.width + 2 * margin, view.height + 2 * margin))
  context.lineJoin = 'round'
  context.lineCap = 'round'
  for (const [color, indices] of regionsByColor(map, colors)) {
    context.beginPath()
    for (const index of indices) if (seen[index]) traceRegion(context, map, level, index, at)
    if (map.kind === 'points') {
      context.fillStyle = color
      context.fill()
    }
    // Where dots are dense, rims would hide them.
    if (map.kind === 'points' && map.dotRadius < 3) continue
    if (map.kind === 'points') strokePath(context, colors.paper, 1)
    else strokePath(context, color, Math.min(2, Math.max(1, 30 / Math.sqrt(map.regions.length))))
  }
  context.lineCap = 'butt'
}

/**
 * How wide coasts and borders are: finer where there are many regions, or little room, and wider from four times the whole map on.
 *
 * @param {DrawnMap} map @param {Placing} at @param {{width: number, height: number}} view
 */
function lineWidths(map, at, view) {
  const { width, height } = map.bounds
  const isNear = at.factor > 4 * Math.min(view.width / Math.max(width, 1), view.height / Math.max(height, 1))
  const isMany = map.regions.length > 250
  if (isNear) return [1, 0.8]
  return view.width < 600 ? [isMany ? 0.35 : 0.45, isMany ? 0.25 : 0.35] : [isMany ? 0.5 : 0.7, isMany ? 0.5 : 0.6]
}

/**
 * Draws land, borders and coasts; lines; or points.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {DrawnMap} map
 * @param {number} level
 * @param {Placing} at
 * @param {{width: number, height: number}} view
 * @param {PageColors} colors
 * @param {boolean} isInland whether land lies beyond the map, also within it
 * @param {{width: number, height: number}} [window] through which the picture is seen, if it is larger
 */
export function drawMap(context, map, level, at, view, colors, isInland, window = view) {
  if (map.kind !== 'areas') return drawLinesOrPoints(context, map, level, at, view, colors)
  const seen = map.regions.map(({ box }) => isSeen(box, at, view.width, view.height))
  context.lineJoin = 'round'
  for (const [color, indices] of regionsByColor(map, colors)) {
    context.beginPath()
    for (const index of indices) if (seen[index]) traceRegion(context, map, level, index, at)
    context.fillStyle = color
    context.fill('evenodd')
  }
  const [coast, border] = lineWidths(map, at, window)
  const { strokes, ofRegions } = colors.borders(map)
  const strokeOfArc = ofRegions && map.greatestBeside(ofRegions)
  strokes.forEach((color, index) => (
    strokeLines(context, map, level, at, view, [lineKinds.border], color, border, strokeOfArc && ((arc) => strokeOfArc[arc] === index))))
  strokeLines(context, map, level, at, view, [lineKinds.coast], isInland ? colors.outer : colors.coast, coast)
}

/**
 * Draws a map's lines of some kinds. For points it draws circles.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {DrawnMap} map
 * @param {number} level
 * @param {Placing} at
 * @param {{width: number, height: number}} view
 * @param {number[]} kinds
 * @param {string} color
 * @param {number} lineWidth
 * @param {((arc: number) => boolean) | null} [isMeant] which of these arcs
 */
export function strokeLines(context, map, level, at, view, kinds, color, lineWidth, isMeant = null) {
  const lines = map.lines(level)
  const wider = { ...at, x: at.x + 1, y: at.y + 1 }
  context.beginPath()
  map.lineKinds.forEach((kind, arc) => {
    if (!kinds.includes(kind) || lines.starts[arc] === lines.starts[arc + 1] || (isMeant && !isMeant(arc))) return
    if (map.kind === 'points') return traceDot(context, lines.points, lines.starts[arc], at, map.dotRadius + 1)
    const [west, north, east, south] = map.arcBoxes.subarray(4 * arc, 4 * arc + 4)
    if (!isSeen({ west, north, width: east - west, height: south - north }, wider, view.width + 2, view.height + 2)) return
    traceArc(context, lines, arc, true, at, map.isClosed[arc])
  })
  strokePath(context, color, lineWidth)
}

/**
 * Draws the outline of one region, or its lines, or circles round its points.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {DrawnMap} map
 * @param {number} level
 * @param {Placing} at
 * @param {number} index of the region
 * @param {PageColors} colors
 */
export function outlineRegion(context, map, level, at, index, colors) {
  context.beginPath()
  traceRegion(context, map, level, index, at, map.dotRadius + 3)
  strokePath(context, colors.paper, 5)
  strokePath(context, colors.chosen, 2.5)
}
