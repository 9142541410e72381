// The page's lists: findings in groups and on the map, and all regions in the order that the user asks for; and where
// names stand that would cross the edge.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { clustered, groupedFindings } from '../../../Sources/MapPackPage/Web/findings.js'
import { readingField } from '../../../Sources/MapPackPage/Web/gallery.js'
import { drawLabels } from '../../../Sources/MapPackPage/Web/labels.js'
import { closePage, figure, openPage, settled, skip, text } from './page.mjs'

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
  const groups = `[...document.querySelectorAll('#list-findings .group')].map((group) => (
    [group.dataset.rule, group.querySelector('summary span').textContent, Number(group.querySelector('.count').textContent), group.open].join(' ')))`
  const chosen = "document.querySelector('#list-findings .group.chosen')?.dataset.rule"
  const entry = "document.querySelector('#list-findings .entry.chosen')?.textContent"
  const marks = "document.getElementById('canvas').dataset.marks"

  it('have one number, are grouped by rule, and only the chosen group is on the map', async () => {
    const { folder, file } = faulty()
    const { preview, browser } = await openPage(file)
    await browser.click('#whole')
    await settled(browser)
    const found = (await browser.value(groups)).map((words) => words.split(' '))
    const sum = found.reduce((all, [, , count]) => all + Number(count), 0)
    assert.ok(found.length >= 2, String(found))
    assert.equal(await browser.value(figure('Findings')), String(sum))
    assert.equal(await browser.value(text('tab-findings')), `Findings ${sum}`)
    const rank = ([, severity]) => ['error', 'warning', 'note'].indexOf(severity)
    assert.deepEqual(found.map(rank), found.map(rank).sort())
    for (const [rule, severity, , open] of found) assert.equal(open, String(severity !== 'note'), rule)
    // What is wrong with each ring, once; the two rings that lie beside each other have one mark.
    assert.equal(await browser.value(chosen), found[0][0])
    const drawn = async () => (await browser.value(marks)).split(' ').filter(Boolean).map(Number)
    assert.deepEqual((await drawn()).sort(), [1, 2])
    await browser.value("document.getElementById('canvas').focus()")
    await browser.key('n')
    const first = await browser.value(entry)
    for (let step = 1; step < Number(found[0][2]); step++) {
      await browser.key('n')
      assert.notEqual(await browser.value(entry), first)
    }
    await browser.key('n')
    assert.equal(await browser.value(entry), first, 'after the last comes the first')
    await browser.click('#whole')
    await settled(browser)
    const last = found.at(-1)[0]
    await browser.click(`#list-findings [data-rule="${last}"] summary`)
    assert.equal(await browser.value(chosen), last)
    await settled(browser)
    assert.ok((await drawn()).reduce((a, b) => a + b, 0) <= Number(found.at(-1)[2]))
    await browser.key('p')
    assert.equal(await browser.value(chosen), last, 'the keys stay in the group')
    await browser.click('#show-findings')
    await settled(browser)
    assert.deepEqual(await drawn(), [])
    await closePage({ preview, browser }, folder)
  })

  it('are in the order of their severity, and apart at a larger scale', () => {
    const finding = (rule, severity) => ({ rule, severity })
    const found = [finding('x', 'note'), finding('y', 'warning'), finding('z', 'warning'), finding('z', 'error'), finding('x', 'note')]
    assert.deepEqual(groupedFindings(found).map(({ rule, findings }) => `${rule}${findings.length}`), ['z2', 'y1', 'x2'])
    assert.equal(groupedFindings(found)[0].findings[0].severity, 'error')
    const mark = (x, isChosen = false) => ({ x, y: 0, color: '', isChosen })
    const counts = (scale) => clustered([mark(0), mark(10), mark(11, true)], scale).map(({ x, count }) => `${x}: ${count}`)
    assert.deepEqual(counts(0.1), ['11: 3'])
    assert.deepEqual(counts(2), ['11: 2', '0: 1'])
    assert.deepEqual(counts(20), ['11: 1', '0: 1', '10: 1'])
  })
})

describe('all regions', { skip }, () => {
  const names = "[...document.querySelectorAll('#gallery span')].map(({ textContent }) => textContent).join(' ')"
  const sortings = "[...document.querySelectorAll('#gallery-order option')].map(({ value }) => value)"

  it('are sorted by name or by area', async () => {
    const { folder, file } = areas([
      { code: '1', name: 'Alpha', coordinates: square(0, 1, 1) }, { code: '2', name: 'Beta', coordinates: square(5, 4, 4) },
      { code: '3', name: 'Gamma', coordinates: square(10, 2, 2) },
    ])
    const { preview, browser } = await openPage(file)
    await browser.click('#gallery-toggle')
    assert.deepEqual(await browser.value(sortings), ['name', 'area'])
    assert.equal(await browser.value(names), 'Alpha Beta Gamma')
    await browser.choose('#gallery-order', 'area')
    assert.equal(await browser.value(names), 'Beta Gamma Alpha')
    await browser.click('#gallery button:nth-child(3)')
    assert.match(await browser.value(text('list-region')), /Alpha/)
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
    await browser.click('#gallery-toggle')
    assert.deepEqual(await browser.value(sortings), ['reading', 'name', 'area'])
    assert.equal(await browser.value(names), '青 北 西 東')
    // The order stays when they are shown again.
    await browser.choose('#gallery-order', 'area')
    await browser.click('#gallery-toggle')
    await browser.click('#gallery-toggle')
    assert.equal(await browser.value("document.getElementById('gallery-order').value"), 'area')
    await closePage({ preview, browser }, folder)
  })

  it('have a reading only if most have such a text', () => {
    const map = (fields, ...texts) => ({ fields, regions: texts.map((text) => ({ texts: new Map(Object.entries(text)) })) })
    assert.equal(readingField(map(['x'], { x: '漢字' }, { x: 'カナ' })), '')
    assert.equal(readingField(map(['x'], { x: 'かな' }, { x: 'ｶﾅ' }, { x: '漢字' })), 'x')
    assert.equal(readingField(map(['NAME_KANA'], { NAME_KANA: 'kita' }, { NAME_KANA: 'nishi' })), 'NAME_KANA')
  })
})

describe('names at the edge', () => {
  /** Where names are drawn: each is 100 pixels wide, what is seen is from 50 to 450. */
  function placed(...labels) {
    const drawn = {}
    const context = { measureText: () => ({ width: 100 }), strokeText: () => {}, fillText: (text, x, y) => (drawn[text] = [x, y]) }
    drawLabels(context, labels.map(({ x, y, ...label }) => ({
      isBeside: false, mayCover: false, size: 12, width: 0, places: [{ x, y }], land: { west: 0, north: 0, width: 500, height: 500 }, ...label,
    })), { factor: 1, x: 0, y: 0 }, { width: 500, height: 500 }, { left: 50, top: 50, right: 450, bottom: 450 }, { halo: '', text: '' }, null)
    return drawn
  }

  it('move inside if their region is seen there', () => {
    assert.deepEqual(placed({ text: 'inside', x: 200, y: 200 }).inside, [200, 200])
    assert.deepEqual(placed({ text: 'east', x: 440, y: 200 }).east, [398, 200])
    assert.deepEqual(placed({ text: 'west', x: 20, y: 200 }).west, [102, 200])
    assert.deepEqual(placed({ text: 'corner', x: 440, y: 448 }).corner, [398, 443])
  })

  it('stay if all of the name is outside, or if the region is not seen', () => {
    assert.deepEqual(placed({ text: 'outside', x: 200, y: 20 }).outside, [200, 20])
    const land = { west: 0, north: 150, width: 49, height: 100 }
    assert.deepEqual(placed({ text: 'unseen', x: 20, y: 200, land }).unseen, [20, 200])
  })

  it('stand beside a point where they are seen as a whole', () => {
    const dot = { west: 430, north: 200, width: 0, height: 0 }
    const [x] = placed({ text: 'dot', x: 430, y: 200, isBeside: true, land: dot }).dot
    assert.ok(x + 50 <= 450, String(x))
  })
})
