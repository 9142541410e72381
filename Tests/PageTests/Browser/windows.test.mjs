// The page in windows of many sizes, in light and dark: what is seen, what can be reached, and that nothing is cut off.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Browser } from './browser.mjs'
import { closePage, limitsKnown, openPage, settled, skip, text } from './page.mjs'
import { mappack, Preview, top } from './preview.mjs'

const box = (id) => `(({ left, top, width, height }) => ({ left, top, width, height }))(document.getElementById('${id}').getBoundingClientRect())`
const isShown = (id) => `document.getElementById('${id}').checkVisibility()`

/** Texts and menus that have less room than they need. */
const cutOff = `[...document.querySelectorAll('h1, label, legend, summary, dt, dd, button, p, li, span, code, select, #panel, #lists, #hover')].filter((found) => {
  if (!found.checkVisibility()) return false
  if (!(found instanceof HTMLSelectElement)) return found.clientWidth > 0 && found.scrollWidth > found.clientWidth + 1
  const probe = document.createElement('select')
  probe.append(new Option(found.selectedOptions[0]?.text ?? ''))
  found.after(probe)
  probe.style.flex = 'none'
  probe.style.position = 'absolute'
  const isCut = probe.offsetWidth > found.offsetWidth + 1
  probe.remove()
  return isCut
}).map(({ tagName, id, textContent }) => tagName + ' ' + id + ' ' + textContent.slice(0, 40))`

/** The least contrast between the outline of a control and what is round it. */
const leastContrast = `(() => {
  const parts = (color) => color.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
  const light = (color) => parts(color).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0)
  const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05)
  const paper = getComputedStyle(document.body).backgroundColor
  return Math.min(...[...document.querySelectorAll('button, select, input:not([type=range], [type=checkbox])')]
    .filter((found) => found.checkVisibility()).map((found) => contrast(getComputedStyle(found).borderTopColor, paper)))
})()`

describe('the page in windows', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'mappack-preview-'))
  const page = join(folder, 'new-england.html')
  before(() => {
    const run = spawnSync(mappack, ['preview', 'Pipelines/new-england.yml', '--export', page, '--quiet'], { cwd: top })
    assert.equal(run.status, 0, String(run.stderr))
  })
  after(() => rmSync(folder, { recursive: true }))

  /** Looks at the page of a pipeline file, which the command serves as long as somebody looks. */
  async function look(size, looks) {
    const preview = await Preview.open('Pipelines/new-england.yml')
    const browser = await Browser.open(size)
    await looks(browser, preview.address)
    assert.deepEqual(browser.errors, [])
    await browser.close()
    await preview.close()
  }

  for (const [width, height] of [[1440, 900], [800, 900], [390, 844]]) {
    for (const scheme of ['light', 'dark']) {
      it(`cuts nothing off, and has outlines that are seen: ${width} points wide, ${scheme}`, () => look({ width, height, scheme }, async (browser, served) => {
        for (const address of [served, `file://${page}`]) {
          await browser.go(address)
          const check = async (what) => {
            assert.deepEqual(await browser.value(cutOff), [], `${address} ${what}`)
            assert.ok(await browser.value(leastContrast) >= 3, `${address} ${what}: ${await browser.value(leastContrast)}`)
            assert.ok(await browser.value('document.documentElement.scrollWidth') <= width, `${address} ${what}`)
          }
          await check('at the beginning')
          if (width < 700) {
            await browser.click('#open-panel')
            await check('with settings')
          }
          if (scheme === 'light' && await browser.value(isShown('amount'))) {
            for (const amount of ['keep', 'zoom', 'size', 'none', 'tolerance']) {
              await browser.choose('#amount', amount)
              await settled(browser)
              await check(amount)
            }
          }
          await browser.key('Escape')
          await browser.fill('#search', 'new')
          await check('with what is found')
          await browser.key('Enter')
          await settled(browser)
          if (width <= 1000) await browser.click('#open-lists')
          assert.match(await browser.value(text('list-region')), /New Hampshire/)
          await check('with a region')
          await browser.key('Escape')
          await browser.click('#gallery-toggle')
          await check('with all regions')
        }
      }))
    }
  }

  for (const what of ['served', 'exported']) {
    it(`has the map first in a small window, and sheets over it: ${what}`, () => look({ width: 390, height: 844 }, async (browser, served) => {
      await browser.go(what === 'served' ? served : `file://${page}`)
      const stage = await browser.value(box('stage'))
      assert.equal(stage.width, 390)
      assert.ok(stage.height > 0.7 * 844, String(stage.height))
      for (const id of ['panel', 'lists']) {
        assert.equal(await browser.value(isShown(id)), false, id)
        for (const close of [() => browser.key('Escape'), () => browser.click(`#${id} .close`), () => browser.click(`#open-${id}`)]) {
          await browser.click(`#open-${id}`)
          assert.equal(await browser.value(isShown(id)), true, id)
          const sheet = await browser.value(box(id))
          assert.ok(sheet.width === 390 && sheet.top > 250, 'a part of the map is seen above it')
          assert.equal(await browser.value(`document.getElementById('open-${id}').getAttribute('aria-expanded')`), 'true')
          await close()
          assert.equal(await browser.value(isShown(id)), false, id)
        }
      }
      assert.deepEqual(await browser.value(box('stage')), stage, 'sheets lie over the map')
      // One is open at a time.
      await browser.click('#open-panel')
      await browser.click('#open-lists')
      assert.equal(await browser.value(isShown('panel')), false)
      await browser.click('#open-panel')
      await browser.click('#show-labels')
      assert.equal(await browser.value(isShown('panel')), true)
      await browser.key('Escape')
      assert.equal(await browser.value('document.activeElement.id'), 'open-panel')
      // What is clicked on the map is named on the button of the lists.
      await browser.click({ x: 270, y: 400 })
      await browser.until(`${text('open-lists')} === 'Maine'`)
    }))
  }

  it('has settings in a sheet that make maps', () => look({ width: 390, height: 844 }, async (browser, served) => {
    await browser.go(served)
    await browser.until(limitsKnown)
    await browser.click('#open-panel')
    await browser.choose('#amount', 'size')
    await settled(browser)
    assert.match(await browser.value("document.getElementById('value').value"), /KB$/)
    assert.equal(await browser.value("document.getElementById('problem').hidden"), true)
  }))

  it('gives the room of empty lists to the map, and what is clicked stays where it is', async () => {
    const { preview, browser } = await openPage(join(top, 'Output/World.mappack'), { width: 1440, height: 900 })
    assert.equal(await browser.value(isShown('lists')), false)
    assert.ok((await browser.value(box('stage'))).width >= 1440 - 264)
    const at = { x: 1000, y: 330 }
    const cell = `(() => {
      const canvas = document.getElementById('canvas')
      const { left, top, width, height } = canvas.getBoundingClientRect()
      const { x, y, scale } = canvas.dataset
      return [Number(x) + (${at.x} - left - width / 2) / scale, Number(y) + (${at.y} - top - height / 2) / scale].map((value) => Math.round(value / 100))
    })()`
    const before = await browser.value(cell)
    await browser.click(at)
    await settled(browser)
    assert.equal(await browser.value(isShown('lists')), true)
    assert.deepEqual(await browser.value(cell), before)
    await closePage({ preview, browser }, mkdtempSync(join(tmpdir(), 'mappack-preview-')))
  })
})
