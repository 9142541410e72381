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

const departments = {
  type: 'FeatureCollection',
  features: [['2A', 'Corse-du-Sud'], ['01', 'Ain'], ['69', 'Rhône']].map(([code, nom], index) => ({
    type: 'Feature', properties: { code, nom },
    geometry: { type: 'Polygon', coordinates: [[[index, 45], [index + 1, 45], [index + 1, 46], [index, 46], [index, 45]]] },
  })),
}

/** An empty page, whose program has a catalog beside it with the addresses of a server here. */
async function onCatalog(work) {
  const asked = []
  const server = createServer(({ url }, response) => {
    asked.push(url)
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
    for (const words of ['catalog: etalab:departements/1000m', 'sha256: ', 'url: ', 'license: Licence Ouverte 2.0', 'path: RawData/2026-departements-1000m.geojson.gz']) {
      assert.ok(pipeline.includes(words), `${words} in\n${pipeline}`)
    }
    assert.ok(existsSync(join(project, 'RawData/2026-departements-1000m.geojson.gz')))
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
})
