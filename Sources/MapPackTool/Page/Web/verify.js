// The full check: what holds for every sound pack and is not checked on opening. `Pack.verify` calls it. Each function
// throws a `PackError` at the first fault.

import { crc32 } from './checksum.js'
import { texts } from './container.js'
import { require } from './errors.js'

/** @typedef {import('./container.js').Container} Container */
/** @typedef {import('./arcs.js').Bounds} Bounds */
/** @typedef {import('./arcs.js').Rings} Rings */
/** @typedef {import('./squares.js').Squares} Squares */

/** Checks the sections' checksums. @param {Container} container */
export function checkSums({ bytes, sections }) {
  for (const { tag, start, length, checksum } of sections) {
    require(crc32(bytes.subarray(start, start + length)) === checksum, 'section-checksum',
      `section ${tag} contradicts its checksum`)
  }
}

/**
 * Checks each region's bounds, label, group, area and length.
 *
 * @param {Container} container
 * @param {Bounds} bounds
 * @param {Bounds} mainBounds
 * @param {number} groupCount
 */
export function checkRegions({ header, regions, kind, lengths, view }, bounds, mainBounds, groupCount) {
  for (let rawValue = 0; rawValue <= header.slotCount; rawValue++) {
    require(mainBounds.west[rawValue] + mainBounds.width[rawValue] <= bounds.west[rawValue] + bounds.width[rawValue]
      && mainBounds.north[rawValue] + mainBounds.height[rawValue] <= bounds.north[rawValue] + bounds.height[rawValue],
    'main-bounds', `the main bounds of raw value ${rawValue} do not lie in its bounds`)
    if (rawValue === header.slotCount) break
    require(kind === 'areas' || view.getUint32(regions[4].start + 4 * rawValue, true) === 0, 'line-area',
      `raw value ${rawValue} has an area, in a map of lines or points`)
    const length = lengths ? view.getFloat32(lengths.start + 4 * rawValue, true) : 0
    require(length >= 0 && length < Infinity, 'line-length', `the length of raw value ${rawValue} is ${length}`)
    const parts = 2 ** header.labelBits
    require(regions[5].at(rawValue) < parts && regions[6].at(rawValue) < parts, 'label-outside',
      `the label of raw value ${rawValue} lies outside its main bounds`)
    require(regions[7].at(rawValue) <= groupCount, 'group', `raw value ${rawValue} is of a group that is not there`)
  }
}

/**
 * Checks that all texts are UTF-8, that the orders by code and by name are sorted, and how many regions there are.
 *
 * @param {Container} container
 * @param {Rings} rings
 */
export function checkTexts(container, rings) {
  const { header, kindCount } = container
  const [starts, content, byCode, byName] = container.texts
  const text = texts(starts, content)
  for (let i = 0; i < header.slotCount * kindCount; i++) text(i)
  for (const [order, kind] of /** @type {const} */ ([[byCode, 0], [byName, 1]])) {
    const seen = new Uint8Array(header.slotCount)
    let before = ''
    let rawBefore = -1
    for (const rawValue of order.numbers()) {
      require(rings.has(rawValue), 'order-of-nobody', `an order names raw value ${rawValue}, which has no region`)
      const key = text(rawValue * kindCount + kind).normalize('NFC')
      const comparison = compareInUTF8(before, key)
      if (rawBefore >= 0) {
        require(kind === 1 || comparison !== 0, 'code-twice', `raw values ${rawBefore} and ${rawValue} have one code`)
        require(comparison < 0 || (comparison === 0 && rawBefore < rawValue), 'code-order', 'an order is not sorted')
      }
      require(!seen[rawValue], 'code-order', `an order names raw value ${rawValue} twice`)
      seen[rawValue] = 1
      before = key
      rawBefore = rawValue
    }
  }
  let count = 0
  for (let slot = 0; slot < header.slotCount; slot++) count += Number(rings.has(slot))
  require(count === header.regionCount, 'damaged', `the pack counts ${header.regionCount} regions, and has ${count}`)
}

/** Checks that each square can be read, and names regions and pieces that exist. @param {Squares} squares */
export function checkSquares(squares) {
  for (let square = 0; square < squares.columns * squares.rows; square++) {
    const { corner } = squares.square(square)
    require(corner === 0 || squares.kind === 'areas', 'line-corner',
      `in a map of lines or points the corner of square ${square} lies in a region`)
  }
}

/**
 * Below 0 if the first text comes first by its bytes in UTF-8, 0 if the texts are equal.
 *
 * @param {string} a
 * @param {string} b
 */
function compareInUTF8(a, b) {
  // UTF-8 orders texts by the numbers of their characters; UTF-16 does not.
  const [first, second] = [a[Symbol.iterator](), b[Symbol.iterator]()]
  for (;;) {
    const [one, two] = [first.next().value, second.next().value]
    if (one === undefined || two === undefined) return Number(one !== undefined) - Number(two !== undefined)
    const difference = Number(one.codePointAt(0)) - Number(two.codePointAt(0))
    if (difference !== 0) return difference
  }
}
