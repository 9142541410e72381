// Packs that no chance makes: every checksum fits, but columns say what would make a trusting reader work for hours or
// fill the memory.

import assert from 'node:assert/strict'
import test from 'node:test'

import { Container } from '../../../Sources/MapPackTool/Page/Web/container.js'
import { Pack } from '../../../Sources/MapPackTool/Page/Web/pack.js'
import { askEverything, metered, refusal } from './questions.mjs'
import { bytesOf, Column, goldenFolder, PackParts, shippedFolder, sign } from './support.mjs'

const letters = () => new PackParts(bytesOf(goldenFolder, 'letters'))
const most = 2 ** 32 - 1

/** Each change to a pack of the suite, and the code of the refusal that it has to lead to. */
const changes = {
  'a pack that is put together as it was': [letters, () => {}, null],
  'uses of no bits, as many as a number takes': [letters, (parts) => {
    parts.view.setUint32(76, most, true)
    parts.columns('RING')[4] = new Column({ count: most - parts.view.getUint32(80, true) })
  }, 'uses'],
  'more regions than slots': [letters, (parts) => {
    parts.view.setUint32(64, most, true)
    for (const i of [2, 3]) parts.columns('TEXT')[i] = new Column({ count: most })
  }, 'damaged'],
  'groups of no bits, as many as a number takes': [letters, (parts) => {
    parts.columns('INFO')[0] = Column.packed([2, most, 1], 32)
  }, 'information-count'],
  'sources beyond what a Double counts': [letters, (parts) => {
    parts.columns('INFO')[0] = Column.packed([2, 0, 2 ** 56 - 8], 56)
  }, 'information-count'],
  'a long arc that all rings take': [() => new PackParts(bytesOf(goldenFolder, 'restarts')), (parts) => {
    const others = parts.columns('RING')[4]
    // The same arc for all of them: no value has a bit.
    parts.columns('RING')[4] = new Column({ count: others.count, minimum: 0 })
  }, 'arc-of-others'],
  'a ring that is walked twice': [() => new PackParts(bytesOf(shippedFolder, 'Washington')), (parts) => {
    // The last ring consists of eight arcs of others.
    const others = new Container(parts.bytes).rings[4].numbers()
    const { count, minimum, step, width } = parts.columns('RING')[4]
    assert.deepEqual([count, minimum, step], [others.length, 0, 0])
    parts.columns('RING')[4] = Column.packed([...others, ...others.slice(-8)], width)
    parts.view.setUint32(76, parts.view.getUint32(76, true) + 8, true)
  }, 'arc-of-others'],
  'main bounds of another number of regions': [() => new PackParts(bytesOf(goldenFolder, 'loops')), (parts) => {
    parts.columns('REGN')[11] = new Column({ count: parts.columns('REGN')[11].count + 1 })
  }, 'column-count'],
  'starts of texts to and fro': [letters, (parts) => {
    const [starts, content] = parts.columns('TEXT')
    const starting = Array.from({ length: starts.count }, (_, i) => (i % 2) * content.count)
    starting[starts.count - 1] = content.count
    const low = Column.packed(starting, 8)
    const high = Column.ascending(starting.map(() => 0))
    parts.columns('TEXT')[0] = new Column({ count: starts.count, highCount: high.highCount, kind: 1, width: 8 },
      Uint8Array.from([...low.bytes, ...high.bytes]))
  }, 'text-starts'],
  'a polygon in a pack without rings': [() => new PackParts(bytesOf(goldenFolder, 'empty')), (parts) => {
    parts.view.setUint32(68, 1, true)
    parts.columns('RING')[1] = Column.ascending([0])
    parts.columns('RING')[5] = new Column({ count: 1 })
  }, 'polygon-firsts'],
  'an ascending column without ones': [letters, (parts) => {
    const uses = parts.columns('RING')[2]
    uses.bytes.fill(0)
  }, 'damaged'],
  'bounds of 57 bits': [letters, (parts) => {
    const widths = parts.columns('REGN')[2]
    parts.columns('REGN')[2] = new Column({ count: widths.count, minimum: most, step: 65535, width: 56 },
      new Uint8Array(7 * widths.count).fill(255))
  }, 'arc-end'],
  'squares beyond what a Double counts': [letters, (parts) => {
    parts.columns('GRID')[0] = Column.packed([5, 0, 0, 2 ** 56 - 8, 2 ** 56 - 8], 56)
  }, 'grid-size'],
  'squares of 2 to the power of 2 to the power of 32 cells': [letters, (parts) => {
    parts.columns('GRID')[0] = Column.packed([most, 0, 0, 1, 1], 32)
  }, 'grid-size'],
  'cases of no bits, as many as a number takes': [sample, (parts) => {
    parts.columns('CASE')[0] = new Column({ count: most })
  }, 'damaged'],
  'successors of no bits, as many as a number takes': [sample, (parts) => {
    for (const i of [5, 6]) parts.columns('CASE')[i] = new Column({ count: most, minimum: 1 })
  }, 'damaged'],
  'former cases of no bits, as many as a number takes': [sample, (parts) => {
    parts.columns('CASE')[4] = new Column({ count: most })
  }, 'damaged'],
}

function sample() {
  return new PackParts(bytesOf(shippedFolder, 'SamplePrefecture'))
}

for (const [name, [made, change, code]] of Object.entries(changes)) {
  test(`${name}: ${code ? `refused as ${code}` : 'read'}, in bounded memory`, () => {
    const parts = made()
    change(parts)
    const { bytes } = parts
    const { result } = metered(2 ** 14 + 100 * bytes.length, () => refusal(() => new Pack(bytes).verify()))
    assert.equal(result, code)
    metered(2 ** 14 + 1000 * bytes.length, () => askEverything(bytes))
  })
}

test('the meter sees memory that is asked for', () => {
  assert.throws(() => metered(1000, () => new Float64Array(126)), /1008 bytes/)
  assert.equal(metered(1000, () => new Uint8Array(10)).allocated, 10)
})

test('a column without eight bytes behind it is refused', () => {
  const parts = letters()
  const { bytes } = parts
  const view = new DataView(bytes.buffer)
  const last = 128 + 32 * (parts.sections.length - 1)
  const length = Number(view.getBigUint64(last + 16, true))
  // The section before the pack's end, so that nothing else moves.
  const shorter = bytes.slice(0, bytes.length - 8)
  new DataView(shorter.buffer).setBigUint64(last + 16, BigInt(length - 8), true)
  sign(shorter)
  assert.equal(refusal(() => new Pack(shorter)), 'column-outside')
})

test('a pack that ends in its directory is refused', () => {
  const { bytes } = letters()
  for (const length of [128, 200, 128 + 32 * 8]) {
    const shorter = bytes.slice(0, length)
    sign(shorter)
    assert.equal(refusal(() => new Pack(shorter)), 'directory-checksum')
  }
})

test('bytes that are too few for a header are refused at each length', () => {
  const bytes = bytesOf(goldenFolder, 'letters')
  for (let length = 0; length < bytes.length; length++) {
    const code = refusal(() => new Pack(bytes.slice(0, length)))
    const expected = length < 8 ? ['magic'] : ['file-shorter']
    assert.ok(expected.includes(code), `${length} bytes: ${code}`)
  }
})
