// The page of maps of lines and of points, tried in Chromium.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Browser } from './browser.mjs'
import { drawnMap, firstLine } from './maps.mjs'
import { closePage, figure, find, freeMiddle, openPage, openSection, regions, settled, skip, taken, text } from './page.mjs'
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
  const box = canvas.getBoundingClientRect()
  return [...canvas.getContext('2d').getImageData(Math.round(${x} - box.left), Math.round(${y} - box.top), 1, 1).data].slice(0, 3).join(' ')
})()`
/** The color where nothing is: in the corner. */
const background = `(() => {
  const { left, bottom } = document.getElementById('canvas').getBoundingClientRect()
  return ${colorAt({ x: '(left + 2)', y: '(bottom - 2)' })}
})()`

/** The answer of a section. */
const answer = (name) => `document.querySelector('#${name} .answer').textContent`
/** Whether something is drawn in the picture of the pane beside its background. */
const isPictured = `(() => {
  const canvas = document.querySelector('#pane canvas')
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  const colors = new Set(new Uint32Array(data.buffer))
  return colors.size > 1
})()`

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
    await openSection(browser, 'detail')
    assert.equal(await browser.value(regions), '4')
    const [vertices] = (await browser.value(figure('Vertices'))).split(' ')
    const levels = await browser.value("[...document.querySelectorAll('#level-rows tr')].map((row) => row.lastChild.textContent)")
    assert.equal(levels.length, 3)
    assert.equal(levels[0], vertices)
    assert.match(await browser.value(answer('detail')), new RegExp(`^100 m · ${vertices} of [0-9,]+ vertices$`))
    for (const id of ['islands', 'outline-field', 'water-field']) assert.equal(await browser.value(isHidden(id)), true, id)
    for (const id of ['amount', 'slider', 'method-field', 'save']) assert.equal(await browser.value(isHidden(id)), false, id)
    // Only areas have borders that can be joined.
    assert.equal(await browser.value("document.getElementById('snap')"), null)
    assert.ok(await browser.value("Number(document.getElementById('canvas').dataset.labels)") >= 3)
  })

  it('strokes lines, names the one that the pointer is near, and keeps the one that is clicked', async () => {
    // Nothing of the map lies below a control.
    await browser.click('#zoom-out')
    await settled(browser)
    const points = firstLine(map, 'Fa')
    const [x, y] = points.subarray(points.length - 2)
    const at = await pixel(browser, x, y)
    assert.notEqual(await browser.value(colorAt(at)), await browser.value(background))
    await browser.hover(at.x + 5, at.y + 4)
    await browser.until(`${text('hover')} === 'Far line'`)
    await browser.hover(at.x + 40, at.y + 40)
    await browser.until(`${text('hover')} === ''`)
    await browser.click({ x: at.x + 3, y: at.y })
    assert.match(await browser.value(text('pane')), /Far line.*Length.*km.*Shape1 line, \d+ vertices/s)
    assert.doesNotMatch(await browser.value(text('pane')), /Neighbors|Area/)
    assert.equal(await browser.value(isPictured), true)
  })

  it('a line that ends where it begins has that vertex once', async () => {
    await find(browser, 'ring')
    await settled(browser)
    const points = firstLine(map, 'Ri')
    assert.match(await browser.value(text('pane')), new RegExp(`Shape1 line, ${points.length / 2 - 1} vertices`))
    await browser.click('#whole')
  })

  it('shows the source beside it, and all regions in a table', async () => {
    await browser.choose('#before', 'source')
    await browser.until(`!${isHidden('swipe')}`)
    await browser.choose('#before-how', 'line')
    await browser.until(isHidden('swipe'))
    await browser.choose('#before', '')
    await browser.click('#table-toggle')
    await browser.click('[data-sort="Length"]')
    assert.match(await browser.value("document.querySelector('.regions tbody tr').textContent"), /^Main line\.mainLineMaJR[\d,]+ km[\d,]+$/)
    await browser.click('#table-toggle')
  })

  it('makes the map with what is asked for, and saves it: `run` gives the same bytes', async () => {
    const before = await browser.value(figure('Vertices'))
    const { x, y, width } = await browser.value(
      "(({ left, top, width, height }) => ({ x: left, y: top + height / 2, width }))(document.getElementById('slider').getBoundingClientRect())")
    await browser.drag({ x: x + width * 0.3, y }, { x: x + width * 0.6, y })
    await browser.until(`${figure('Vertices')} !== ${JSON.stringify(before)}`)
    await browser.fill('#value', '250 m')
    await browser.key('Enter')
    await browser.choose('#method', 'douglas-peucker')
    await settled(browser)
    await browser.click('#save')
    await browser.until(`${text('saved')}.startsWith('Saved to ')`)
    assert.match(readFileSync(made.pipeline, 'utf8'), /tolerance: 250 m/)
    const seen = await browser.value(taken('pack'))
    made.run()
    assert.ok(Buffer.from(seen).equals(readFileSync(join(made.folder, 'Made.mappack'))))
  })

  it('is a file too, by a run and by --export', async () => {
    const exported = join(made.folder, 'exported.html')
    assert.equal(spawnSync(mappack, ['preview', made.pipeline, '--export', exported, '--quiet']).status, 0)
    await lookAtFiles([join(made.folder, 'Made.html'), exported], async (page) => {
      assert.equal(await page.value(regions), '4')
      for (const id of ['amount', 'slider', 'outline']) assert.equal(await page.value(`document.getElementById('${id}').checkVisibility()`), false, id)
      await find(page, 'branches')
      assert.match(await page.value(text('pane')), /Shape2 lines/)
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
    await openSection(browser, 'detail')
    for (const id of ['amount', 'slider', 'value', 'minimum-island', 'more-levels', 'method', 'curve']) {
      assert.equal(await browser.value(`document.getElementById('${id}').checkVisibility()`), false, id)
    }
    assert.equal(await browser.value(figure('Points')), '6')
    assert.equal(await browser.value(figure('Vertices')), undefined)
    assert.match(await browser.value(answer('detail')), /^6 points$/)
    assert.equal(await browser.value("document.getElementById('borders').checkVisibility()"), false)
    assert.match(await browser.value("document.querySelector('#level-rows tr').textContent"), /6$/)
  })

  it('draws dots, and finds the nearest one', async () => {
    // Nothing of the map lies below a control.
    await browser.click('#zoom-out')
    await settled(browser)
    for (const [code, name] of [['Fa', 'Far station'], ['En', 'Entrances'], ['Ol', 'Old station']]) {
      const points = firstLine(map, code)
      const at = await pixel(browser, points[0], points[1])
      assert.notEqual(await browser.value(colorAt(at)), await browser.value(background), name)
      await browser.hover(at.x + 4, at.y - 4)
      await browser.until(`${text('hover')}.startsWith('${name}')`)
    }
    await browser.hover(360, 740)
    await browser.until(`${text('hover')} === ''`)
    const at = await pixel(browser, ...firstLine(map, 'Fa'))
    await browser.click(at)
    assert.match(await browser.value(text('pane')), /Far station.*Shape1 point/s)
    assert.equal(await browser.value(isPictured), true)
  })

  it('shows what lies round one that is searched for', async () => {
    await find(browser, 'ふるい')
    await settled(browser)
    const middle = await pixel(browser, ...firstLine(map, 'Ol'))
    const { x, y } = await freeMiddle(browser)
    assert.ok(Math.hypot(middle.x - x, middle.y - y) < 2)
  })

  it('is a file too, by a run and by --export', async () => {
    const exported = join(made.folder, 'exported.html')
    assert.equal(spawnSync(mappack, ['preview', made.pipeline, '--export', exported, '--quiet']).status, 0)
    await lookAtFiles([join(made.folder, 'Made.html'), exported], async (page) => {
      assert.equal(await page.value(regions), '4')
      await find(page, 'entrances')
      assert.match(await page.value(text('pane')), /Shape3 points/)
    })
  })
})

describe('pages of golden packs', { skip }, () => {
  for (const name of ['lines', 'points']) {
    it(`${name}, on both sides of the 180th meridian, are in one piece`, async () => {
      const path = join(top, `Tests/MapPackTests/Golden/${name}.mappack`)
      const preview = await Preview.open(path)
      const browser = await Browser.open({ scheme: 'dark' })
      await browser.go(preview.address)
      const map = drawnMap(path)
      assert.equal(await browser.value(regions), String(map.regions.length))
      assert.equal(await browser.value(figure('Points')), name === 'points' ? '75' : undefined)
      assert.equal(await browser.value("document.querySelector('#borders .count').checkVisibility()"), false)
      for (const region of map.regions) {
        await find(browser, region.name)
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
