// A map as the command sends it: regions, levels, and arcs and rings to draw. It says what is where.

/**
 * What the command sends: `PageMap` in Swift, and the bytes of its shapes.
 *
 * @typedef {{map: any, shapes: Uint8Array}} MapAnswer
 * @typedef {{west: number, north: number, width: number, height: number}} CellBox
 * @typedef {{x: number, y: number}} CellPoint
 * @typedef {'areas' | 'lines' | 'points'} Kind
 */

/**
 * @typedef {object} Region
 * @property {number} index in the list of regions
 * @property {string} code
 * @property {string} name
 * @property {string} case empty if there is no enum
 * @property {string} group empty for none
 * @property {Map<string, string>} texts by their fields
 * @property {number} size an area or a length; 0 for points
 * @property {string} sizeWords
 * @property {CellBox} box
 * @property {CellBox} mainBox
 * @property {CellPoint} labelPoint
 */

/**
 * The arcs that are present at a level: those of the vertices `starts[a]` to `starts[a + 1]`; none for others.
 *
 * @typedef {{starts: Uint32Array, points: Float64Array}} Lines
 */

/** What arcs are drawn as, by the numbers that the command sends. */
export const lineKinds = { border: 1, coast: 2 }

/** Reads numbers as `PageShapes` in Swift writes them. */
class Numbers {
  #bytes
  #at = 0

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.#bytes = bytes
  }

  next() {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#at++]
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }

  signed() {
    const value = this.next()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }
}

/** @param {number[]} boxes @param {number} [index] @returns {CellBox} */
function boxOf(boxes, index = 0) {
  const [west, north, width, height] = boxes.slice(4 * index, 4 * index + 4)
  return { west, north, width, height }
}

/** How many maps were made. */
let count = 0

/** A map. All coordinates are in its cells, x from the west and y from the north; indices of regions are those of `regions`. */
export class DrawnMap {
  /**
   * The vertices of all arcs, as at level 0.
   *
   * @type {Lines}
   */
  #lines
  /**
   * Per vertex: the coarsest level at which it is present.
   *
   * @type {Uint8Array}
   */
  #vertexLevels
  /**
   * Per arc: west, north, east and south.
   *
   * @type {Float64Array | null}
   */
  #arcBoxes = null
  /** @type {Map<number, Lines>} */
  #linesByLevel = new Map()
  /**
   * Per arc: what it is drawn as, or 0.
   *
   * @type {Uint8Array}
   */
  lineKinds
  /**
   * Per arc.
   *
   * @type {Uint8Array}
   */
  isClosed
  /**
   * Region r has the polygons `polygons[r]` to `polygons[r + 1]`.
   *
   * @type {number[]}
   */
  #polygons = [0]
  /**
   * Per polygon: the coarsest level at which it is present.
   *
   * @type {number[]}
   */
  #polygonLevels = []
  /**
   * Polygon p has the rings `rings[p]` to `rings[p + 1]`.
   *
   * @type {number[]}
   */
  #rings = [0]
  /**
   * Ring q has the arcs `arcs[uses[q]]` to `arcs[uses[q + 1]]`.
   *
   * @type {number[]}
   */
  #uses = [0]
  /**
   * An arc that a ring runs against is its complement, below zero.
   *
   * @type {number[]}
   */
  #arcs = []

  /** @param {MapAnswer} answer */
  constructor({ map, shapes }) {
    /** Tells it from others. */
    this.id = ++count
    /** @type {Kind} */
    this.kind = map.kind
    /**
     * The size of a cell in map points.
     *
     * @type {number}
     */
    this.unit = map.unit
    /** @type {number[]} */
    this.origin = map.origin
    /**
     * How many cells the world is wide.
     *
     * @type {number}
     */
    this.world = map.world
    this.bounds = boxOf(map.bounds)
    this.mainBounds = boxOf(map.mainBounds)
    /** @type {{tolerance: number, words: string, zooms: string, vertices: number}[]} */
    this.levels = map.levels
    /** @type {Region[]} */
    this.regions = map.codes.map((/** @type {string} */ code, /** @type {number} */ index) => ({
      index, code, name: map.names[index], case: map.cases[index], group: map.groups[index] ?? '',
      texts: new Map(map.texts.map((/** @type {any} */ { field, texts }) => [field, texts[index]])),
      size: map.sizes[index], sizeWords: map.sizeWords[index], box: boxOf(map.boxes, index), mainBox: boxOf(map.mainBoxes, index),
      labelPoint: { x: map.labelPoints[2 * index], y: map.labelPoints[2 * index + 1] },
    }))
    /** @type {Region[]} */
    this.byName = map.byName.map((/** @type {number} */ index) => this.regions[index])
    /**
     * The indices of each region's neighbors.
     *
     * @type {number[][]}
     */
    this.neighbors = map.neighbors
    /**
     * The names of the texts beside code and name.
     *
     * @type {string[]}
     */
    this.fields = map.texts.map((/** @type {any} */ { field }) => field)
    /**
     * The field with the readings of names; an empty text if names need none.
     *
     * @type {string}
     */
    this.reading = map.reading ?? ''
    /** @type {{name: string, words: string[], isCount: boolean}[]} */
    this.numbers = map.numbers
    /** @type {{field: string, regions: number[], sizes: number[][]}[]} */
    this.rankings = map.rankings
    /**
     * Where names may stand: `PageLabels` in Swift.
     *
     * @type {{steps: number[][], gap: number, leading: number, lines: string[][][], widths: number[][], least: number[], areas: number[], stands: number[][]}}
     */
    this.labels = map.labels
    /**
     * The index of each region's color in a palette.
     *
     * @type {number[]}
     */
    this.colors = map.colors
    this.#read(new Numbers(shapes))
    /** How large the dot of a point is, from its middle to its edge in pixels. */
    this.dotRadius = this.kind === 'points' ? Math.min(3.5, Math.max(1.8, 110 / Math.sqrt(this.#polygonLevels.length + 1))) : 0
  }

  /** @param {Numbers} numbers */
  #read(numbers) {
    const arcCount = numbers.next()
    const starts = new Uint32Array(arcCount + 1)
    this.lineKinds = new Uint8Array(arcCount)
    this.isClosed = new Uint8Array(arcCount)
    /** @type {number[]} */
    const points = []
    /** @type {number[]} */
    const levels = []
    let [x, y] = [0, 0]
    for (let arc = 0; arc < arcCount; arc++) {
      const head = numbers.next()
      this.lineKinds[arc] = (head >> 1) & 3
      this.isClosed[arc] = head & 1
      for (let count = Math.floor(head / 8); count > 0; count--) {
        x += numbers.signed()
        y += numbers.signed()
        points.push(x, y)
        if (this.levels.length > 1) levels.push(numbers.next())
      }
      starts[arc + 1] = points.length / 2
    }
    this.#lines = { starts, points: Float64Array.from(points) }
    this.#vertexLevels = Uint8Array.from(levels)
    let arc = 0
    for (const _ of this.regions) {
      for (let count = numbers.next(); count > 0; count--) {
        this.#polygonLevels.push(numbers.next())
        for (let rings = numbers.next(); rings > 0; rings--) {
          for (let uses = numbers.next(); uses > 0; uses--) {
            const use = numbers.next()
            const step = Math.floor(use / 2)
            arc += step % 2 === 1 ? -(step + 1) / 2 : step / 2
            this.#arcs.push(use % 2 === 1 ? ~arc : arc)
          }
          this.#uses.push(this.#arcs.length)
        }
        this.#rings.push(this.#uses.length - 1)
      }
      this.#polygons.push(this.#polygonLevels.length)
    }
  }

  /** @param {number} level @returns {Lines} */
  lines(level) {
    const { starts, points } = this.#lines
    if (level === 0) return this.#lines
    const known = this.#linesByLevel.get(level)
    if (known) return known
    const isPresent = new Uint8Array(starts.length)
    this.regions.forEach((_, index) => this.#forEachArc(index, level, (arc) => (isPresent[arc] = 1)))
    const kept = { starts: new Uint32Array(starts.length), points: new Float64Array(points.length) }
    let count = 0
    for (let arc = 0; arc + 1 < starts.length; arc++) {
      for (let vertex = starts[arc]; isPresent[arc] && vertex < starts[arc + 1]; vertex++) {
        if (this.#vertexLevels[vertex] < level) continue
        kept.points[2 * count] = points[2 * vertex]
        kept.points[2 * count++ + 1] = points[2 * vertex + 1]
      }
      kept.starts[arc + 1] = count
    }
    kept.points = kept.points.slice(0, 2 * count)
    this.#linesByLevel.set(level, kept)
    return kept
  }

  /**
   * Calls a function for each ring, line or point of a region that is present at a level: with a list of arcs, from where to where
   * they are the ring's, and how far to the east the ring is moved to lie in the region's box.
   *
   * @param {number} index @param {number} level
   * @param {(arcs: number[], from: number, to: number, shift: number) => void} body
   */
  forEachRing(index, level, body) {
    const { west } = this.regions[index].box
    for (let polygon = this.#polygons[index]; polygon < this.#polygons[index + 1]; polygon++) {
      if (this.#polygonLevels[polygon] < level) continue
      for (let ring = this.#rings[polygon]; ring < this.#rings[polygon + 1]; ring++) {
        const [from, to] = [this.#uses[ring], this.#uses[ring + 1]]
        body(this.#arcs, from, to, this.#westOf(from, to) < west ? this.world : 0)
      }
    }
  }

  /**
   * Calls a function for each arc of these rings, and with how far to the east it is moved.
   *
   * @param {number} index @param {number} level @param {(arc: number, shift: number) => void} body
   */
  #forEachArc(index, level, body) {
    this.forEachRing(index, level, (arcs, from, to, shift) => {
      for (let use = from; use < to; use++) body(Math.max(arcs[use], ~arcs[use]), shift)
    })
  }

  /**
   * How far west some arcs of rings reach.
   *
   * @param {number} from
   * @param {number} to
   */
  #westOf(from, to) {
    const boxes = this.arcBoxes
    let west = Infinity
    for (let use = from; use < to; use++) west = Math.min(west, boxes[4 * Math.max(this.#arcs[use], ~this.#arcs[use])])
    return west
  }

  /**
   * Per arc: the greatest of the values of the regions beside it.
   *
   * @param {number[]} values of the regions
   */
  greatestBeside(values) {
    const greatest = new Uint8Array(this.isClosed.length)
    values.forEach((value, index) => this.#forEachArc(index, 0, (arc) => (greatest[arc] = Math.max(greatest[arc], value))))
    return greatest
  }

  /** Per arc: west, north, east and south at level 0. */
  get arcBoxes() {
    if (this.#arcBoxes) return this.#arcBoxes
    const { starts, points } = this.#lines
    const boxes = new Float64Array(4 * (starts.length - 1))
    for (let arc = 0; arc + 1 < starts.length; arc++) {
      let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity]
      for (let at = 2 * starts[arc]; at < 2 * starts[arc + 1]; at += 2) {
        west = Math.min(west, points[at])
        north = Math.min(north, points[at + 1])
        east = Math.max(east, points[at])
        south = Math.max(south, points[at + 1])
      }
      boxes.set([west, north, east, south], 4 * arc)
    }
    return (this.#arcBoxes = boxes)
  }

  /**
   * How many polygons, lines or points a region has at a level, and how many vertices.
   *
   * @param {number} index
   * @param {number} level
   */
  counts(index, level) {
    const { starts, points } = this.lines(level)
    let [parts, vertices] = [0, 0]
    for (let polygon = this.#polygons[index]; polygon < this.#polygons[index + 1]; polygon++) {
      parts += this.#polygonLevels[polygon] < level ? 0 : 1
    }
    this.#forEachArc(index, level, (arc) => {
      const [first, last] = [2 * starts[arc], 2 * (starts[arc + 1] - 1)]
      // Rings have a node once, and a line that ends where it begins has that vertex twice.
      const isTwice = !this.isClosed[arc] && (this.kind === 'areas' || (points[first] === points[last] && points[first + 1] === points[last + 1]))
      vertices += starts[arc + 1] - starts[arc] - (isTwice ? 1 : 0)
    })
    return { parts, vertices }
  }

  /**
   * The index of the region at a point, or of the nearest line or point; -1 if there is none.
   *
   * @param {number} x in cells @param {number} y @param {number} within how far away lines and points may be, in cells
   */
  regionAt(x, y, within) {
    if (this.kind !== 'areas') return this.#nearest(x, y, within)
    return this.regions.findIndex((_, index) => [0, this.world, -this.world].some((turn) => this.#contains(index, x + turn, y)))
  }

  /**
   * By the even-odd rule.
   *
   * @param {number} index
   * @param {number} x
   * @param {number} y
   */
  #contains(index, x, y) {
    const { box: { west, north, width, height } } = this.regions[index]
    if (x < west || x > west + width || y < north || y > north + height) return false
    let isInside = false
    this.#forEachEdge(index, 0, (ax, ay, bx, by) => {
      if ((ay > y) !== (by > y) && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside
    }, y, y)
    return isInside
  }

  /** @param {number} x @param {number} y @param {number} within */
  #nearest(x, y, within) {
    let [nearest, least] = [-1, within]
    this.regions.forEach(({ box: { west, north, width, height } }, index) => {
      if (x < west - within || x > west + width + within || y < north - within || y > north + height + within) return
      this.#forEachEdge(index, 0, (ax, ay, bx, by) => {
        const [dx, dy] = [bx - ax, by - ay]
        const share = Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1), 0), 1)
        const distance = Math.hypot(ax + share * dx - x, ay + share * dy - y)
        if (distance > least || (distance === least && nearest >= 0)) return
        nearest = index
        least = distance
      }, y - within, y + within)
    })
    return nearest
  }

  /**
   * Calls a function for each edge of a region's arcs that reach a stretch from north to south; a point is an edge without a length.
   *
   * @param {number} index @param {number} level @param {(ax: number, ay: number, bx: number, by: number) => void} body
   * @param {number} north @param {number} south
   */
  #forEachEdge(index, level, body, north, south) {
    const { starts, points } = this.lines(level)
    const boxes = this.arcBoxes
    this.#forEachArc(index, level, (arc, shift) => {
      if (boxes[4 * arc + 1] > south || boxes[4 * arc + 3] < north) return
      const last = starts[arc + 1] - 1
      for (let a = starts[arc]; a < last + this.isClosed[arc]; a++) {
        const b = a < last ? a + 1 : starts[arc]
        body(points[2 * a] + shift, points[2 * a + 1], points[2 * b] + shift, points[2 * b + 1])
      }
    })
  }

  /**
   * Points along the longest line of a region, from the middle outwards.
   *
   * @param {number} index
   * @returns {CellPoint[]}
   */
  pointsAlong(index) {
    if (this.#polygons[index] === this.#polygons[index + 1]) return []
    const { starts, points } = this.#lines
    const arc = this.#arcs[this.#uses[this.#rings[this.#polygons[index]]]]
    return [6, 5, 7, 4, 8, 3, 9, 2, 10, 1, 11, 0, 12].map((twelfth) => {
      const vertex = starts[arc] + Math.floor(((starts[arc + 1] - 1 - starts[arc]) * twelfth) / 12)
      return { x: points[2 * vertex], y: points[2 * vertex + 1] }
    })
  }

  get vertexCount() {
    return this.#lines.points.length / 2
  }

  /** @param {CellBox} box @returns {number} how many vertices lie in it */
  landIn({ west, north, width, height }) {
    const { points } = this.#lines
    let inside = 0
    for (let at = 0; at < points.length; at += 2) {
      if (points[at] > west && points[at] < west + width && points[at + 1] > north && points[at + 1] < north + height) inside++
    }
    return inside
  }

  /**
   * The box to show for a region; points get room round them.
   *
   * @param {number} index
   */
  viewBox(index) {
    return this.#widened(this.regions[index].mainBox)
  }

  /** Whether the map goes round the world. */
  get goesRound() {
    return this.bounds.width >= 0.9 * this.world
  }

  /** The box to show first. A map that goes round the world is shown in its whole width, as far as 70° south in the middle. */
  get firstBox() {
    if (!this.goesRound) return this.#widened(this.mainBounds)
    const { west, north, width, height } = this.bounds
    return { west, width, north: (north + Math.min(north + height, 0.776 * this.world - this.origin[1])) / 2, height: 1 }
  }

  /** @param {CellBox} box @returns {CellBox} */
  #widened(box) {
    if (this.kind !== 'points') return box
    const { width, height } = this.bounds
    // A kilometer at the equator is 6.7 × 2¹⁰ map points.
    const least = Math.max(2 ** 11 / this.unit, Math.max(width, height) / 16)
    const wider = (/** @type {number} */ size) => Math.max(0, least - size)
    return {
      west: box.west - wider(box.width) / 2, north: box.north - wider(box.height) / 2,
      width: box.width + wider(box.width), height: box.height + wider(box.height),
    }
  }

  /**
   * Where a point of another map of the same world is in this one.
   *
   * @param {DrawnMap} other
   * @param {number} x
   * @param {number} y
   */
  fromCells(other, x, y) {
    const scale = other.unit / this.unit
    return [(other.origin[0] + x) * scale - this.origin[0], (other.origin[1] + y) * scale - this.origin[1]]
  }

  /**
   * The cells of a point that the command names.
   *
   * @param {number[]} point x and y in map points
   * @returns {[number, number]}
   */
  cellsAt([mapX, mapY]) {
    const { west, width } = this.bounds
    const x = mapX / this.unit - this.origin[0]
    // A point beside the map stays beside it, and does not go a world away.
    const isBeyond = x < west && x + this.world - west < width + (west - x)
    return [isBeyond ? x + this.world : x, mapY / this.unit - this.origin[1]]
  }
}
