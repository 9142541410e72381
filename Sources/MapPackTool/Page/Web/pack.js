// A reader of packs: opens a `.mappack` and answers what it holds. Written from Format.md alone. README.md shows how to
// use it; on the page, `DrawnMap` in layers.js does.

import { Arcs, readBounds, regionLines, Rings, shape } from './arcs.js'
import { readCases } from './cases.js'
import { Container, texts } from './container.js'
import { PackError, require } from './errors.js'
import { longitudeLatitude, mapPoint, meters } from './mercator.js'
import { readNumbers } from './numbers.js'
import { Squares } from './squares.js'
import { checkRegions, checkSquares, checkSums, checkTexts } from './verify.js'

export { PackError }

/** @typedef {import('./errors.js').PackErrorCode} PackErrorCode */
/** @typedef {import('./arcs.js').Lines} Lines */
/** @typedef {import('./arcs.js').Shape} Shape */
/** @typedef {import('./arcs.js').RegionLines} RegionLines */
/** @typedef {import('./cases.js').Cases} Cases */

/**
 * Western edge, northern edge, width and height in cells. A region on both sides of the 180th meridian reaches beyond
 * the eastern end of the world.
 *
 * @typedef {{west: number, north: number, width: number, height: number}} Box
 */

/** @typedef {{publisher: string, license: string, edition: string, attribution: string}} Source */

/**
 * Lines to stroke, in cells: each border once. In a map of lines, these are its lines. Line i has the vertices `starts[i]`
 * up to, but without, `starts[i + 1]`. A line round a region ends with the vertex with which it begins. If north is up, the
 * region with the raw value `left[i]` is on the left of line i, and the one with `right[i]` on its right; -1 means that the
 * line is a coast.
 *
 * @typedef {object} Borders
 * @property {Uint32Array} starts
 * @property {Int32Array} points
 * @property {Int32Array} left
 * @property {Int32Array} right
 */

/**
 * What a region asks its pack for, by raw value.
 *
 * @typedef {object} RegionFacts
 * @property {(rawValue: number, kind: number) => string} text
 * @property {(rawValue: number) => string | null} group
 * @property {(rawValue: number) => number} area
 * @property {(rawValue: number) => Box} bounds
 * @property {(rawValue: number) => Box} mainBounds
 * @property {(rawValue: number) => {x: number, y: number}} label
 * @property {(rawValue: number) => number | null} length
 * @property {(rawValue: number, level: number) => Shape} shape
 * @property {(rawValue: number, level: number) => RegionLines} lines
 * @property {(rawValue: number) => Region[]} neighbors
 */

/** An open pack. Shapes and texts are read when they are first asked for; a question may throw a `PackError`. */
export class Pack {
  #container
  /** @type {{rings: Rings, arcs: Arcs} | undefined} */
  #shapes
  /** @type {Squares | undefined} */
  #squares
  /** @type {ReturnType<typeof texts> | undefined} */
  #texts
  /** @type {import('./arcs.js').Bounds | undefined} */
  #bounds
  /** @type {import('./arcs.js').Bounds | undefined} */
  #mainBounds
  /** @type {Rings | undefined} */
  #rings
  /** @type {Region[] | undefined} */
  #regions
  /** @type {Map<string, Region> | undefined} */
  #byCode
  /** @type {Set<number>[] | undefined} */
  #neighbors

  /**
   * Opens a pack. The bytes must not change as long as it is in use.
   *
   * @param {ArrayBuffer | ArrayBufferView} data
   * @param {{identity?: string}} [options] the identity that the pack has to have, in 16 hexadecimal digits
   * @throws {PackError} if the bytes are not a pack that this reader can read
   */
  constructor(data, options = {}) {
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data)
    this.#container = new Container(bytes, options.identity?.toLowerCase())
    const { header, kindCount, info, levels, view } = this.#container
    /** The version of the format. */
    this.version = header.version
    /** Which raw value stands for which region: 16 hexadecimal digits. Packs of one identity go together. */
    this.identity = header.identity
    /** A digest of all but the header, in 32 hexadecimal digits. It is not checked. */
    this.contentDigest = header.contentDigest
    /** A cell is 2 to this power of map points. */
    this.cell = header.cell
    /** Where the cell with x 0 and y 0 lies, in cells from 180° W and the northern end of the plane. */
    this.origin = { x: header.originX, y: header.originY }
    /** How many cells the world is wide. */
    this.world = 2 ** (28 - header.cell)
    /** What regions are: `areas`, `lines` or `points`. */
    this.kind = this.#container.kind

    const [, groupCount, sourceCount] = info[0].numbers()
    require(info[1].count === 1 + kindCount + groupCount + 4 * sourceCount + 1, 'information-count',
      'INFO has another number of texts than its counts say')
    const text = texts(info[1], info[2])
    const list = (/** @type {number} */ from, /** @type {number} */ count) => (
      Array.from({ length: count }, (_, i) => text(from + i)))
    /** The map's name. */
    this.name = text(0)
    /** The kinds of texts that regions have: `code`, `name` and others, such as names in other languages. */
    this.kinds = list(1, kindCount)
    /** The names of groups of regions. */
    this.groups = list(1 + kindCount, groupCount)
    const credits = list(1 + kindCount + groupCount, 4 * sourceCount)
    /** @type {Source[]} Who published the map's sources; what is not known is empty. */
    this.sources = Array.from({ length: sourceCount }, (_, i) => {
      const [publisher, license, edition, attribution] = credits.slice(4 * i, 4 * i + 4)
      return { publisher, license, edition, attribution }
    })
    /** The numbers that regions have, such as inhabitants: by name, the values by raw value; NaN stands for no value. */
    this.numbers = readNumbers(this.#container)
    /** The levels of detail, the finest first. */
    this.levels = Array.from({ length: header.levelCount }, (_, i) => (
      new Level(this, i, view.getFloat64(levels[0].start + 8 * i, true), () => this.#readShapes())))
  }

  /** The regions by raw value. */
  get regions() {
    if (this.#regions) return this.#regions
    const rings = this.#readRings()
    /** @type {Region[]} */
    const regions = []
    for (let rawValue = 0; rawValue < this.#container.header.slotCount; rawValue++) {
      if (rings.has(rawValue)) regions.push(new Region(this, rawValue, this.#facts))
    }
    return (this.#regions = regions)
  }

  /** The regions in the order of their codes. */
  get regionsByCode() {
    return this.#ordered(2)
  }

  /** The regions in the order of their names. */
  get regionsByName() {
    return this.#ordered(3)
  }

  /**
   * The region with a raw value; null if the pack has none.
   *
   * @param {number} rawValue
   * @returns {Region | null}
   */
  region(rawValue) {
    let [low, high] = [0, this.regions.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.regions[middle].rawValue < rawValue) low = middle + 1
      else high = middle
    }
    const found = this.regions[low]
    return found?.rawValue === rawValue ? found : null
  }

  /**
   * The region with a code; null if the pack has none. Two codes are equal if their composed forms (NFC) are.
   *
   * @param {string} code
   * @returns {Region | null}
   */
  regionWithCode(code) {
    this.#byCode ??= new Map(this.regions.map((region) => [region.code.normalize('NFC'), region]))
    return this.#byCode.get(code.normalize('NFC')) ?? null
  }

  /**
   * The region at a point; null if there is none. A point on a border belongs to the region east of it, else to the region
   * south of it. The answer is exact, at the finest level. No point lies in a line or a point: see `nearestAt`.
   *
   * @param {number} longitude in degrees
   * @param {number} latitude in degrees
   */
  regionAt(longitude, latitude) {
    return this.regionAtMapPoint(...mapPoint(longitude, latitude))
  }

  /**
   * As `regionAt`, with x and y in map points.
   *
   * @param {number} x
   * @param {number} y
   */
  regionAtMapPoint(x, y) {
    return this.region(this.#readSquares().region(x, y))
  }

  /**
   * As `regionAt`, with x and y in cells, like those of a region's `shape`.
   *
   * @param {number} x
   * @param {number} y
   */
  regionAtCell(x, y) {
    const size = 2 ** this.cell
    return this.regionAtMapPoint((this.origin.x + x) * size, (this.origin.y + y) * size)
  }

  /**
   * The region nearest to a point at the finest level, also round the world, and how far away it is. What counts are its
   * lines or points. For an area its borders count, unless the point lies in it. Null if no region is within the distance.
   * Of equally near regions it is the one with the smallest raw value.
   *
   * @param {number} longitude in degrees
   * @param {number} latitude in degrees
   * @param {number} [within] in cells
   */
  nearestAt(longitude, latitude, within = Infinity) {
    const size = 2 ** this.cell
    const [x, y] = mapPoint(longitude, latitude)
    return this.nearestAtCell(x / size - this.origin.x, y / size - this.origin.y, within)
  }

  /**
   * As `nearestAt`, with x and y in cells, like those of a region's lines.
   *
   * @param {number} x
   * @param {number} y
   * @param {number} [within] in cells
   * @returns {{region: Region, distance: number} | null} the distance in cells
   */
  nearestAtCell(x, y, within = Infinity) {
    const here = within >= 0 ? this.regionAtCell(x, y) : null
    if (here) return { region: here, distance: 0 }
    const found = this.#readSquares().nearest(x, y, within)
    const region = found && this.region(found.rawValue)
    return region && { region, distance: found.distance }
  }

  /** The bounds of the whole map. */
  get bounds() {
    return box(this.#readBounds(), this.#container.header.slotCount)
  }

  /** The bounds of the polygons that the eye takes for most of the map. */
  get mainBounds() {
    return box(this.#readMainBounds(), this.#container.header.slotCount)
  }

  /** The cases of the map's enum; null if the pack has none. */
  get cases() {
    return readCases(this.#container, (rawValue) => this.region(rawValue))
  }

  /**
   * Converts vertices in cells to longitude and latitude in degrees, one behind the other. Longitudes are not brought
   * back to -180 … 180, so a shape on both sides of the 180th meridian stays in one piece.
   *
   * @param {ArrayLike<number>} points x and y one behind the other
   */
  longitudesLatitudes(points) {
    return this.#projected(points, longitudeLatitude)
  }

  /**
   * Converts vertices in cells to Web Mercator: x to the east and y to the north in the meters of EPSG:3857.
   *
   * @param {ArrayLike<number>} points x and y one behind the other
   */
  meters(points) {
    return this.#projected(points, meters)
  }

  /**
   * Converts vertices in cells to map points: the plane of MapKit, 2²⁸ wide and high, x from 180° W to the east, y from
   * the north to the south.
   *
   * @param {ArrayLike<number>} points x and y one behind the other
   */
  mapPoints(points) {
    return this.#projected(points, (x, y) => [x, y])
  }

  /**
   * Reads everything in the pack and checks it: what Format.md marks `verify`.
   *
   * @throws {PackError} if anything is not as it should be
   */
  verify() {
    const container = this.#container
    checkSums(container)
    checkRegions(container, this.#readBounds(), this.#readMainBounds(), this.groups.length)
    const { rings } = this.#readShapes()
    checkTexts(container, rings)
    checkSquares(this.#readSquares())
    void this.cases
  }

  /** @type {RegionFacts} */
  #facts = {
    text: (/** @type {number} */ rawValue, /** @type {number} */ kind) => {
      this.#texts ??= texts(this.#container.texts[0], this.#container.texts[1])
      return this.#texts(rawValue * this.kinds.length + kind)
    },
    group: (/** @type {number} */ rawValue) => {
      const group = this.#container.regions[7].at(rawValue)
      require(group <= this.groups.length, 'group', `raw value ${rawValue} is of a group that is not there`)
      return group === 0 ? null : this.groups[group - 1]
    },
    area: (/** @type {number} */ rawValue) => (
      this.#container.view.getFloat32(this.#container.regions[4].start + 4 * rawValue, true)),
    length: (/** @type {number} */ rawValue) => {
      const { lengths, view } = this.#container
      return lengths && view.getFloat32(lengths.start + 4 * rawValue, true)
    },
    bounds: (/** @type {number} */ rawValue) => box(this.#readBounds(), rawValue),
    mainBounds: (/** @type {number} */ rawValue) => box(this.#readMainBounds(), rawValue),
    label: (/** @type {number} */ rawValue) => {
      const { west, north, width, height } = box(this.#readMainBounds(), rawValue)
      const { header, regions } = this.#container
      const part = (/** @type {number} */ column) => (regions[column].at(rawValue) + 0.5) / 2 ** header.labelBits
      return { x: west + width * part(5), y: north + height * part(6) }
    },
    shape: (/** @type {number} */ rawValue, /** @type {number} */ level) => {
      if (this.kind !== 'areas') return { polygons: new Uint32Array(1), rings: new Uint32Array(1), points: new Int32Array(0) }
      const { rings, arcs } = this.#readShapes()
      return shape(rings, arcs, this.levels[level].arcs, level, rawValue, this.#frame(rawValue))
    },
    lines: (/** @type {number} */ rawValue, /** @type {number} */ level) => {
      if (this.kind === 'areas') return { starts: new Uint32Array(1), points: new Int32Array(0) }
      const { rings, arcs } = this.#readShapes()
      return regionLines(rings, arcs, this.levels[level].arcs, level, rawValue, this.#frame(rawValue))
    },
    neighbors: (/** @type {number} */ rawValue) => {
      this.#neighbors ??= this.#readNeighbors()
      return Array.from(this.#neighbors[rawValue]).sort((a, b) => a - b).flatMap((found) => this.region(found) ?? [])
    },
  }

  /** @param {number} rawValue */
  #frame(rawValue) {
    const { west, width } = box(this.#readBounds(), rawValue)
    return west + width > this.world - this.origin.x ? { west, world: this.world } : null
  }

  #readSquares() {
    const { rings, arcs } = this.#readShapes()
    return (this.#squares ??= new Squares(this.#container, rings, arcs))
  }

  #readNeighbors() {
    const { left, right } = this.levels[0].borders()
    const found = Array.from({ length: this.#container.header.slotCount }, () => new Set())
    for (let i = 0; i < left.length; i++) {
      if (right[i] === -1) continue
      found[left[i]].add(right[i])
      found[right[i]].add(left[i])
    }
    return found
  }

  #readRings() {
    return (this.#rings ??= new Rings(this.#container))
  }

  #readShapes() {
    if (this.#shapes) return this.#shapes
    const rings = this.#readRings()
    return (this.#shapes = { rings, arcs: new Arcs(this.#container, rings, this.#readBounds()) })
  }

  #readBounds() {
    return (this.#bounds ??= readBounds(this.#container))
  }

  #readMainBounds() {
    if (this.#mainBounds) return this.#mainBounds
    const { header, regions } = this.#container
    const bounds = this.#readBounds()
    const main = {
      west: bounds.west.slice(), north: bounds.north.slice(),
      width: bounds.width.slice(), height: bounds.height.slice(),
    }
    regions[8].ascending(header.slotCount, 'main-bounds').forEach((rawValue, i) => {
      main.west[rawValue] = bounds.west[rawValue] + regions[9].at(i)
      main.north[rawValue] = bounds.north[rawValue] + regions[10].at(i)
      main.width[rawValue] = regions[11].at(i)
      main.height[rawValue] = regions[12].at(i)
    })
    return (this.#mainBounds = main)
  }

  /** @param {number} column of `TEXT` */
  #ordered(column) {
    return Array.from(this.#container.texts[column].numbers(), (rawValue) => {
      const region = this.region(rawValue)
      require(region, 'order-of-nobody', `an order names raw value ${rawValue}, which has no region`)
      return region
    })
  }

  /**
   * @param {ArrayLike<number>} points
   * @param {(x: number, y: number) => [number, number]} project from map points
   */
  #projected(points, project) {
    const size = 2 ** this.cell
    const result = new Float64Array(points.length)
    for (let i = 0; i + 1 < result.length; i += 2) {
      const [x, y] = project((this.origin.x + points[i]) * size, (this.origin.y + points[i + 1]) * size)
      result[i] = x
      result[i + 1] = y
    }
    return result
  }
}

/** A region of a pack. */
export class Region {
  #pack
  #facts

  /**
   * @param {Pack} pack
   * @param {number} rawValue
   * @param {RegionFacts} facts
   */
  constructor(pack, rawValue, facts) {
    this.#pack = pack
    this.#facts = facts
    /** The number of the region's case in the map's enum. Apps store codes, not these. */
    this.rawValue = rawValue
  }

  /** By what the publisher identifies it. */
  get code() {
    return this.#facts.text(this.rawValue, 0)
  }

  /** Its name as published. */
  get name() {
    return this.#facts.text(this.rawValue, 1)
  }

  /** Its texts by the pack's `kinds`; a missing text is empty. */
  get texts() {
    return new Map(this.#pack.kinds.map((kind, i) => [kind, this.#facts.text(this.rawValue, i)]))
  }

  /** Its numbers by name; NaN stands for no value. */
  get numbers() {
    return new Map([...this.#pack.numbers].map(([name, values]) => [name, values[this.rawValue]]))
  }

  /** Its group; null for none. */
  get group() {
    return this.#facts.group(this.rawValue)
  }

  /** Its area as published, in square meters. */
  get area() {
    return this.#facts.area(this.rawValue)
  }

  /** How long its lines are as published, in meters; null if it is an area or consists of points. */
  get length() {
    return this.#facts.length(this.rawValue)
  }

  /** Its bounds at the finest level, in cells. */
  get bounds() {
    return this.#facts.bounds(this.rawValue)
  }

  /** The bounds of the polygons that the eye takes for most of it, in cells. */
  get mainBounds() {
    return this.#facts.mainBounds(this.rawValue)
  }

  /** Where a label stands, in cells. */
  get labelPoint() {
    return this.#facts.label(this.rawValue)
  }

  /** The regions that it has a border with, by raw value; also across the 180th meridian. */
  get neighbors() {
    return this.#facts.neighbors(this.rawValue)
  }

  /**
   * Its polygons at a level, in cells; none if it is not an area. Each call makes new arrays.
   *
   * @param {number} [level] 0 is the finest
   * @returns {Shape}
   */
  shape(level = 0) {
    if (!(level in this.#pack.levels)) throw new RangeError(`the pack has no level ${level}`)
    return this.#facts.shape(this.rawValue, level)
  }

  /**
   * Its lines at a level, or its points, in cells; none if it is an area. Each call makes new arrays.
   *
   * @param {number} [level] 0 is the finest
   * @returns {RegionLines}
   */
  lines(level = 0) {
    if (!(level in this.#pack.levels)) throw new RangeError(`the pack has no level ${level}`)
    return this.#facts.lines(this.rawValue, level)
  }
}

/** A level of detail of a pack. */
export class Level {
  #pack
  #shapes
  /** @type {Lines | undefined} */
  #arcs

  /**
   * @param {Pack} pack
   * @param {number} index
   * @param {number} tolerance
   * @param {() => {rings: Rings, arcs: Arcs}} shapes
   */
  constructor(pack, index, tolerance, shapes) {
    this.#pack = pack
    this.#shapes = shapes
    /** 0 is the finest. */
    this.index = index
    /** How far lines may be from the published ones, in meters on the ground; 0 if nothing was removed. */
    this.tolerance = tolerance
  }

  /**
   * All arcs by number, as their owners walk them. Arcs that are not present at the level have no vertices. The arrays
   * are the pack's own: they must not be changed.
   */
  get arcs() {
    return (this.#arcs ??= this.#shapes().arcs.atLevel(this.index))
  }

  /**
   * The borders and coasts that are present at the level, each once. If a region's land goes on beyond the 180th meridian,
   * there is no line. If two regions meet there, their shared border lies at the meridian in the east.
   *
   * @returns {Borders}
   */
  borders() {
    const { arcs } = this.#shapes()
    const { starts, points } = this.arcs
    const seams = this.#bordersOnSeams(arcs)
    /** @type {number[]} */
    const lines = []
    let count = 2 * seams.length
    for (let arc = 0; arc < arcs.left.length; arc++) {
      if (arcs.seam[arc] || starts[arc] === starts[arc + 1]) continue
      lines.push(arc)
      count += starts[arc + 1] - starts[arc] + arcs.closed[arc]
    }
    const length = lines.length + seams.length
    const result = {
      starts: new Uint32Array(length + 1), points: new Int32Array(2 * count),
      left: new Int32Array(length), right: new Int32Array(length),
    }
    let position = 0
    let line = 0
    const end = (/** @type {number} */ left, /** @type {number} */ right) => {
      result.left[line] = left
      result.right[line++] = right
      result.starts[line] = position / 2
    }
    for (const arc of lines) {
      const part = points.subarray(2 * starts[arc], 2 * starts[arc + 1])
      result.points.set(part, position)
      position += part.length
      if (arcs.closed[arc]) {
        result.points.set(part.subarray(0, 2), position)
        position += 2
      }
      end(arcs.left[arc], arcs.right[arc])
    }
    for (const { left, right, line: vertices } of seams) {
      result.points.set(vertices, position)
      position += vertices.length
      end(left, right)
    }
    return result
  }

  /**
   * The shared borders of two regions at the seams, on both ends of the world.
   *
   * @param {Arcs} arcs
   */
  #bordersOnSeams(arcs) {
    const east = this.#pack.world - this.#pack.origin.x
    const ends = this.#stretches(arcs, east)
    const beginnings = this.#stretches(arcs, east - this.#pack.world)
    /** @type {{left: number, right: number, line: number[]}[]} */
    const found = []
    // Both lists go from north to south, and regions do not overlap.
    for (let i = 0, k = 0; i < ends.length && k < beginnings.length;) {
      const [end, beginning] = [ends[i], beginnings[k]]
      const north = Math.max(end.north, beginning.north)
      const south = Math.min(end.south, beginning.south)
      if (north < south && end.region !== beginning.region) {
        // Walking south, the region in the east is on the left; walking north, the one in the west is.
        found.push(beginning.region < end.region
          ? { left: beginning.region, right: end.region, line: [east, north, east, south] }
          : { left: end.region, right: beginning.region, line: [east, south, east, north] })
      }
      if (end.south <= beginning.south) i += 1
      else k += 1
    }
    return found
  }

  /**
   * The segments of seams on a meridian, from north to south.
   *
   * @param {Arcs} arcs
   * @param {number} meridian
   */
  #stretches(arcs, meridian) {
    const { starts, points } = this.arcs
    /** @type {{north: number, south: number, region: number}[]} */
    const found = []
    for (let arc = 0; arc < arcs.left.length; arc++) {
      if (!arcs.seam[arc]) continue
      for (let vertex = starts[arc]; vertex < starts[arc + 1]; vertex++) {
        const last = vertex + 1 === starts[arc + 1]
        if (last && !arcs.closed[arc]) continue
        const next = last ? starts[arc] : vertex + 1
        if (points[2 * vertex] !== meridian || points[2 * next] !== meridian) continue
        const [north, south] = [points[2 * vertex + 1], points[2 * next + 1]].sort((a, b) => a - b)
        if (north < south) found.push({ north, south, region: arcs.left[arc] })
      }
    }
    return found.sort((a, b) => a.north - b.north)
  }
}

/**
 * @param {import('./arcs.js').Bounds} bounds
 * @param {number} index
 * @returns {Box}
 */
function box(bounds, index) {
  return {
    west: bounds.west[index], north: bounds.north[index], width: bounds.width[index], height: bounds.height[index],
  }
}
