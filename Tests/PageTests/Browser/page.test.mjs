// What the page promises, tried in Chromium with a mouse and a keyboard.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Browser } from './browser.mjs'
import { closePage, figure, find, freeMiddle, openPage, openSection, settled, skip, taken, text } from './page.mjs'
import { mappack, Preview, top } from './preview.mjs'

const camera = "(({ x, y, scale }) => ({ x: Number(x), y: Number(y), scale: Number(scale) }))(document.getElementById('canvas').dataset)"

/** A copy of a shipped map's project that may be written to. */
function project(name, sources) {
  const folder = mkdtempSync(join(tmpdir(), 'mappack-preview-'))
  for (const path of ['Pipelines', 'Output']) cpSync(join(top, path), join(folder, path), { recursive: true })
  cpSync(join(top, 'RawData', sources), join(folder, 'RawData', sources), { recursive: true })
  return { folder, pipeline: join(folder, 'Pipelines', name) }
}

describe('the page of a pipeline file', { skip }, () => {
  let made, preview, browser
  before(async () => {
    made = project('new-england.yml', 'us-census-counties-500k')
    const opened = await openPage(made.pipeline)
    preview = opened.preview
    browser = opened.browser
  })
  after(() => closePage({ preview, browser }, made.folder))

  it('shows the map, whose data it is, and what it costs', async () => {
    assert.equal(await browser.value(text('title')), 'NewEngland')
    assert.match(await browser.value(text('credits')), /US Census Bureau/)
    assert.equal(await browser.value("document.querySelector('#table-toggle .count').textContent"), '6')
    // Of the finest level as many vertices as of the map.
    const [vertices] = (await browser.value(figure('Vertices'))).split(' ')
    assert.ok((await browser.value("document.querySelector('#level-rows tr').textContent")).endsWith(vertices))
    assert.match(await browser.value(text('proof')), /Proved valid.*at . levels? · .* kB/)
    assert.equal(await browser.value("Number(document.getElementById('canvas').dataset.labels)"), 6)
  })

  it('moves by dragging, zooms by wheel and keys, and shows all again', async () => {
    const first = await browser.value(camera)
    await browser.drag({ x: 600, y: 400 }, { x: 700, y: 430 })
    const moved = await browser.value(camera)
    assert.ok(Math.abs((first.x - moved.x) * first.scale - 100) < 2)
    assert.ok(Math.abs((first.y - moved.y) * first.scale - 30) < 2)
    await browser.wheel(600, 400, -240)
    await settled(browser)
    assert.ok((await browser.value(camera)).scale > 1.3 * first.scale)
    await browser.value("document.getElementById('canvas').focus()")
    await browser.key('ArrowLeft')
    await browser.key('-')
    await settled(browser)
    assert.notEqual((await browser.value(camera)).x, moved.x)
    await browser.click('#whole')
    await settled(browser)
    assert.ok((await browser.value(camera)).scale <= first.scale * 1.01)
  })

  it('zooms between two fingers, and what is between them stays there', async () => {
    await browser.click('#whole')
    await settled(browser)
    const first = await browser.value(camera)
    const { left, top, width, height } = await browser.value(
      "(({ left, top, width, height }) => ({ left, top, width, height }))(document.getElementById('canvas').getBoundingClientRect())")
    await browser.pinch(left + width / 2, top + height / 2, 100, 200)
    await settled(browser)
    const pinched = await browser.value(camera)
    assert.ok(Math.abs(pinched.scale / first.scale - 2) < 0.1, String(pinched.scale / first.scale))
    assert.ok(Math.abs(pinched.x - first.x) * pinched.scale < 5)
    await browser.click('#whole')
    await settled(browser)
  })

  it('draws the outer line as a border if land lies beyond the map', async () => {
    const corner = `(() => {
      const canvas = document.getElementById('canvas')
      return [...canvas.getContext('2d').getImageData(2, canvas.height - 3, 1, 1).data].slice(0, 3).join(' ')
    })()`
    const sea = await browser.value(corner)
    await openSection(browser, 'look')
    await browser.click('#outline')
    await browser.until(`${corner} !== '${sea}'`)
    await browser.click('#outline')
    await browser.until(`${corner} === '${sea}'`)
  })

  it('names what the pointer is over, and keeps what is clicked', async () => {
    await browser.click('#whole')
    await find(browser, 'vermont')
    await settled(browser)
    assert.match(await browser.value(text('pane')), /Vermont.*50.*\.vermont/s)
    const { x, y } = await freeMiddle(browser)
    await browser.hover(x, y)
    await settled(browser)
    assert.equal(await browser.value(text('hover')), '', 'the pane names what is chosen')
    await browser.click('#close-pane')
    await browser.hover(x, y)
    await browser.until(`${text('hover')}.startsWith('Vermont')`)
    await browser.click('#whole')
  })

  it('shows coarser levels at once while the slider moves, and then the map that is asked for', async () => {
    await openSection(browser, 'detail')
    const before = await browser.value(figure('Vertices'))
    const { x, y, width } = await browser.value(
      "(({ left, top, width, height }) => ({ x: left, y: top + height / 2, width }))(document.getElementById('slider').getBoundingClientRect())")
    await browser.drag({ x: x + width * 0.35, y }, { x: x + width * 0.8, y })
    await settled(browser)
    const after = await browser.value(figure('Vertices'))
    assert.notEqual(after, before)
    assert.match(await browser.value("document.getElementById('value').value"), /km$/)
  })

  it('says what is wrong with a value, and goes on with the next', async () => {
    await openSection(browser, 'detail')
    await browser.fill('#value', 'much')
    await browser.key('Enter')
    await browser.until("!document.getElementById('message').hidden")
    assert.match(await browser.value(text('problem')), /much.*length/)
    assert.equal(await browser.value("document.getElementById('save').disabled"), true, 'what was refused is not saved')
    await browser.fill('#value', '2 km')
    await browser.key('Enter')
    await browser.until("document.getElementById('message').hidden")
    await settled(browser)
    assert.equal(await browser.value("document.getElementById('save').disabled"), false)
    // The browser notes that a request was refused.
    assert.deepEqual(browser.errors.splice(0).filter((error) => !error.includes('422')), [])
  })

  it('searches at the key /, wherever the focus is, if nothing is typed there', async () => {
    const written = "document.getElementById('search').value"
    const before = await browser.value(written)
    await openSection(browser, 'detail')
    await browser.click('#more-detail > summary')
    for (const id of ['slider', 'method', 'show-labels', 'whole']) {
      if (id === 'show-labels') await openSection(browser, 'look')
      await browser.value(`document.getElementById('${id}').focus()`)
      await browser.key('/')
      assert.equal(await browser.value('document.activeElement.id'), 'search', id)
    }
    assert.equal(await browser.value(written), before)
    await browser.value('document.activeElement.blur()')
  })

  it('saves what is seen, and `run` makes it, byte for byte', async () => {
    const comments = readFileSync(made.pipeline, 'utf8').split('\n').filter((line) => line.includes('#'))
    await openSection(browser, 'detail')
    for (let levels = Number(await browser.value(text('levels'))); levels !== 3; levels += levels < 3 ? 1 : -1) {
      await browser.click(levels < 3 ? '#more-levels' : '#fewer-levels')
      await settled(browser)
    }
    await browser.fill('#value', '1500 m')
    await browser.key('Enter')
    await settled(browser)
    await browser.click('#save')
    await browser.until(`${text('saved')}.startsWith('Saved to ')`)
    const saved = readFileSync(made.pipeline, 'utf8')
    assert.match(saved, /tolerance: 1500 m/)
    assert.match(saved, /levels: 3/)
    for (const comment of comments) if (!comment.includes('simplify')) assert.ok(saved.includes(comment), comment)
    await browser.go(preview.address)
    assert.equal(await browser.value("document.getElementById('value').value"), '1500 m', 'what was saved is there again')
    const seen = await browser.value(taken('pack'))
    const run = spawnSync(mappack, ['run', made.pipeline, '--quiet'])
    assert.equal(run.status, 0, String(run.stderr))
    assert.ok(Buffer.from(seen).equals(readFileSync(join(made.folder, 'Output/NewEngland.mappack'))))
  })

  it('shows before and after: the source on one side of a line that is dragged, or as a thin line', async () => {
    await browser.choose('#before', 'source')
    await browser.until("!document.getElementById('swipe').hidden")
    const box = await browser.value("(({ left, top, width, height }) => ({ left, top, width, height }))(document.getElementById('stage').getBoundingClientRect())")
    await browser.drag({ x: box.left + box.width / 2, y: box.top + 300 }, { x: box.left + box.width / 4, y: box.top + 300 })
    assert.equal(await browser.value("document.getElementById('swipe').getAttribute('aria-valuenow')"), '25')
    await browser.choose('#before-how', 'line')
    await browser.until("document.getElementById('swipe').hidden")
    await browser.choose('#before', '')
  })

  it('lists every region in a table, which is sorted and filtered', async () => {
    await browser.click('#table-toggle')
    const rows = "[...document.querySelectorAll('.regions tbody tr')].map(({ dataset }) => dataset.code)"
    assert.equal((await browser.value(rows)).length, 6)
    assert.match(await browser.value(text('drawer')), /New Hampshire\.newHampshire33/)
    await browser.click('[data-sort="Code"]')
    assert.deepEqual(await browser.value(rows), ['09', '23', '25', '33', '44', '50'])
    await browser.click('[data-sort="Area"]')
    assert.equal((await browser.value(rows))[0], '23', 'Maine is the largest')
    await browser.fill('#table-filter', 'new h')
    await browser.until(`${rows}.length === 1`)
    assert.match(await browser.value(text('drawer')), /1 of 6/)
    await browser.click('.regions tbody tr')
    assert.match(await browser.value(text('pane')), /New Hampshire.*33/s)
    await browser.click('#table-toggle')
    assert.equal(await browser.value("document.getElementById('drawer').hidden"), true)
  })

  it('gives one region a tolerance of its own', async () => {
    await find(browser, 'maine')
    const before = await browser.value(figure('Vertices'))
    await browser.fill('#region-tolerance', '50 m')
    await browser.key('Enter')
    await browser.until(`${figure('Vertices')} !== ${JSON.stringify(before)}`)
    await settled(browser)
    // Another tolerance of the same region is a step of its own.
    await browser.fill('#region-tolerance', '90 m')
    await browser.key('Enter')
    await settled(browser)
    await browser.click('#undo')
    await browser.until("document.getElementById('region-tolerance').value === '50 m'")
    await settled(browser)
  })

  it('lists what has changed since the pack that was there', async () => {
    await openSection(browser, 'borders')
    assert.equal(await browser.value("document.getElementById('changes-foot').hidden"), false)
    await browser.click('#changes-foot > summary')
    assert.match(await browser.value(text('changes-foot')), /since the former edition/)
  })

  it('says how many islands were left out', async () => {
    await openSection(browser, 'detail')
    await browser.fill('#minimum-island', '5 km2')
    await browser.key('Enter')
    await browser.until(`/[0-9]+ polygons left out/.test(${text('dropped-words')})`)
    await settled(browser)
  })
})

describe('pages of other maps', { skip }, () => {
  /** @param {(browser: Browser, preview: Preview) => Promise<void>} look */
  async function open(words, look, options) {
    const preview = await Preview.open(...words)
    const browser = await Browser.open(options)
    await browser.go(preview.address)
    await look(browser, preview)
    assert.deepEqual(browser.errors, [])
    await browser.close()
    await preview.close()
  }

  it('a finished pack has levels and no slider', () => open(['Output/World.mappack'], async (browser) => {
    await openSection(browser, 'detail')
    assert.equal(await browser.value("document.getElementById('slider').checkVisibility()"), false)
    assert.equal(await browser.value("document.querySelector('#table-toggle .count').textContent"), '177')
    const bytes = await browser.value(taken('pack'))
    assert.ok(Buffer.from(bytes).equals(readFileSync(join(top, 'Output/World.mappack'))), 'the pack itself')
    await browser.click('#level-rows [data-level="2"]')
    await settled(browser)
    await browser.fill('#search', 'JPN')
    await browser.key('Enter')
    await browser.until(`${text('pane')}.includes('Japan')`)
  }, { scheme: 'dark' }))

  it('a map on both sides of the 180th meridian is in one piece', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mappack-preview-'))
    const box = (code, west, east) => ({
      type: 'Feature', properties: { code, name: code },
      geometry: { type: 'Polygon', coordinates: [[[west, 0], [east, 0], [east, 5], [west, 5], [west, 0]]] },
    })
    const file = join(folder, 'pacific.geojson')
    const features = [box('West', 165, 170), box('Middle', 170, 180), box('East', -180, -160)]
    writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features }))
    await open([file], async (browser) => {
      const { left, top, width, height } = await browser.value(
        "(({ left, top, width, height }) => ({ left, top, width, height }))(document.getElementById('canvas').getBoundingClientRect())")
      for (const [share, name] of [[0.1, 'West'], [0.3, 'Middle'], [0.7, 'East']]) {
        await browser.hover(left + width * share, top + height / 2)
        await browser.until(`${text('hover')}.startsWith('${name}')`)
      }
    })
    rmSync(folder, { recursive: true })
  })

  it('a name in Japanese is found, and shown', () => open(['Output/SamplePrefecture.mappack'], async (browser) => {
    await browser.fill('#search', '八百島')
    await browser.key('Enter')
    await settled(browser)
    assert.match(await browser.value(text('pane')), /八百島市.*99203/s)
  }))

  it('a source alone is read as `init` would read it, and Save asks for a name', () => open(
    [join(top, 'RawData/us-census-hawaii-500k')], async (browser) => {
      assert.equal(await browser.value("document.getElementById('save').hidden"), false)
      assert.equal(await browser.value("document.getElementById('rename').hidden"), false)
      assert.match(await browser.value(text('saved')), /Not saved yet/)
      assert.match(await browser.value("document.getElementById('value').value"), / m$/)
    }))

  const box = (code, west, east) => ({
    type: 'Feature', properties: { code, name: `Region ${code}` },
    geometry: { type: 'Polygon', coordinates: [[[west, 0], [east, 0], [east, 5], [west, 5], [west, 0]]] },
  })
  /** The page of some features. */
  async function openFeatures(features, look) {
    const folder = mkdtempSync(join(tmpdir(), 'mappack-preview-'))
    const file = join(folder, 'some.geojson')
    writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features }))
    await open([file], look)
    rmSync(folder, { recursive: true })
  }

  it('findings are on the map and in a list, and the keys n and p go through them', () => openFeatures(
    [box('A', 0, 5), box('B', 4, 9), box('C', 8, 13)], async (browser) => {
      await browser.value("document.getElementById('canvas').focus()")
      await browser.key('n')
      await browser.until(`/^1 of 2 to look at/.test(${text('pane')})`)
      await browser.key('n')
      await browser.until(`/^2 of 2 to look at/.test(${text('pane')})`)
      await browser.key('p')
      await browser.until(`/^1 of 2 to look at/.test(${text('pane')})`)
      assert.match(await browser.value(text('findings')), /Region A and Region B claim the same land/)
    }))

  it('a finding has a button that does what it advises, and undo takes it back', () => openFeatures(
    [box('A', 0, 5), box('B', 4, 9)], async (browser) => {
      await openSection(browser, 'borders')
      const answer = "document.querySelector('#borders .answer').textContent"
      assert.match(await browser.value(answer), /1 to look at/)
      // The proposal that comes by itself moves the cards.
      await browser.until("document.getElementById('propose') === null")
      assert.match(await browser.value("document.querySelector('#findings .card .button').textContent"), /^Give it to Region [AB]$/)
      // What can be done is in sight, also in a small window.
      await browser.click('#findings .card .sentence')
      await browser.send('Emulation.setDeviceMetricsOverride', { width: 390, height: 844, deviceScaleFactor: 1, mobile: false })
      await settled(browser)
      const [bottom, tabs] = await browser.value("['#pane .filled', '#column'].map((found, i) => document.querySelector(found).getBoundingClientRect()[i ? 'top' : 'bottom'])")
      assert.ok(bottom < tabs, `${bottom} ${tabs}`)
      await browser.send('Emulation.setDeviceMetricsOverride', { width: 1200, height: 800, deviceScaleFactor: 1, mobile: false })
      await browser.key('Escape')
      await browser.click('#findings .card .button')
      await browser.until(`!/to look at/.test(${answer})`)
      await settled(browser)
      await browser.click('#undo')
      await browser.until(`/1 to look at/.test(${answer})`)
      await settled(browser)
    }))

  it('what merging mended is listed, and shown by a click', () => openFeatures([
    { ...box('A', 0, 0), geometry: { type: 'Polygon', coordinates: [[[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]] } }, box('B', 5, 9),
  ], async (browser) => {
    await openSection(browser, 'borders')
    await browser.until("!document.getElementById('mended-foot').hidden")
    assert.match(await browser.value("document.querySelector('#borders .answer').textContent"), /^1 mended/)
    await browser.click('#mended-foot > summary')
    assert.match(await browser.value(text('mended')), /^Rings that crossed themselves1$/)
    assert.equal(await browser.value(text('mended-nouns')), '1 ring')
    await browser.click('#mended button')
    await settled(browser)
  }))

  it('names are large by the field that the pipeline file names', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mappack-preview-'))
    const features = ['Large', 'Capital'].map((name, i) => ({
      type: 'Feature', properties: { code: name, name, people: 1 + 1000 * i },
      geometry: { type: 'Polygon', coordinates: [[[9 * i, 0], [9, 0], [9 + i, 5 - 4 * i], [9 * i, 5 - 4 * i], [9 * i, 0]]] },
    }))
    mkdirSync(join(folder, 'Pipelines'))
    writeFileSync(join(folder, 'two.geojson'), JSON.stringify({ type: 'FeatureCollection', features }))
    const pipeline = join(folder, 'Pipelines/two.yml')
    writeFileSync(pipeline, [
      'map: Two', 'sources: [{ path: two.geojson }]', 'merge: { key: code, name: name, attributes: [people] }',
      'output: { pack: two.mappack, swift: two.swift, preview: { path: two.html, importance: people, outline: border } }',
    ].join('\n'))
    await open([pipeline], async (browser) => {
      assert.equal(await browser.value("document.getElementById('importance').value"), 'people')
      assert.equal(await browser.value("document.getElementById('outline').checked"), true)
    })
    assert.equal(spawnSync(mappack, ['run', pipeline, '--quiet']).status, 0)
    const browser = await Browser.open()
    await browser.go(`file://${join(folder, 'two.html')}`)
    assert.equal(await browser.value("document.getElementById('importance').value"), 'people')
    assert.equal(await browser.value("document.getElementById('outline').checked"), true)
    assert.deepEqual(browser.errors, [])
    await browser.close()
    rmSync(folder, { recursive: true })
  })

  it('hostile names are text', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mappack-preview-'))
    const names = ['<img src=x onerror="alert(1)">', '</script><script>alert(2)</script>', '\u202Eevil', 'x'.repeat(10_000)]
    const features = names.map((name, i) => ({
      type: 'Feature', properties: { code: `C${i}${i === 0 ? '<b>' : ''}`, name },
      geometry: { type: 'Polygon', coordinates: [[[i, 0], [i + 1, 0], [i + 1, 1], [i, 1], [i, 0]]] },
    }))
    const file = join(folder, 'hostile.geojson')
    writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features }))
    const look = async (browser) => {
      assert.equal(await browser.value('document.images.length'), 0)
      await browser.click('#table-toggle')
      assert.match(await browser.value(text('drawer')), /<img src=x onerror="alert\(1\)">/)
      assert.ok(!(await browser.value(text('drawer'))).includes('\u202E'))
      await browser.click('.regions tbody tr')
      await browser.click('#table-toggle')
      assert.equal(await browser.value("document.querySelector('#table-toggle .count').textContent"), '4')
    }
    await open([file], look)
    const page = join(folder, 'hostile.html')
    assert.equal(spawnSync(mappack, ['preview', file, '--export', page, '--quiet']).status, 0)
    const browser = await Browser.open()
    await browser.go(`file://${page}`)
    await look(browser)
    assert.deepEqual(browser.errors, [])
    await browser.close()
    rmSync(folder, { recursive: true })
  })

  it('colors regions by a number, and says what the colors mean', async () => {
    const made = project('new-england.yml', 'us-census-counties-500k')
    writeFileSync(join(made.folder, 'RawData/n.csv'), 'code,people,rate\n09,1000,1\n23,2e7,1\n25,-3,1\n33,0.25,1\n44,5,1\n')
    writeFileSync(made.pipeline, `${readFileSync(made.pipeline, 'utf8')}join: { table: RawData/n.csv, key: code, columns: [people, rate] }\n`)
    const { preview, browser } = await openPage(made.pipeline)
    const legend = "[...document.querySelectorAll('#legend li')].map((row) => row.textContent)"
    assert.equal(await browser.value("document.getElementById('legend').hidden"), true)
    await openSection(browser, 'look')
    await browser.click('#color-by [data-value="number"]')
    await browser.until("!document.getElementById('legend').hidden")
    assert.match(await browser.value("document.querySelector('#legend h2').textContent"), /people/)
    const entries = await browser.value(legend)
    assert.equal(entries.at(-1), 'no number')
    assert.match(entries[0], /and more$/)
    assert.equal(await browser.value("document.querySelector('#look .answer').textContent"), 'people, 5 classes')
    await browser.fill('#legend-title', 'Many people')
    await browser.key('Enter')
    await browser.until("document.querySelector('#legend h2').textContent === 'Many people'")
    await browser.click('#save')
    await browser.until(`${text('saved')}.startsWith('Saved to ')`)
    assert.match(readFileSync(made.pipeline, 'utf8'), /preview: \{ path: Output\/NewEngland.svg, number: people, legend: "?Many people"? \}/)
    await browser.click('#color-by [data-value="neighbors"]')
    await browser.until("document.getElementById('legend').hidden")
    await browser.click('#undo')
    await browser.until("!document.getElementById('legend').hidden")
    await browser.fill('#search', 'maine')
    await browser.key('Enter')
    await browser.until(`${text('pane')}.includes('20,000,000')`)
    await closePage({ preview, browser }, made.folder)
  })

  it('an exported page needs no server', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mappack-preview-'))
    const page = join(folder, 'new-england.html')
    const run = spawnSync(mappack, ['preview', 'Pipelines/new-england.yml', '--export', page, '--quiet'], { cwd: top })
    assert.equal(run.status, 0, String(run.stderr))
    const browser = await Browser.open()
    await browser.go(`file://${page}`)
    assert.equal(await browser.value("document.querySelector('#table-toggle .count').textContent"), '6')
    for (const id of ['source', 'regions', 'look', 'undo', 'redo', 'save', 'slider', 'pipeline-toggle']) {
      assert.equal(await browser.value(`document.getElementById('${id}').offsetParent`), null, id)
    }
    assert.equal(await browser.value("document.querySelector('#before [value=unrepaired]')"), null)
    await openSection(browser, 'detail')
    await browser.click('#level-rows [data-level="1"]')
    await browser.fill('#search', 'maine')
    await browser.key('Enter')
    await browser.until(`${text('pane')}.includes('Maine')`)
    assert.deepEqual(browser.errors, [])
    await browser.close()
    const again = join(folder, 'again.html')
    copyFileSync(page, again)
    spawnSync(mappack, ['preview', 'Pipelines/new-england.yml', '--export', page, '--quiet'], { cwd: top })
    assert.ok(readFileSync(page).equals(readFileSync(again)), 'the same page, whenever it is written')
    rmSync(folder, { recursive: true })
  })

  it('the command ends when the page is closed, and lives while it is loaded again', async () => {
    const preview = await Preview.open('Output/NewEngland.mappack')
    const browser = await Browser.open()
    await browser.go(preview.address)
    await browser.go(preview.address)
    await new Promise((resolve) => setTimeout(resolve, 2500))
    assert.equal(preview.process.exitCode, null)
    const other = await Browser.open()
    await other.go(preview.address)
    await other.send('Page.navigate', { url: 'about:blank' })
    await new Promise((resolve) => setTimeout(resolve, 2500))
    assert.equal(preview.process.exitCode, null, 'there is another page')
    await other.close()
    await browser.send('Page.navigate', { url: 'about:blank' })
    assert.equal(await preview.ended, 0)
    await browser.close()
  })

  it('the command ends when the browser is killed', async () => {
    const preview = await Preview.open('Output/NewEngland.mappack')
    const browser = await Browser.open()
    await browser.go(preview.address)
    await new Promise((resolve) => setTimeout(resolve, 500))
    await browser.kill()
    assert.equal(await preview.ended, 0)
  })
})
