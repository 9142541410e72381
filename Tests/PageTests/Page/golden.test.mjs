// The conformance suite: packs that must be read for ever, and packs that must be refused.

import assert from 'node:assert/strict'
import test from 'node:test'

import { Pack, PackError } from '../../../Sources/MapPackTool/Page/Web/pack.js'
import { dump } from './dump.mjs'
import {
  assertSameAnswers, bytesOf, errorCodes, goldenFolder, packNames, refusals, refusedFolder, text,
} from './support.mjs'

for (const name of packNames(goldenFolder)) {
  test(`the golden pack ${name} holds what its JSON says, at each location too`, () => {
    const expected = JSON.parse(text(`${goldenFolder}/${name}.json`))
    const bytes = bytesOf(goldenFolder, name)
    assertSameAnswers(dump(bytes, expected.places.map(([x, y]) => [x, y])), expected)
    new Pack(bytes).verify()
  })
}

test('each pack that must be refused is in the table of Format.md', () => {
  assert.deepEqual(packNames(refusedFolder), [...refusals.keys()].sort())
})

for (const [name, by] of refusals) {
  const isKnown = errorCodes.includes(name)
  test(`the pack ${name} is ${isKnown ? `refused for that when it is ${by === 'open' ? 'opened' : 'verified'}` : 'read'}`, () => {
    const bytes = bytesOf(refusedFolder, name)
    const refused = (work) => assert.throws(work, (error) => error instanceof PackError && error.code === name)
    if (!isKnown) new Pack(bytes).verify()
    else if (by === 'open') refused(() => new Pack(bytes))
    else refused(() => new Pack(bytes).verify())
  })
}

test('all codes of errors but two are names in the table of Format.md', () => {
  const own = ['identity', 'damaged']
  assert.deepEqual(errorCodes.filter((code) => !refusals.has(code)).sort(), own.sort())
})
