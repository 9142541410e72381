// The page of the reader: its listings run, and it names what there is.

import assert from 'node:assert/strict'
import test from 'node:test'

import { Level, Pack, Region } from '../../../Sources/MapPackTool/Page/Web/pack.js'
import { bytesOf, shippedFolder, text } from './support.mjs'

const page = text('Sources/MapPackTool/Page/Web/README.md')

test('the listings of the page draw a map and name what the pointer is over', async () => {
  const listing = [...page.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code).join('\n')
  const [firstLine, ...rest] = listing.split('\n')
  assert.equal(firstLine, "import { Pack } from './pack.js'")

  const calls = { fill: 0, stroke: 0, moveTo: 0, lineTo: 0 }
  const drawn = { west: Infinity, east: -Infinity }
  const context = {
    beginPath() {},
    moveTo: () => (calls.moveTo += 1),
    fill: (rule) => (calls.fill += Number(rule === 'evenodd')),
    stroke: () => (calls.stroke += 1),
    lineTo: (x) => {
      calls.lineTo += 1
      drawn.west = Math.min(drawn.west, x)
      drawn.east = Math.max(drawn.east, x)
    },
  }
  let move
  const addEventListener = (_, listener) => (move = listener)
  const canvas = { width: 800, height: 600, getContext: () => context, addEventListener }
  const fetch = async (name) => ({ arrayBuffer: async () => bytesOf(shippedFolder, name.slice(0, -8)).buffer })
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor
  await new AsyncFunction('Pack', 'fetch', 'document', rest.join('\n'))(Pack, fetch, { querySelector: () => canvas })

  const pack = new Pack(bytesOf(shippedFolder, 'NewEngland'))
  const shapes = pack.regions.map((region) => region.shape(1))
  const borders = pack.levels[1].borders()
  // Each ring, and each border, is a line of its own.
  const lines = shapes.reduce((sum, { rings }) => sum + rings.length - 1, borders.left.length)
  const vertices = shapes.reduce((sum, { points }) => sum + points.length / 2, borders.points.length / 2)
  assert.deepEqual(calls, {
    fill: pack.regions.length, stroke: borders.left.length, moveTo: lines, lineTo: vertices - lines,
  })
  assert.ok(drawn.west >= 0 && drawn.east <= 800 && drawn.east - drawn.west > 300)

  const { west, north, width, height } = pack.bounds
  const scale = Math.min(800 / width, 600 / height)
  const vermont = pack.regions.find(({ name }) => name === 'Vermont')
  move({ offsetX: (vermont.labelPoint.x - west) * scale, offsetY: (vermont.labelPoint.y - north) * scale })
  assert.equal(canvas.title, 'Vermont (50)')
  move({ offsetX: 799, offsetY: 599 })
  assert.equal(canvas.title, '')
})

test('the page names all that packs, regions and levels answer, and nothing else', () => {
  const pack = new Pack(bytesOf(shippedFolder, 'NewEngland'))
  const members = (object, type) => [...Object.keys(object), ...Object.getOwnPropertyNames(type.prototype)]
    .filter((name) => name !== 'constructor')
  const types = [[pack, Pack], [pack.regions[0], Region], [pack.levels[0], Level]]
  const answers = new Set(types.flatMap(([object, type]) => members(object, type)))
  const tables = page.slice(page.indexOf('## What there is'), page.indexOf('Lengths and coordinates are'))
  const named = new Set([...tables.matchAll(/`(?:new )?([A-Za-z]+)(?:\([^`]*\))?`/g)].map(([, name]) => name))
  const elsewhere = ['regionAt', 'regionAtMapPoint', 'regionAtCell', 'nearestAt', 'nearestAtCell', 'rawValue']
  for (const name of answers) assert.ok(named.has(name) || elsewhere.includes(name), `${name} is not on the page`)
  const arrays = ['Pack', 'polygons', 'rings', 'points', 'starts', 'lines', 'areas']
  for (const name of named) assert.ok(answers.has(name) || arrays.includes(name), `${name} is on the page alone`)
})
