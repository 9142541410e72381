// Which region lies at a point: the section `GRID`, and an exact test on which side of a segment a point lies. It
// answers `pack.js`.

import { BitReader, bitCount } from './bits.js'
import { require } from './errors.js'
import { worldSize } from './mercator.js'

/** @typedef {import('./container.js').Container} Container */
/** @typedef {import('./arcs.js').Arcs} Arcs */
/** @typedef {import('./arcs.js').Rings} Rings */

/**
 * A point in cells: the whole cells, and the fractions above them.
 *
 * @typedef {{x: number, y: number, restX: number, restY: number}} Point
 */

/** The squares that the plane is divided into. */
export class Squares {
  /**
   * @param {Container} container
   * @param {Rings} rings
   * @param {Arcs} arcs
   */
  constructor(container, rings, arcs) {
    const { header } = container
    const [parameters, starts, content] = container.grid
    this.header = header
    this.kind = container.kind
    this.rings = rings
    this.arcs = arcs
    const [shift, west, north, columns, rows] = parameters.numbers()
    require(shift <= 31 && columns * rows + 1 === starts.count, 'grid-size',
      'there are other squares than columns and rows make')
    this.side = 2 ** shift
    this.west = west
    this.north = north
    this.columns = columns
    this.rows = rows
    this.starts = starts.ascending(8 * content.count, 'grid-starts')
    this.reader = new BitReader(content.view, content.start, content.count)
  }

  /**
   * The raw value plus 1 of the region at a square's north-western corner, 0 for none; and the pieces in the square.
   *
   * @param {number} square
   */
  square(square) {
    const { reader, rings } = this
    const { slotCount, arcCount, restartCount, pieceParameter } = this.header
    reader.seek(this.starts[square], this.starts[square + 1])
    const corner = reader.bits(1) === 1 ? reader.bits(bitCount(slotCount)) : 0
    require(reader.at <= reader.end, 'grid-region', `square ${square} ends in its corner`)
    require(corner === 0 || rings.has(corner - 1), 'grid-region', `square ${square} names a region that is not there`)
    /** @type {number[]} */
    const pieces = []
    let piece = -1
    while (reader.at < reader.end) {
      piece = piece < 0 ? reader.bits(bitCount(arcCount + restartCount)) : piece + 1 + reader.rice(pieceParameter)
      require(reader.at <= reader.end && piece < arcCount + restartCount, 'grid-piece',
        `square ${square} names a piece that is not there`)
      pieces.push(piece)
    }
    return { corner, pieces }
  }

  /**
   * The raw value of the region at a point, in map points; -1 for none, also beyond the northern and the southern edge
   * of the plane. To the east and to the west, the world repeats. `Pack.regionAt` says whose a point on a border is.
   *
   * @param {number} mapX
   * @param {number} mapY
   */
  region(mapX, mapY) {
    if (!Number.isFinite(mapX) || !(mapY >= 0 && mapY <= worldSize)) return -1
    const { cell, originX, originY } = this.header
    let roundX = mapX % worldSize
    // A point west of 180° W by less than a Double can express counts as lying on it.
    if (roundX < 0) roundX = (roundX + worldSize) % worldSize
    // A point on the southern edge of the plane lies in the land that ends there.
    const cellsX = roundX / 2 ** cell
    const cellsY = Math.min(mapY, worldSize - 2 ** -25) / 2 ** cell
    const point = {
      x: Math.floor(cellsX) - originX,
      y: Math.floor(cellsY) - originY,
      restX: cellsX - Math.floor(cellsX),
      restY: cellsY - Math.floor(cellsY),
    }
    const column = Math.floor((point.x - this.west) / this.side)
    const row = Math.floor((point.y - this.north) / this.side)
    if (!(column >= 0 && column < this.columns && row >= 0 && row < this.rows)) return -1
    // All vertices are on one side of the point.
    if (point.x < 0 || point.x >= 2 ** 30 || point.y < 0 || point.y >= 2 ** 30) return -1

    // No point lies in a line or a point.
    if (this.kind !== 'areas') return -1
    const { corner, pieces } = this.square(row * this.columns + column)
    const cornerX = this.west + column * this.side
    const cornerY = this.north + row * this.side
    let found = corner
    for (const piece of pieces) {
      const arc = this.arcs.pieceArc[piece]
      if (this.#crosses(piece, cornerX, cornerY, point)) found ^= (this.arcs.left[arc] + 1) ^ (this.arcs.right[arc] + 1)
    }
    require(found === 0 || this.rings.has(found - 1), 'grid-region', 'the squares lead to a region that is not there')
    return found - 1
  }

  /**
   * The region that has the segment nearest to a point in cells, and how far away that is; null if none is within the
   * distance. Of equally near regions it is the one with the smallest raw value.
   *
   * @param {number} x
   * @param {number} y
   * @param {number} within in cells
   * @returns {{rawValue: number, distance: number} | null}
   */
  nearest(x, y, within) {
    if (!Number.isFinite(x) || !Number.isFinite(y) || !(within >= 0) || this.columns * this.rows === 0) return null
    const world = worldSize / 2 ** this.header.cell
    const around = x - Math.floor((x + this.header.originX) / world) * world
    let best = { rawValue: -1, square: within * within }
    // The world goes on beyond its edges.
    for (const turned of [around, around + world, around - world]) best = this.#nearest(turned, y, best)
    return best.rawValue < 0 ? null : { rawValue: best.rawValue, distance: Math.sqrt(best.square) }
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {{rawValue: number, square: number}} best so far; the square of its distance
   */
  #nearest(x, y, best) {
    const { side, columns, rows, arcs } = this
    // A piece can be in several squares. These are the pieces that this search has seen.
    const seen = (this.seen ??= new Uint32Array(arcs.pieceArc.length))
    const search = (this.searches = (this.searches ?? 0) + 1)
    const nearestIndex = (/** @type {number} */ offset, /** @type {number} */ count) => (
      Math.min(Math.max(Math.floor(offset / side), 0), count - 1))
    const [column, row] = [nearestIndex(x - this.west, columns), nearestIndex(y - this.north, rows)]
    // Slightly less than the distances, so that rounding skips no segment.
    const less = 1 - 2 ** -40
    const visit = (/** @type {number} */ c, /** @type {number} */ r) => {
      if (c < 0 || c >= columns || r < 0 || r >= rows) return
      const [west, north] = [this.west + c * side, this.north + r * side]
      const dx = Math.max(0, west - x, x - west - side)
      const dy = Math.max(0, north - y, y - north - side)
      if ((dx * dx + dy * dy) * less > best.square) return
      for (const piece of this.square(r * columns + c).pieces) {
        if (seen[piece] === search) continue
        seen[piece] = search
        const square = this.#squaredDistance(piece, x, y)
        const rawValue = arcs.left[arcs.pieceArc[piece]]
        if (square < best.square
          || (square === best.square && (best.rawValue < 0 || rawValue < best.rawValue))) best = { rawValue, square }
      }
    }
    visit(column, row)
    for (let ring = 1; ring < Math.max(columns, rows); ring++) {
      // The least distance of all squares that are `ring` or more columns or rows away.
      const gaps = [
        [column - ring >= 0, x - this.west - (column - ring + 1) * side],
        [column + ring < columns, this.west + (column + ring) * side - x],
        [row - ring >= 0, y - this.north - (row - ring + 1) * side],
        [row + ring < rows, this.north + (row + ring) * side - y],
      ].flatMap(([isThere, gap]) => (isThere ? [Math.max(0, Number(gap))] : []))
      const gap = Math.min(...gaps)
      if (gap * gap * less > best.square) break
      const [west, east] = [Math.max(0, column - ring), Math.min(columns - 1, column + ring)]
      for (const r of [row - ring, row + ring]) {
        if (r >= 0 && r < rows) for (let c = west; c <= east; c++) visit(c, r)
      }
      const [north, south] = [Math.max(0, row - ring + 1), Math.min(rows - 1, row + ring - 1)]
      for (const c of [column - ring, column + ring]) {
        if (c >= 0 && c < columns) for (let r = north; r <= south; r++) visit(c, r)
      }
    }
    return best
  }

  /**
   * The square of the distance from a point to the nearest segment of a piece.
   *
   * @param {number} piece
   * @param {number} x
   * @param {number} y
   */
  #squaredDistance(piece, x, y) {
    const { points, starts, closed, pieceFirst, pieceLast, pieceArc } = this.arcs
    const last = pieceLast[piece]
    const arc = pieceArc[piece]
    let nearest = Infinity
    const segment = (/** @type {number} */ from, /** @type {number} */ to) => {
      const [ax, ay] = [points[2 * from], points[2 * from + 1]]
      const [dx, dy] = [points[2 * to] - ax, points[2 * to + 1] - ay]
      const length = dx * dx + dy * dy
      const share = length > 0 ? Math.min(Math.max((dx * (x - ax) + dy * (y - ay)) / length, 0), 1) : 0
      // From the nearer end, which is exact.
      const [fromX, fromY] = share === 1 ? [ax + dx, ay + dy] : [ax, ay]
      const across = share > 0 && share < 1 ? (dx * (y - ay) - dy * (x - ax)) ** 2 / length
        : (x - fromX) ** 2 + (y - fromY) ** 2
      if (across < nearest) nearest = across
    }
    for (let vertex = pieceFirst[piece]; vertex < last; vertex++) segment(vertex, vertex + 1)
    if (closed[arc] && last + 1 === starts[arc + 1]) segment(last, starts[arc])
    return nearest
  }

  /**
   * Whether the way from a corner of squares south, then east to a point, crosses a piece an odd number of times.
   *
   * @param {number} piece
   * @param {number} cornerX
   * @param {number} cornerY
   * @param {Point} point
   */
  #crosses(piece, cornerX, cornerY, point) {
    const { points, starts, closed, pieceFirst, pieceLast, pieceArc } = this.arcs
    const last = pieceLast[piece]
    const arc = pieceArc[piece]
    const corner = { x: cornerX, y: cornerY, restX: 0, restY: 0 }
    const bend = { x: cornerX, y: point.y, restX: 0, restY: point.restY }
    let odd = false
    const segment = (/** @type {number} */ from, /** @type {number} */ to) => {
      const [ax, ay, bx, by] = [points[2 * from], points[2 * from + 1], points[2 * to], points[2 * to + 1]]
      if (ay <= point.y !== by <= point.y) {
        if (!isWest(ax, ay, bx, by, bend) && isWest(ax, ay, bx, by, point)) odd = !odd
      }
      if (ax <= cornerX !== bx <= cornerX) {
        if (!isNorth(ax, ay, bx, by, corner) && isNorth(ax, ay, bx, by, bend)) odd = !odd
      }
    }
    for (let vertex = pieceFirst[piece]; vertex < last; vertex++) segment(vertex, vertex + 1)
    if (closed[arc] && last + 1 === starts[arc + 1]) segment(last, starts[arc])
    return odd
  }
}

/**
 * Whether a segment is west of a point, or the point is on it.
 *
 * @param {number} ax
 * @param {number} ay
 * @param {number} bx
 * @param {number} by
 * @param {Point} point
 */
function isWest(ax, ay, bx, by, point) {
  const side = sideOf(ax, ay, bx, by, point)
  return by > ay ? side <= 0 : side >= 0
}

/**
 * Whether a segment is north of a point; or the point is on it, and eastward it does not go south.
 *
 * @param {number} ax
 * @param {number} ay
 * @param {number} bx
 * @param {number} by
 * @param {Point} point
 */
function isNorth(ax, ay, bx, by, point) {
  const side = sideOf(ax, ay, bx, by, point)
  return bx > ax ? side > 0 || (side === 0 && by <= ay) : side < 0 || (side === 0 && ay <= by)
}

/**
 * A number with the sign of the cross product of a segment and the way from its beginning to a point. All whole numbers
 * are from 0 to 2³⁰.
 *
 * @param {number} ax
 * @param {number} ay
 * @param {number} bx
 * @param {number} by
 * @param {Point} point
 * @returns {number}
 */
export function sideOf(ax, ay, bx, by, { x, y, restX, restY }) {
  const [dx, dy] = [bx - ax, by - ay]
  const [highX, highY] = [dx >> 16, dy >> 16]
  const [lowX, lowY] = [dx & 0xffff, dy & 0xffff]
  // Both are exact; their rounded sum has the sign of the exact one.
  const high = highX * (y - ay) - highY * (x - ax)
  const low = lowX * (y - ay) - lowY * (x - ax)
  const whole = high * 2 ** 16 + low
  // The fractions above whole cells add less than 2³¹. This sum has an error far below 2⁻¹⁰.
  if (whole >= 2 ** 32 || whole <= -(2 ** 32) || (restX === 0 && restY === 0)) return whole
  const side = whole + (dx * restY - dy * restX)
  if (side > 2 ** -10 || side < -(2 ** -10)) return side
  const exact = BigInt(whole) * one + BigInt(dx) * fraction(restY) - BigInt(dy) * fraction(restX)
  return exact > 0n ? 1 : exact < 0n ? -1 : 0
}

const one = 1n << 1074n
const bits = new DataView(new ArrayBuffer(8))

/**
 * A Double below 1 as a whole number, in units in which 1 is `one`. The smallest Double is then 1.
 *
 * @param {number} number not negative
 */
function fraction(number) {
  bits.setFloat64(0, number)
  const all = bits.getBigUint64(0)
  const exponent = all >> 52n
  const mantissa = all & ((1n << 52n) - 1n)
  return exponent === 0n ? mantissa : (mantissa | (1n << 52n)) << (exponent - 1n)
}
