// What is opened without a file of one's own: examples, the maps of the folder, packs and pipeline files; and what a page
// keeps when it is loaded again or its tab is duplicated.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { onPage, openSection, regions, settled, skip, taken, text } from './page.mjs'
import { mappack, top } from './preview.mjs'

const cards = (id) => `[...document.querySelectorAll('#${id}:not([hidden]) .maps b')].map((title) => title.textContent)`
const undoneBy = "document.getElementById('undo').title"

/** An empty page in a project with one map that was made, NewEngland. */
async function onProject(work) {
  const folder = mkdtempSync(join(tmpdir(), 'mappack-open-'))
  mkdirSync(join(folder, 'Pipelines'))
  mkdirSync(join(folder, 'RawData'))
  cpSync(join(top, 'RawData/us-census-counties-500k'), join(folder, 'RawData/us-census-counties-500k'), { recursive: true })
  for (const name of ['new-england.yml', 'names']) cpSync(join(top, 'Pipelines', name), join(folder, 'Pipelines', name), { recursive: true })
  const run = spawnSync(mappack, ['run', '--quiet'], { cwd: folder })
  assert.equal(run.status, 0, String(run.stderr))
  return onPage(async (page) => {
    await page.browser.until(`${cards('examples')}.length > 0`)
    await work(page)
  }, { folder })
}

describe('what a page opens', { skip }, () => {
  it('offers the maps of the folder and examples, and opens one by a click', () => onProject(async ({ browser, folder }) => {
    assert.deepEqual(await browser.value(cards('recent')), ['NewEngland'])
    assert.deepEqual(await browser.value(cards('examples')), ['World', 'New England', 'Sample prefecture'])
    assert.ok(await browser.value("[...document.querySelectorAll('.shelf img')].every(({ naturalWidth }) => naturalWidth > 0)"))
    await browser.click('#recent button')
    await browser.until(`${regions} === '6'`)
    await settled(browser)
    assert.equal(await browser.value(text('title')), 'NewEngland')
    assert.ok(Buffer.from(await browser.value(taken('pack'))).equals(readFileSync(join(folder, 'Output/NewEngland.mappack'))))
  }))

  for (const [index, [count, code]] of [['242', 'ADM0_A3'], ['67', 'GEOID'], ['12', 'the schema n03']].entries()) {
    it(`example ${index + 1} becomes a map that can be saved`, () => onProject(async ({ browser }) => {
      await browser.click(`#examples .maps button:nth-child(${index + 1})`)
      await browser.until(`${regions} === '${count}'`, 60)
      await settled(browser)
      assert.equal(await browser.value("document.getElementById('save').disabled"), false)
      assert.match(await browser.value("document.querySelector('#regions .answer').textContent"), new RegExp(`^${count} by ${code}\\b`))
    }))
  }

  it('a pack and a pipeline file of the folder open by a drop; a pipeline file of another project is refused', () => onProject(async ({ browser, folder }) => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'mappack-open-'))
    const other = join(elsewhere, 'other.yml')
    writeFileSync(other, readFileSync(join(folder, 'Pipelines/new-england.yml'), 'utf8').replace('NewEngland', 'Other'))
    await browser.drop([other])
    await browser.until("!document.getElementById('refusal').hidden")
    assert.match(await browser.value(text('refusal')), /files of its project/)
    rmSync(elsewhere, { recursive: true })
    await browser.drop([join(folder, 'Pipelines/new-england.yml')])
    await browser.until(`${regions} === '6'`)
    await settled(browser)
    assert.equal(await browser.value("document.getElementById('pipeline-toggle').hidden"), false)
    await browser.drop([join(folder, 'Output/NewEngland.mappack')])
    await browser.until("document.getElementById('dialog').open")
    await browser.click('#use-drop')
    await browser.until("document.getElementById('pipeline-toggle').hidden")
    await settled(browser)
    assert.match(await browser.value(undoneBy), /^Undo: back to NewEngland/)
    await browser.click('#undo')
    await browser.until("!document.getElementById('pipeline-toggle').hidden")
    await settled(browser)
  }))

  it('a page that is loaded again keeps its changes, and one whose tab is duplicated has a map of its own', () => onProject(async ({ browser, folder }) => {
    await browser.click('#recent button')
    await browser.until(`${regions} === '6'`)
    await openSection(browser, 'detail')
    await browser.fill('#value', '5 km')
    await browser.key('Enter')
    await browser.until(`${text('saved')} === '1 change since Save'`)
    await settled(browser)
    await browser.send('Page.reload')
    await browser.until(`document.readyState === 'complete' && ${text('saved')} === '1 change since Save'`)
    await settled(browser)
    assert.equal(await browser.value(undoneBy), 'Undo: detail')
    const address = await browser.value('location.href')
    const { targetId } = await browser.send('Target.createTarget', { url: address })
    for (let tries = 0; ; tries++) {
      const { targetInfos } = await browser.send('Target.getTargets')
      const { url } = targetInfos.find((info) => info.targetId === targetId)
      if (url !== address && url.startsWith('http')) break
      assert.ok(tries < 100, url)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await browser.click('#undo')
    await browser.until(`${text('saved')} === 'Saved'`)
    assert.ok(Buffer.from(await browser.value(taken('pack'))).equals(readFileSync(join(folder, 'Output/NewEngland.mappack'))))
  }))
})
