// The shapes: arcs, the rings that use them, and both at a level of detail. `pack.js` answers with them. Sections that
// contradict Format.md lead to a `PackError`.

import { BitReader, bitCount } from './bits.js'
import { PackError, require } from './errors.js'

/** @typedef {import('./container.js').Container} Container */

/**
 * Lines in cells: line i has the vertices `starts[i]` up to, but without, `starts[i + 1]`; vertex v is at x
 * `points[2 * v]`, y `points[2 * v + 1]`.
 *
 * @typedef {object} Lines
 * @property {Uint32Array} starts
 * @property {Int32Array} points
 */

/**
 * Polygons in cells: polygon i has the rings `polygons[i]` up to, but without, `polygons[i + 1]`, the shell first;
 * ring i has the vertices `rings[i]` up to, but without, `rings[i + 1]`; vertex v is at x `points[2 * v]`, y
 * `points[2 * v + 1]`. The line from a ring's last vertex to its first belongs to it. On a map with north at the top,
 * shells run clockwise, holes the other way. The numbers are an Int32Array. If a region on both sides of the 180th
 * meridian has larger numbers, they are a Float64Array.
 *
 * @typedef {object} Shape
 * @property {Uint32Array} polygons
 * @property {Uint32Array} rings
 * @property {Int32Array | Float64Array} points
 */

/**
 * The lines of a region in cells, as `Lines`. In a map of points, each line is one vertex. A line that ends where it begins
 * has that vertex twice. The numbers are in the same kinds of arrays as those of a `Shape`.
 *
 * @typedef {object} RegionLines
 * @property {Uint32Array} starts
 * @property {Int32Array | Float64Array} points
 */

/**
 * Where regions lie, in cells: by raw value, and behind them the whole map.
 *
 * @param {Container} container
 */
export function readBounds({ regions }) {
  const [west, north, width, height] = regions.slice(0, 4).map((column) => column.numbers())
  return { west, north, width, height }
}

/** @typedef {ReturnType<typeof readBounds>} Bounds */

/** The largest stored coordinate. */
const largest = 2 ** 30

/** The arcs that rings consist of: the section `RING`, checked. */
export class Rings {
  /** @param {Container} container */
  constructor({ header, rings }) {
    const { slotCount, polygonCount, ringCount, useCount, arcCount, levelCount } = header
    /** The first ring of each slot. */
    this.ofSlot = rings[0].starts(ringCount, 'ring-starts')
    /** The first ring of each polygon. */
    this.ofPolygon = rings[1].firsts(ringCount, 'polygon-firsts', 'polygon-twice')
    /** The first use of each ring. */
    this.uses = rings[2].firsts(useCount, 'use-firsts', 'use-firsts')
    const owned = rings[3].ascending(Math.max(0, useCount - 1), 'arc-uses')
    const others = rings[4].numbersUpTo(arcCount - 1, 'arc-of-others')
    /** The coarsest level at which each polygon is present. */
    this.presence = rings[5].numbersUpTo(levelCount - 1, 'polygon-level')
    /** The arc of each use. */
    this.arcs = new Uint32Array(useCount)
    /** 1 if a use is that of the arc's owner, by use. */
    this.own = new Uint8Array(useCount)
    let own = 0
    let other = 0
    for (let use = 0; use < useCount; use++) {
      if (own < arcCount && owned[own] === use) {
        this.own[use] = 1
        this.arcs[use] = own++
      } else {
        require(other < others.length, 'arc-uses', 'an owner uses two arcs at once')
        this.arcs[use] = others[other++]
      }
    }
    /** The slot of each ring, and of each use. */
    this.slotOfRing = new Uint16Array(ringCount)
    this.slotOfUse = new Uint16Array(useCount)
    for (let slot = 0; slot < slotCount; slot++) {
      const [from, to] = [this.ofSlot[slot], this.ofSlot[slot + 1]]
      this.slotOfRing.fill(slot, from, to)
      this.slotOfUse.fill(slot, this.uses[from], this.uses[to])
    }
    this.polygonOfRing = new Uint32Array(ringCount)
    for (let polygon = 0; polygon < polygonCount; polygon++) {
      this.polygonOfRing.fill(polygon, this.ofPolygon[polygon], this.ofPolygon[polygon + 1])
    }
    for (let ring = 1; ring < ringCount; ring++) {
      require(this.slotOfRing[ring - 1] === this.slotOfRing[ring]
        || this.polygonOfRing[ring - 1] < this.polygonOfRing[ring], 'damaged', 'a polygon is of two regions')
    }
  }

  /**
   * Whether a raw value has a region.
   *
   * @param {number} rawValue
   */
  has(rawValue) {
    return this.ofSlot[rawValue] < this.ofSlot[rawValue + 1]
  }
}

/** The arcs at the finest level. Everything that the reader does with shapes relies on the checks here. */
export class Arcs {
  /**
   * @param {Container} container
   * @param {Rings} rings
   * @param {Bounds} bounds
   */
  constructor(container, rings, bounds) {
    const { arcCount, restartCount, vertexCount } = container.header
    /** The first vertex of each arc. */
    this.starts = new Uint32Array(arcCount + 1)
    this.points = new Int32Array(2 * vertexCount)
    /** The coarsest level at which each vertex is present. */
    this.levels = new Uint8Array(vertexCount)
    /** The raw value of each arc's owner, which is on its left if y is drawn upwards. */
    this.left = new Int32Array(arcCount)
    /** The raw value of the region on the other side of each arc, -1 for none. */
    this.right = new Int32Array(arcCount)
    this.closed = new Uint8Array(arcCount)
    /** 1 if an arc is a seam, at the 180th meridian or at the end of the plane: no line in nature. */
    this.seam = container.arcs[1].numbersUpTo(1, 'seam')
    require(container.kind === 'areas' || this.seam.every((seam) => seam === 0), 'line-seam',
      'in a map of lines or points an arc is a seam')
    /** The coarsest level at which each arc is present: that of the polygons that use it. */
    this.presence = new Uint8Array(arcCount)
    /** The first and the last vertex of each piece, and its arc. */
    this.pieceFirst = new Uint32Array(arcCount + restartCount)
    this.pieceLast = new Uint32Array(arcCount + restartCount)
    this.pieceArc = new Uint32Array(arcCount + restartCount)
    for (let use = 0; use < rings.arcs.length; use++) {
      if (rings.own[use]) this.left[rings.arcs[use]] = rings.slotOfUse[use]
    }
    this.#decode(container, rings, bounds)
    this.#checkUses(rings)
    // Lines need not end where they begin.
    if (container.kind !== 'lines') this.#checkRings(rings)
    for (let ring = 0; ring < rings.slotOfRing.length; ring++) {
      const level = rings.presence[rings.polygonOfRing[ring]]
      for (let use = rings.uses[ring]; use < rings.uses[ring + 1]; use++) {
        const arc = rings.arcs[use]
        if (level > this.presence[arc]) this.presence[arc] = level
      }
    }
  }

  /**
   * @param {Container} container
   * @param {Rings} rings
   * @param {Bounds} bounds
   */
  #decode(container, rings, bounds) {
    const { header } = container
    const { arcCount, restartCount, vertexCount, levelCount, rightParameter } = header
    const { points, levels } = this
    const [bitColumn] = container.bits
    const reader = new BitReader(bitColumn.view, bitColumn.start, bitColumn.count)
    const arcStarts = container.arcs[0].starts(bitColumn.count, 'arc-starts')
    const restarts = container.jumps[0].ascending(8 * bitColumn.count, 'restart-between-codes')
    const openRanks = ranks(container, 1)
    const closedRanks = ranks(container, 2)
    const world = 2 ** (28 - header.cell)
    const east = world - header.originX
    const coarsest = levelCount - 1
    let count = 0
    let restart = 0
    let joined = false

    const append = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ level) => {
      if (!(x >= 0 && x <= largest && y >= 0 && y <= largest)) {
        throw new PackError('arc-plane', 'a vertex lies outside the plane')
      }
      if (count >= vertexCount) throw new PackError('vertex-count', `the pack has more vertices than ${vertexCount}`)
      points[2 * count] = x
      points[2 * count + 1] = y
      levels[count++] = level
    }

    for (let arc = 0; arc < arcCount; arc++) {
      const owner = this.left[arc]
      const firstBit = 8 * arcStarts[arc]
      reader.seek(firstBit, 8 * arcStarts[arc + 1])
      const end = reader.end
      const closed = reader.bits(1) === 1
      const wasJoined = joined
      joined = !closed && reader.bits(1) === 1
      const right = reader.bits(1) === 1 ? owner + 1 + reader.rice(rightParameter) : -1
      let x = bounds.west[owner] + reader.bits(bitCount(bounds.width[owner] + 1))
      let y = bounds.north[owner] + reader.bits(bitCount(bounds.height[owner]))
      if (x > east) x -= world + 1
      const p = reader.bits(5)
      const q = reader.bits(5)
      const arcRanks = closed ? closedRanks : openRanks
      let level = coarsest
      if (closed && levelCount > 1) level = arcRanks[reader.zeros()]
      require(reader.at <= end, 'arc-end', `arc ${arc} ends before its first vertex`)
      require(level !== undefined, 'arc-rank', `arc ${arc} has a rank of no level`)
      require(right === -1 || rings.has(right), 'arc-unused', `on the right of arc ${arc} is no region`)
      this.closed[arc] = Number(closed)
      this.right[arc] = right
      if (wasJoined) {
        require(owner === this.left[arc - 1], 'damaged', `arc ${arc - 1} is joined to one of another owner`)
        append(x, y, coarsest)
        this.#endPiece(arc - 1, restart, count)
      }
      this.starts[arc] = this.pieceFirst[arc] = count
      this.pieceArc[arc] = arc
      append(x, y, level)

      const firstPosition = reader.at
      let position = firstPosition
      let hasRank = levelCount > 1
      for (;;) {
        position = reader.at
        x += reader.folded(p)
        if (reader.at > end) break
        y += reader.folded(q)
        if (reader.at > end) break
        if (restart < restartCount && restarts[restart] - firstBit === position) {
          require(position > firstPosition, 'restart-at-beginning', `restart ${restart} lies where its arc begins`)
          require(container.jumps[1].at(restart) === points[2 * count - 2]
            && container.jumps[2].at(restart) === points[2 * count - 1], 'restart-elsewhere',
          `restart ${restart} lies elsewhere than its arc`)
          this.#endPiece(arc, restart, count)
          this.pieceFirst[arcCount + restart] = count - 1
          this.pieceArc[arcCount + restart] = arc
          restart += 1
        }
        level = coarsest
        if (levelCount > 1) {
          position = reader.at
          const rank = reader.zeros()
          hasRank = reader.at <= end
          if (hasRank) {
            if (rank >= levelCount) throw new PackError('arc-rank', `arc ${arc} has a rank of no level`)
            level = arcRanks[rank]
          }
        }
        append(x, y, level)
        if (levelCount > 1 && !hasRank) break
      }
      require(levelCount === 1 || hasRank === (closed || joined), 'arc-end', `arc ${arc} does not end as its kind does`)
      require(joined || closed || count > this.starts[arc] + 1, 'arc-end', `arc ${arc} has one end`)
      reader.at = position
      require(end - position < 8 && reader.bits(end - position) === 0, 'arc-padding',
        `arc ${arc} does not end where the next begins`)
      if (!joined) this.#endPiece(arc, restart, count)
      require(container.kind !== 'points' || (closed && count === this.starts[arc] + 1), 'point-vertices',
        `arc ${arc} is no point`)
    }
    require(!joined, 'damaged', 'the last arc is joined')
    require(restart === restartCount, 'restart-between-codes', `restart ${restart} is not where a vertex's code begins`)
    require(count === vertexCount, 'vertex-count', `the pack counts ${vertexCount} vertices, and has ${count}`)
    this.starts[arcCount] = count
  }

  /**
   * Ends the piece of an arc that was last begun.
   *
   * @param {number} arc
   * @param {number} restart the number of restarts so far
   * @param {number} count the number of vertices so far
   */
  #endPiece(arc, restart, count) {
    const arcCount = this.left.length
    const hasRestart = restart > 0 && this.pieceArc[arcCount + restart - 1] === arc
    this.pieceLast[hasRestart ? arcCount + restart - 1 : arc] = count - 1
  }

  /**
   * Checks that the regions on both sides of an arc use it, once each. So no region is longer than all arcs.
   *
   * @param {Rings} rings
   */
  #checkUses(rings) {
    const used = new Uint8Array(this.left.length)
    for (let use = 0; use < rings.arcs.length; use++) {
      if (rings.own[use]) continue
      const arc = rings.arcs[use]
      if (this.right[arc] !== rings.slotOfUse[use] || used[arc]) {
        throw new PackError('arc-of-others', `use ${use} takes an arc that is not its region's`)
      }
      used[arc] = 1
    }
    for (let arc = 0; arc < used.length; arc++) {
      require(this.right[arc] === -1 || used[arc], 'arc-unused',
        `arc ${arc} is missing from the rings of the region on its right`)
    }
  }

  /** @param {Rings} rings */
  #checkRings(rings) {
    const { starts, points } = this
    for (let ring = 0; ring < rings.slotOfRing.length; ring++) {
      const [from, to] = [rings.uses[ring], rings.uses[ring + 1]]
      for (let use = from; use < to; use++) {
        const next = use + 1 < to ? use + 1 : from
        if (this.closed[rings.arcs[use]] && next === use) continue
        const [arc, following] = [rings.arcs[use], rings.arcs[next]]
        const last = rings.own[use] ? starts[arc + 1] - 1 : starts[arc]
        const first = rings.own[next] ? starts[following] : starts[following + 1] - 1
        require(!this.closed[arc] && points[2 * last] === points[2 * first]
          && points[2 * last + 1] === points[2 * first + 1], 'ring-open', `ring ${ring} is not closed`)
      }
    }
  }

  /**
   * The vertices that are present at a level. Arcs that are not present have none.
   *
   * @param {number} level
   * @returns {Lines}
   */
  atLevel(level) {
    if (level === 0) return { starts: this.starts, points: this.points }
    const starts = new Uint32Array(this.starts.length)
    const kept = new Int32Array(this.points.length)
    let count = 0
    for (let arc = 0; arc < this.left.length; arc++) {
      if (this.presence[arc] >= level) {
        for (let vertex = this.starts[arc]; vertex < this.starts[arc + 1]; vertex++) {
          if (this.levels[vertex] < level) continue
          kept[2 * count] = this.points[2 * vertex]
          kept[2 * count + 1] = this.points[2 * vertex + 1]
          count += 1
        }
      }
      starts[arc + 1] = count
    }
    return { starts, points: kept.slice(0, 2 * count) }
  }
}

/**
 * The level that each rank stands for.
 *
 * @param {Container} container
 * @param {number} index of the column in `LEVL`
 */
function ranks(container, index) {
  const levels = container.levels[index].numbersUpTo(container.header.levelCount - 1, 'level-ranks')
  require(new Set(levels).size === levels.length, 'level-ranks', 'the ranks do not stand for each level once')
  return levels
}

/**
 * The polygons of a region that are present at a level, in the order of the pack, in the window of its bounds.
 *
 * @param {Rings} rings
 * @param {Arcs} arcs
 * @param {Lines} lines the arcs at the level
 * @param {number} level
 * @param {number} rawValue
 * @param {{west: number, world: number} | null} frame the western edge and the width of the world in cells, if the
 *   region's bounds reach beyond 180° E
 * @returns {Shape}
 */
export function shape(rings, arcs, lines, level, rawValue, frame) {
  const polygons = [0]
  const ringStarts = [0]
  /** @type {{ring: number, shift: number}[]} */
  const present = []
  let count = 0
  for (let ring = rings.ofSlot[rawValue]; ring < rings.ofSlot[rawValue + 1]; ring++) {
    const polygon = rings.polygonOfRing[ring]
    if (rings.presence[polygon] < level) continue
    for (let use = rings.uses[ring]; use < rings.uses[ring + 1]; use++) {
      const arc = rings.arcs[use]
      // If two arcs share a vertex, the ring takes it from the second one.
      count += lines.starts[arc + 1] - lines.starts[arc] - (arcs.closed[arc] ? 0 : 1)
    }
    present.push({ ring, shift: frame && ringLiesWest(rings, lines, ring, frame.west) ? frame.world : 0 })
    ringStarts.push(count)
    if (ring + 1 === rings.ofPolygon[polygon + 1]) polygons.push(present.length)
  }

  const fits = present.every(({ shift }) => shift < 2 ** 30)
  const points = fits ? new Int32Array(2 * count) : new Float64Array(2 * count)
  let index = 0
  for (const { ring, shift } of present) {
    for (let use = rings.uses[ring]; use < rings.uses[ring + 1]; use++) {
      const arc = rings.arcs[use]
      const [first, last] = [lines.starts[arc], lines.starts[arc + 1] - 1]
      const number = last - first + (arcs.closed[arc] ? 1 : 0)
      const step = rings.own[use] ? 1 : -1
      for (let i = 0, vertex = step === 1 ? first : last; i < number; i++, vertex += step) {
        points[index++] = lines.points[2 * vertex] + shift
        points[index++] = lines.points[2 * vertex + 1]
      }
    }
  }
  return { polygons: Uint32Array.from(polygons), rings: Uint32Array.from(ringStarts), points }
}

/**
 * The lines, or the points, of a region that are present at a level, in the window of its bounds.
 *
 * @param {Rings} rings
 * @param {Arcs} arcs
 * @param {Lines} lines the arcs at the level
 * @param {number} level
 * @param {number} rawValue
 * @param {{west: number, world: number} | null} frame as of `shape`
 * @returns {RegionLines}
 */
export function regionLines(rings, arcs, lines, level, rawValue, frame) {
  /** @type {{first: number, last: number, closed: number, shift: number}[]} */
  const present = []
  const starts = [0]
  let count = 0
  for (let ring = rings.ofSlot[rawValue]; ring < rings.ofSlot[rawValue + 1]; ring++) {
    if (rings.presence[rings.polygonOfRing[ring]] < level) continue
    const arc = rings.arcs[rings.uses[ring]]
    const [first, last] = [lines.starts[arc], lines.starts[arc + 1]]
    // A point has no way back.
    const closed = last - first > 1 ? arcs.closed[arc] : 0
    count += last - first + closed
    starts.push(count)
    present.push({ first, last, closed, shift: frame && ringLiesWest(rings, lines, ring, frame.west) ? frame.world : 0 })
  }
  const fits = present.every(({ shift }) => shift < 2 ** 30)
  const points = fits ? new Int32Array(2 * count) : new Float64Array(2 * count)
  let index = 0
  for (const { first, last, closed, shift } of present) {
    for (let i = 0; i < last - first + closed; i++) {
      const vertex = first + (i % (last - first))
      points[index++] = lines.points[2 * vertex] + shift
      points[index++] = lines.points[2 * vertex + 1]
    }
  }
  return { starts: Uint32Array.from(starts), points }
}

/**
 * Whether a ring lies west of a meridian. No ring has vertices on both sides of the meridians that are asked about.
 *
 * @param {Rings} rings
 * @param {Lines} lines
 * @param {number} ring
 * @param {number} west
 */
function ringLiesWest(rings, lines, ring, west) {
  for (let use = rings.uses[ring]; use < rings.uses[ring + 1]; use++) {
    const arc = rings.arcs[use]
    for (let vertex = lines.starts[arc]; vertex < lines.starts[arc + 1]; vertex++) {
      if (lines.points[2 * vertex] < west) return true
    }
  }
  return false
}
