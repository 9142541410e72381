// Changes packs by chance and asks them everything. The test does so with some seeds; for longer:
//
//     node Tests/PageTests/Page/fuzz.mjs FIRST_SEED COUNT

import { parentPort, workerData } from 'node:worker_threads'

import { Pack } from '../../../Sources/MapPackTool/Page/Web/pack.js'
import { askEverything, metered, refusal } from './questions.mjs'
import { bytesOf, goldenFolder, packNames, sign } from './support.mjs'

const packs = packNames(goldenFolder).map((name) => bytesOf(goldenFolder, name))

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function generator(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A golden pack that was cut, flipped or grown. */
export function changed(random) {
  const below = (number) => Math.floor(random() * number)
  let bytes = packs[below(packs.length)].slice()
  // What keeps its length comes further.
  const kinds = random() < 0.7 ? 3 : 6
  for (let change = below(3); change >= 0; change--) {
    const position = random() < 0.2 ? below(Math.min(bytes.length, 600)) : below(bytes.length)
    switch (below(kinds)) {
      case 0:
        bytes[position] ^= 1 << below(8)
        break
      case 1:
        bytes[position] = [0, 1, 0x7f, 0x80, 0xff, below(256)][below(6)]
        break
      case 2:
        bytes.fill(below(2) * 255, position, position + 1 + below(8))
        break
      case 3:
        bytes = bytes.slice(0, Math.max(1, position))
        break
      case 4:
        bytes = Uint8Array.from([...bytes.subarray(0, position), ...bytes.subarray(below(bytes.length))])
        break
      default:
        bytes.copyWithin(position, below(bytes.length), below(bytes.length))
    }
  }
  // Most harm is done behind checksums that fit.
  if (random() < 0.9) sign(bytes)
  return bytes
}

/** What came of packs that were changed by the seeds from one on. */
export function fuzz(firstSeed, count) {
  let opened = 0
  const codes = new Set()
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const random = generator(seed)
    const bytes = changed(random)
    try {
      // The largest things that a pack may count are vertices: four a byte, of nine bytes each.
      metered(2 ** 14 + 100 * bytes.length, () => refusal(() => new Pack(bytes).verify()))
      const { result } = metered(2 ** 14 + 1000 * bytes.length, () => askEverything(bytes, random))
      if (result.answers > 0) opened += 1
      for (const code of result.codes) codes.add(code)
    } catch (error) {
      throw new Error(`seed ${seed}: ${error.message}`, { cause: error })
    }
  }
  return { opened, codes: [...codes].sort() }
}

if (parentPort) parentPort.postMessage(fuzz(workerData.firstSeed, workerData.count))
else if (process.argv[1]?.endsWith('fuzz.mjs')) {
  console.log(fuzz(Number(process.argv[2] ?? 0), Number(process.argv[3] ?? 10000)))
}
