// A map's shapes and lines, drawn as far as they are visible. `canvas.js` and `gallery.js` draw with it.

import { landColors, numberClasses, regionColors } from './colors.js'
import { lakeShores } from './lakes.js'
import { Pack } from './pack.js'

/** Vertices nearer to each other than this look like one, in pixels of the screen. */
const visible = 0.35

/**
 * The drawing of a region: `rings` and `points` as in a `Shape`, and the number of its polygons, lines or points and of its
 * vertices. A line is a ring that is not closed, a point a ring of one vertex.
 *
 * @typedef {{rings: Uint32Array, points: ArrayLike<number>, parts: number, vertices: number}} Drawing
 */

/** What a line is: a border of two regions, or else a coast or the shore of a lake. @typedef {'border' | 'coast' | 'lake'} LineKind */

/** A pack with what drawing it takes: shapes and lines by level, colors, boxes. All coordinates are in its cells. */
export class DrawnMap {
  #shapes = new Map()
  #lines = new Map()
  #colorIndices = new Map()

  /** Throws a `PackError` if the bytes are no pack. @param {Uint8Array} bytes */
  constructor(bytes) {
    this.pack = new Pack(bytes)
    this.kind = this.pack.kind
    /** The classes of the number that regions are colored by. @type {ReturnType<typeof numberClasses> | null} */
    this.classes = null
    /** The size of a cell in map points. */
    this.unit = 2 ** this.pack.cell
    /** How large the dot of a point is, from its middle to its edge in pixels. */
    this.dotRadius = this.kind === 'points'
      ? Math.min(3.5, Math.max(1.8, 110 / Math.sqrt(this.pack.levels[0].arcs.starts.length))) : 0
    /** Where the map begins in the west. Land further west is drawn in the east, beyond the 180th meridian. */
    this.west = this.pack.bounds.west
    this.boxes = this.pack.regions.map((region) => this.#placed(region.bounds))
    this.mainBoxes = this.pack.regions.map((region) => this.#placed(region.mainBounds))
    this.labelPoints = this.pack.regions.map(({ labelPoint: { x, y } }) => ({ x: x + this.#shift(x), y }))
  }

  /** Colors regions by a number; so that neighbors differ, if the map has no such number. @param {string} name */
  colorBy(name) {
    const values = this.pack.numbers.get(name)
    this.classes = values ? numberClasses(this.pack, values) : null
  }

  /** What `landColors` gives. @param {number} count how many colors there are @returns {number[]} */
  colorIndices(count) {
    const indices = this.#colorIndices.get(count) ?? landColors(this.pack, count)
    this.#colorIndices.set(count, indices)
    return indices
  }

  /** How far to the east a point is moved when it is drawn. @param {number} x in cells */
  #shift(x) {
    return x < this.west ? this.pack.world : 0
  }

  /** @param {{west: number, north: number, width: number, height: number}} box */
  #placed(box) {
    return { ...box, west: box.west + this.#shift(box.west) }
  }

  /**
   * The index in the list of the region at a point, or of the nearest line or point; -1 if there is none.
   *
   * @param {number} x in cells @param {number} y @param {number} within how far away lines and points may be, in cells
   */
  regionAt(x, y, within) {
    const { pack } = this
    const found = this.kind === 'areas'
      ? pack.regionAtCell(x, y) ?? pack.regionAtCell(x - pack.world, y) : pack.nearestAtCell(x, y, within)?.region
    return found ? this.pack.regions.findIndex(({ rawValue }) => rawValue === found.rawValue) : -1
  }

  /** The box to show for a region; points get room round them. @param {number} index the region's index in the list */
  viewBox(index) {
    return this.#widened(this.mainBoxes[index])
  }

  /** The box to show first. */
  get firstBox() {
    return this.#widened(this.pack.mainBounds)
  }

  /** @param {{west: number, north: number, width: number, height: number}} box */
  #widened(box) {
    if (this.kind !== 'points') return box
    const { width, height } = this.pack.bounds
    // A kilometer at the equator is 6.7 × 2¹⁰ map points.
    const least = Math.max(2 ** 11 / this.unit, Math.max(width, height) / 16)
    const wider = (/** @type {number} */ size) => Math.max(0, least - size)
    return {
      west: box.west - wider(box.width) / 2, north: box.north - wider(box.height) / 2,
      width: box.width + wider(box.width), height: box.height + wider(box.height),
    }
  }

  /** All regions at a level, in the order of the pack's list. @param {number} level @returns {Drawing[]} */
  shapes(level) {
    let shapes = this.#shapes.get(level)
    if (shapes) return shapes
    shapes = this.pack.regions.map((region) => {
      const shape = this.#drawing(region, level)
      const shift = this.#shift(region.bounds.west)
      if (shift === 0) return shape
      return { ...shape, points: Float64Array.from(shape.points, (value, i) => (i % 2 === 0 ? value + shift : value)) }
    })
    this.#shapes.set(level, shapes)
    return shapes
  }

  /** @param {import('./pack.js').Region} region @param {number} level @returns {Drawing} */
  #drawing(region, level) {
    if (this.kind === 'areas') {
      const { polygons, rings, points } = region.shape(level)
      return { rings, points, parts: polygons.length - 1, vertices: points.length / 2 }
    }
    const { starts: rings, points } = region.lines(level)
    let vertices = points.length / 2
    // A line that ends where it begins has that vertex twice.
    for (let line = 0; line + 1 < rings.length; line++) {
      const [first, last] = [2 * rings[line], 2 * (rings[line + 1] - 1)]
      if (first < last && points[first] === points[last] && points[first + 1] === points[last + 1]) vertices -= 1
    }
    return { rings, points, parts: rings.length - 1, vertices }
  }

  /**
   * What `Level.borders` in pack.js gives for a level, moved to the east like the shapes, and what each line is.
   *
   * @param {number} level
   * @returns {{starts: Uint32Array, points: Float64Array, kinds: LineKind[]}}
   */
  lines(level) {
    let lines = this.#lines.get(level)
    if (lines) return lines
    const { starts, points, left, right } = this.pack.levels[level].borders()
    const shores = lakeShores({ starts, points, left, right })
    const kinds = Array.from(left, (_, line) => (
      left[line] >= 0 && right[line] >= 0 ? 'border' : shores[line] ? 'lake' : 'coast'))
    lines = { starts, points: Float64Array.from(points), kinds }
    for (let line = 0; line < kinds.length; line++) {
      const shift = this.#shift(points[2 * starts[line]])
      if (shift === 0) continue
      for (let vertex = starts[line]; vertex < starts[line + 1]; vertex++) lines.points[2 * vertex] += shift
    }
    this.#lines.set(level, lines)
    return lines
  }

  /**
   * Converts a point in cells of another pack of the same world to cells of this one.
   *
   * @param {DrawnMap} other @param {number} x @param {number} y
   */
  fromCells(other, x, y) {
    const scale = other.unit / this.unit
    return [
      (other.pack.origin.x + x) * scale - this.pack.origin.x,
      (other.pack.origin.y + y) * scale - this.pack.origin.y,
    ]
  }

  /**
   * The point at a location. `mapPoint` in mercator.js has the same projection.
   *
   * @param {number} longitude in degrees
   * @param {number} latitude in degrees
   * @returns {[number, number]} in cells
   */
  cellsAt(longitude, latitude) {
    const north = Math.atanh(Math.sin((latitude * Math.PI) / 180)) / Math.PI
    let x = (((longitude + 180) / 360) * 2 ** 28) / this.unit - this.pack.origin.x
    // A point beside the map stays beside it, and does not go a world away.
    if (x < this.west && x + this.pack.world - this.west < this.pack.bounds.width + (this.west - x)) x += this.pack.world
    return [x, (((1 - north) / 2) * 2 ** 28) / this.unit - this.pack.origin.y]
  }
}

/**
 * How a pack's cells lie on the screen: pixel = cell × factor + offset.
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

/** `near` is the distance below which vertices look like one. @typedef {{factor: number, x: number, y: number, near: number}} Placing */

/**
 * Adds the vertices from `start` to `end` to a path; those that look like the one before are left out.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {ArrayLike<number>} points
 * @param {number} start
 * @param {number} end
 * @param {Placing} placing
 */
function trace(context, points, start, end, { factor, x: left, y: top, near }) {
  let lastX = points[2 * start] * factor + left
  let lastY = points[2 * start + 1] * factor + top
  context.moveTo(lastX, lastY)
  for (let vertex = start + 1; vertex < end; vertex++) {
    const x = points[2 * vertex] * factor + left
    const y = points[2 * vertex + 1] * factor + top
    if (vertex < end - 1 && Math.abs(x - lastX) < near && Math.abs(y - lastY) < near) continue
    context.lineTo(x, y)
    lastX = x
    lastY = y
  }
}

/**
 * @param {{west: number, north: number, width: number, height: number}} box
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
 * Adds a circle for each point to a path.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {ArrayLike<number>} points
 * @param {{factor: number, x: number, y: number}} placing
 * @param {number} radius
 */
export function traceDots(context, points, { factor, x: left, y: top }, radius) {
  for (let i = 0; i + 1 < points.length; i += 2) {
    const [x, y] = [points[i] * factor + left, points[i + 1] * factor + top]
    context.moveTo(x + radius, y)
    context.arc(x, y, radius, 0, 2 * Math.PI)
  }
}

/**
 * Adds what is drawn of a region to a path.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {DrawnMap} map
 * @param {Drawing} drawing
 * @param {Placing} at
 * @param {number} radius of points, in pixels
 */
function traceRegion(context, map, { rings, points }, at, radius) {
  if (map.kind === 'points') return traceDots(context, points, at, radius)
  for (let ring = 0; ring + 1 < rings.length; ring++) {
    if (rings[ring] === rings[ring + 1]) continue
    trace(context, points, rings[ring], rings[ring + 1], at)
    if (map.kind === 'areas') context.closePath()
  }
}

/**
 * The indices of the regions of each color.
 *
 * @param {DrawnMap} map
 * @param {ReturnType<typeof import('./colors.js').pageColors>} colors
 */
function regionsByColor(map, colors) {
  /** @type {Map<string, number[]>} */
  const indices = new Map()
  regionColors(map, colors).forEach((color, index) => {
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
 * @param {ReturnType<typeof import('./colors.js').pageColors>} colors
 */
function drawLinesOrPoints(context, map, level, at, view, colors) {
  const shapes = map.shapes(level)
  // Lines and dots reach beyond their boxes.
  const margin = 6
  const wider = { ...at, x: at.x + margin, y: at.y + margin }
  const seen = map.boxes.map((box) => isSeen(box, wider, view.width + 2 * margin, view.height + 2 * margin))
  context.lineJoin = 'round'
  context.lineCap = 'round'
  for (const [color, indices] of regionsByColor(map, colors)) {
    context.beginPath()
    for (const index of indices) if (seen[index]) traceRegion(context, map, shapes[index], at, map.dotRadius)
    if (map.kind === 'points') {
      context.fillStyle = color
      context.fill()
    }
    // Where dots are dense, rims would hide them.
    if (map.kind === 'points' && map.dotRadius < 3) continue
    context.strokeStyle = map.kind === 'points' ? colors.paper : color
    context.lineWidth = map.kind === 'points' ? 1 : Math.min(2, Math.max(1, 30 / Math.sqrt(map.pack.regions.length)))
    context.stroke()
  }
  context.lineCap = 'butt'
}

/**
 * Draws land, borders, coasts and lakes; lines; or points.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {DrawnMap} map
 * @param {number} level
 * @param {Placing} at
 * @param {{width: number, height: number}} view
 * @param {ReturnType<typeof import('./colors.js').pageColors>} colors
 * @param {boolean} isInland whether land lies beyond the map, also within it
 */
export function drawMap(context, map, level, at, view, colors, isInland) {
  if (map.kind !== 'areas') return drawLinesOrPoints(context, map, level, at, view, colors)
  const shapes = map.shapes(level)
  const seen = map.boxes.map((box) => isSeen(box, at, view.width, view.height))
  context.lineJoin = 'round'
  for (const [color, indices] of regionsByColor(map, colors)) {
    context.beginPath()
    for (const index of indices) if (seen[index]) traceRegion(context, map, shapes[index], at, 0)
    context.fillStyle = color
    context.fill('evenodd')
  }
  const width = Math.min(1, Math.max(0.35, 14 / Math.sqrt(map.pack.regions.length + 1)))
  strokeLines(context, map, level, at, view, ['border'], colors.border, width)
  strokeLines(context, map, level, at, view, ['coast'], isInland ? colors.outer : colors.coast, width)
  strokeLines(context, map, level, at, view, ['lake'], isInland ? colors.outer : colors.lake, width)
}

/**
 * Draws a map's lines of some kinds. For points it draws circles.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {DrawnMap} map
 * @param {number} level
 * @param {Placing} at
 * @param {{width: number, height: number}} view
 * @param {LineKind[]} kinds
 * @param {string} color
 * @param {number} lineWidth
 */
export function strokeLines(context, map, level, at, view, kinds, color, lineWidth) {
  const lines = map.lines(level)
  context.beginPath()
  if (map.kind === 'points') traceDots(context, lines.points, at, map.dotRadius + 1)
  else lines.kinds.forEach((kind, line) => {
    const [start, end] = [lines.starts[line], lines.starts[line + 1]]
    if (kinds.includes(kind) && isLineSeen(lines.points, start, end, at, view)) {
      trace(context, lines.points, start, end, at)
    }
  })
  context.strokeStyle = color
  context.lineWidth = lineWidth
  context.stroke()
}

/**
 * @param {ArrayLike<number>} points
 * @param {number} start
 * @param {number} end
 * @param {Placing} at
 * @param {{width: number, height: number}} view
 */
function isLineSeen(points, start, end, at, view) {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let vertex = start; vertex < end; vertex++) {
    const x = points[2 * vertex]
    const y = points[2 * vertex + 1]
    if (x < west) west = x
    if (x > east) east = x
    if (y < north) north = y
    if (y > south) south = y
  }
  return isSeen({ west, north, width: east - west, height: south - north }, {
    ...at, x: at.x + 1, y: at.y + 1,
  }, view.width + 2, view.height + 2)
}

/**
 * Draws the outline of one region, or its lines, or circles round its points.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {DrawnMap} map
 * @param {number} level
 * @param {Placing} at
 * @param {number} index the region's index in the pack's list
 * @param {string} color
 */
export function outlineRegion(context, map, level, at, index, color) {
  context.beginPath()
  traceRegion(context, map, map.shapes(level)[index], at, map.dotRadius + 3)
  context.strokeStyle = color
  context.lineWidth = map.kind === 'lines' ? 4 : 2
  context.stroke()
}
