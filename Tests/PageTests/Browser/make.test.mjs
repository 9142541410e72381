// How a map is made on the page: files that are dropped on it, their fields, names, repairs, regions that are chosen, and
// what is saved and taken away.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Browser } from './browser.mjs'
import { drop, dropOn, find, isHidden, onPage, openSection, regions, rename, settled, skip, squares, taken, text } from './page.mjs'
import { mappack, top } from './preview.mjs'

const counties = join(top, 'RawData/us-census-counties-500k')

/** A new project's folder. */
function newProject(folders = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'mappack-make-'))
  for (const [name, from] of Object.entries(folders)) cpSync(from, join(folder, name), { recursive: true })
  return folder
}

/** The rows of the table of regions, by their codes: objects of texts by the titles of columns. */
const table = `Object.fromEntries([...document.querySelectorAll('.regions tbody tr')].map((row) => [row.dataset.code, Object.fromEntries(
  [...document.querySelectorAll('[data-sort]')].map(({ dataset }, index) => [dataset.sort, row.children[index].querySelector('input')?.value ?? row.children[index].textContent]))]))`
const cell = (code, title) => `${table}[${JSON.stringify(code)}][${JSON.stringify(title)}]`
/** What is said about a cell that is edited. */
const refusal = "document.querySelector('#drawer [role=alert]')?.textContent"

/** Opens a cell of the table, and writes into it. */
async function edit(browser, code, title, words) {
  const column = await browser.value(`[...document.querySelectorAll('[data-sort]')].findIndex(({ dataset }) => dataset.sort === '${title}') + 1`)
  await browser.doubleClick(`tr[data-code="${code}"] td:nth-child(${column})`)
  await browser.until("document.activeElement.matches('.regions td input')")
  await browser.send('Input.insertText', { text: words })
}

/** The values of an option's group in a menu of fields. */
const fitting = (role) => `[...document.querySelectorAll('#role-${role} optgroup:first-of-type option')].map(({ value }) => value)`

describe('an empty page', { skip }, () => {
  for (const size of [
    { width: 1440, height: 900 }, { width: 1440, height: 900, scheme: 'dark' }, { width: 800, height: 900 },
    { width: 800, height: 900, scheme: 'dark' }, { width: 390, height: 844 }, { width: 390, height: 844, scheme: 'dark' },
  ]) it(`becomes a saved map by a drop, a click and a name, at ${size.width} points, ${size.scheme ?? 'light'}: \`run\` makes the same bytes`, () => onPage(async ({ browser, folder }) => {
    assert.match(await browser.value(text('empty')), /boundaries, get a map/)
    assert.equal(await browser.value("document.getElementById('save').disabled"), true)
    await drop(browser, readdirSync(counties).filter((name) => !name.endsWith('.md')).map((name) => join(counties, name)))
    const all = await browser.value(regions)
    assert.ok(Number(all.replace(',', '')) > 10)
    // What a region is can be chosen at once: the fields that fit are the first, and say what they have.
    await openSection(browser, 'regions')
    assert.ok((await browser.value(fitting('key'))).includes('GEOID'))
    assert.ok((await browser.value(fitting('name'))).includes('NAME'))
    assert.match(await browser.value("document.querySelector('#role-fields .caption').textContent"), /^[\d,]+ values, each once$/)
    await browser.click('#add-field')
    await browser.until("document.querySelector('#kept-chips .menu').checkVisibility()")
    assert.ok(await browser.value("[...document.querySelectorAll('#kept-chips .option')].some((option) => /^123ALAND\\d+, /.test(option.textContent))"))
    await browser.key('Escape')
    await browser.until("!document.querySelector('#kept-chips .menu').checkVisibility()")
    // The map follows another key at once, and undo takes it back.
    await browser.choose('#role-key', 'STATEFP')
    await browser.until(`${regions} !== '${all}'`)
    await browser.click('#undo')
    await browser.until(`${regions} === '${all}'`)
    assert.equal(await browser.value("document.getElementById('role-key').value"), 'GEOID')
    await openSection(browser, 'source')
    await browser.choose('#source select[data-filter="select"]', 'STATEFP')
    await browser.choose('select[data-filter="select"][data-field="STATEFP"]', '=23')
    await browser.until(`${regions} === '16'`)
    assert.equal(await browser.value("document.querySelector('#select-chips .chip').textContent"), 'STATEFP: 23')
    // Nothing has been written so far.
    assert.deepEqual(readdirSync(folder), [])
    await rename(browser, 'not a name')
    await browser.until(`!${isHidden('message')} && ${text('problem')}.includes('cannot be the name')`)
    assert.equal(await browser.value("document.getElementById('save').disabled"), true)
    await rename(browser, 'Maine')
    await browser.until(isHidden('message'))
    await settled(browser)
    await browser.click('#save')
    await browser.until(`${text('saved')}.includes('Pipelines/Maine.yml')`)
    await settled(browser)
    assert.deepEqual(readdirSync(folder).sort(), ['Pipelines', 'RawData'])
    assert.deepEqual(readdirSync(join(folder, 'Pipelines')).sort(), ['Maine.yml', 'mappack.schema.json'])
    const [pack, swift] = [await browser.value(taken('pack')), await browser.value(taken('swift'))]
    const run = spawnSync(mappack, ['run', 'Maine', '--quiet'], { cwd: folder })
    assert.equal(run.status, 0, String(run.stderr))
    assert.ok(Buffer.from(pack).equals(readFileSync(join(folder, 'Output/Maine.mappack'))))
    assert.ok(Buffer.from(swift).equals(readFileSync(join(folder, 'Output/Maine.swift'))))
  }, { size }))

  it('takes files that are chosen, says what is wrong with others, and goes on', () => onPage(async ({ browser, folder }) => {
    const [broken, sound] = ['broken.geojson', 'sound.geojson'].map((name) => join(folder, name))
    writeFileSync(broken, '{"type": "FeatureCollection", "features": [')
    writeFileSync(sound, squares({ code: 'A', name: 'Alpha' }, { code: 'B', name: 'Beta' }))
    await browser.drop([broken])
    await browser.until("!document.getElementById('refusal').hidden")
    assert.match(await browser.value(text('refusal')), /broken|JSON|ends/i)
    await browser.chooseFiles('#file-input', [sound])
    await browser.until("document.getElementById('empty').hidden")
    await browser.until(`${regions} === '2'`)
  }))

  it('asks for the coordinate system of a file that does not say it', () => onPage(async ({ browser, folder }) => {
    const file = join(folder, 'meters.geojson')
    writeFileSync(file, squares({ code: 'A', name: 'Alpha' }, { code: 'B', name: 'Beta' }).replaceAll(/\[(\d),(\d)\]/g, (_, x, y) => `[${500000 + 1000 * x},${6000000 + 1000 * y}]`))
    await browser.drop([file])
    await browser.until(`/projected/.test(${text('refusal')})`)
    await browser.fill('#empty-crs', 'EPSG:32632')
    await browser.key('Enter')
    await browser.until("document.getElementById('empty').hidden")
    await browser.until(`${regions} === '2'`)
    await settled(browser)
    assert.equal(await browser.value("document.getElementById('source-crs').value"), 'EPSG:32632')
  }))

  it('asks which one of several layers is meant', () => onPage(async ({ browser, folder }) => {
    const topology = {
      type: 'Topology', arcs: [[[0, 0], [1, 0], [1, 1], [0, 0]], [[5, 5], [6, 5], [6, 6], [5, 5]]],
      objects: Object.fromEntries(['lakes', 'towns'].map((name, i) => [name, {
        type: 'GeometryCollection', geometries: [{ type: 'Polygon', arcs: [[i]], properties: { code: `${i}`, name: `The ${name}` } }],
      }])),
    }
    writeFileSync(join(folder, 'two.topojson'), JSON.stringify(topology))
    await browser.drop([join(folder, 'two.topojson')])
    await browser.until("document.querySelectorAll('#layers button').length === 3")
    await browser.click('#layers button:nth-of-type(2)')
    await browser.until("document.getElementById('empty').hidden")
    await settled(browser)
    await browser.click('#table-toggle')
    await browser.until(`${text('drawer')}.includes('The towns')`)
    // Another one can be chosen later.
    await openSection(browser, 'source')
    assert.equal(await browser.value("document.getElementById('layer').value"), 'towns')
    await browser.choose('#layer', 'lakes')
    await browser.until("document.getElementById('layer').value === 'lakes'")
    await settled(browser)
    await browser.click('#table-toggle')
    await browser.until(`${text('drawer')}.includes('The lakes')`)
  }))

  it('refuses names that are paths, and files after which nothing would be left', () => onPage(async ({ browser, preview, folder }) => {
    for (const name of ['..%2Fevil.yml', '%2Fetc%2Fpasswd', '.hidden', 'a%00b', 'a%5Cb', '', 'x'.repeat(201), '%ff']) {
      const response = await fetch(`${preview.address}upload/1/${name}`, { method: 'POST', body: 'x' })
      assert.ok([400, 404, 405].includes(response.status), `${name}: ${response.status}`)
    }
    const sent = await fetch(`${preview.address}open`, { method: 'POST', body: JSON.stringify({ drop: '1', files: ['../../etc/passwd'] }) })
    assert.equal(sent.status, 422)
    assert.deepEqual(readdirSync(folder), [])
    assert.equal(await browser.value("document.getElementById('empty').hidden"), false)
  }))

  it('saves over no file that is there', () => onPage(async ({ browser, folder }) => {
    const [own, other] = [join(folder, 'RawData/two.geojson'), join(folder, 'two.geojson')]
    mkdirSync(join(folder, 'RawData'))
    writeFileSync(own, 'mine')
    writeFileSync(other, squares({ code: 'A', name: 'Alpha' }, { code: 'B', name: 'Beta' }))
    await drop(browser, [other])
    await rename(browser, 'Two')
    await browser.click('#save')
    await browser.until(`${text('problem')}.includes('RawData/two.geojson is there already')`)
    assert.equal(readFileSync(own, 'utf8'), 'mine')
    assert.equal(existsSync(join(folder, 'Pipelines')), false)
  }))

  it('a source of the command line is copied, read as it is asked for, and run as it is seen', async () => {
    const elsewhere = newProject()
    const file = join(elsewhere, 'two.geojson')
    writeFileSync(file, squares({ code: 'A', name: 'Alpha' }, { code: 'B', name: 'Beta' }))
    await onPage(async ({ browser, folder }) => {
      await openSection(browser, 'source')
      await browser.fill('#source-crs', 'EPSG:4326')
      await browser.key('Enter')
      await settled(browser)
      await rename(browser, 'Two')
      await browser.click('#save')
      await browser.until(`${text('saved')}.includes('Pipelines/Two.yml')`)
      const saved = readFileSync(join(folder, 'Pipelines/Two.yml'), 'utf8')
      assert.match(saved, /path: RawData\/two.geojson/)
      assert.ok(saved.includes('EPSG:4326') && !saved.includes(elsewhere), saved)
      const pack = await browser.value(taken('pack'))
      assert.equal(spawnSync(mappack, ['run', 'Two', '--quiet'], { cwd: folder }).status, 0)
      assert.ok(Buffer.from(pack).equals(readFileSync(join(folder, 'Output/Two.mappack'))))
    }, { words: [file] })
    rmSync(elsewhere, { recursive: true })
  })

  it('a file that cannot be read leaves the map that is there, which can still be saved', () => onPage(async ({ browser, folder }) => {
    writeFileSync(join(folder, 'two.geojson'), squares({ code: 'A', name: 'Alpha' }, { code: 'B', name: 'Beta' }))
    writeFileSync(join(folder, 'broken.geojson'), '{"type": "FeatureCollection", "features": [')
    await drop(browser, [join(folder, 'two.geojson')])
    await browser.drop([join(folder, 'broken.geojson')])
    await browser.until(`!${isHidden('refusal')}`)
    await rename(browser, 'Two')
    await browser.click('#save')
    await browser.until(`${text('saved')}.includes('Pipelines/Two.yml')`)
    assert.equal(spawnSync(mappack, ['run', 'Two', '--quiet'], { cwd: folder }).status, 0)
  }))

  it('a second map takes the place of the first only if asked, and undo brings that back with all its changes', () => onPage(async ({ browser, folder }) => {
    const files = { first: ['A', 'B'], second: ['C', 'D', 'E'] }
    for (const [name, codes] of Object.entries(files)) writeFileSync(join(folder, `${name}.geojson`), squares(...codes.map((code) => ({ code, name: `The ${code}` }))))
    await drop(browser, [join(folder, 'first.geojson')])
    await find(browser, 'The A')
    await browser.click('#leave-out')
    await browser.until(`${regions} === '1'`)
    // Of no use and closed, the drop leaves all as it is.
    await browser.drop([join(folder, 'second.geojson')])
    await browser.until("document.getElementById('dialog').open")
    assert.match(await browser.value(text('dialog')), /What is second\.geojson to this map\?.*GeoJSON · 3 features/)
    await browser.click('#dialog .row .button:first-child')
    await browser.until("!document.getElementById('dialog').open")
    assert.equal(await browser.value(regions), '1')
    await dropOn(browser, [join(folder, 'second.geojson')], 'map')
    assert.equal(await browser.value(regions), '3')
    assert.equal(await browser.value(text('title')), 'Second')
    assert.match(await browser.value("document.getElementById('undo').title"), /back to First/)
    await browser.click('#undo')
    await browser.until(`${text('title')} === 'First' && ${regions} === '1'`)
    await settled(browser)
    await browser.click('#undo')
    await browser.until(`${regions} === '2'`)
    await browser.click('#redo')
    await browser.until(`${regions} === '1'`)
    await browser.click('#redo')
    await browser.until(`${text('title')} === 'Second' && ${regions} === '3'`)
    await settled(browser)
  }))

  it('what is dropped on a map can be water, more regions or numbers, and is saved with it', () => onPage(async ({ browser, folder }) => {
    const at = (name, west, south, size, properties) => writeFileSync(join(folder, name), JSON.stringify({
      type: 'FeatureCollection', features: [{ type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [
        [[west, south], [west + size, south], [west + size, south + size], [west, south + size], [west, south]]] } }],
    }))
    writeFileSync(join(folder, 'two.geojson'), squares({ code: 'A', name: 'Alpha' }, { code: 'B', name: 'Beta' }))
    at('lake.geojson', 0.4, 0.4, 0.2, { id: 'lake' })
    at('more.geojson', 2, 0, 1, { code: 'C', name: 'Gamma' })
    writeFileSync(join(folder, 'people.csv'), 'code;people\nA;10\nB;20\nC;3000\n')
    await drop(browser, [join(folder, 'two.geojson')])
    const area = "[...document.querySelectorAll('#pane dt')].find((term) => term.textContent === 'Area')?.nextSibling.textContent"
    await find(browser, 'Alpha')
    const before = await browser.value(area)
    await dropOn(browser, [join(folder, 'lake.geojson')], 'water')
    await browser.until(`${area} !== ${JSON.stringify(before)}`)
    // Other water does not take the place of this one without a word.
    await browser.drop([join(folder, 'lake.geojson')])
    await browser.until("document.getElementById('dialog').open")
    assert.equal(await browser.value("document.querySelector('#dialog [data-use=water]').disabled"), true)
    assert.match(await browser.value("document.querySelector('#dialog [data-use=water]').textContent"), /the map has RawData\/lake\.geojson/)
    await browser.click('#dialog .row .button:first-child')
    await dropOn(browser, [join(folder, 'more.geojson')], 'regions')
    await browser.until(`${regions} === '3'`)
    await dropOn(browser, [join(folder, 'people.csv')], 'numbers')
    await find(browser, 'Gamma')
    await browser.until(`${text('pane')}.includes('3,000')`)
    await rename(browser, 'Three')
    await browser.click('#save')
    await browser.until(`${text('saved')}.includes('Pipelines/Three.yml')`)
    await settled(browser)
    assert.deepEqual(readdirSync(join(folder, 'RawData')).sort(), ['lake.geojson', 'more.geojson', 'people.csv', 'two.geojson'])
    const pack = await browser.value(taken('pack'))
    const run = spawnSync(mappack, ['run', 'Three', '--quiet'], { cwd: folder })
    assert.equal(run.status, 0, String(run.stderr))
    assert.ok(Buffer.from(pack).equals(readFileSync(join(folder, 'Output/Three.mappack'))))
  }))

  it('tables of offices are read: semicolons, decimal commas, blanks between thousands, missing values, any name of a file', () => onPage(async ({ browser, folder }) => {
    writeFileSync(join(folder, 'to 100%.geojson'), squares({ code: 'A', name: 'Alpha' }, { code: 'B', name: 'Beta' }, { code: 'C', name: 'Gamma' }))
    await drop(browser, [join(folder, 'to 100%.geojson')])
    const table = 'Tabell 07459;;;\n;;;\nkode;navn;folketall;andel\nA;Ålesund, by;81 844;11,5\nB;Beta;..;3\nC;Gamma;7;-\n'
    writeFileSync(join(folder, '50%25.csv'), Buffer.from(table, 'latin1'))
    await dropOn(browser, [join(folder, '50%25.csv')], 'numbers')
    await find(browser, 'Alpha')
    await browser.until(`${text('pane')}.includes('81,844') && ${text('pane')}.includes('11.5')`)
    // What was joined stands in Regions, and goes from there.
    await openSection(browser, 'regions')
    assert.match(await browser.value(text('kept-chips')), /folketall, andel from 50%25\.csv/)
    await browser.click('#kept-chips .chip button')
    await browser.until(`!${text('pane')}.includes('81,844')`)
    await settled(browser)
  }))

  it('a layer of a file with several can be the water of a map', () => onPage(async ({ browser, folder }) => {
    writeFileSync(join(folder, 'two.geojson'), squares({ code: 'A', name: 'Alpha' }, { code: 'B', name: 'Beta' }))
    writeFileSync(join(folder, 'layers.topojson'), JSON.stringify({
      type: 'Topology', arcs: [[[0.4, 0.4], [0.6, 0.4], [0.6, 0.6], [0.4, 0.4]], [[5, 5], [6, 5], [6, 6], [5, 5]]],
      objects: { lakes: { type: 'Polygon', arcs: [[0]], properties: { id: 1 } }, towns: { type: 'Polygon', arcs: [[1]], properties: { id: 2 } } },
    }))
    await drop(browser, [join(folder, 'two.geojson')])
    const area = "[...document.querySelectorAll('#pane dt')].find((term) => term.textContent === 'Area')?.nextSibling.textContent"
    await find(browser, 'Alpha')
    const before = await browser.value(area)
    await browser.drop([join(folder, 'layers.topojson')])
    await browser.until("document.getElementById('dialog').open")
    await browser.click('#dialog .choices .button:first-child')
    await browser.until("document.querySelector('#dialog [data-use=water]') !== null")
    await browser.click('#dialog [data-use="water"]')
    await browser.click('#use-drop')
    await browser.until(`${area} !== ${JSON.stringify(before)}`)
    await settled(browser)
  }))

  it('wards become their city by a choice, if the schema knows them', () => onPage(async ({ browser, folder }) => {
    const ward = (code, city, name) => ({ N03_001: '静岡県', N03_002: '', N03_003: '', N03_004: city, N03_005: name, N03_007: code })
    writeFileSync(join(folder, 'N03-20240101_22.geojson'), squares(ward('22101', '静岡市', '葵区'), ward('22102', '静岡市', '駿河区'), ward('22206', '三島市', null)))
    await drop(browser, [join(folder, 'N03-20240101_22.geojson')])
    assert.equal(await browser.value(regions), '3')
    await openSection(browser, 'regions')
    await browser.choose('#wards', 'n03-cities')
    await browser.until(`${regions} === '2'`)
    await find(browser, '静岡市')
    await browser.click('#undo')
    await browser.until(`${regions} === '3'`)
    await settled(browser)
  }))

  it('a map that is renamed is taken away as `run` makes it: pack, enum and page', () => onPage(async ({ browser, folder }) => {
    writeFileSync(join(folder, 'two.geojson'), squares({ code: 'A', name: 'Alpha' }, { code: 'B', name: 'Beta' }))
    await drop(browser, [join(folder, 'two.geojson')])
    await rename(browser, 'Other')
    await settled(browser)
    const made = {}
    for (const form of ['pack', 'swift', 'html', 'csv', 'gpkg']) made[form] = Buffer.from(await browser.value(taken(form)))
    await browser.click('#save')
    await browser.until(`${text('saved')}.includes('Pipelines/Other.yml')`)
    const run = spawnSync(mappack, ['run', 'Other', '--quiet'], { cwd: folder })
    assert.equal(run.status, 0, String(run.stderr))
    for (const [form, ending] of [['pack', 'mappack'], ['swift', 'swift'], ['html', 'html']]) {
      assert.ok(made[form].equals(readFileSync(join(folder, `Output/Other.${ending}`))), form)
    }
    for (const form of ['csv', 'gpkg']) {
      const exported = spawnSync(mappack, ['export', 'Output/Other.mappack', '-o', `other.${form}`, '--quiet'], { cwd: folder })
      assert.equal(exported.status, 0, String(exported.stderr))
      assert.ok(made[form].equals(readFileSync(join(folder, `other.${form}`))), form)
    }
  }))

  it('two tabs are two drafts', () => onPage(async ({ browser, preview, folder }) => {
    for (const [name, code] of [['one', 'A'], ['other', 'B']]) {
      mkdirSync(join(folder, name))
      writeFileSync(join(folder, name, 'same.geojson'), squares({ code, name: `The ${code}` }, { code: `${code}2`, name: 'Next' }))
    }
    const other = await Browser.open()
    await other.go(preview.address)
    await drop(browser, [join(folder, 'one/same.geojson')])
    assert.equal(await other.value("document.getElementById('empty').hidden"), false)
    await drop(other, [join(folder, 'other/same.geojson')])
    await find(browser, 'The A')
    await find(other, 'The B')
    // A page that is loaded again has its map.
    await other.send('Page.reload')
    await new Promise((resolve) => setTimeout(resolve, 300))
    await other.until("document.body?.dataset.complete === 'true' && document.body.dataset.state === 'ready'")
    // Also after the command has noticed that the page before is gone.
    await new Promise((resolve) => setTimeout(resolve, 3000))
    await find(other, 'The B')
    await other.click('#leave-out')
    await other.until(`${regions} === '1'`)
    await other.close()
    assert.equal((await browser.value(taken('swift').replace('Array.from(new Uint8Array(buffer))', 'new TextDecoder().decode(buffer)'))).includes('theA'), true)
  }))

  it('refuses what is no map with the words of inspect', () => onPage(async ({ browser, folder }) => {
    writeFileSync(join(folder, 'parcels.gml'), '<?xml version="1.0"?><gml:FeatureCollection xmlns:gml="http://www.opengis.net/gml"></gml:FeatureCollection>')
    await browser.drop([join(folder, 'parcels.gml')])
    await browser.until("!document.getElementById('refusal').hidden")
    assert.equal(await browser.value(text('empty-problem')), 'parcels.gml is GML, which isn’t read here.')
    assert.equal(await browser.value(text('empty-line')), 'ogr2ogr -t_srs EPSG:4326 parcels.gpkg parcels.gml')
    // On a map it is the same card, and the map stays.
    const own = join(folder, 'two.geojson')
    writeFileSync(own, squares({ code: 'A', name: 'Alpha' }, { code: 'B', name: 'Beta' }))
    await drop(browser, [own])
    assert.equal(await browser.value(isHidden('empty')), true)
    await browser.drop([join(folder, 'parcels.gml')])
    await browser.until("document.getElementById('refusal').checkVisibility()")
    assert.equal(await browser.value(text('empty-problem')), 'parcels.gml is GML, which isn’t read here.')
    assert.equal(await browser.value(text('choose-files')), 'Choose another file')
    for (const id of ['empty-line', 'choose-files']) assert.equal(await browser.value(`document.getElementById('${id}').checkVisibility()`), true, id)
    assert.equal(await browser.value(regions), '2')
    await browser.click('#close-refusal')
    assert.equal(await browser.value(isHidden('empty')), true)
  }))

  it('takes a drop on an element that has come below the pointer just now', () => onPage(async ({ browser }) => {
    const isTaken = (type) => browser.value(`!document.querySelector('#drop-area').dispatchEvent(new DragEvent('${type}', { bubbles: true, cancelable: true }))`)
    for (const type of ['dragenter', 'dragover']) assert.equal(await isTaken(type), true, type)
    assert.equal(await browser.value("getComputedStyle(document.querySelector('#drop-area strong'), '::after').content"), '"Drop to open"')
  }))

  it('points have nothing to simplify, and are saved too', () => onPage(async ({ browser, folder }) => {
    writeFileSync(join(folder, 'peaks.geojson'), JSON.stringify({
      type: 'FeatureCollection', features: ['Alpha', 'Beta'].map((name, i) => (
        { type: 'Feature', properties: { code: name, name }, geometry: { type: 'Point', coordinates: [i, i] } })),
    }))
    await drop(browser, [join(folder, 'peaks.geojson')])
    await openSection(browser, 'detail')
    assert.equal(await browser.value("document.getElementById('slider').checkVisibility()"), false)
    await rename(browser, 'Peaks')
    await browser.click('#save')
    await browser.until(`${text('saved')}.includes('Pipelines/Peaks.yml')`)
    assert.equal(spawnSync(mappack, ['run', 'Peaks', '--quiet'], { cwd: folder }).status, 0)
  }))

  it('reads texts in another encoding when it is told so', () => onPage(async ({ browser, folder }) => {
    const file = join(folder, 'one.geojson')
    writeFileSync(file, squares({ code: 'A', name: '長崎市' }, { code: 'B', name: '佐世保市' }))
    await drop(browser, [file])
    await browser.click('#table-toggle')
    assert.match(await browser.value(text('drawer')), /長崎市/)
    await openSection(browser, 'source')
    assert.equal(await browser.value("document.getElementById('source-encoding').value"), '')
    await browser.fill('#source-crs', 'EPSG:9999999')
    await browser.key('Enter')
    await browser.until(`!${isHidden('message')}`)
    await browser.click('#undo')
    await browser.until(isHidden('message'))
  }))
})

describe('names, regions and repairs on the page', { skip }, () => {
  const pipeline = [
    'map: Towns', 'sources: [{ path: RawData/towns.geojson }]', 'merge: { key: code, name: name }   # as published',
    'expect: { count: 4 }', 'output: { pack: Output/Towns.mappack, swift: Output/Towns.swift }', '',
  ].join('\n')
  function towns() {
    const folder = newProject()
    for (const name of ['RawData', 'Pipelines']) mkdirSync(join(folder, name))
    writeFileSync(join(folder, 'RawData/towns.geojson'), squares(
      { code: '1', name: '長崎市' }, { code: '2', name: '佐世保市' }, { code: '3', name: '島原市' }, { code: '4', name: 'Oak Town' }))
    writeFileSync(join(folder, 'Pipelines/Towns.yml'), pipeline)
    return { folder, words: ['Pipelines/Towns.yml'] }
  }

  it('a case becomes an override, a reading a row of the name table, and both are saved', () => onPage(async ({ browser, folder }) => {
    await browser.click('#table-toggle')
    const rows = await browser.value(table)
    assert.deepEqual(Object.fromEntries(Object.entries(rows).map(([code, row]) => [code, [row.Name, row.Reading, row.Case]])), {
      1: ['長崎市', '', '.長崎市'], 2: ['佐世保市', '', '.佐世保市'], 3: ['島原市', '', '.島原市'], 4: ['Oak Town', '', '.oakTown'] })
    await edit(browser, '2', 'Reading', 'させぼし')
    await browser.key('Enter')
    await browser.until(`${cell('2', 'Case')} === '.sasebo'`)
    // Escape puts back what was written, and a cell that is left as it was changes nothing.
    const heads = "[...document.querySelectorAll('.regions th')].map((head) => Math.round(head.getBoundingClientRect().left)).join(' ')"
    const columns = await browser.value(heads)
    await edit(browser, '4', 'Case', 'elm')
    assert.equal(await browser.value(heads), columns, 'a field moves no column')
    await browser.key('Escape')
    assert.equal(await browser.value(cell('4', 'Case')), '.oakTown')
    await edit(browser, '4', 'Case', '.oakTown')
    await browser.key('Enter')
    await browser.until("document.querySelector('.regions td input') === null")
    assert.match(await browser.value(text('saved')), /^1 change /)
    // The keyboard can do it too.
    await browser.value("document.querySelector('tr[data-code=\"4\"]').focus()")
    await browser.key('Enter')
    await browser.until("document.activeElement.ariaLabel === 'Case of Oak Town'")
    await browser.send('Input.insertText', { text: 'oak' })
    await browser.key('Enter')
    await browser.until(`${cell('4', 'Case')} === '.oak'`)
    await edit(browser, '1', 'Case', 'oak')
    await browser.key('Enter')
    await browser.until(`${refusal} !== undefined`)
    assert.match(await browser.value(refusal), /oak/)
    await settled(browser)
    assert.equal(await browser.value("document.activeElement.ariaLabel"), 'Case of 長崎市', 'the cell stays open')
    assert.equal(await browser.value(cell('1', 'Case')), '.長崎市')
    assert.equal(await browser.value(isHidden('message')), true)
    await browser.key('Escape')
    assert.equal(await browser.value(refusal), undefined)
    assert.match(await browser.value(text('saved')), /^2 changes /)
    for (const title of ['Reading', 'Area']) await browser.click(`[data-sort="${title}"]`)
    await browser.click('#save')
    await browser.until(`${text('saved')}.includes('Towns.yml')`)
    const saved = readFileSync(join(folder, 'Pipelines/Towns.yml'), 'utf8')
    assert.match(saved, /names: \{ table: Pipelines\/names\/Towns\.csv, overrides: \{ "4": oak \} \}/)
    assert.match(saved, /# as published/)
    assert.equal(readFileSync(join(folder, 'Pipelines/names/Towns.csv'), 'utf8'), 'code,kana\n2,させぼし\n')
    const pack = await browser.value(taken('pack'))
    assert.equal(spawnSync(mappack, ['run', 'Towns', '--quiet'], { cwd: folder }).status, 0)
    assert.ok(Buffer.from(pack).equals(readFileSync(join(folder, 'Output/Towns.mappack'))))
  }, towns()))

  it('a name is changed from the region\'s pane, and saved in the name table', () => onPage(async ({ browser, folder }) => {
    await find(browser, 'Oak')
    await browser.click('#rename-region')
    await browser.until("document.activeElement.ariaLabel === 'Name of Oak Town'")
    await browser.send('Input.insertText', { text: 'Elm Town' })
    await browser.key('Enter')
    await browser.until(`${cell('4', 'Name')} === 'Elm Town' && ${cell('4', 'Case')} === '.elmTown'`)
    assert.match(await browser.value(text('pane')), /Elm Town/)
    await browser.click('#save')
    await browser.until(`${text('saved')}.includes('Towns.yml')`)
    assert.equal(readFileSync(join(folder, 'Pipelines/names/Towns.csv'), 'utf8'), 'code,name\n4,Elm Town\n')
    assert.equal(spawnSync(mappack, ['run', 'Towns', '--quiet'], { cwd: folder }).status, 0)
    assert.match(readFileSync(join(folder, 'Output/Towns.swift'), 'utf8'), /elmTown/)
  }, towns()))

  it('a table of readings that is dropped names the cases', () => onPage(async ({ browser, folder }) => {
    await browser.click('#table-toggle')
    writeFileSync(join(folder, 'kana.csv'), 'code,name,kana\n1,長崎市,ながさきし\n3,島原市,しまばらし\n')
    await dropOn(browser, [join(folder, 'kana.csv')], 'names')
    await browser.until(`${cell('1', 'Case')} === '.nagasaki'`)
    assert.deepEqual(Object.values(await browser.value(table)).map((row) => row.Reading).sort(), ['', '', 'しまばらし', 'ながさきし'])
    assert.equal(existsSync(join(folder, 'Pipelines/names')), false)
    // A table that is not written yet is used for the other pictures too.
    assert.equal(await browser.value("fetch('unrepaired').then(({ status }) => status)"), 200)
    // It takes the place of no other table.
    mkdirSync(join(folder, 'Pipelines/names'))
    writeFileSync(join(folder, 'Pipelines/names/kana.csv'), 'mine')
    await browser.click('#save')
    await browser.until(`${text('problem')}.includes('Pipelines/names/kana.csv is there already')`)
    assert.equal(readFileSync(join(folder, 'Pipelines/names/kana.csv'), 'utf8'), 'mine')
    rmSync(join(folder, 'Pipelines/names'), { recursive: true })
    await browser.click('#save')
    await browser.until(`${text('saved')}.includes('Towns.yml')`)
    assert.match(readFileSync(join(folder, 'Pipelines/names/kana.csv'), 'utf8'), /しまばらし/)
  }, towns()))

  it('regions are left out or kept by a click, with their number, and undo brings them back', () => onPage(async ({ browser, folder }) => {
    await find(browser, 'Oak')
    await browser.click('#leave-out')
    await browser.until(`${regions} === '3'`)
    assert.equal(await browser.value(isHidden('pane')), true)
    await browser.value('document.body.focus()')
    await browser.shortcut('z')
    await browser.until(`${regions} === '4'`)
    await browser.shortcut('z', { shift: true })
    await browser.until(`${regions} === '3'`)
    await browser.click('#save')
    await browser.until(`${text('saved')}.includes('Towns.yml')`)
    const saved = readFileSync(join(folder, 'Pipelines/Towns.yml'), 'utf8')
    assert.match(saved, /drop: \{ code: \[4\] \}/)
    assert.match(saved, /expect: \{ count: 3 \}/)
    assert.equal(spawnSync(mappack, ['run', 'Towns', '--quiet'], { cwd: folder }).status, 0)
  }, towns()))

  it('conditions of which any suffices are a chip each, and a click adds another', () => {
    const made = towns()
    writeFileSync(join(made.folder, 'Pipelines/Towns.yml'), `drop: [{ code: 1, name: 長崎市 }, { record: 2 }]\n${pipeline.replace("count: 4", "count: 2")}`)
    return onPage(async ({ browser, folder }) => {
      await browser.until(`${regions} === '2'`)
      await find(browser, 'Oak')
      await browser.click('#leave-out')
      await browser.until(`${regions} === '1'`)
      await openSection(browser, 'source')
      const chips = "[...document.querySelectorAll('#drop-chips .chip .text')].map(({ textContent }) => textContent).join('; ')"
      assert.equal(await browser.value(chips), 'code: 1 and name: 長崎市; record: 2; code: 4')
      await browser.click('#drop-chips .chip button')
      await browser.until(`${regions} === '2'`)
      await browser.click('#save')
      await browser.until(`${text('saved')}.includes('Towns.yml')`)
      assert.match(readFileSync(join(folder, 'Pipelines/Towns.yml'), 'utf8'), /drop: \[\{ record: 2 \}, \{ code: \[4\] \}\]/)
    }, made)
  })

  it('what the lock forbids is refused, and says so', () => {
    const made = towns()
    assert.equal(spawnSync(mappack, ['run', 'Towns', '--quiet'], { cwd: made.folder }).status, 0)
    return onPage(async ({ browser }) => {
      await browser.until(`document.querySelector('#changes-foot > summary').textContent === 'Nothing has changed since the former edition'`)
      await find(browser, 'Oak')
      await browser.click('#leave-out')
      await browser.until(`/lacks a region that the name lock expects/.test(${text('problem')})`)
      assert.equal(await browser.value("document.getElementById('save').disabled"), true)
      assert.equal(await browser.value(regions), '4')
    }, made)
  })

  it('borders that miss each other are joined by one length, which says before what it joins, leaves and moves', () => {
    const folder = newProject()
    const box = (code, west, east) => ({
      type: 'Feature', properties: { code, name: `Region ${code}` },
      geometry: { type: 'Polygon', coordinates: [[[west, 0], [east, 0], [east, 1], [west, 1], [west, 0]]] },
    })
    writeFileSync(join(folder, 'apart.geojson'), JSON.stringify({
      type: 'FeatureCollection', features: [box('A', 0, 0.9999), box('B', 1, 2.0001), box('C', 2, 3)],
    }))
    return onPage(async ({ browser }) => {
      await openSection(browser, 'borders')
      const answer = "document.querySelector('#borders .answer').textContent"
      await browser.until(`/[0-9]+ to look at$/.test(${answer})`)
      const toLookAt = await browser.value(answer)
      // A length is proposed at once.
      await browser.until("document.getElementById('snap').value !== ''")
      await browser.until(`/^Mends (it|all [0-9]+|[0-9]+ of the [0-9]+)[.] .* changes hands/.test(${text('repair-effect')})`)
      const length = await browser.value("document.getElementById('snap').value")
      // A proposal changes nothing.
      assert.equal(await browser.value(answer), toLookAt)
      assert.equal(await browser.value("document.getElementById('undo').disabled"), true)
      await browser.click('#pipeline-toggle')
      await browser.until("document.querySelector('#drawer .file') !== null")
      assert.doesNotMatch(await browser.value(text('drawer')), /snap/)
      await browser.click('#join')
      await browser.until("document.getElementById('before-repair') !== null")
      await settled(browser)
      const count = Number(/(\d+) to look at/.exec(toLookAt)[1])
      await browser.until(`Number(/([0-9]+) to look at/.exec(${answer})?.[1] ?? 0) < ${count}`)
      await browser.until(`${text('drawer')}.includes('snap: ${length}')`)
      assert.ok((await browser.value(text('drawer'))).includes(`fillGaps: ${length}`), 'both are the same length')
      await browser.click('#pipeline-toggle')
      // What is done is no longer proposed, and nothing is filled that would do nothing.
      assert.equal(await browser.value(text('join')), 'Join again')
      assert.equal(await browser.value("document.querySelector('.proposal .filled')"), null)
      await browser.click('#before-repair')
      await browser.until(`!${isHidden('swipe')}`)
      await browser.click('#end-compare')
      assert.equal(await browser.value(isHidden('swipe')), true)
      await browser.fill('#snap', '')
      assert.equal(await browser.value("document.getElementById('join').disabled"), true, 'no length joins nothing')
      await browser.key('Enter')
      await browser.until("document.getElementById('before-repair') === null")
      await settled(browser)
      assert.equal(await browser.value("document.getElementById('snap').value"), '')
      await browser.until(`${answer} === ${JSON.stringify(toLookAt)}`)
      // Before and after a proposal: it is joined, and both are seen.
      await browser.fill('#snap', length)
      await browser.key('Enter')
      await browser.until("document.getElementById('try-repair') !== null")
      assert.equal(await browser.value("document.querySelector('.proposal .filled').textContent"), 'Join')
      await browser.click('#try-repair')
      await browser.until(`!${isHidden('swipe')}`)
      await browser.click('#end-compare')
    }, { folder, words: ['apart.geojson'] })
  })

  it('what is taken away has the bytes of the commands', () => onPage(async ({ browser, folder }) => {
    for (const form of ['geojson', 'topojson', 'svg']) {
      const bytes = Buffer.from(await browser.value(taken(form)))
      writeFileSync(join(folder, 'taken.mappack'), Buffer.from(await browser.value(taken('pack'))))
      const run = spawnSync(mappack, ['export', 'taken.mappack', '-o', `own.${form}`, '--quiet'], { cwd: folder })
      assert.equal(run.status, 0, String(run.stderr))
      assert.ok(bytes.equals(readFileSync(join(folder, `own.${form}`))), form)
    }
    const gray = Buffer.from(await browser.value(taken('svg', { palette: 'gray' })))
    spawnSync(mappack, ['export', 'taken.mappack', '-o', 'gray.svg', '--palette', 'gray', '--quiet'], { cwd: folder })
    assert.ok(gray.equals(readFileSync(join(folder, 'gray.svg'))))
    await browser.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder })
    await browser.click('#save-as')
    await browser.click('[data-take="app"]')
    const files = ['Towns.mappack', 'Towns.swift'].map((name) => join(folder, name))
    for (let i = 0; i < 100 && !files.every(existsSync); i++) await new Promise((resolve) => setTimeout(resolve, 50))
    assert.ok(readFileSync(files[0]).equals(readFileSync(join(folder, 'taken.mappack'))))
    assert.match(readFileSync(files[1], 'utf8'), /enum Towns/)
  }, towns()))
})
