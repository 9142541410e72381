// How a map is made on the page: files that are dropped on it, their fields, names, repairs, regions that are picked, and
// what is saved and taken away.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Browser } from './browser.mjs'
import { figure, settled, skip, taken, text } from './page.mjs'
import { mappack, Preview, top } from './preview.mjs'

const counties = join(top, 'RawData/us-census-counties-500k')

/** A new project's folder. */
function newProject(folders = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'mappack-make-'))
  for (const [name, from] of Object.entries(folders)) cpSync(from, join(folder, name), { recursive: true })
  return folder
}

/** GeoJSON of squares in a row, of 1°, each with its properties. */
const squares = (...properties) => JSON.stringify({
  type: 'FeatureCollection',
  features: properties.map((own, i) => ({
    type: 'Feature', properties: own,
    geometry: { type: 'Polygon', coordinates: [[[i, 0], [i + 1, 0], [i + 1, 1], [i, 1], [i, 0]]] },
  })),
})

/**
 * An empty page in a new project.
 *
 * @param {(page: {browser: Browser, preview: Preview, folder: string}) => Promise<void>} work
 */
async function onPage(work, { folder = newProject(), words = [], size } = {}) {
  const preview = await Preview.open(...words, { folder })
  const browser = await Browser.open(size)
  try {
    await browser.go(preview.address)
    await work({ browser, preview, folder })
    // The browser notes that a request was refused.
    assert.deepEqual(browser.errors.filter((error) => !error.includes('422')), [])
  } finally {
    await browser.close()
    await preview.close()
    rmSync(folder, { recursive: true })
  }
}

/** Drops files on the page, as a hand does, and waits until their map is drawn. */
async function drop(browser, paths) {
  await browser.drop(paths)
  await browser.until("document.getElementById('empty').hidden && document.getElementById('busy').hidden")
  await settled(browser)
}

const names = "[...document.querySelectorAll('#drawer tbody tr')].map((row) => [...row.children].map((cell) => cell.querySelector('input')?.value ?? cell.textContent))"

describe('an empty page', { skip }, () => {
  for (const size of [
    { width: 1440, height: 900 }, { width: 1440, height: 900, scheme: 'dark' }, { width: 800, height: 900 },
    { width: 800, height: 900, scheme: 'dark' }, { width: 390, height: 844 }, { width: 390, height: 844, scheme: 'dark' },
  ]) it(`becomes a saved map by a drop, a click and a name, at ${size.width} points, ${size.scheme ?? 'light'}: \`run\` makes the same bytes`, () => onPage(async ({ browser, folder }) => {
    assert.match(await browser.value(text('empty')), /Drop a map here/)
    assert.equal(await browser.value("document.getElementById('save').offsetParent"), null)
    await drop(browser, readdirSync(counties).filter((name) => !name.endsWith('.md')).map((name) => join(counties, name)))
    const regions = Number((await browser.value(figure('Regions'))).replace(',', ''))
    assert.ok(regions > 10)
    // The table of fields is open, with samples, counts and what fits.
    const rows = await browser.value("[...document.querySelectorAll('#drawer tbody tr')].map((row) => row.textContent)")
    assert.ok(rows.some((row) => /^GEOID.*fits as key/.test(row)), rows.join('\n'))
    assert.ok(rows.some((row) => /^NAME.*fits as name/.test(row)))
    // The map follows another key at once, and undo takes it back.
    await browser.click('input[data-field="STATEFP"][aria-label$="as key"]')
    await browser.until(`Number(${figure('Regions')}.replace(',', '')) < ${regions}`)
    await browser.click('#undo')
    await browser.until(`Number(${figure('Regions')}.replace(',', '')) === ${regions}`)
    assert.equal(await browser.value("document.querySelector('input[data-field=GEOID][aria-label$=\"as key\"]').checked"), true)
    await browser.choose('select[data-filter="select"][data-field="STATEFP"]', '=23')
    await browser.until(`${figure('Regions')} === '16'`)
    assert.match(await browser.value(text('drawer')), /Only features with.*STATEFP: 23 ×/s)
    // Nothing has been written so far.
    assert.deepEqual(readdirSync(folder), [])
    if (size.width < 700) await browser.click('#open-panel')
    await browser.fill('#map-name', 'not a name')
    await browser.click('#save')
    await browser.until(`${text('problem')}.includes('cannot be the name')`)
    await browser.fill('#map-name', 'Maine')
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
    await browser.until("!document.getElementById('empty-problem').hidden")
    assert.match(await browser.value(text('empty-problem')), /broken|JSON|ends/i)
    await browser.chooseFiles('#file-input', [sound])
    await browser.until("document.getElementById('empty').hidden")
    await browser.until(`${figure('Regions')} === '2'`)
  }))

  it('asks for the coordinate system of a file that does not say it', () => onPage(async ({ browser, folder }) => {
    const file = join(folder, 'meters.geojson')
    writeFileSync(file, squares({ code: 'A', name: 'Alpha' }, { code: 'B', name: 'Beta' }).replaceAll(/\[(\d),(\d)\]/g, (_, x, y) => `[${500000 + 1000 * x},${6000000 + 1000 * y}]`))
    await browser.drop([file])
    await browser.until(`/projected/.test(${text('empty-problem')})`)
    await browser.fill('#empty-crs', 'EPSG:32632')
    await browser.key('Enter')
    await browser.until("document.getElementById('empty').hidden")
    await browser.until(`${figure('Regions')} === '2'`)
    await settled(browser)
    assert.equal(await browser.value("document.getElementById('field-crs').value"), 'EPSG:32632')
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
    await browser.until(`${text('drawer')}.includes('The towns')`)
  }))

  it('refuses names that are paths, and files after which nothing would be left', () => onPage(async ({ browser, preview, folder }) => {
    for (const name of ['..%2Fevil.yml', '%2Fetc%2Fpasswd', '.hidden', 'a%00b', 'a%5Cb', '', 'x'.repeat(201), '%ff']) {
      const response = await fetch(`${preview.address}upload/${name}`, { method: 'POST', body: 'x' })
      assert.ok([400, 404, 405].includes(response.status), `${name}: ${response.status}`)
    }
    const sent = await fetch(`${preview.address}open`, { method: 'POST', body: JSON.stringify({ files: ['../../etc/passwd'] }) })
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
    await browser.fill('#map-name', 'Two')
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
      await browser.click('#fields-toggle')
      await browser.until("document.getElementById('field-crs') !== null")
      await browser.fill('#field-crs', 'EPSG:4326')
      await browser.key('Enter')
      await settled(browser)
      await browser.fill('#map-name', 'Two')
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
    await browser.until("!document.getElementById('problem').hidden")
    await browser.fill('#map-name', 'Two')
    await browser.click('#save')
    await browser.until(`${text('saved')}.includes('Pipelines/Two.yml')`)
    assert.equal(spawnSync(mappack, ['run', 'Two', '--quiet'], { cwd: folder }).status, 0)
  }))

  it('points have nothing to simplify, and are saved too', () => onPage(async ({ browser, folder }) => {
    writeFileSync(join(folder, 'peaks.geojson'), JSON.stringify({
      type: 'FeatureCollection', features: ['Alpha', 'Beta'].map((name, i) => (
        { type: 'Feature', properties: { code: name, name }, geometry: { type: 'Point', coordinates: [i, i] } })),
    }))
    await drop(browser, [join(folder, 'peaks.geojson')])
    assert.equal(await browser.value("document.getElementById('settings').hidden"), true)
    await browser.fill('#map-name', 'Peaks')
    await browser.click('#save')
    await browser.until(`${text('saved')}.includes('Pipelines/Peaks.yml')`)
    assert.equal(spawnSync(mappack, ['run', 'Peaks', '--quiet'], { cwd: folder }).status, 0)
  }))

  it('reads texts in another encoding when it is told so', () => onPage(async ({ browser, folder }) => {
    const file = join(folder, 'one.geojson')
    writeFileSync(file, squares({ code: 'A', name: '長崎市' }, { code: 'B', name: '佐世保市' }))
    await drop(browser, [file])
    assert.match(await browser.value(text('drawer')), /長崎市/)
    assert.equal(await browser.value("document.getElementById('field-encoding').value"), '')
    await browser.fill('#field-crs', 'EPSG:9999999')
    await browser.key('Enter')
    await browser.until("!document.getElementById('problem').hidden")
    await browser.click('#undo')
    await browser.until("document.getElementById('problem').hidden")
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
    await browser.click('#names-toggle')
    assert.deepEqual((await browser.value(names)).map((row) => row.slice(0, 4)), [
      ['1', '長崎市', '', '長崎市'], ['2', '佐世保市', '', '佐世保市'], ['3', '島原市', '', '島原市'], ['4', 'Oak Town', '', 'oakTown']])
    await browser.fill('[data-focus="reading 2"]', 'させぼし')
    await browser.key('Enter')
    await browser.until(`${names}[1][3] === 'sasebo'`)
    await browser.fill('[data-focus="case 4"]', 'oak')
    await browser.key('Enter')
    await browser.until(`${names}[3][3] === 'oak'`)
    await browser.fill('[data-focus="case 1"]', 'oak')
    await browser.key('Enter')
    await browser.until("!document.getElementById('problem').hidden")
    assert.equal(await browser.value("document.getElementById('save').disabled"), true)
    await browser.click('#undo')
    await browser.until("document.getElementById('problem').hidden")
    await browser.click('#names-toggle')
    await browser.click('#names-toggle')
    await browser.click('[data-sort="reading"]')
    await browser.click('[data-sort="size"]')
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

  it('a table of readings that is dropped names the cases', () => onPage(async ({ browser, folder }) => {
    await browser.click('#names-toggle')
    writeFileSync(join(folder, 'kana.csv'), 'code,name,kana\n1,長崎市,ながさきし\n3,島原市,しまばらし\n')
    await browser.drop([join(folder, 'kana.csv')])
    await browser.until(`${names}[0][3] === 'nagasaki'`)
    assert.deepEqual((await browser.value(names)).map((row) => row[2]), ['ながさきし', '', 'しまばらし', ''])
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
    await browser.fill('#search', 'Oak')
    await browser.key('Enter')
    await browser.click('#leave-out')
    await browser.until(`${figure('Regions')} === '3'`)
    await browser.value('document.body.focus()')
    await browser.shortcut('z')
    await browser.until(`${figure('Regions')} === '4'`)
    await browser.shortcut('z', { shift: true })
    await browser.until(`${figure('Regions')} === '3'`)
    await browser.click('#save')
    await browser.until(`${text('saved')}.includes('Towns.yml')`)
    const saved = readFileSync(join(folder, 'Pipelines/Towns.yml'), 'utf8')
    assert.match(saved, /drop: \{ code: \[4\] \}/)
    assert.match(saved, /expect: \{ count: 3 \}/)
    assert.equal(spawnSync(mappack, ['run', 'Towns', '--quiet'], { cwd: folder }).status, 0)
  }, towns()))

  it('what the lock forbids is refused, and says so', () => {
    const made = towns()
    assert.equal(spawnSync(mappack, ['run', 'Towns', '--quiet'], { cwd: made.folder }).status, 0)
    return onPage(async ({ browser }) => {
      assert.equal(await browser.value(text('list-changes')), 'Nothing has changed since the former edition.')
      await browser.fill('#search', 'Oak')
      await browser.key('Enter')
      await browser.click('#leave-out')
      await browser.until(`/lacks a region that the name lock expects/.test(${text('problem')})`)
      assert.equal(await browser.value("document.getElementById('save').disabled"), true)
      assert.equal(await browser.value(figure('Regions')), '4')
    }, made)
  })

  it('borders that miss each other are joined by a slider, which says what it joins, leaves and moves', () => {
    const folder = newProject()
    const box = (code, west, east) => ({
      type: 'Feature', properties: { code, name: `Region ${code}` },
      geometry: { type: 'Polygon', coordinates: [[[west, 0], [east, 0], [east, 1], [west, 1], [west, 0]]] },
    })
    writeFileSync(join(folder, 'apart.geojson'), JSON.stringify({
      type: 'FeatureCollection', features: [box('A', 0, 0.9999), box('B', 1, 2.0001), box('C', 2, 3)],
    }))
    return onPage(async ({ browser }) => {
      await browser.value("document.getElementById('repair').open = true")
      await browser.click('#propose')
      await browser.until("document.getElementById('snap').value !== ''")
      await settled(browser)
      await browser.until(`/1 overlap, of which 0 stay; .*moved/.test(${text('repair-effect')})`)
      assert.equal(await browser.value("document.getElementById('fill-gaps').value"), await browser.value("document.getElementById('snap').value"))
      await browser.click('#before-repair')
      await settled(browser)
      assert.equal(await browser.value("document.getElementById('swipe').hidden"), false)
      await browser.value("document.querySelector('#snap-slider').value = 0, document.querySelector('#snap-slider').dispatchEvent(new Event('input')), document.querySelector('#snap-slider').dispatchEvent(new Event('change'))")
      await browser.until("document.getElementById('snap').value === ''")
      await settled(browser)
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
    await browser.click('#take summary')
    await browser.click('[data-take="swift"]')
    for (let i = 0; i < 100 && !existsSync(join(folder, 'Towns.swift')); i++) await new Promise((resolve) => setTimeout(resolve, 50))
    assert.match(readFileSync(join(folder, 'Towns.swift'), 'utf8'), /enum Towns/)
  }, towns()))
})
