// The page's lists: findings in the section Borders and on the map, and the table of regions in the order that the user asks
// for; and where names stand that would cross the edge.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Camera } from '../../../Sources/MapPackPage/Web/camera.js'
import { clustered, markBoxes } from '../../../Sources/MapPackPage/Web/marks.js'
import { closePage, openPage, openSection, settled, skip, text } from './page.mjs'

/** A file of areas in a folder of its own. */
function areas(features) {
  const folder = mkdtempSync(join(tmpdir(), 'mappack-preview-'))
  const file = join(folder, 'made.geojson')
  writeFileSync(file, JSON.stringify({
    type: 'FeatureCollection',
    features: features.map(({ coordinates, ...properties }) => (
      { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [coordinates] } })),
  }))
  return { folder, file }
}

/** A square with its upper left corner at a point; bowties cross themselves. */
const square = (x, y, side) => [[x, y], [x, y - side], [x + side, y - side], [x + side, y], [x, y]]
const bowtie = (x, y, side) => [[x, y], [x + side, y + side], [x + side, y], [x, y + side], [x, y]]

describe('findings', { skip }, () => {
  /** Three rings that cross themselves, two of them beside each other, and two overlaps. */
  const faulty = () => areas([
    { code: 'A', name: 'A', coordinates: bowtie(0, 0, 0.02) }, { code: 'B', name: 'B', coordinates: bowtie(0.03, 0, 0.02) },
    { code: 'C', name: 'C', coordinates: bowtie(8, 8, 0.5) }, { code: 'D', name: 'D', coordinates: square(2, 5, 2) },
    { code: 'E', name: 'E', coordinates: square(3.5, 5, 2) },
  ])
  /** The severities of the findings in a part of the list. */
  const severities = (within) => `[...document.querySelectorAll('#findings ${within}')].map((card) => card.querySelector('.sentence').dataset.severity)`
  const chosen = "[...document.querySelectorAll('#findings .card')].findIndex((card) => card.classList.contains('chosen'))"
  const marks = "document.getElementById('canvas').dataset.marks"

  it('have one number, are in the order of their severity, and are on the map while one looks at them', async () => {
    const { folder, file } = faulty()
    const { preview, browser } = await openPage(file)
    const drawn = async () => (await browser.value(marks)).split(' ').filter(Boolean).map(Number)
    await browser.click('#whole')
    await settled(browser)
    assert.deepEqual(await drawn(), [], 'a closed section marks nothing')
    await openSection(browser, 'borders')
    await settled(browser)
    const found = await browser.value(severities('> .card'))
    assert.ok(found.length >= 1, String(found))
    assert.deepEqual(found, [...found].sort(), 'errors come before warnings of the same size')
    assert.equal(await browser.value("document.querySelector('#borders .section-head .count').textContent"), String(found.length))
    assert.equal(await browser.value("document.querySelector('#findings h3 .count').textContent"), String(found.length))
    assert.match(await browser.value("document.querySelector('#borders .answer').textContent"), new RegExp(`\\b${found.length} to look at`))
    // Notes are no work: they are below, closed and not counted.
    const notes = await browser.value(severities('details .card'))
    assert.ok(notes.every((severity) => severity === 'note'), String(notes))
    if (notes.length > 0) assert.match(await browser.value("document.querySelector('#findings summary').textContent"), new RegExp(`^${notes.length} notes? on the source$`))
    // What merging mended is no work either.
    assert.match(await browser.value("document.querySelector('#borders .answer').textContent"), /\b[0-9]+ mended, /)
    const atOnce = await drawn()
    assert.equal(atOnce.reduce((a, b) => a + b, 0), found.length)
    await browser.value("document.getElementById('canvas').focus()")
    await browser.key('n')
    for (const [step] of found.entries()) {
      assert.equal(await browser.value(chosen), step)
      assert.match(await browser.value(text('pane')), new RegExp(`^${step + 1} of ${found.length} to look at`))
      await browser.key('n')
    }
    assert.equal(await browser.value(chosen), 0, 'after the last comes the first')
    await browser.key('p')
    assert.equal(await browser.value(chosen), found.length - 1)
    // A note is marked only if it is chosen.
    if (notes.length > 0) {
      await browser.click('#findings summary')
      await browser.click('#findings details .card .sentence')
      assert.match(await browser.value(text('pane')), /^A note on the source/)
    }
    await browser.click('#whole')
    await settled(browser)
    assert.ok((await drawn()).reduce((a, b) => a + b, 0) <= found.length + 1)
    await browser.key('Escape')
    assert.equal(await browser.value("document.getElementById('pane').hidden"), true)
    await browser.click('#borders .section-head')
    await settled(browser)
    assert.deepEqual(await drawn(), [])
    await closePage({ preview, browser }, folder)
  })

  it('are apart at a larger scale', () => {
    const mark = (x, isChosen = false) => ({ x, y: 0, isChosen })
    const counts = (scale) => clustered([mark(0), mark(10), mark(11, true)], scale).map(({ x, count }) => `${x}: ${count}`)
    assert.deepEqual(counts(0.1), ['11: 3'])
    assert.deepEqual(counts(2), ['0: 1', '11: 2'])
    assert.deepEqual(counts(20), ['11: 1', '0: 1', '10: 1'])
    // A disk with a number is larger than a ring, and what it reaches is one with it.
    const near = (third) => clustered([mark(0), mark(8), mark(third)], 1).map(({ x, count }) => `${x}: ${count}`)
    assert.deepEqual(near(15), ['0: 3'])
    assert.deepEqual(near(17), ['0: 2', '17: 1'])
    assert.deepEqual(clustered([mark(0), mark(15), mark(9)], 1).map(({ count }) => count), [3], 'one that grows reaches others')
  })

  it('are whole at the edge of the map, and a region is moved into the view if it has room', () => {
    const camera = Object.assign(new Camera(), { width: 200, height: 100 })
    for (const [x, y] of [[-100, 0], [100, 0], [0, -50], [99, 49]]) {
      const [{ left, right, top, bottom }] = markBoxes([{ x, y, count: 1 }], camera)
      assert.ok(left >= -1 && top >= -1 && right <= 201 && bottom <= 101, `${x} ${y}`)
    }
    assert.ok(markBoxes([{ x: -120, y: 0, count: 1 }], camera)[0].right < 0, 'one that is out of sight stays there')
    camera.reveal({ west: 50, north: 30, width: 60, height: 10 }, 12)
    assert.deepEqual([camera.pixelX(110), camera.pixelY(40)], [188, 88])
    const { x, y } = camera
    camera.reveal({ west: -900, north: -900, width: 2000, height: 2000 }, 12)
    assert.deepEqual([camera.x, camera.y], [x, y], 'what has no room stays')
  })
})

describe('all regions', { skip }, () => {
  const names = "[...document.querySelectorAll('.regions tbody td:first-child')].map(({ textContent }) => textContent).join(' ')"
  const sortings = "[...document.querySelectorAll('[data-sort]')].map(({ dataset }) => dataset.sort)"
  const sorted = "[...document.querySelectorAll('.regions th')].filter(({ ariaSort }) => ariaSort !== 'none').map((head) => `${head.textContent} ${head.ariaSort}`).join()"

  it('are sorted by any column, in both directions', async () => {
    const { folder, file } = areas([
      { code: '1', name: 'Alpha', coordinates: square(0, 1, 1) }, { code: '2', name: 'Beta', coordinates: square(5, 4, 4) },
      { code: '3', name: 'Gamma', coordinates: square(10, 2, 2) },
    ])
    const { preview, browser } = await openPage(file)
    await browser.click('#table-toggle')
    assert.deepEqual(await browser.value(sortings), ['Name', 'Case', 'Code', 'Area', 'Vertices'])
    assert.equal(await browser.value(names), 'Alpha Beta Gamma')
    assert.equal(await browser.value(sorted), 'Name ↑ ascending')
    await browser.click('[data-sort="Name"]')
    assert.equal(await browser.value(names), 'Gamma Beta Alpha')
    // Of numbers, the largest are the first.
    await browser.click('[data-sort="Area"]')
    assert.equal(await browser.value(names), 'Beta Gamma Alpha')
    assert.equal(await browser.value(sorted), 'Area ↓ descending')
    await browser.click('[data-sort="Area"]')
    assert.equal(await browser.value(names), 'Alpha Gamma Beta')
    await browser.click('.regions tbody tr:nth-child(3)')
    assert.match(await browser.value(text('pane')), /Beta/)
    await closePage({ preview, browser }, folder)
  })

  it('are sorted by how they are read, if the map says so', async () => {
    const { folder, file } = areas([['東', 'ひがし'], ['北', 'キタ'], ['西', 'にし'], ['青', 'あお']].map(([name, kana], i) => (
      { code: String(i), name, kana, coordinates: square(3 * i, 1, 1) })))
    const pipeline = join(folder, 'made.yml')
    writeFileSync(pipeline, [
      'map: Made', 'sources: [{ path: made.geojson }]', 'merge: { key: code, name: name, attributes: [kana] }',
      'output: { pack: Made.mappack, swift: Made.swift }', '',
    ].join('\n'))
    const { preview, browser } = await openPage(pipeline)
    await browser.click('#table-toggle')
    assert.ok((await browser.value(sortings)).includes('Reading'))
    await browser.click('[data-sort="Reading"]')
    assert.equal(await browser.value(names), '青 北 西 東')
    // The order stays when they are shown again.
    await browser.click('[data-sort="Area"]')
    await browser.click('#table-toggle')
    await browser.click('#table-toggle')
    assert.equal(await browser.value(sorted), 'Area ↓ descending')
    await closePage({ preview, browser }, folder)
  })
})
