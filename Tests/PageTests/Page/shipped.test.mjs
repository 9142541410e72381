// The maps of the repository, against the second reader and the enums that were made with them.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import test from 'node:test'

import { Pack } from '../../../Sources/MapPackTool/Page/Web/pack.js'
import { dump } from './dump.mjs'
import { assertSameAnswers, bytesOf, file, packNames, shippedFolder, text } from './support.mjs'

const secondReader = file('Tests/MapPackTests/SecondReader/read_pack.py')
const python = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'])
const skip = python.status === 0 ? false : 'there is no python3 of 3.9 or newer, which the second reader needs'

const names = packNames(shippedFolder)

test('there are shipped maps to compare', () => assert.ok(names.length >= 7))

for (const name of names) {
  test(`the second reader gives the same answers of ${name}: each ring, arc, text and location`, { skip }, () => {
    const read = spawnSync('python3', ['-B', secondReader, file(`${shippedFolder}/${name}.mappack`)],
      { encoding: 'utf8', maxBuffer: 2 ** 30 })
    assert.equal(read.status, 0, read.stderr)
    const expected = JSON.parse(read.stdout)
    assertSameAnswers(dump(bytesOf(shippedFolder, name), expected.places.map(([x, y]) => [x, y])), expected)
  })

  test(`the full check finds nothing in ${name}`, () => {
    new Pack(bytesOf(shippedFolder, name)).verify()
  })

  test(`the cases that ${name} holds are those of its enum`, () => {
    const source = text(`${shippedFolder}/${name}.swift`)
    const expected = [...source.matchAll(/^ {2}case `?([^\s`]+)`? = (\d+)$/gm)].map(([, found, rawValue]) => (
      [Number(rawValue), found])).sort(([a], [b]) => a - b)
    assert.ok(expected.length > 0)
    const { cases, identity } = new Pack(bytesOf(shippedFolder, name))
    assert.deepEqual([...cases.names], expected)
    assert.match(source, new RegExp(`identity: 0x0*${identity.replace(/^0+/, '')},`))
  })

  test(`the borders of ${name} are each ring of its regions, each arc once`, () => {
    const pack = new Pack(bytesOf(shippedFolder, name))
    // Lines may run together, and points are no borders.
    if (pack.kind !== 'areas') return
    for (const level of pack.levels) {
      const { starts, left, right, points } = level.borders()
      const segments = new Set()
      const key = (x, y, u, v) => (x < u || (x === u && y < v) ? `${x},${y},${u},${v}` : `${u},${v},${x},${y}`)
      for (let line = 0; line < left.length; line++) {
        assert.notEqual(left[line], right[line])
        for (let i = 2 * starts[line]; i + 3 < 2 * starts[line + 1]; i += 2) {
          const segment = key(points[i], points[i + 1], points[i + 2], points[i + 3])
          assert.ok(!segments.has(segment), `${segment} is drawn twice`)
          segments.add(segment)
        }
      }
      const ends = [pack.world - pack.origin.x, -pack.origin.x]
      for (const region of pack.regions) {
        const shape = region.shape(level.index)
        for (let ring = 0; ring + 1 < shape.rings.length; ring++) {
          for (let v = shape.rings[ring]; v < shape.rings[ring + 1]; v++) {
            const w = v + 1 < shape.rings[ring + 1] ? v + 1 : shape.rings[ring]
            const [x, y, u, z] = [2 * v, 2 * v + 1, 2 * w, 2 * w + 1].map((i) => shape.points[i])
            // The cut at the 180th meridian and the end of the plane in the south are no lines.
            if ((x === u && ends.includes(x)) || (y === z && y === pack.world - pack.origin.y)) continue
            const [a, b] = [x, u].map((one) => (Math.min(x, u) >= ends[0] ? one - pack.world : one))
            assert.ok(segments.has(key(x, y, u, z)) || segments.has(key(a, y, b, z)), `no line at ${x},${y},${u},${z}`)
          }
        }
      }
    }
  })
}
