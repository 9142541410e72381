// Files of publishers on the page. No test leaves the machine: a server here answers in the publisher's place.

import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Browser } from './browser.mjs'
import { regions, settled, skip, text } from './page.mjs'
import { mappack, Preview, top } from './preview.mjs'

/** GeoJSON with a square for each region. */
const squares = (regions) => ({
  type: 'FeatureCollection',
  features: regions.map((properties, index) => ({
    type: 'Feature', properties,
    geometry: { type: 'Polygon', coordinates: [[[index, 45], [index + 1, 45], [index + 1, 46], [index, 46], [index, 45]]] },
  })),
})
const departments = squares([{ code: '2A', nom: 'Corse-du-Sud' }, { code: '01', nom: 'Ain' }, { code: '69', nom: 'Rhône' }])
const counties = squares(['Oslo', 'Rogaland'].map((shapeName, index) => ({ shapeName, shapeISO: '', shapeID: `54315206B${index}`, shapeGroup: 'NOR', shapeType: 'ADM1' })))

/** An empty page, whose program has a catalog beside it with the addresses of a server here. */
async function onCatalog(work) {
  const asked = []
  const server = createServer(({ url }, response) => {
    asked.push(url)
    if (url.endsWith('/gbOpen/NOR/ADM1/')) return response.end('{"boundaryLicense": "CC BY 4.0", "gjDownloadURL": "https://localhost/raw/9469f09/a"}')
    if (url.endsWith('/geoBoundaries-NOR-ADM1.geojson')) return response.end(JSON.stringify(counties))
    if (!url.endsWith('/departements-1000m.geojson.gz')) return response.writeHead(404).end()
    response.end(gzipSync(JSON.stringify(departments)))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const folder = mkdtempSync(join(tmpdir(), 'mappack-publisher-'))
  for (const name of ['bin', 'share/mappack', 'project']) mkdirSync(join(folder, name), { recursive: true })
  const program = join(folder, 'bin/mappack')
  cpSync(mappack, program, { dereference: true })
  const catalog = readFileSync(join(top, 'Sources/MapPackProject/Catalog/catalog.yml'), 'utf8')
  writeFileSync(join(folder, 'share/mappack/catalog.yml'), catalog.replaceAll('https://', `http://127.0.0.1:${server.address().port}/`))
  const project = join(folder, 'project')
  const preview = await Preview.open({ folder: project, program })
  const browser = await Browser.open()
  await browser.go(preview.address)
  try {
    await work({ browser, project, asked })
    // The browser notes that a request was refused.
    assert.deepEqual(browser.errors.filter((error) => !error.includes('422')), [])
  } finally {
    await browser.close()
    await preview.close()
    server.close()
    rmSync(folder, { recursive: true })
  }
}

const hits = "[...document.querySelectorAll('#published code')].map((id) => id.textContent)"
/** A menu of the dialog. */
const menu = (part) => `document.querySelector('#dialog [name=${part}]')`

/** Chooses a file that is found by some words. */
async function choose(browser, words, id) {
  await browser.fill('#publisher', words)
  await browser.until(`${hits}.includes('${id}')`)
  await browser.click(`#published button:nth-child(${1 + await browser.value(`${hits}.indexOf('${id}')`)})`)
  await browser.until("document.getElementById('dialog').open")
}

describe('files of publishers', { skip }, () => {
  it('are found by words, asked about with where they come from, downloaded, and saved with address and credit', () => onCatalog(async ({ browser, project, asked }) => {
    await browser.fill('#publisher', 'etalab départements')
    await browser.until(`${hits}[1] === 'etalab:departements/SCALE'`)
    await browser.click('#published button:nth-child(2)')
    await browser.until("document.getElementById('dialog').open")
    assert.match(await browser.value(text('dialog')), /Licence Ouverte.*It comes from 127\.0\.0\.1/s)
    assert.deepEqual(asked, [])
    await browser.value("document.querySelector('#dialog select').value = '1000m'")
    await browser.click('#download')
    await browser.until(`${regions} === '3'`, 30)
    await settled(browser)
    assert.equal(asked.length, 1)
    await browser.click('#save')
    await browser.until("/^Saved/.test(document.getElementById('saved').textContent)")
    const name = await browser.value(text('title'))
    const pipeline = readFileSync(join(project, `Pipelines/${name}.yml`), 'utf8')
    for (const words of ['catalog: etalab:departements/1000m', 'sha256: ', 'url: ', 'license: Licence Ouverte 2.0', 'path: RawData/etalab/2026-departements-1000m.geojson.gz']) {
      assert.ok(pipeline.includes(words), `${words} in\n${pipeline}`)
    }
    assert.ok(existsSync(join(project, 'RawData/etalab/2026-departements-1000m.geojson.gz')))
  }))

  it('that are not offered say why, and one that is not there leaves the page as it was', () => onCatalog(async ({ browser }) => {
    await browser.fill('#publisher', 'gadm')
    await browser.until(`${hits}[0] === 'gadm'`)
    await browser.click('#published button')
    await browser.until("document.getElementById('dialog').open")
    assert.match(await browser.value(text('dialog')), /not offered, because its license forbids/)
    assert.equal(await browser.value("document.getElementById('download') === null"), true)
    await browser.click('#dialog .button')
    await browser.fill('#publisher', 'kommuner')
    await browser.until(`${hits}[0] === 'kartverket:kommuner'`)
    await browser.click('#published button')
    await browser.until("document.getElementById('dialog').open")
    await browser.click('#download')
    await browser.until("!document.getElementById('refusal').hidden")
    assert.match(await browser.value(text('refusal')), /could not be downloaded: the server answers with status 404/)
    assert.equal(await browser.value("document.body.hasAttribute('data-empty')"), true)
  }))

  it('after a download that failed, the search and what was chosen stay, to try again or to choose another', () => onCatalog(async ({ browser, asked }) => {
    const isShown = (id) => browser.value(`document.getElementById('${id}').checkVisibility()`)
    const refused = "document.getElementById('refusal').checkVisibility()"
    await choose(browser, 'natural earth countries', 'natural-earth:LAYER/SCALE')
    await browser.value(`${menu('SCALE')}.value = '110m'`)
    await browser.click('#download')
    await browser.until(refused)
    assert.match(await browser.value(text('refusal')), /ne_110m_admin_0_countries\.zip could not be downloaded: the server answers with status 404/)
    for (const id of ['publisher', 'published', 'close-refusal']) assert.equal(await isShown(id), true, id)
    const tries = asked.length
    await choose(browser, 'natural earth countries', 'natural-earth:LAYER/SCALE')
    assert.equal(await browser.value(`${menu('SCALE')}.value`), '110m')
    await browser.click('#download')
    await browser.until(refused)
    assert.equal(asked.length, 2 * tries)
    await browser.click('#close-refusal')
    assert.equal(await isShown('refusal'), false)
    assert.equal(await browser.value(text('choose-files')), 'Choose files')
    await choose(browser, 'etalab départements', 'etalab:departements/SCALE')
    await browser.value(`${menu('SCALE')}.value = '1000m'`)
    await browser.click('#download')
    await browser.until(`${regions} === '3'`, 30)
  }))

  it('have the scale of the command, scales in their order, the name of what was chosen, and the place of the command', () => onCatalog(async ({ browser, project }) => {
    for (const [words, id, scales, scale] of [
      ['natural earth countries', 'natural-earth:LAYER/SCALE', '10m 50m 110m', '50m'], ['census', 'census:LEVEL/SCALE', '500k 5m 20m', '5m'],
      ['etalab communes', 'etalab:communes/SCALE', '5m 50m 100m 1000m', '100m'], ['nuts', 'gisco:nuts:LEVEL/SCALE', '01M 03M 10M 20M 60M', '20M'],
    ]) {
      await choose(browser, words, id)
      assert.equal(await browser.value(`[...${menu('SCALE')}.options].map(({ value }) => value).join(' ')`), scales, id)
      assert.equal(await browser.value(`${menu('SCALE')}.value`), scale, id)
      await browser.click('#dialog .button')
    }
    await choose(browser, 'norway', 'geoboundaries:NOR:LEVEL')
    await browser.value(`${menu('LEVEL')}.value = 'ADM1'`)
    await browser.click('#download')
    await browser.until(`${regions} === '2'`, 30)
    await settled(browser)
    assert.equal(await browser.value(text('title')), 'Norway')
    await browser.click('#save')
    await browser.until("/^Saved/.test(document.getElementById('saved').textContent)")
    assert.match(readFileSync(join(project, 'Pipelines/Norway.yml'), 'utf8'), /path: RawData\/geoboundaries\/9469f09-geoBoundaries-NOR-ADM1\.geojson/)
    assert.ok(existsSync(join(project, 'RawData/geoboundaries/9469f09-geoBoundaries-NOR-ADM1.geojson')))
  }))
})
