// What the reader promises beyond the conformance suite.

import assert from 'node:assert/strict'
import test from 'node:test'

import { crc32 } from '../../../Sources/MapPackTool/Page/Web/checksum.js'
import { numberClasses } from '../../../Sources/MapPackTool/Page/Web/colors.js'
import { Pack, PackError } from '../../../Sources/MapPackTool/Page/Web/pack.js'
import { sideOf } from '../../../Sources/MapPackTool/Page/Web/squares.js'
import { bytesOf, Column, goldenFolder, packNames, PackParts, shippedFolder } from './support.mjs'

const shipped = (name) => new Pack(bytesOf(shippedFolder, name))
const close = (found, expected, error) => {
  assert.equal(found.length, expected.length)
  expected.forEach((number, i) => assert.ok(Math.abs(found[i] - number) <= error, `${found[i]}, not ${number}`))
}

test('a pack opens from all that holds bytes', () => {
  const bytes = bytesOf(goldenFolder, 'letters')
  const larger = new Uint8Array(bytes.length + 30).fill(255)
  larger.set(bytes, 13)
  const forms = [
    bytes, bytes.buffer, Buffer.from(bytes), new DataView(bytes.buffer), larger.subarray(13, 13 + bytes.length),
  ]
  for (const form of forms) {
    const pack = new Pack(form)
    pack.verify()
    assert.deepEqual([...pack.region(1).shape(1).points], [...new Pack(bytes).region(1).shape(1).points])
  }
})

test('a pack of another identity is refused', () => {
  const bytes = bytesOf(goldenFolder, 'letters')
  assert.equal(new Pack(bytes, { identity: '0000000000001234' }).name, 'Letters')
  assert.throws(() => new Pack(bytes, { identity: '0000000000001235' }),
    (error) => error instanceof PackError && error.code === 'identity')
  const { identity } = shipped('Hawaii')
  assert.equal(new Pack(bytesOf(shippedFolder, 'Hawaii'), { identity: identity.toUpperCase() }).identity, identity)
})

test('a region is found by its code, composed or not, and by its raw value', () => {
  const pack = new Pack(bytesOf(goldenFolder, 'texts'))
  assert.ok(pack.regions.length > 0)
  for (const region of pack.regions) {
    assert.equal(pack.region(region.rawValue), region)
    assert.equal(pack.regionWithCode(region.code.normalize('NFD')), region)
    assert.equal(region.texts.get('name'), region.name)
  }
  for (const nobody of [-1, 65535, 0.5, NaN]) assert.equal(pack.region(nobody), null)
  assert.equal(pack.regionWithCode('no such code'), null)
})

test('a text is as it was published, with a byte order mark and with what looks like HTML', () => {
  const parts = new PackParts(bytesOf(goldenFolder, 'letters'))
  const name = '\ufeff<b>\u202e&amp;'
  const content = new TextEncoder().encode(`A${name}`)
  const [starts] = parts.columns('TEXT')
  // Code and name of raw value 1; nobody else has any.
  const ascending = Array.from({ length: starts.count }, (_, i) => (i <= 2 ? 0 : i === 3 ? 1 : content.length))
  parts.columns('TEXT')[0] = Column.ascending(ascending)
  parts.columns('TEXT')[1] = new Column({ count: content.length, width: 8 }, content)
  assert.equal(new Pack(parts.bytes).region(1).name, name)
})

test('a level that a pack does not have is a mistake of who asks', () => {
  const [region] = shipped('NewEngland').regions
  for (const level of [-1, 4, 1.5]) assert.throws(() => region.shape(level), RangeError)
  assert.ok(region.shape(3).points.length < region.shape(0).points.length)
})

test('coarser levels have vertices of finer ones, and fewer of them', () => {
  for (const name of packNames(shippedFolder)) {
    const pack = shipped(name)
    for (const region of pack.regions) {
      let finer = null
      for (const { index } of pack.levels) {
        const { points } = region.shape(index)
        const found = new Set()
        for (let i = 0; i < points.length; i += 2) found.add(`${points[i]},${points[i + 1]}`)
        if (finer) for (const vertex of found) assert.ok(finer.has(vertex), `${name} ${region.code}: ${vertex}`)
        finer = found
      }
    }
  }
})

test('points in Web Mercator are where everybody has them', () => {
  const pack = shipped('World')
  const toCells = ([x, y]) => [x / 2 ** pack.cell - pack.origin.x, y / 2 ** pack.cell - pack.origin.y]
  const corner = toCells([0, 0])
  close(pack.longitudesLatitudes(corner), [-180, 85.0511287798066], 1e-12)
  close(pack.meters(corner), [-20037508.342789244, 20037508.342789244], 1e-8)
  close(pack.mapPoints(corner), [0, 0], 0)
  // 45° N is at 5,621,521.486 m in EPSG:3857.
  const middle = toCells([2 ** 27, 2 ** 27 * (1 - 5621521.486192066 / 20037508.342789244)])
  close(pack.longitudesLatitudes(middle), [0, 45], 1e-9)
  close(pack.meters(middle), [0, 5621521.486192066], 1e-6)
  close(pack.longitudesLatitudes([...corner, ...middle]).subarray(2), [0, 45], 1e-9)
})

test('a tap finds its region', () => {
  const pack = shipped('NewEngland')
  assert.equal(pack.regionAt(-72.57, 44.26).name, 'Vermont')
  assert.equal(pack.regionAt(-72.57 + 360, 44.26).name, 'Vermont')
  assert.equal(pack.regionAt(-72.57 - 720, 44.26).name, 'Vermont')
  assert.equal(pack.regionAt(10, 44.26), null)
  for (const nowhere of [[NaN, 0], [0, NaN], [Infinity, 0], [0, 90], [0, -90], [0, 91]]) {
    assert.equal(pack.regionAt(...nowhere), null)
  }
})

test('labels stand in their regions, and are found there', () => {
  for (const pack of packNames(shippedFolder).map(shipped)) {
    // Nothing lies in a line or a point.
    if (pack.kind !== 'areas') continue
    for (const region of pack.regions) {
      const { x, y } = region.labelPoint
      assert.equal(pack.regionAtCell(x, y)?.code, region.code)
      const { west, north, width, height } = region.mainBounds
      assert.ok(x > west && x < west + width && y > north && y < north + height)
    }
  }
})

test('a location at 180° E belongs to the region at 180° W', () => {
  const pack = new Pack(bytesOf(goldenFolder, 'antimeridian'))
  const [, latitude] = pack.longitudesLatitudes([0, 5500])
  assert.equal(pack.regionAt(180, latitude).code, 'FJI')
  assert.equal(pack.regionAt(-180, latitude).code, 'FJI')
  // West of 180° W by less than a Double can say.
  assert.equal(pack.regionAtMapPoint(-1e-20, pack.mapPoints([0, 5500])[1]).code, 'FJI')
})

test('the nearest region is the one that trying all segments finds, also round the world', () => {
  for (const name of ['lines', 'points', 'letters', 'antimeridian']) {
    const pack = new Pack(bytesOf(goldenFolder, name))
    const segments = []
    for (const region of pack.regions) {
      const { starts, points } = pack.kind === 'areas'
        ? { starts: region.shape().rings, points: region.shape().points } : region.lines()
      for (let line = 0; line + 1 < starts.length; line++) {
        for (let v = starts[line]; v < starts[line + 1]; v++) {
          const w = v + 1 < starts[line + 1] ? v + 1 : pack.kind === 'areas' ? starts[line] : v
          const ends = [v, w].map((i) => [points[2 * i], points[2 * i + 1]])
          for (const shift of [-pack.world, 0, pack.world]) {
            segments.push({ region, ends: ends.map(([x, y]) => [x + shift, y]) })
          }
        }
      }
    }
    const gap = ([[ax, ay], [bx, by]], x, y) => {
      const length = (bx - ax) ** 2 + (by - ay) ** 2
      const share = length > 0 ? Math.min(Math.max(((bx - ax) * (x - ax) + (by - ay) * (y - ay)) / length, 0), 1) : 0
      return Math.hypot(ax + (bx - ax) * share - x, ay + (by - ay) * share - y)
    }
    const { west, north, width, height } = pack.bounds
    for (let i = 0; i < 60; i++) {
      const [x, y] = [west + ((i * 0.37) % 1.4 - 0.2) * width, north + ((i * 0.61) % 1.4 - 0.2) * height]
      const found = pack.nearestAtCell(x, y)
      const inside = pack.regionAtCell(x, y)
      if (inside) {
        assert.deepEqual([found.region.code, found.distance], [inside.code, 0])
        continue
      }
      const least = Math.min(...segments.map(({ ends }) => gap(ends, x, y)))
      assert.ok(Math.abs(found.distance - least) <= 1e-6 * Math.max(least, 1), `${name}: ${found.distance}, not ${least}`)
      const own = segments.filter(({ region }) => region === found.region).map(({ ends }) => gap(ends, x, y))
      assert.ok(Math.min(...own) - least <= 1e-6 * Math.max(least, 1))
      assert.equal(pack.nearestAtCell(x, y, found.distance * 0.999 - 1e-6), null)
    }
    for (const within of [-1, NaN]) assert.equal(pack.nearestAtCell(west, north, within), null)
  }
})

test('classes of a number have about as many regions as each other, equal values in one, and none beside them', () => {
  const classes = (...values) => numberClasses(
    { regions: values.map((_, rawValue) => ({ rawValue })) }, Float64Array.from(values))
  const { indices, ranges } = classes(10, 1, 2, 3, 4, 5, 6, NaN, 7, 8, 9, 10)
  assert.deepEqual([...indices.values()], [4, 0, 0, 1, 1, 2, 2, 5, 3, 3, 4, 4])
  assert.deepEqual(ranges.map(({ range }) => range), [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10], null])
  assert.deepEqual(classes(7, 7, 7).ranges, [{ index: 4, range: [7, 7] }])
  assert.deepEqual(classes(NaN).ranges, [{ index: 5, range: null }])
})

test('lines and points are no areas: no location lies in them, and they have no neighbors', () => {
  for (const name of ['lines', 'points']) {
    const pack = new Pack(bytesOf(goldenFolder, name))
    assert.equal(pack.kind, name)
    for (const region of pack.regions) {
      const { starts, points } = region.lines()
      assert.ok(starts.length > 1)
      for (let vertex = 0; vertex < points.length; vertex += 2) {
        assert.equal(pack.regionAtCell(points[vertex], points[vertex + 1]), null)
      }
      assert.deepEqual([region.neighbors, region.area, region.shape().points.length], [[], 0, 0])
      assert.equal(region.length === null, name === 'points')
    }
  }
  assert.deepEqual([...new Pack(bytesOf(goldenFolder, 'letters')).region(1).lines().points], [])
})

test('neighbors have a border in common, and know each other', () => {
  const states = shipped('NewEngland')
  const vermont = states.regionAt(-72.57, 44.26)
  assert.deepEqual(vermont.neighbors.map(({ name }) => name).sort(), ['Massachusetts', 'New Hampshire'])
  for (const name of packNames(shippedFolder)) {
    for (const region of shipped(name).regions) {
      for (const neighbor of region.neighbors) {
        assert.ok(neighbor.neighbors.some(({ code }) => code === region.code), `${name} ${region.code}`)
        assert.notEqual(neighbor.rawValue, region.rawValue)
      }
    }
  }
})

test('land that goes on beyond 180° is no coast; if another region has it there, a border', () => {
  const bytes = bytesOf(goldenFolder, 'antimeridian')
  const pack = new Pack(bytes)
  const east = pack.world - pack.origin.x
  const drawn = (borders) => Array.from(borders.left, (left, i) => ({
    left,
    right: borders.right[i],
    points: [...borders.points.subarray(2 * borders.starts[i], 2 * borders.starts[i + 1])],
  }))
  const onCut = (lines) => lines.filter(({ points }) => points.every((x, i) => i % 2 === 1 || x === east))
  assert.deepEqual(onCut(drawn(pack.levels[0].borders())), [])
  assert.deepEqual(pack.region(1).neighbors, [])

  // The part beyond becomes a region of its own: slot 2, which pushes the other one to slot 3.
  const parts = new PackParts(bytes)
  parts.view.setUint32(44, 4, true)
  parts.view.setUint32(64, 3, true)
  parts.columns('RING')[0] = Column.ascending([0, 0, 1, 2, 3])
  const regions = parts.columns('REGN')
  const { bounds } = pack
  const nothing = { west: 0, north: 0, width: 0, height: 0 }
  const boxes = [nothing, ...[1, 1, 2].map((rawValue) => pack.region(rawValue).bounds), bounds]
  ;['west', 'north', 'width', 'height'].forEach((side, i) => {
    regions[i] = Column.packed(boxes.map((box) => box[side]), 24)
  })
  regions[4] = Column.packed([0, 0, 0, 0], 32)
  for (const i of [5, 6, 7]) regions[i] = new Column({ count: 4 })
  regions[8] = Column.ascending([])
  for (const i of [9, 10, 11, 12]) regions[i] = new Column({ count: 0 })
  parts.columns('TEXT')[0] = Column.ascending([0, 0, 0, 1, 1, 2, 2, 3, 3])
  parts.columns('TEXT')[1] = new Column({ count: 3, width: 8 }, new TextEncoder().encode('ABC'))
  for (const i of [2, 3]) parts.columns('TEXT')[i] = Column.packed([1, 2, 3], 2)

  const divided = new Pack(parts.bytes)
  assert.deepEqual(divided.regions.map(({ code }) => code), ['A', 'B', 'C'])
  // Region 1 is in the west of the cut, so on the left of who walks north.
  assert.deepEqual(onCut(drawn(divided.levels[0].borders())), [
    { left: 1, right: 2, points: [east, 6000, east, 5000] },
  ])
  assert.deepEqual(divided.region(1).neighbors.map(({ code }) => code), ['B'])
  assert.deepEqual(divided.region(2).neighbors.map(({ code }) => code), ['A'])
})

test('a frame of more than 31 bits is in Doubles', () => {
  const parts = new PackParts(bytesOf(goldenFolder, 'letters'))
  parts.header[41] = -20
  const pack = new Pack(parts.bytes)
  const owners = new Set(pack.levels[0].borders().left)
  const region = pack.regions.find(({ rawValue }) => !owners.has(rawValue))
  const before = region.shape().points
  assert.ok(before instanceof Int32Array)
  // Its arcs are its neighbors', so its bounds may lie anywhere: all of it is west of them, one world further east.
  for (const [column, side, value] of [[0, 'west', 2 ** 30], [2, 'width', pack.world]]) {
    const values = Array.from({ length: parts.view.getUint32(44, true) }, (_, rawValue) => (
      rawValue === region.rawValue ? value : pack.region(rawValue)?.bounds[side] ?? 0))
    parts.columns('REGN')[column] = Column.packed([...values, pack.bounds[side]], 56)
  }
  const shifted = new Pack(parts.bytes).region(region.rawValue).shape().points
  assert.ok(shifted instanceof Float64Array)
  assert.deepEqual([...shifted], Array.from(before, (number, i) => (i % 2 === 0 ? number + pack.world : number)))
})

test('the side of a segment is exact where Doubles are not', () => {
  const scale = 2n ** 60n
  const scaled = (whole, rest) => BigInt(whole) * scale + BigInt(rest * 2 ** 60)
  const exact = (ax, ay, bx, by, { x, y, restX, restY }) => (
    BigInt(bx - ax) * (scaled(y - ay, restY)) - BigInt(by - ay) * (scaled(x - ax, restX)))
  let wrong = 0
  const rests = [0, 2 ** -60, 2 ** -31, 0.25, 0.5]
  // Of three Fibonacci numbers in a row, the product of the outer ones is one more or less than the inner one's square:
  // a point as near to a line as whole cells can be.
  for (let numbers = [1, 1, 2]; numbers[2] < 2 ** 30; numbers = [numbers[1], numbers[2], numbers[1] + numbers[2]]) {
    const [u, v, w] = numbers
    for (const [bx, by, x, y] of [[w, v, v, u], [v, w, u, v]]) {
      for (const restX of rests) {
        for (const restY of rests) {
          const point = { x, y, restX, restY }
          for (const segment of [[0, 0, bx, by], [bx, by, 0, 0]]) {
            const wanted = exact(...segment, point)
            const sign = wanted > 0n ? 1 : wanted < 0n ? -1 : 0
            assert.equal(Math.sign(sideOf(...segment, point)), sign, `${segment} ${JSON.stringify(point)}`)
            const [ax, ay, cx, cy] = segment
            const plain = (cx - ax) * (y + restY - ay) - (cy - ay) * (x + restX - ax)
            if (Math.sign(plain) !== sign) wrong += 1
          }
        }
      }
    }
  }
  assert.equal(sideOf(0, 0, 3, 1, { x: 1, y: 0, restX: 0.5, restY: 0.5 }), 0)
  assert.ok(wrong > 100, `plain Doubles are wrong ${wrong} times`)
})

test('the checksum is that of zip and PNG', () => {
  assert.equal(crc32(new TextEncoder().encode('123456789')), 0xcbf43926)
})
