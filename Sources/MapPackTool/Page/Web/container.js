// The file: header, directory, sections and their columns. Opening looks at these alone. `pack.js` opens it, and the
// modules for shapes, squares and cases read its columns. What Format.md does not allow leads to a `PackError`.

import { bitCount, numberInBits } from './bits.js'
import { crc32 } from './checksum.js'
import { PackError, require } from './errors.js'

/** @typedef {import('./errors.js').PackErrorCode} PackErrorCode */

const magic = [0x4d, 0x41, 0x50, 0x50, 0x41, 0x43, 0x4b, 0x1a]
const headerLength = 128
const entryLength = 32

/**
 * @typedef {object} Header
 * @property {{major: number, minor: number}} version
 * @property {string} identity 16 hexadecimal digits
 * @property {string} contentDigest 32 hexadecimal digits
 * @property {number} cell a cell is 2 to this power of map points
 * @property {number} levelCount
 * @property {number} labelBits
 * @property {number} slotCount
 * @property {number} originX in cells, from 180° W to the cell with x 0
 * @property {number} originY in cells, from the northern end of the plane to the cell with y 0
 * @property {number} regionCount
 * @property {number} polygonCount
 * @property {number} ringCount
 * @property {number} useCount
 * @property {number} arcCount
 * @property {number} restartCount
 * @property {number} vertexCount
 * @property {number} rightParameter
 * @property {number} pieceParameter
 */

/** What a column has to be. Without a count, any count will do. */
class Expected {
  /**
   * @param {'packed' | 'ascending' | 'raw'} kind
   * @param {number} [count]
   * @param {number} [width] of raw values
   */
  constructor(kind, count, width) {
    this.kind = kind
    this.count = count
    this.width = width
  }
}

const packed = (/** @type {number=} */ count) => new Expected('packed', count)
const ascending = (/** @type {number=} */ count) => new Expected('ascending', count)
const raw = (/** @type {number} */ width, /** @type {number=} */ count) => new Expected('raw', count, width)

/** One column of a section. */
class Column {
  /**
   * @param {string} name for messages
   * @param {DataView} view of the file
   * @param {number} descriptor its position in the file
   * @param {number} start the column's first byte in the file
   */
  constructor(name, view, descriptor, start) {
    this.name = name
    this.view = view
    this.start = start
    this.minimum = view.getUint32(descriptor, true)
    this.count = view.getUint32(descriptor + 4, true)
    this.highCount = view.getUint32(descriptor + 8, true)
    this.step = view.getUint16(descriptor + 12, true)
    this.kind = view.getUint8(descriptor + 14)
    this.width = view.getUint8(descriptor + 15)
    this.lowLength = Math.ceil((this.count * this.width) / 8)
    this.length = this.lowLength
    if (this.kind === 1) {
      const samples = Math.floor(Math.max(0, this.count - 1) / 64)
      this.highStart = start + this.lowLength + Math.ceil((samples * bitCount(this.highCount)) / 8)
      this.length = this.highStart - start + Math.ceil(this.highCount / 8)
    } else {
      this.highStart = start
    }
  }

  /**
   * @param {Expected} expected
   * @param {number} end the section's last byte and one
   */
  check(expected, end) {
    const { name, kind, width } = this
    require(kind <= 1, 'column-kind', `${name} is of the unknown kind ${kind}`)
    require((kind === 1) === (expected.kind === 'ascending'), 'column-of-another-kind',
      `${name} is of another kind than it should be`)
    require(width <= 56 || (width === 64 && expected.width === 64), 'column-width', `${name} is ${width} bits wide`)
    if (expected.width !== undefined) {
      require(width === expected.width && this.minimum === 0 && this.step === 0, 'column-of-bytes',
        `${name} has no plain values of ${expected.width} bits`)
    }
    require(kind === 0 || this.highCount >= this.count, 'column-high-bits', `${name} has too few high bits`)
    require(expected.count === undefined || this.count === expected.count, 'column-count',
      `${name} has ${this.count} values, not ${expected.count}`)
    require(this.start + this.length + 8 <= end, 'column-outside', `${name} reaches beyond its section`)
  }

  /** The bytes of a column of bytes. */
  get bytes() {
    return new Uint8Array(this.view.buffer, this.view.byteOffset + this.start, this.count)
  }

  /**
   * Value i of a packed column.
   *
   * @param {number} i
   */
  at(i) {
    if (i >= this.count) throw new PackError('damaged', `${this.name} has no value ${i}`)
    return this.minimum + i * this.step + numberInBits(this.view, this.start, i * this.width, this.width)
  }

  /** All values of a packed column. */
  numbers() {
    const values = new Float64Array(this.count)
    for (let i = 0; i < values.length; i++) values[i] = this.at(i)
    return values
  }

  /**
   * All values of a packed column, none of them above `most`.
   *
   * @param {number} most below 2³²
   * @param {PackErrorCode} code of the error if one is
   */
  numbersUpTo(most, code) {
    const values = new Uint32Array(this.count)
    for (let i = 0; i < values.length; i++) {
      const value = this.at(i)
      if (value > most) throw new PackError(code, `value ${i} of ${this.name} is ${value}, above ${most}`)
      values[i] = value
    }
    return values
  }

  /**
   * All values of an ascending column. They do not descend, and none is above `most`.
   *
   * @param {number} most
   * @param {PackErrorCode} code of the error if they do, or if one is
   * @returns {Uint32Array | Float64Array}
   */
  ascending(most, code) {
    const { view, count, minimum, step, width } = this
    const values = most < 2 ** 32 ? new Uint32Array(count) : new Float64Array(count)
    const scale = 2 ** width
    let before = 0
    let byte = this.highStart
    let left = view.getUint8(byte)
    for (let i = 0; i < count; i++) {
      while (left === 0) {
        byte += 1
        if (byte >= this.start + this.length) throw new PackError('damaged', `${this.name} has only ${i} ones`)
        left = view.getUint8(byte)
      }
      const position = 8 * (byte - this.highStart) + 31 - Math.clz32(left & -left)
      left &= left - 1
      const low = numberInBits(view, this.start, i * width, width)
      const value = minimum + i * step + (position - i) * scale + low
      if (value < before || value > most) {
        throw new PackError(code, `value ${i} of ${this.name} is ${value}, behind ${before}`)
      }
      values[i] = before = value
    }
    return values
  }

  /**
   * All values of a column of starts: from 0 to the number of elements.
   *
   * @param {number} total the number of elements
   * @param {PackErrorCode} code of the error if they do not ascend from the one to the other
   */
  starts(total, code) {
    const values = this.ascending(total, code)
    require(values[0] === 0 && values[values.length - 1] === total, code,
      `${this.name} does not ascend from 0 to ${total}`)
    return values
  }

  /**
   * All values of a column of firsts, then the number of elements.
   *
   * @param {number} total the number of elements
   * @param {PackErrorCode} code of the error if a first element does not exist
   * @param {PackErrorCode} twice of that if two things have the same
   */
  firsts(total, code, twice) {
    const found = this.ascending(Math.max(0, total - 1), code)
    const values = new Uint32Array(found.length + 1)
    values.set(found)
    values[found.length] = total
    require(values[0] === 0 && found.length <= total, code, `${this.name} does not begin with 0`)
    for (let i = 1; i < found.length; i++) {
      if (found[i - 1] === found[i]) throw new PackError(twice, `${this.name} has ${found[i]} twice`)
    }
    return values
  }
}

/**
 * Reads the columns of a section that this version knows.
 *
 * @param {DataView} view
 * @param {Section} section
 * @param {Expected[]} expected
 */
function readColumns(view, { tag, start, length }, expected) {
  require(length >= 8, 'columns-missing', `section ${tag} is too short`)
  const count = view.getUint32(start, true)
  require(count >= expected.length, 'columns-missing', `section ${tag} has ${count} columns, not ${expected.length}`)
  require(8 + 16 * count <= length, 'columns-too-many', `the columns of section ${tag} do not fit into it`)
  let position = start + 8 + 16 * count
  return expected.map((one, i) => {
    const column = new Column(`column ${i + 1} of ${tag}`, view, start + 8 + 16 * i, position)
    column.check(one, start + length)
    position += column.length
    return column
  })
}

/** @typedef {{tag: string, start: number, length: number, checksum: number}} Section */

/** A pack's header and the columns of its sections. */
export class Container {
  /**
   * @param {Uint8Array} bytes
   * @param {string} [identity]
   */
  constructor(bytes, identity) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.header = this.#readHeader()
    require(identity === undefined || identity === this.header.identity, 'identity',
      `the pack has identity ${this.header.identity}, not ${identity}`)
    /** @type {Section[]} all of the directory, in its order */
    this.sections = this.#readDirectory()

    const { header, view } = this
    const slots = header.slotCount
    const open = (/** @type {string} */ tag, /** @type {Expected[]} */ expected) => {
      const section = this.#section(tag)
      require(section, 'section-missing', `there is no section ${tag}`)
      return readColumns(view, section, expected)
    }
    this.info = open('INFO', [packed(3), ascending(), raw(8)])
    /** How many kinds of texts a region has. */
    this.kindCount = this.info[0].at(0)
    require(this.kindCount >= 2 && this.kindCount <= 255, 'text-kinds', `there are ${this.kindCount} kinds of texts`)
    this.levels = open('LEVL', [raw(64, header.levelCount), packed(header.levelCount), packed(header.levelCount)])
    const byRegion = packed(slots)
    const byBounds = packed(slots + 1)
    this.regions = open('REGN', [
      byBounds, byBounds, byBounds, byBounds, raw(32, slots), byRegion, byRegion, byRegion, ascending(),
      packed(), packed(), packed(), packed(),
    ])
    for (const column of this.regions.slice(9)) column.check(packed(this.regions[8].count), Infinity)
    this.texts = open('TEXT', [
      ascending(slots * this.kindCount + 1), raw(8), packed(header.regionCount), packed(header.regionCount),
    ])
    this.rings = open('RING', [
      ascending(slots + 1), ascending(header.polygonCount), ascending(header.ringCount), ascending(header.arcCount),
      packed(header.useCount - header.arcCount), packed(header.polygonCount),
    ])
    this.arcs = open('ARCS', [ascending(header.arcCount + 1), packed(header.arcCount)])
    this.bits = open('BITS', [raw(8)])
    require(header.vertexCount <= header.arcCount + 4 * this.bits[0].count, 'vertices',
      `the pack counts ${header.vertexCount} vertices, more than it has room for`)
    const byRestart = packed(header.restartCount)
    this.jumps = open('JUMP', [ascending(header.restartCount), byRestart, byRestart])
    this.grid = open('GRID', [packed(5), ascending(), raw(8)])
    const [hasLines, hasPoints] = ['LINE', 'PNTS'].map((tag) => this.#section(tag) !== undefined)
    /** What regions are. @type {'areas' | 'lines' | 'points'} */
    this.kind = hasLines ? 'lines' : hasPoints ? 'points' : 'areas'
    /** How long the lines of each region are; null if the regions are not lines. */
    this.lengths = hasLines ? open('LINE', [raw(32, slots)])[0] : null
    if (hasPoints) open('PNTS', [])
    require(!hasLines || !hasPoints, 'lines-and-points', 'the pack is of lines and of points')
    require(!hasPoints || header.levelCount === 1, 'point-levels', `a map of points has ${header.levelCount} levels`)
    const { polygonCount, ringCount, useCount, arcCount } = header
    require(this.kind === 'areas' || [ringCount, useCount, arcCount].every((count) => count === polygonCount),
      'line-parts', `of ${polygonCount} lines or points not each is one arc`)
  }

  /** @returns {Header} */
  #readHeader() {
    const { bytes, view } = this
    require(magic.every((byte, i) => bytes[i] === byte), 'magic', 'these bytes are no pack')
    // Its own version says what the rest of the header means.
    require(bytes.length >= 12, 'file-shorter', 'the pack ends in its header')
    const version = { major: view.getUint16(8, true), minor: view.getUint16(10, true) }
    require(version.major === 1, 'major-version', `the pack is of version ${version.major}, this reader reads 1`)
    require(bytes.length >= headerLength, 'file-shorter', 'the pack ends in its header')
    require(crc32(bytes.subarray(0, 124)) === view.getUint32(124, true), 'header-checksum',
      'the header contradicts its checksum')
    const length = long(view, 96)
    require(length <= bytes.length, 'file-shorter', `the pack has ${length} bytes, ${bytes.length} are here`)
    require(length >= bytes.length, 'file-longer', `the pack has ${length} bytes, ${bytes.length} are here`)
    const header = {
      version,
      identity: hexadecimal(bytes.slice(16, 24).reverse()),
      contentDigest: hexadecimal(bytes.subarray(24, 40)),
      cell: view.getInt8(41),
      levelCount: bytes[42],
      labelBits: bytes[43],
      slotCount: view.getUint32(44, true),
      originX: signedLong(view, 48),
      originY: signedLong(view, 56),
      regionCount: view.getUint32(64, true),
      polygonCount: view.getUint32(68, true),
      ringCount: view.getUint32(72, true),
      useCount: view.getUint32(76, true),
      arcCount: view.getUint32(80, true),
      restartCount: view.getUint32(84, true),
      vertexCount: long(view, 88),
      rightParameter: bytes[108],
      pieceParameter: bytes[109],
    }
    require(bytes[40] === 0, 'plane', `the pack's plane is ${bytes[40]}`)
    require(Math.abs(header.cell) <= 20, 'cell', `cells are 2^${header.cell} map points`)
    require(header.levelCount > 0, 'levels-none', 'the pack has no levels')
    require(header.levelCount <= 16, 'levels-seventeen', `the pack has ${header.levelCount} levels`)
    require(header.labelBits >= 1 && header.labelBits <= 24, 'label-bits', `labels have ${header.labelBits} bits`)
    require(header.rightParameter <= 31 && header.pieceParameter <= 31, 'rice-parameter',
      'a Rice parameter is above 31')
    require(header.slotCount <= 65536, 'slots', `the pack has ${header.slotCount} slots`)
    require(Math.abs(header.originX) <= 2 ** 52 && Math.abs(header.originY) <= 2 ** 52, 'origin',
      'the origin lies too far away')
    require(header.useCount >= header.arcCount && header.useCount <= 2 * header.arcCount, 'uses',
      `the pack has ${header.useCount} uses of ${header.arcCount} arcs`)
    require(header.regionCount <= header.slotCount, 'damaged', 'the pack has more regions than slots')
    return header
  }

  #readDirectory() {
    const { bytes, view } = this
    const count = view.getUint32(12, true)
    require(count <= 64, 'section-count', `the pack has ${count} sections`)
    const directory = bytes.subarray(headerLength, headerLength + entryLength * count)
    require(directory.length === entryLength * count && crc32(directory) === view.getUint32(104, true),
      'directory-checksum', 'the directory contradicts its checksum')
    let end = headerLength + directory.length
    /** @type {Section[]} */
    const sections = []
    for (let i = 0; i < count; i++) {
      const entry = headerLength + entryLength * i
      const tag = String.fromCharCode(...bytes.subarray(entry, entry + 4))
      const start = long(view, entry + 8)
      const length = long(view, entry + 16)
      if (start < end) {
        const code = start < headerLength + directory.length ? 'section-in-directory' : 'section-overlap'
        throw new PackError(code, `section ${tag} lies where another part is`)
      }
      end = start + length
      require(end <= bytes.length, 'section-outside', `section ${tag} reaches beyond the file`)
      require(known.has(tag) || (view.getUint32(entry + 4, true) & 1) === 0, 'section-unknown',
        `section ${tag} must be understood`)
      sections.push({ tag, start, length, checksum: view.getUint32(entry + 24, true) })
    }
    return sections
  }

  /** @param {string} tag */
  #section(tag) {
    return this.sections.find((section) => section.tag === tag)
  }

  /** The columns of the optional section `CASE`; null if there is none. */
  cases() {
    const section = this.#section('CASE')
    if (!section) return null
    const columns = [packed(), ascending(), ascending(), raw(8), packed(), packed(), packed()]
    return readColumns(this.view, section, columns)
  }

  /** The columns of the optional section `NUMS`; null if there is none. */
  numbers() {
    const section = this.#section('NUMS')
    return section ? readColumns(this.view, section, [packed(), ascending(), raw(8), raw(32), raw(64)]) : null
  }
}

// The sections that are read. Others are skipped if their flags permit it, also those that Format.md has but nobody draws.
const known = new Set(['INFO', 'LEVL', 'REGN', 'TEXT', 'RING', 'ARCS', 'BITS', 'JUMP', 'GRID', 'CASE', 'NUMS', 'LINE', 'PNTS'])

/**
 * Texts in a column of bytes that a column of starts divides.
 *
 * @param {Column} column of starts
 * @param {Column} content of bytes
 * @returns {(i: number) => string}
 */
export function texts(column, content) {
  const { bytes } = content
  const starts = column.starts(bytes.length, 'text-starts')
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  return (i) => {
    try {
      return decoder.decode(bytes.subarray(starts[i], starts[i + 1]))
    } catch {
      throw new PackError('text-encoding', `text ${i} of ${content.name} is not UTF-8`)
    }
  }
}

/**
 * A number of 64 bits. It is exact up to 2⁵³; larger ones are above every number that they are compared with.
 *
 * @param {DataView} view
 * @param {number} position
 */
function long(view, position) {
  return view.getUint32(position, true) + view.getUint32(position + 4, true) * 2 ** 32
}

/**
 * @param {DataView} view
 * @param {number} position
 */
function signedLong(view, position) {
  return view.getUint32(position, true) + view.getInt32(position + 4, true) * 2 ** 32
}

/** @param {Uint8Array} bytes */
function hexadecimal(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
