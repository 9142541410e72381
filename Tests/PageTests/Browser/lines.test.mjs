// The page of maps of lines and of points, tried in Chromium.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Browser } from './browser.mjs'
import { drawnMap, firstLine } from './maps.mjs'
import { closePage, figure, openPage, settled, skip, taken, text } from './page.mjs'
import { mappack, Preview, top } from './preview.mjs'

const isHidden = (id) => `document.getElementById('${id}').hidden`

/** A rough way from one point to another, the same in each run. */
function way([x, y], [u, v], vertices, roughness) {
  let state = vertices
  const unit = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 1
    return state / 2 ** 30 - 1
  }
  return Array.from({ length: vertices }, (_, i) => {
    const share = i / (vertices - 1)
    const rough = i === 0 || i === vertices - 1 ? 0 : roughness
    return [x + (u - x) * share + rough * unit(), y + (v - y) * share + rough * unit()]
  })
}

const feature = (name, type, coordinates, more = {}) => (
  { type: 'Feature', properties: { code: name.slice(0, 2), name, ...more }, geometry: { type, coordinates } })

const loop = Array.from({ length: 101 }, (_, i) => [
  135 + 0.1 * Math.cos((i % 100) * Math.PI / 50), 35 + 0.1 * Math.sin((i % 100) * Math.PI / 50)])

const railways = [
  feature('Main line', 'LineString', way([134, 34], [136, 36], 8000, 0.002), { operator: 'JR' }),
  feature('Ring', 'LineString', loop),
  feature('Branches', 'MultiLineString', [way([135, 35], [134.5, 35.5], 300, 0.002), way([135.2, 35], [135.6, 34.4], 300, 0.002)]),
  feature('Far line', 'LineString', way([136.5, 34], [137, 34.1], 200, 0.002)),
]

const stations = [
  feature('Old station', 'Point', [135, 35], { kana: 'ふるい' }),
  feature('Same place', 'Point', [135, 35]),
  feature('Entrances', 'MultiPoint', [[135.2, 35.1], [135.21, 35.11], [135.19, 35.12]]),
  feature('Far station', 'Point', [136, 34.2]),
]

/** A project with one map. */
function project(geometry, features, more = []) {
  const folder = mkdtempSync(join(tmpdir(), 'mappack-preview-'))
  mkdirSync(join(folder, 'Pipelines'))
  writeFileSync(join(folder, 'made.geojson'), JSON.stringify({ type: 'FeatureCollection', features }))
  const pipeline = join(folder, 'Pipelines/made.yml')
  writeFileSync(pipeline, [
    'map: Made', `geometry: ${geometry}`, 'sources: [{ path: made.geojson }]',
    `merge: { key: code, name: name, attributes: [${geometry === 'lines' ? 'operator' : 'kana'}] }`, ...more,
    'output: { pack: Made.mappack, swift: Made.swift, preview: Made.html }', '',
  ].join('\n'))
  const run = () => {
    const { status, stderr } = spawnSync(mappack, ['run', pipeline, '--quiet'])
    assert.equal(status, 0, String(stderr))
    return drawnMap(join(folder, 'Made.mappack'))
  }
  return { folder, pipeline, run }
}

/** Where a point of a map is on the page. */
async function pixel(browser, x, y) {
  return browser.value(`(() => {
    const canvas = document.getElementById('canvas')
    const { left, top, width, height } = canvas.getBoundingClientRect()
    const { x, y, scale } = canvas.dataset
    return { x: left + width / 2 + (${x} - x) * scale, y: top + height / 2 + (${y} - y) * scale }
  })()`)
}

/** The color of the map at a point of the page. */
const colorAt = ({ x, y }) => `(() => {
  const canvas = document.getElementById('canvas')
  const { left, top } = canvas.getBoundingClientRect()
  return [...canvas.getContext('2d').getImageData(Math.round(${x} - left), Math.round(${y} - top), 1, 1).data].slice(0, 3).join(' ')
})()`
const background = '239 237 232'

/** How many of the small pictures have something drawn in them. */
const pictures = `[...document.querySelectorAll('#gallery canvas')].filter((canvas) => (
  canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0))).length`

/** Opens pages that are files, and looks at each. */
async function lookAtFiles(paths, look) {
  for (const path of paths) {
    const browser = await Browser.open()
    await browser.go(`file://${path}`)
    await look(browser)
    assert.deepEqual(browser.errors, [])
    await browser.close()
  }
}

describe('the page of a map of lines', { skip }, () => {
  let made, map, preview, browser
  before(async () => {
    made = project('lines', railways, ['simplify: { tolerance: 100 m, levels: 3 }'])
    map = made.run()
    const opened = await openPage(made.pipeline)
    preview = opened.preview
    browser = opened.browser
  })
  after(() => closePage({ preview, browser }, made.folder))

  it('has the settings that lines have, and counts vertices as the map does', async () => {
    assert.equal(await browser.value(figure('Lines')), '5')
    assert.equal(await browser.value(figure('Regions')), '4')
    assert.equal(await browser.value(figure('Islands dropped')), undefined)
    const [vertices] = (await browser.value(figure('Vertices'))).split(' ')
    const options = "[...document.querySelectorAll('#level option')].map((option) => option.textContent)"
    const levels = await browser.value(options)
    assert.equal(levels.length, 3)
    assert.ok(levels[0].endsWith(`${vertices} vertices`), levels[0])
    for (const id of ['minimum-island-field', 'maximum-parts-field', 'outline-field']) {
      assert.equal(await browser.value(isHidden(id)), true, id)
    }
    for (const id of ['settings', 'amount-fields', 'save']) assert.equal(await browser.value(isHidden(id)), false, id)
    assert.ok(await browser.value("Number(document.getElementById('canvas').dataset.labels)") >= 3)
  })

  it('strokes lines, names the one that the pointer is near, and keeps the one that is clicked', async () => {
    const points = firstLine(map, 'Fa')
    const [x, y] = points.subarray(points.length - 2)
    const at = await pixel(browser, x, y)
    assert.notEqual(await browser.value(colorAt(at)), background)
    await browser.hover(at.x + 5, at.y + 4)
    await browser.until(`${text('hover')}.startsWith('Far line · Fa · .farLine · ')`)
    assert.match(await browser.value(text('hover')), /· \d+\.?\d* km · 1 line · \d+ vertices$/)
    await browser.hover(at.x + 40, at.y + 40)
    await browser.until(`${text('hover')} === ''`)
    await browser.click({ x: at.x + 3, y: at.y })
    assert.match(await browser.value(text('list-region')), /Far line.*Length.*km.*Lines1Vertices/s)
    assert.doesNotMatch(await browser.value(text('list-region')), /Neighbors|Area/)
  })

  it('a line that ends where it begins has that vertex once', async () => {
    await browser.fill('#search', 'ring')
    await browser.key('Enter')
    await settled(browser)
    const points = firstLine(map, 'Ri')
    assert.match(await browser.value(text('list-region')), new RegExp(`Vertices${points.length / 2 - 1}`))
    await browser.click('#whole')
  })

  it('shows the source beside it, and every region as a small picture', async () => {
    await browser.choose('#before', 'source')
    await browser.until(`!${isHidden('swipe')}`)
    await browser.choose('#before-how', 'line')
    await browser.until(isHidden('swipe'))
    await browser.choose('#before', '')
    await browser.click('#gallery-toggle')
    await browser.until(`${pictures} === 4`)
    await browser.click('#gallery-toggle')
  })

  it('makes the map with what is asked for, and saves it: `run` gives the same bytes', async () => {
    const before = await browser.value(figure('Vertices'))
    const { x, y, width } = await browser.value(
      "(({ left, top, width, height }) => ({ x: left, y: top + height / 2, width }))(document.getElementById('slider').getBoundingClientRect())")
    await browser.drag({ x: x + width * 0.3, y }, { x: x + width * 0.6, y })
    await browser.until(`${figure('Vertices')} !== ${JSON.stringify(before)}`)
    await browser.fill('#value', '250 m')
    await browser.key('Enter')
    await browser.value("document.querySelector('#settings details').open = true")
    await browser.choose('#method', 'douglas-peucker')
    await settled(browser)
    await browser.click('#save')
    await browser.until(`!${isHidden('saved')}`)
    assert.match(readFileSync(made.pipeline, 'utf8'), /tolerance: 250 m/)
    const seen = await browser.value(taken('pack'))
    made.run()
    assert.ok(Buffer.from(seen).equals(readFileSync(join(made.folder, 'Made.mappack'))))
  })

  it('is a file too, by a run and by --export', async () => {
    const exported = join(made.folder, 'exported.html')
    assert.equal(spawnSync(mappack, ['preview', made.pipeline, '--export', exported, '--quiet']).status, 0)
    await lookAtFiles([join(made.folder, 'Made.html'), exported], async (page) => {
      assert.equal(await page.value(figure('Lines')), '5')
      assert.equal(await page.value(isHidden('settings')), true)
      assert.equal(await page.value(isHidden('outline-field')), true)
      await page.fill('#search', 'branches')
      await page.key('Enter')
      await page.until(`${text('list-region')}.includes('Lines2')`)
    })
  })
})

describe('the page of a map of points', { skip }, () => {
  let made, map, preview, browser
  before(async () => {
    made = project('points', stations)
    map = made.run()
    const opened = await openPage(made.pipeline)
    preview = opened.preview
    browser = opened.browser
  })
  after(() => closePage({ preview, browser }, made.folder))

  it('has no settings, and counts points', async () => {
    assert.equal(await browser.value(isHidden('settings')), true)
    assert.equal(await browser.value(figure('Points')), '6')
    for (const name of ['Vertices', 'Fewest vertices', 'Islands dropped', 'Polygons']) {
      assert.equal(await browser.value(figure(name)), undefined, name)
    }
    assert.equal(await browser.value(isHidden('tab-dropped')), true)
    assert.equal(await browser.value("document.querySelector('#level option').textContent"), '0: 6 points')
  })

  it('draws dots, and finds the nearest one', async () => {
    for (const [code, name] of [['Fa', 'Far station'], ['En', 'Entrances'], ['Ol', 'Old station']]) {
      const points = firstLine(map, code)
      const at = await pixel(browser, points[0], points[1])
      assert.notEqual(await browser.value(colorAt(at)), background, name)
      await browser.hover(at.x + 4, at.y - 4)
      await browser.until(`${text('hover')}.startsWith('${name} · ${code}')`)
    }
    await browser.hover(320, 780)
    await browser.until(`${text('hover')} === ''`)
    const at = await pixel(browser, ...firstLine(map, 'Fa'))
    await browser.click(at)
    assert.match(await browser.value(text('list-region')), /Far station.*Points1$/s)
  })

  it('shows what lies round one that is searched for, and every region as a small picture', async () => {
    await browser.fill('#search', 'ふるい')
    await browser.key('Enter')
    await settled(browser)
    const middle = await pixel(browser, ...firstLine(map, 'Ol'))
    const { left, top, width, height } = await browser.value(
      "(({ left, top, width, height }) => ({ left, top, width, height }))(document.getElementById('canvas').getBoundingClientRect())")
    assert.ok(Math.hypot(middle.x - left - width / 2, middle.y - top - height / 2) < 2)
    await browser.click('#gallery-toggle')
    await browser.until(`${pictures} === 4`)
    await browser.click('#gallery-toggle')
  })

  it('is a file too, by a run and by --export', async () => {
    const exported = join(made.folder, 'exported.html')
    assert.equal(spawnSync(mappack, ['preview', made.pipeline, '--export', exported, '--quiet']).status, 0)
    await lookAtFiles([join(made.folder, 'Made.html'), exported], async (page) => {
      assert.equal(await page.value(figure('Points')), '6')
      await page.fill('#search', 'entrances')
      await page.key('Enter')
      await page.until(`${text('list-region')}.includes('Points3')`)
    })
  })
})

describe('pages of golden packs', { skip }, () => {
  for (const [name, label, count] of [['lines', 'Lines', '7'], ['points', 'Points', '75']]) {
    it(`${name}, on both sides of the 180th meridian, are in one piece`, async () => {
      const path = join(top, `Tests/MapPackTests/Golden/${name}.mappack`)
      const preview = await Preview.open(path)
      const browser = await Browser.open({ scheme: 'dark' })
      await browser.go(preview.address)
      assert.equal(await browser.value(figure(label)), count)
      assert.equal(await browser.value(text('tab-findings')), 'Findings')
      const map = drawnMap(path)
      for (const region of map.regions) {
        await browser.fill('#search', region.name)
        await browser.key('Enter')
        await settled(browser)
        const [x, y] = firstLine(map, region.code)
        const at = await pixel(browser, x, y)
        await browser.hover(at.x, at.y)
        // The first of two at one location is named.
        const nearest = map.regions[map.regionAt(x, y, 1)]
        await browser.until(`${text('hover')}.startsWith(${JSON.stringify(nearest.name)})`)
      }
      assert.deepEqual(browser.errors, [])
      await browser.close()
      await preview.close()
    })
  }
})
