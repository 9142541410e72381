// The enum of a map: the optional section `CASE`, for `Pack.cases` in pack.js.

import { texts } from './container.js'
import { require } from './errors.js'

/** @typedef {import('./container.js').Container} Container */

/** @typedef {NonNullable<ReturnType<Container['cases']>>[number]} Column */

/** The largest raw value. */
const largestRawValue = 65535

/**
 * A region that the map had and no longer has.
 *
 * @typedef {object} GoneRegion
 * @property {number} rawValue
 * @property {string} code
 * @property {string} name
 * @property {string} date the day from which it is gone; empty if that is not known
 */

/**
 * The cases of a map's enum.
 *
 * @typedef {object} Cases
 * @property {string} maker what made the map
 * @property {Map<number, string>} names by raw value, also of regions that are gone; if a region is in none of the pack's
 *   slots, only if its case is written in full
 * @property {GoneRegion[]} gone by raw value
 * @property {{rawValue: number, name: string}[]} former cases that regions had before, the oldest of a region first
 * @property {Map<number, number[]>} successors by the raw value of a region that was replaced or divided
 */

/**
 * Reads the cases. Throws a `PackError` if the section is damaged.
 *
 * @param {Container} container
 * @param {(rawValue: number) => {code: string, name: string} | null} region of the pack
 * @returns {Cases | null} null if the pack has none
 */
export function readCases(container, region) {
  const columns = container.cases()
  if (!columns) return null
  const [kinds, goneColumn, starts, content, formerColumn, replaced, successorColumn] = columns
  // A column without bits can claim any number of values.
  require(kinds.count <= largestRawValue && formerColumn.count < starts.count && replaced.count === successorColumn.count,
    'damaged', 'the columns of CASE do not belong together')
  const ways = kinds.numbersUpTo(2, 'damaged')
  const gone = goneColumn.ascending(kinds.count, 'damaged')
  const inFull = ways.reduce((count, way) => count + Number(way === 2), 0)
  require(starts.count === 1 + inFull + 3 * gone.length + formerColumn.count + 1, 'information-count',
    'CASE has another number of texts than its columns say')
  const text = texts(starts, content)
  let next = 1
  const written = Array.from(ways, (way) => (way === 2 ? text(next++) : ''))
  const goneRegions = Array.from(gone, (rawValue) => (
    { rawValue, code: text(next++), name: text(next++), date: text(next++) }))
  const former = Array.from(formerColumn.numbersUpTo(largestRawValue, 'damaged'), (rawValue) => (
    { rawValue, name: text(next++) }))

  const goneByRawValue = new Map(goneRegions.map((found) => [found.rawValue, found]))
  /** @type {Map<number, string>} */
  const names = new Map()
  ways.forEach((way, index) => {
    const rawValue = index + 1
    const found = goneByRawValue.get(rawValue) ?? region(rawValue)
    if (way === 2) names.set(rawValue, written[index])
    else if (found) names.set(rawValue, caseName(found.name, way === 1 ? found.code : ''))
  })
  return { maker: text(0), names, gone: goneRegions, former, successors: readSuccessors(replaced, successorColumn) }
}

/**
 * @param {Column} replaced
 * @param {Column} successor
 */
function readSuccessors(replaced, successor) {
  /** @type {Map<number, number[]>} */
  const found = new Map()
  let before = 0
  for (let i = 0; i < replaced.count; i++) {
    const [rawValue, to] = [replaced.at(i), successor.at(i)]
    require(rawValue >= before && rawValue <= largestRawValue && to <= largestRawValue, 'damaged', 'successors of no region')
    const list = found.get(rawValue) ?? []
    // So the column has no more of them than bits, or steps.
    require(!list.includes(to), 'damaged', `raw value ${rawValue} has the successor ${to} twice`)
    list.push(to)
    found.set(rawValue, list)
    before = rawValue
  }
  return found
}

/**
 * The case that a name of ASCII characters gives: its words joined, each but the first with a capital.
 *
 * @param {string} name
 * @param {string} code its letters and digits come behind the name's
 */
function caseName(name, code) {
  const words = name.match(/[A-Za-z0-9]+/g) ?? []
  const joined = words.map((word, i) => {
    const first = i === 0 ? word[0].toLowerCase() : word[0].toUpperCase()
    return first + word.slice(1)
  })
  return joined.join('') + (code.match(/[A-Za-z0-9]+/g) ?? []).join('')
}
