// What the page promises, tried in Chromium with a mouse and a keyboard.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Browser } from './browser.mjs'
import { closePage, figure, openPage, settled, skip, taken, text } from './page.mjs'
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
    assert.equal(await browser.value(figure('Regions')), '6')
    // Of the finest level as many vertices as of the map.
    const [vertices] = (await browser.value(figure('Vertices'))).split(' ')
    assert.ok((await browser.value("document.querySelector('#level option').textContent")).endsWith(`${vertices} vertices`))
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
    assert.equal(await browser.value(corner), '227 237 243', 'the sea')
    await browser.click('#outline')
    await browser.until(`${corner} === '239 237 232'`)
    await browser.click('#outline')
    await browser.until(`${corner} === '227 237 243'`)
  })

  it('names what the pointer is over, and keeps what is clicked', async () => {
    await browser.click('#whole')
    await browser.fill('#search', 'vermont')
    await browser.key('Enter')
    await settled(browser)
    assert.match(await browser.value(text('list-region')), /Vermont.*50.*\.vermont/s)
    const { left, top, width, height } = await browser.value(
      "(({ left, top, width, height }) => ({ left, top, width, height }))(document.getElementById('canvas').getBoundingClientRect())")
    await browser.hover(left + width / 2, top + height / 2)
    await browser.until(`${text('hover')}.startsWith('Vermont · 50 · .vermont')`)
    await browser.click('#whole')
  })

  it('shows coarser levels at once while the slider moves, and then the map that is asked for', async () => {
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
    await browser.fill('#value', 'much')
    await browser.key('Enter')
    await browser.until("!document.getElementById('problem').hidden")
    assert.match(await browser.value(text('problem')), /much.*length/)
    assert.equal(await browser.value("document.getElementById('save').disabled"), true, 'what was refused is not saved')
    await browser.fill('#value', '2 km')
    await browser.key('Enter')
    await browser.until("document.getElementById('problem').hidden")
    await settled(browser)
    assert.equal(await browser.value("document.getElementById('save').disabled"), false)
    // The browser notes that a request was refused.
    assert.deepEqual(browser.errors.splice(0).filter((error) => !error.includes('422')), [])
  })

  it('searches at the key /, wherever the focus is, if nothing is typed there', async () => {
    const written = "document.getElementById('search').value"
    const before = await browser.value(written)
    for (const id of ['slider', 'amount', 'show-labels', 'whole']) {
      await browser.value(`document.getElementById('${id}').focus()`)
      await browser.key('/')
      assert.equal(await browser.value('document.activeElement.id'), 'search', id)
    }
    assert.equal(await browser.value(written), before)
    await browser.value('document.activeElement.blur()')
  })

  it('saves what is seen, and `run` makes it, byte for byte', async () => {
    const comments = readFileSync(made.pipeline, 'utf8').split('\n').filter((line) => line.includes('#'))
    await browser.choose('#levels', '3')
    await browser.fill('#value', '1500 m')
    await browser.key('Enter')
    await settled(browser)
    await browser.click('#save')
    await browser.until("!document.getElementById('saved').hidden")
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

  it('shows every region as a small picture with its case', async () => {
    await browser.click('#gallery-toggle')
    assert.equal(await browser.value("document.querySelectorAll('#gallery button').length"), 6)
    assert.match(await browser.value(text('gallery')), /33 \.newHampshire/)
    assert.ok(await browser.value("document.querySelector('#gallery button').clientHeight") > 120)
    await browser.click('#gallery button:nth-child(2)')
    assert.match(await browser.value(text('list-region')), /Maine/)
    assert.equal(await browser.value("document.getElementById('gallery').hidden"), true)
  })

  it('gives one region a tolerance of its own', async () => {
    await browser.value("document.querySelector('#settings details').open = true")
    await browser.fill('#search', 'maine')
    await browser.key('Enter')
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
    assert.equal(await browser.value("document.getElementById('tab-changes').hidden"), false)
    await browser.click('#tab-changes')
    assert.notEqual(await browser.value(text('list-changes')), '')
  })

  it('shows islands that were dropped, and why', async () => {
    await browser.fill('#minimum-island', '5 km2')
    await browser.key('Enter')
    await browser.until(`${figure('Islands dropped')} !== '0'`)
    await browser.click('#tab-dropped')
    await browser.until("document.querySelectorAll('#list-dropped .entry').length > 10")
    assert.match(await browser.value(text('list-dropped')), /below the smallest island/)
    await browser.click('#list-dropped .entry')
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
    assert.equal(await browser.value("document.getElementById('settings').hidden"), true)
    assert.equal(await browser.value(figure('Regions')), '177')
    const bytes = await browser.value(taken('pack'))
    assert.ok(Buffer.from(bytes).equals(readFileSync(join(top, 'Output/World.mappack'))), 'the pack itself')
    await browser.choose('#level', '2')
    await settled(browser)
    await browser.fill('#search', 'JPN')
    await browser.key('Enter')
    await browser.until(`${text('list-region')}.includes('Japan')`)
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
    assert.match(await browser.value(text('list-region')), /八百島市.*99203/s)
  }))

  it('a source alone is read as `init` would read it, and Save asks for a name', () => open(
    [join(top, 'RawData/us-census-hawaii-500k')], async (browser) => {
      assert.equal(await browser.value("document.getElementById('save').hidden"), false)
      assert.equal(await browser.value("document.getElementById('map-name-field').hidden"), false)
      assert.match(await browser.value("document.getElementById('value').value"), / m$/)
    }))

  it('findings are on the map and in a list, and the keys n and p go through them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mappack-preview-'))
    const ring = [[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]
    const square = [[2, 0], [4, 0], [4, 2], [2.1, 2], [2, 0]]
    const feature = (code, coordinates) => ({
      type: 'Feature', properties: { code, name: `Region ${code}` }, geometry: { type: 'Polygon', coordinates: [coordinates] },
    })
    const file = join(folder, 'broken.geojson')
    writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: [feature('A', ring), feature('B', square), feature('C', ring.map(([x, y]) => [x + 20, y]))] }))
    await open([file], async (browser) => {
      await browser.value("document.getElementById('canvas').focus()")
      await browser.key('n')
      await browser.until("document.querySelector('#list-findings .entry.chosen')?.dataset.index === '0'")
      await browser.key('n')
      await browser.until("document.querySelector('#list-findings .entry.chosen')?.dataset.index === '1'")
      await browser.key('p')
      await browser.until("document.querySelector('#list-findings .entry.chosen')?.dataset.index === '0'")
      assert.match(await browser.value(text('list-findings')), /crosses itself/)
    })
    rmSync(folder, { recursive: true })
  })

  it('what merging mended is on the layer of what was dropped', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mappack-preview-'))
    const box = (code, west, east) => ({
      type: 'Feature', properties: { code, name: `Region ${code}` },
      geometry: { type: 'Polygon', coordinates: [[[west, 0], [east, 0], [east, 5], [west, 5], [west, 0]]] },
    })
    const file = join(folder, 'overlapping.geojson')
    writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: [box('A', 0, 5), box('B', 4, 9)] }))
    await open([file], async (browser) => {
      await browser.until(`${text('tab-dropped')} === 'Dropped 1'`)
      await browser.click('#tab-dropped')
      assert.match(await browser.value(text('list-dropped')), /1 repair: overlaps.*Region A \(A\) and Region B \(B\) claim the same land/s)
      assert.equal(await browser.value("document.getElementById('show-dropped').checked"), false)
      await browser.click('#list-dropped .entry')
      assert.equal(await browser.value("document.getElementById('show-dropped').checked"), true)
    })
    rmSync(folder, { recursive: true })
  })

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
      await browser.choose('#importance', '')
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
      await browser.click('#gallery-toggle')
      assert.match(await browser.value(text('gallery')), /<img src=x onerror="alert\(1\)">/)
      assert.ok(!(await browser.value(text('gallery'))).includes('\u202E'))
      await browser.click('#gallery-toggle')
      assert.equal(await browser.value(figure('Regions')), '4')
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
    assert.deepEqual(await browser.value(legend), [])
    await browser.choose('#number', 'people')
    await settled(browser)
    assert.deepEqual(await browser.value(legend), ['-3', '0.25', '5', '1,000', '20,000,000', 'no value'])
    await browser.choose('#number', 'rate')
    await settled(browser)
    assert.deepEqual(await browser.value(legend), ['1', 'no value'])
    await browser.choose('#number', '')
    await settled(browser)
    assert.equal(await browser.value("document.getElementById('legend').hidden"), true)
    await browser.fill('#search', 'maine')
    await browser.key('Enter')
    await browser.until(`${text('list-region')}.includes('20,000,000')`)
    await closePage({ preview, browser }, made.folder)
  })

  it('a region is shown with the sums of its group', async () => {
    const made = project('new-england.yml', 'us-census-counties-500k')
    writeFileSync(join(made.folder, 'RawData/n.csv'), 'code,people,none\n09,1000,\n23,2e7,\n25,-3,\n44,,1\n')
    const words = readFileSync(made.pipeline, 'utf8').replace('merge: { key: STATEFP', 'merge: { key: STATEFP, group: LSAD')
    assert.notEqual(words, readFileSync(made.pipeline, 'utf8'))
    writeFileSync(made.pipeline, `${words}join: { table: RawData/n.csv, key: code, columns: [people, none] }\n`)
    const { preview, browser } = await openPage(made.pipeline)
    const row = (name) => `[...document.querySelectorAll('#list-region dt')].find((dt) => dt.textContent === '${name}')?.nextSibling.textContent`
    await browser.fill('#search', 'vermont')
    await browser.key('Enter')
    await browser.until(`${text('list-region')}.includes(', group')`)
    assert.equal(await browser.value(row('people')), undefined)
    assert.equal(await browser.value(row('people, group')), '20,000,997')
    assert.equal(await browser.value(row('none, group')), '1')
    await closePage({ preview, browser }, made.folder)
  })

  it('an exported page needs no server', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mappack-preview-'))
    const page = join(folder, 'new-england.html')
    const run = spawnSync(mappack, ['preview', 'Pipelines/new-england.yml', '--export', page, '--quiet'], { cwd: top })
    assert.equal(run.status, 0, String(run.stderr))
    const browser = await Browser.open()
    await browser.go(`file://${page}`)
    assert.equal(await browser.value(figure('Regions')), '6')
    assert.equal(await browser.value("document.getElementById('settings').hidden"), true)
    for (const id of ['fields-toggle', 'names-toggle', 'repair', 'undo', 'saving']) {
      assert.equal(await browser.value(`document.getElementById('${id}').hidden`), true, id)
    }
    assert.equal(await browser.value("document.querySelector('#before [value=unrepaired]')"), null)
    await browser.choose('#level', '1')
    await browser.fill('#search', 'maine')
    await browser.key('Enter')
    await browser.until(`${text('list-region')}.includes('Maine')`)
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
