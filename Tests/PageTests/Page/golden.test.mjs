// The conformance suite: packs that must be read for ever, and packs that must be refused.

import assert from 'node:assert/strict'
import test from 'node:test'

import { Pack, PackError } from '../../../Sources/MapPackTool/Page/Web/pack.js'
import { dump } from './dump.mjs'
import { assertSameAnswers, bytesOf, goldenFolder, packNames, refusedFolder, text } from './support.mjs'

for (const name of packNames(goldenFolder)) {
  test(`the golden pack ${name} holds what its JSON says, at each location too`, () => {
    const expected = JSON.parse(text(`${goldenFolder}/${name}.json`))
    const bytes = bytesOf(goldenFolder, name)
    assertSameAnswers(dump(bytes, expected.places.map(([x, y]) => [x, y])), expected)
    new Pack(bytes).verify()
  })
}

const refusals = JSON.parse(text(`${refusedFolder}/refusals.json`))

test('each pack that must be refused is known to the suite', () => {
  assert.deepEqual(packNames(refusedFolder), Object.keys(refusals).sort())
})

for (const [name, { by }] of Object.entries(refusals)) {
  test(`the pack ${name} is refused for that when it is ${by === 'open' ? 'opened' : 'verified'}`, () => {
    const bytes = bytesOf(refusedFolder, name)
    const refused = (work) => assert.throws(work, (error) => error instanceof PackError && error.code === name)
    if (by === 'open') refused(() => new Pack(bytes))
    else refused(() => new Pack(bytes).verify())
  })
}

test('the table of refusals in Format.md names the codes of errors', () => {
  const page = text('Sources/MapPack/MapPack.docc/Format.md')
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \| (open|verify) \|/gm)].map(([, name, by]) => [name, by])
  assert.deepEqual(new Map(rows), new Map(Object.entries(refusals).map(([name, { by }]) => [name, by])))
  const codes = text('Sources/MapPackTool/Page/Web/errors.js').matchAll(/'([a-z-]+)'(?= \||\} PackErrorCode)/g)
  const own = ['identity', 'damaged']
  assert.deepEqual([...codes].map(([, code]) => code).sort(), [...own, ...rows.map(([name]) => name)].sort())
})
