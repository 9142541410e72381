// Asks an open pack all that there is to ask, and measures what that takes: for packs that mean harm.

import { Pack, PackError } from '../../../Sources/MapPackTool/Page/Web/pack.js'

const arrays = ['Uint8Array', 'Uint16Array', 'Uint32Array', 'Int32Array', 'Float64Array']

/**
 * Runs work, and says how many bytes of typed arrays it asked for. More than the limit is an error, and not given.
 *
 * @template Result
 * @param {number} limit
 * @param {() => Result} work
 * @returns {{result: Result, allocated: number}}
 */
export function metered(limit, work) {
  const originals = arrays.map((name) => globalThis[name])
  let allocated = 0
  arrays.forEach((name, i) => {
    globalThis[name] = class extends originals[i] {
      constructor(...given) {
        if (typeof given[0] === 'number') allocated += given[0] * originals[i].BYTES_PER_ELEMENT
        if (allocated > limit) throw new Error(`${allocated} bytes of memory, ${limit} are allowed`)
        super(...given)
      }
    }
  })
  try {
    const result = work()
    return { result, allocated }
  } finally {
    arrays.forEach((name, i) => {
      globalThis[name] = originals[i]
    })
  }
}

/**
 * Why bytes were refused by some work; null if they were not. What is no `PackError` is thrown on.
 *
 * @param {() => unknown} work
 * @returns {string | null}
 */
export function refusal(work) {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof PackError) return error.code
    throw error
  }
}

/**
 * Opens bytes and asks everything. Each answer is one or a `PackError`, or this throws what it met instead.
 *
 * @param {Uint8Array} bytes
 * @param {() => number} random from 0 to 1
 * @returns {{codes: Set<string>, answers: number}} why bytes or answers were refused, and how many answers there were
 */
export function askEverything(bytes, random = Math.random) {
  const codes = new Set()
  let answers = 0
  const ask = (question) => {
    try {
      const answer = question()
      answers += 1
      return answer
    } catch (error) {
      if (!(error instanceof PackError)) throw error
      codes.add(error.code)
      return undefined
    }
  }
  const pack = ask(() => new Pack(bytes))
  if (!pack) return { codes, answers }
  const regions = ask(() => pack.regions) ?? []
  ask(() => pack.regionsByCode)
  ask(() => pack.regionsByName)
  ask(() => pack.regionWithCode('A'))
  const bounds = ask(() => pack.bounds)
  ask(() => pack.mainBounds)
  ask(() => pack.cases)
  for (const level of pack.levels) ask(() => level.borders())
  for (const region of regions) {
    ask(() => region.texts)
    ask(() => region.group)
    ask(() => region.area)
    ask(() => region.bounds)
    ask(() => region.mainBounds)
    ask(() => region.labelPoint)
    ask(() => region.neighbors)
    for (const level of pack.levels) {
      const shape = ask(() => region.shape(level.index))
      const lines = ask(() => region.lines(level.index))
      if (lines?.points.length > 0 && lines.points.length > level.arcs.points.length + 2 * level.arcs.starts.length) {
        throw new Error('lines longer than all arcs')
      }
      // As many vertices as all arcs have at most.
      if (shape?.points.length > 0 && shape.points.length > level.arcs.points.length) throw new Error('a region longer than all arcs')
    }
  }
  for (let i = 0; i < 20; i++) {
    const [x, y] = [random(), random()]
    ask(() => pack.regionAtCell(bounds.west + x * bounds.width, bounds.north + y * bounds.height))
    if (i % 4 === 0) ask(() => pack.nearestAtCell(bounds.west + x * bounds.width, bounds.north + y * bounds.height))
  }
  ask(() => pack.verify())
  return { codes, answers }
}
