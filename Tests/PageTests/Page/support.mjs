// What the tests of the reader share: the packs of the repository, and packs taken apart and put together again.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { crc32 } from '../../../Sources/MapPackTool/Page/Web/checksum.js'

const root = new URL('../../../', import.meta.url)

/** A file of the repository. */
export function file(path) {
  return fileURLToPath(new URL(path, root))
}

export function text(path) {
  return readFileSync(file(path), 'utf8')
}

/** The names of the packs in a folder of the repository. */
export function packNames(folder) {
  return readdirSync(file(folder)).filter((name) => name.endsWith('.mappack')).map((name) => name.slice(0, -8)).sort()
}

/** The bytes of a pack: with an ArrayBuffer of their own, so that nothing lies behind them. */
export function bytesOf(folder, name) {
  return Uint8Array.from(readFileSync(file(`${folder}/${name}.mappack`)))
}

export const goldenFolder = 'Tests/MapPackTests/Golden'
export const refusedFolder = 'Tests/MapPackTests/Golden/Refused'
export const shippedFolder = 'Output'

/** Of the table in Format.md: by the name of a pack that must be refused, whether by `open` or by `verify`. */
export const refusals = new Map(
  [...text('Sources/MapPack/MapPack.docc/Format.md').matchAll(/^\| `([a-z-]+)` \| (open|verify) \|/gm)]
    .map(([, name, by]) => [name, by]))

/** The names of refusals that the page's reader has: of what it skips, it refuses nothing. */
export const errorCodes = [
  ...text('Sources/MapPackTool/Page/Web/errors.js').matchAll(/'([a-z-]+)'(?= \||\} PackErrorCode)/g),
].map(([, code]) => code)

/**
 * Compares the members that were found, and those of regions; the page's reader does not ask for all that a pack holds.
 * Label points, which may differ in the last bit, are compared by themselves.
 */
export function assertSameAnswers(found, expected) {
  const members = (answers, others) => Object.fromEntries(Object.keys(others).map((name) => [name, answers[name]]))
  const strip = (answers) => ({
    ...members(answers, found),
    regions: answers.regions.map((region, i) => ({ ...members(region, found.regions[i] ?? {}), labelPoint: null })),
  })
  assert.deepEqual(strip(found), strip(expected))
  found.regions.forEach(({ labelPoint }, i) => labelPoint.forEach((number, axis) => {
    const wanted = expected.regions[i].labelPoint[axis]
    assert.ok(Math.abs(number - wanted) <= Math.abs(wanted) * 2 ** -51, `label point ${number}, not ${wanted}`)
  }))
}

/** Makes length and checksums of a pack fit as far as the sections lie in it. */
export function sign(bytes) {
  if (bytes.length < 128) return
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const directory = bytes.subarray(128, 128 + 32 * Math.min(64, view.getUint32(12, true)))
  for (let entry = 128; entry + 32 <= 128 + directory.length; entry += 32) {
    const [start, length] = [Number(view.getBigUint64(entry + 8, true)), Number(view.getBigUint64(entry + 16, true))]
    if (start + length <= bytes.length) {
      view.setUint32(entry + 24, crc32(bytes.subarray(start, start + length)), true)
    }
  }
  view.setBigUint64(96, BigInt(bytes.length), true)
  view.setUint32(104, crc32(directory), true)
  view.setUint32(124, crc32(bytes.subarray(0, 124)), true)
}

/** A column of a pack in parts. */
export class Column {
  constructor({ minimum = 0, count, highCount = 0, step = 0, kind = 0, width = 0 }, bytes = new Uint8Array(0)) {
    Object.assign(this, { minimum, count, highCount, step, kind, width, bytes })
  }

  /** Values of one width, one behind the other. */
  static packed(values, width) {
    const bits = values.map((value) => value.toString(2).padStart(width, '0')).reverse().join('')
    return new Column({ count: values.length, width }, bytesOfBits(bits))
  }

  /** Values that do not descend, without low parts. */
  static ascending(values) {
    const positions = values.map((value, i) => value + i)
    const high = Array.from({ length: (positions.at(-1) ?? -1) + 1 }, () => '0')
    for (const position of positions) high[position] = '1'
    const sampleWidth = high.length.toString(2).length
    const samples = positions.filter((_, i) => i > 0 && i % 64 === 0)
    const bytes = [
      ...bytesOfBits(samples.map((position) => position.toString(2).padStart(sampleWidth, '0')).reverse().join('')),
      ...bytesOfBits(high.reverse().join('')),
    ]
    return new Column({ count: values.length, highCount: high.length, kind: 1 }, Uint8Array.from(bytes))
  }
}

/** Bytes of bits in the digits of a binary number. */
function bytesOfBits(digits) {
  const bytes = new Uint8Array(Math.ceil(digits.length / 8))
  for (let bit = 0; bit < digits.length; bit++) {
    if (digits[digits.length - 1 - bit] === '1') bytes[bit >> 3] |= 1 << (bit & 7)
  }
  return bytes
}

/** A pack in its parts: header and columns of sections, which can be changed. */
export class PackParts {
  constructor(bytes) {
    this.header = bytes.slice(0, 128)
    this.view = new DataView(this.header.buffer)
    const view = new DataView(bytes.buffer)
    this.sections = []
    for (let i = 0; i < view.getUint32(12, true); i++) {
      const entry = 128 + 32 * i
      const start = Number(view.getBigUint64(entry + 8, true))
      const count = view.getUint32(start, true)
      let position = start + 8 + 16 * count
      const columns = Array.from({ length: count }, (_, c) => {
        const at = start + 8 + 16 * c
        const column = new Column({
          minimum: view.getUint32(at, true), count: view.getUint32(at + 4, true),
          highCount: view.getUint32(at + 8, true), step: view.getUint16(at + 12, true), kind: bytes[at + 14], width: bytes[at + 15],
        })
        let length = Math.ceil((column.count * column.width) / 8)
        if (column.kind === 1) {
          const sampleWidth = column.highCount.toString(2).length
          length += Math.ceil((Math.floor(Math.max(0, column.count - 1) / 64) * sampleWidth) / 8)
          length += Math.ceil(column.highCount / 8)
        }
        column.bytes = bytes.slice(position, position + length)
        position += length
        return column
      })
      const tag = String.fromCharCode(...bytes.subarray(entry, entry + 4))
      this.sections.push({ tag, flags: bytes[entry + 4], columns })
    }
  }

  /** The columns of a section. */
  columns(tag) {
    return this.sections.find((section) => section.tag === tag).columns
  }

  /** The pack, all checksums fitting. */
  get bytes() {
    const sections = this.sections.map(({ columns }) => sectionBytes(columns))
    const length = sections.reduce((sum, section) => sum + section.length, 128 + 32 * sections.length)
    const bytes = new Uint8Array(length)
    const view = new DataView(bytes.buffer)
    bytes.set(this.header)
    view.setUint32(12, sections.length, true)
    let position = 128 + 32 * sections.length
    sections.forEach((section, i) => {
      const entry = 128 + 32 * i
      bytes.set(new TextEncoder().encode(this.sections[i].tag), entry)
      bytes[entry + 4] = this.sections[i].flags
      view.setBigUint64(entry + 8, BigInt(position), true)
      view.setBigUint64(entry + 16, BigInt(section.length), true)
      bytes.set(section, position)
      position += section.length
    })
    sign(bytes)
    return bytes
  }
}

function sectionBytes(columns) {
  const content = columns.reduce((sum, column) => sum + column.bytes.length, 8 + 16 * columns.length)
  const bytes = new Uint8Array(Math.ceil((content + 8) / 8) * 8)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, columns.length, true)
  let position = 8 + 16 * columns.length
  columns.forEach((column, c) => {
    const at = 8 + 16 * c
    view.setUint32(at, column.minimum, true)
    view.setUint32(at + 4, column.count, true)
    view.setUint32(at + 8, column.highCount, true)
    view.setUint16(at + 12, column.step, true)
    bytes[at + 14] = column.kind
    bytes[at + 15] = column.width
    bytes.set(column.bytes, position)
    position += column.bytes.length
  })
  return bytes
}
