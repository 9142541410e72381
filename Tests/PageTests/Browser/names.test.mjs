// Names on the map: where the page places them, and that a picture in SVG has the same. Without a browser.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { placedNames, rankedLabels } from '../../../Sources/MapPackPage/Web/labels.js'
import { drawnMap, exported } from './maps.mjs'
import { skip } from './page.mjs'
import { top } from './preview.mjs'

const shipped = (name) => join(top, 'Output', `${name}.mappack`)
const maps = new Map()
const mapOf = (name) => maps.get(name) ?? maps.set(name, drawnMap(shipped(name))).get(name)
const areas = skip ? [] : readdirSync(join(top, 'Output')).filter((name) => name.endsWith('.mappack'))
  .map((name) => name.replace('.mappack', '')).filter((name) => mapOf(name).kind === 'areas')
const widthOf = (map, { index, lines, size }) => (
  map.labels.widths[index][map.labels.lines[index].findIndex((other) => other.length === lines.length)] * size)
const boxOf = (map, name) => {
  const [wide, high] = [widthOf(map, name) / 2, (name.lines.length * name.size * map.labels.leading) / 2]
  return { left: name.x - wide, right: name.x + wide, top: name.y - high, bottom: name.y + high }
}

/** A view of a map whose longer side is some pixels long, as a picture shows it. */
function viewOf(map, side = 1000, { margin = 10, kept = [] } = {}) {
  const { west, north, width, height } = map.bounds
  const factor = side / Math.max(width, height)
  const [wide, high] = [width * factor + 2 * margin, height * factor + 2 * margin]
  const at = { factor, x: margin - west * factor, y: margin - north * factor, near: 0.35 }
  return { at, view: { width: wide, height: high, seen: { left: 0, top: 0, right: wide, bottom: high }, kept } }
}

function namesOf(map, side, options) {
  const { at, view } = viewOf(map, side, options)
  const strokes = map.kind === 'lines' ? map.lines(0) : null
  return placedNames(rankedLabels(map, ''), map, [at], view, false, strokes)
}

describe('names of areas', { skip }, () => {
  for (const name of areas) {
    it(`${name} has the same in the page as in its picture`, () => {
      const map = mapOf(name)
      const svg = exported(shipped(name), 'svg')
      const layer = /<g id="labels"[^>]*>\n(.*?)\n<\/g>/s.exec(svg)?.[1] ?? ''
      const unescaped = (text) => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&apos;|&#39;/g, "'").replace(/&amp;/g, '&')
      const drawn = [...layer.matchAll(/<text x="([^"]*)" y="([^"]*)" font-size="([^"]*)"[^>]*>(.*?)<\/text>/g)].map(([, x, y, size, lines]) => (
        `${unescaped(lines.replace(/<\/tspan><tspan[^>]*>/g, ' / ').replace(/<[^>]*>/g, ''))} ${size} ${Math.round(Number(x))} ${Math.round(Number(y))}`))
      const near = (a, b) => {
        const [one, two] = [a, b].map((text) => /^(.*) (-?\d+) (-?\d+)$/.exec(text))
        return one[1] === two[1] && Math.abs(one[2] - two[2]) <= 1 && Math.abs(one[3] - two[3]) <= 1
      }
      const placed = namesOf(map, 1000).map(({ lines, size, x, y }) => `${lines.join(' / ')} ${size} ${Math.round(x)} ${Math.round(y)}`)
      const other = drawn.filter((text, index) => !placed[index] || !near(text, placed[index]))
      assert.deepEqual([placed.length, other], [drawn.length, []], placed.join('\n'))
      assert.ok(placed.length > 0)
    })

    it(`${name} has each on its land and on nobody else's, and none over another`, () => {
      const map = mapOf(name)
      for (const side of [400, 1000, 3000]) {
        const { at } = viewOf(map, side)
        const names = namesOf(map, side)
        const boxes = names.map((one) => boxOf(map, one))
        boxes.forEach((box, i) => {
          for (const other of boxes.slice(0, i)) {
            assert.ok(box.left >= other.right + 4.99 || other.left >= box.right + 4.99 || box.top >= other.bottom + 4.99 || other.top >= box.bottom + 4.99)
          }
        })
        for (const [i, box] of side === 1000 ? boxes.entries() : []) {
          let [own, others] = [0, 0]
          const [across, down] = [24, 8]
          for (let point = 0; point < across * down; point++) {
            const x = box.left + ((point % across + 0.5) / across) * (box.right - box.left)
            const y = box.top + ((Math.floor(point / across) + 0.5) / down) * (box.bottom - box.top)
            const found = map.regionAt((x - at.x) / at.factor, (y - at.y) / at.factor, 0)
            if (found === names[i].index) own++
            else if (found >= 0) others++
          }
          assert.ok(own >= 0.76 * across * down && others <= 0.05 * across * down, `${names[i].lines}: ${own} ${others}`)
        }
      }
    })
  }

  it('are in each copy of the world', () => {
    const map = mapOf('World')
    const { at, view } = viewOf(map, 800)
    const step = map.world * at.factor
    const copies = [at, { ...at, x: at.x + step }]
    const names = placedNames(rankedLabels(map, ''), map, copies, { ...view, width: 1700, seen: { ...view.seen, right: 1700 } }, false)
    const found = names.filter(({ lines }) => lines.join(' ') === 'Brazil')
    assert.equal(found.length, 2)
    assert.ok(Math.abs(Math.abs(found[0].x - found[1].x) - step) < 1e-6)
  })

  it('do not lie under what is kept free', () => {
    const map = mapOf('World')
    const brazil = namesOf(map, 1000).find(({ lines }) => lines[0] === 'Brazil')
    const box = { left: brazil.x - 5, right: brazil.x + 5, top: brazil.y - 5, bottom: brazil.y + 5 }
    for (const other of namesOf(map, 1000, { kept: [box] })) {
      const { left, right, top: upper, bottom } = boxOf(map, other)
      assert.ok(left >= box.right || right <= box.left || upper >= box.bottom || bottom <= box.top, other.lines[0])
    }
  })

  it('do not cross the edge of what is seen', () => {
    const map = mapOf('World')
    const { at, view } = viewOf(map, 2000)
    const seen = { left: 300, top: 200, right: 1400, bottom: 900 }
    for (const name of placedNames(rankedLabels(map, ''), map, [at], { ...view, seen }, false)) {
      const box = boxOf(map, name)
      const isOutside = box.right <= seen.left || box.left >= seen.right || box.bottom <= seen.top || box.top >= seen.bottom
      assert.ok(isOutside || (box.left >= seen.left && box.right <= seen.right && box.top >= seen.top && box.bottom <= seen.bottom), name.lines[0])
    }
  })

  it('come sooner the larger the region is, and are not there where a region is tiny', () => {
    const map = mapOf('World')
    const { at } = viewOf(map, 300)
    const names = namesOf(map, 300)
    assert.ok(names.length < 12 && names.every(({ index }) => map.labels.areas[index] * at.factor ** 2 >= 170))
    assert.ok(namesOf(map, 4000).length > 100)
  })
})

describe('names of lines and points', { skip }, () => {
  for (const size of [300, 800, 1600]) {
    it(`stand beside the lines and over none, in a view of ${size} pixels`, () => {
      const map = mapOf('SampleRailways')
      const { at } = viewOf(map, size, { margin: 0 })
      const names = namesOf(map, size, { margin: 0 })
      assert.ok(names.length >= (size > 300 ? 5 : 2), `${names.length} names`)
      const { points } = map.lines(0)
      for (let i = 0; i < points.length; i += 2) {
        const [x, y] = [points[i] * at.factor + at.x, points[i + 1] * at.factor + at.y]
        for (const name of names) {
          const box = boxOf(map, name)
          assert.ok(x < box.left || x > box.right || y < box.top || y > box.bottom, `${name.lines} at ${size}`)
        }
      }
    })
  }

  it('stand beside a point, where they are seen as a whole', () => {
    const map = mapOf('SampleStations')
    const names = namesOf(map, 1000)
    assert.ok(names.length > 0)
    const { at, view } = viewOf(map, 1000)
    for (const name of names) {
      const { labelPoint } = map.regions[name.index]
      const box = boxOf(map, name)
      const [x, y] = [labelPoint.x * at.factor + at.x, labelPoint.y * at.factor + at.y]
      assert.ok(x < box.left || x > box.right || y < box.top || y > box.bottom)
      assert.ok(box.left >= 0 && box.right <= view.width && box.top >= 0 && box.bottom <= view.height)
    }
  })
})
