// What is undone, taken out and left out: maps that an undo brings back with their tables, layers that are water, numbers that
// colors stand for, regions outside of the land, and changes that were saved.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { drop, dropOn, find, isHidden, onPage, openSection, regions, rename, settled, skip, squares, text } from './page.mjs'
import { mappack } from './preview.mjs'

const problem = `${isHidden('message')} ? '' : ${text('problem')}`
const answer = (name) => `document.querySelector('#${name} .answer').textContent`
const canSave = "!document.getElementById('save').disabled"
const undone = "document.getElementById('undo').title"
const letters = ['A', 'B', 'C']
const places = letters.map((code) => ({ code, name: `The ${code}` }))

/** A page with squares in a row, and a folder to put files in. */
const onSquares = (work, properties = places, name = 'Towns') => onPage(async (page) => {
  const put = (file, contents) => {
    writeFileSync(join(page.folder, file), contents)
    return [join(page.folder, file)]
  }
  await drop(page.browser, put(`${name}.geojson`, squares(...properties)))
  await work({ ...page, put })
})

async function save(browser) {
  await browser.until(canSave)
  await browser.click('#save')
  await browser.until(`${text('saved')}.startsWith('Saved to')`)
  await settled(browser)
}

/** Joins a table, and colors the map by its number. */
async function colorByPeople(browser, put) {
  await dropOn(browser, put('people.csv', `code,people\n${letters.map((code, index) => `${code},${index + 1}00`).join('\n')}\n`), 'numbers')
  await openSection(browser, 'look')
  await browser.click('#color-by [data-value=number]')
  await browser.until(`${answer('look')}.startsWith('people')`)
}

/** TopoJSON with the layers towns, of one square, and lakes, of one triangle in it. */
const layered = JSON.stringify({
  type: 'Topology', arcs: [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]], [[0.4, 0.4], [0.6, 0.4], [0.6, 0.6], [0.4, 0.4]]],
  objects: { towns: { type: 'Polygon', arcs: [[0]], properties: { code: 'A', name: 'Alpha' } }, lakes: { type: 'Polygon', arcs: [[1]], properties: { id: 2 } } },
})
const box = (west, east) => JSON.stringify({
  type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry: {
    type: 'Polygon', coordinates: [[[west, -1], [east, -1], [east, 2], [west, 2], [west, -1]]] } }],
})

describe('what is undone and taken out', { skip }, () => {
  it('an undo of another map brings back the first with its table and its colors', () => onSquares(async ({ browser, put }) => {
    await colorByPeople(browser, put)
    await dropOn(browser, put('other.geojson', squares({ code: 'X', name: 'The X' })), 'map')
    await browser.until(`${regions} === '1'`)
    await browser.click('#undo')
    await browser.until(`${text('title')} === 'Towns'`)
    await settled(browser)
    assert.equal(await browser.value(problem), '')
    assert.equal(await browser.value(regions), '3')
    assert.match(await browser.value(answer('look')), /^people/)
    assert.ok(await browser.value(canSave))
  }))

  it('a layer of the file of the map can be its water, stands in Source, and is taken out there, also after Save', () => onPage(async ({ browser, folder }) => {
    const file = join(folder, 'land.topojson')
    writeFileSync(file, layered)
    const choose = (place, words) => browser.value(`[...document.querySelectorAll('#${place} .button')].find((button) => button.textContent.startsWith('${words}')).click()`)
    await browser.until("document.querySelector('#examples img') !== null")
    await browser.drop([file])
    await browser.until(`!${isHidden('layers')}`)
    await choose('layers', 'towns')
    await browser.until(`${regions} === '1'`)
    await settled(browser)
    await browser.drop([file])
    await browser.until("document.getElementById('dialog').open")
    await choose('dialog', 'lakes')
    await browser.until("document.querySelector('#dialog [data-use=water]') !== null")
    await browser.click('#dialog [data-use=water]')
    await browser.click('#use-drop')
    await settled(browser)
    await save(browser)
    assert.deepEqual(readdirSync(join(folder, 'RawData')), ['land.topojson'])
    const pipeline = join(folder, 'Pipelines', readdirSync(join(folder, 'Pipelines')).find((name) => name.endsWith('.yml')))
    assert.match(readFileSync(pipeline, 'utf8'), /erase: \{ layer: lakes, with: RawData\/land\.topojson \}/)
    await openSection(browser, 'source')
    assert.match(await browser.value(text('source-fields')), /Water\s*land\.topojson, lakes/)
    await browser.click('[aria-label="Take out land.topojson, lakes"]')
    await settled(browser)
    await save(browser)
    assert.doesNotMatch(readFileSync(pipeline, 'utf8'), /erase/)
  }))

  it('a table that the map is colored by goes with the colors, in one step, also on a saved map', () => onSquares(async ({ browser, put }) => {
    await colorByPeople(browser, put)
    await save(browser)
    await openSection(browser, 'regions')
    await browser.click('#kept-chips .chip button')
    await browser.until(`!${answer('look')}.startsWith('people')`)
    await settled(browser)
    assert.equal(await browser.value(problem), '')
    await browser.click('#undo')
    await browser.until(`${answer('look')}.startsWith('people')`)
    await settled(browser)
    await browser.click('#redo')
    await browser.until(`!${answer('look')}.startsWith('people')`)
    await settled(browser)
    await save(browser)
    await browser.click('#undo')
    await browser.until(`${answer('look')}.startsWith('people') && ${text('saved')} === '1 change since Save'`)
    await settled(browser)
    await browser.send('Page.reload')
    await browser.until(`document.readyState === 'complete' && ${answer('look')}.startsWith('people')`)
    await settled(browser)
    assert.equal(await browser.value(text('saved')), '1 change since Save')
    await save(browser)
  }))

  it('land that leaves nothing of some regions leaves them out', () => onSquares(async ({ browser, put, folder }) => {
    await dropOn(browser, put('land.geojson', box(-1, 1.5)), 'land')
    await browser.until(`${regions} === '2'`)
    assert.equal(await browser.value(problem), '')
    await openSection(browser, 'source')
    assert.match(await browser.value(text('drop-chips')), /code: C/)
    await save(browser)
    assert.equal(spawnSync(mappack, ['run', 'Towns', '--quiet'], { cwd: folder }).status, 0)
    await browser.drop(put('sea.geojson', box(-1, 9)))
    await browser.until("document.getElementById('dialog').open")
    await browser.click('#dialog [data-use=water]')
    await browser.click('#use-drop')
    await browser.until("document.getElementById('refusal').checkVisibility()")
    assert.match(await browser.value(text('empty-problem')), /^sea[.]geojson: 2 regions would have no land left/)
  }))

  it('what was saved can be undone, and is saved again', () => onSquares(async ({ browser, folder }) => {
    const pipeline = () => readFileSync(join(folder, 'Pipelines/Places.yml'), 'utf8')
    const name = `document.querySelector('tr[data-code="A"] td')?.textContent`
    const call = async (words) => {
      await find(browser, 'The A')
      await browser.click('#rename-region')
      await browser.until("document.activeElement.matches('.regions td input')")
      await browser.send('Input.insertText', { text: words })
      await browser.key('Enter')
      await browser.until(`${name} === '${words}'`)
      await settled(browser)
    }
    await find(browser, 'The B')
    await browser.click('#leave-out')
    await browser.until(`${regions} === '2'`)
    await rename(browser, 'Places')
    await call('The A, new')
    await save(browser)
    assert.match(pipeline(), /expect: \{ count: 2,/)
    await browser.until(`${undone} === 'Undo: name of The A'`)
    await browser.click('#undo')
    await browser.until(`${text('saved')} === '1 change since Save'`)
    await settled(browser)
    await browser.click('#undo')
    await browser.click('#undo')
    await browser.until(`${regions} === '3'`)
    await settled(browser)
    assert.equal(await browser.value(problem), '')
    assert.equal(await browser.value(text('title')), 'Places')
    await save(browser)
    assert.match(pipeline(), /expect: \{ count: 3,/)
    assert.doesNotMatch(pipeline(), /drop|names/)
    for (const _ of [1, 2, 3]) await browser.click('#redo')
    await browser.until(`${regions} === '2'`)
    await settled(browser)
    await browser.click('#table-toggle')
    await browser.until(`${name} === 'The A, new'`)
    await save(browser)
    assert.equal(spawnSync(mappack, ['run', 'Places', '--quiet'], { cwd: folder }).status, 0)
  }))

  it('a finding that was decided is followed by the next one, and the last one closes the pane', () => onSquares(async ({ browser, put }) => {
    const overlapping = (west, code) => ({ type: 'Feature', properties: { code, name: `Region ${code}` }, geometry: {
      type: 'Polygon', coordinates: [[[west, 0], [west + 1.05, 0], [west + 1.05, 1], [west, 1], [west, 0]]] } })
    await dropOn(browser, put('three.geojson', JSON.stringify({ type: 'FeatureCollection', features: [0, 1, 2].map((west) => overlapping(west, `R${west}`)) })), 'map')
    const open = "document.querySelectorAll('#findings > .card').length"
    const sentence = "document.querySelector('#pane .sentence')?.textContent"
    await openSection(browser, 'borders')
    await browser.until(`${open} === 2`)
    await browser.click('#findings > .card .sentence')
    await browser.until(`${sentence} !== undefined`)
    const first = await browser.value(sentence)
    await browser.click('#pane .button.filled')
    await browser.until(`${open} === 1 && ${sentence} !== ${JSON.stringify(first)}`)
    assert.match(await browser.value(sentence), /claim the same land/)
    await settled(browser)
    await browser.click('#pane .button.filled')
    await browser.until(`${open} === 0 && ${isHidden('pane')}`)
    assert.match(await browser.value(undone), /^Undo: give it to Region R/)
  }))

  it('a table without some regions is told with their names, and codes stand in front of names or without zeros', () => onSquares(async ({ browser, put }) => {
    await dropOn(browser, put('people.csv', '"region";people\n"1 Alpha";10\n"002";20\n"4 Delta";40\n'), 'numbers')
    await find(browser, 'Alpha')
    await browser.until(`/people\\s*10/.test(${text('pane')})`)
    await find(browser, 'Beta')
    await browser.until(`/people\\s*20/.test(${text('pane')})`)
    await openSection(browser, 'borders')
    const card = "document.querySelector('#findings [data-rule=no-row]').textContent"
    assert.match(await browser.value(card), /Gamma: it has no row in the table of numbers/)
    // A table of no use has no button that does nothing.
    await browser.drop(put('words.csv', 'word,sense\na,b\n'))
    await browser.until("document.getElementById('dialog').open")
    assert.equal(await browser.value("document.querySelectorAll('#dialog .row button').length"), 1)
  }, [{ code: '1', name: 'Alpha' }, { code: '2', name: 'Beta' }, { code: '3', name: 'Gamma' }]))

  it('a name that cannot be one of a map is answered with one that can', () => onSquares(async ({ browser }) => {
    await browser.click('#rename')
    await browser.fill('#map-name', 'Towns of Norway')
    await browser.key('Enter')
    await browser.until(`${text('ways')} === 'Call it TownsOfNorway'`)
    await browser.click('#ways button')
    await browser.until(`${text('title')} === 'TownsOfNorway' && ${isHidden('message')}`)
    await save(browser)
  }))

  for (const name of ['null', 'a?"b', 'x'.repeat(120), '.hidden']) {
    it(`a file called ${name} becomes a map that is saved`, () => onSquares(({ browser }) => save(browser), places, name))
  }
})
