// The page in windows of many sizes, in light and dark: what is seen, what can be reached, and that nothing is cut off.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Browser } from './browser.mjs'
import { closePage, limitsKnown, openPage, openSection, settled, skip, text } from './page.mjs'
import { mappack, Preview, top } from './preview.mjs'

const box = (id) => `(({ left, top, width, height }) => ({ left, top, width, height }))(document.getElementById('${id}').getBoundingClientRect())`
const isShown = (id) => `document.getElementById('${id}').checkVisibility()`

/** Texts and menus that have less room than they need, but those that end in an ellipsis on purpose, and have a tooltip or stand elsewhere too. */
const cutOff = `[...document.querySelectorAll('h1, h2, h3, b, label, legend, summary, dt, dd, button, p, li, span, code, th, td, output, select, #column, #hover, #pane, .section-body, .pane-body, .drawer-head, .menu')].filter((found) => {
  if (!found.checkVisibility() || found.matches('.answer, #title, #saved, .chip .text, .menu .option .small, #credits *')) return false
  if (!(found instanceof HTMLSelectElement)) return found.clientWidth > 0 && found.scrollWidth > found.clientWidth + 1
  const probe = document.createElement('select')
  probe.append(new Option(found.selectedOptions[0]?.text ?? ''))
  probe.className = found.className
  found.after(probe)
  probe.style.cssText = 'flex: none; position: absolute; width: max-content !important'
  const isCut = probe.offsetWidth > found.offsetWidth + 1
  probe.remove()
  return isCut
}).map(({ tagName, id, className, textContent }) => tagName + ' ' + id + ' ' + className + ' ' + textContent.slice(0, 40))`

/** Controls whose outline has too little contrast with what is round it, with the contrast. */
const faint = `(() => {
  const parts = (color) => color.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
  const light = (color) => parts(color).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0)
  const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05)
  const round = (found) => {
    for (let node = found.parentElement; node; node = node.parentElement) {
      const { backgroundColor } = getComputedStyle(node)
      if (!/^rgba\\(.*, 0\\)$/.test(backgroundColor)) return backgroundColor
    }
  }
  return [...document.querySelectorAll('.button:not(.filled), .chip.add, select, input:is([type=text], [type=search], [type=number])')]
    .filter((found) => found.checkVisibility() && !found.disabled && found.id !== 'search')
    .map((found) => [found.id || found.textContent, contrast(getComputedStyle(found).borderTopColor, round(found))])
    .filter(([, value]) => value < 3)
})()`

/** Controls that are seen and do not take the focus. */
const outOfReach = `(() => {
  const before = document.activeElement
  const found = [...document.querySelectorAll('button, input, select, summary, a, [role=menuitem], [role=radio]')]
    .filter((control) => control.checkVisibility() && !control.disabled)
    .filter((control) => (control.focus({ preventScroll: true }), document.activeElement !== control || control.tabIndex < 0))
  before?.focus({ preventScroll: true })
  return found.map(({ tagName, id, textContent }) => tagName + ' ' + id + ' ' + textContent)
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
            assert.deepEqual(await browser.value(faint), [], `${address} ${what}`)
            assert.ok(await browser.value('document.documentElement.scrollWidth') <= width, `${address} ${what}`)
          }
          await check('at the beginning')
          for (const section of ['source', 'regions', 'borders', 'detail', 'look']) {
            if (!(await browser.value(`document.querySelector('#${section} .section-head').checkVisibility()`))) continue
            await openSection(browser, section)
            await check(section)
            assert.deepEqual(await browser.value(outOfReach), [], `${address} ${section}`)
            if (section !== 'detail' || scheme !== 'light' || !(await browser.value(isShown('amount')))) continue
            for (const amount of ['keep', 'zoom', 'size', 'tolerance']) {
              await browser.click(`#amount [data-value="${amount}"]`)
              await settled(browser)
              await check(amount)
            }
          }
          await browser.key('Escape')
          await browser.fill('#search', 'new')
          await check('with what is found')
          await browser.key('Enter')
          await settled(browser)
          assert.match(await browser.value(text('pane')), /New Hampshire/)
          await check('with a region')
          assert.deepEqual(await browser.value(outOfReach), [], `${address} pane`)
          await browser.click('#close-pane')
          assert.equal(await browser.value(isShown('pane')), false)
          for (const [name, opener] of [['table', '#table-toggle'], ['pipeline', '#pipeline-toggle']]) {
            const isFile = address !== served
            if (name === 'pipeline' && isFile) continue
            if (width < 600) await browser.click('#more')
            await browser.click(width < 600 ? `#save-menu [data-do="${name}"]` : opener)
            await browser.until(`document.querySelector('#drawer .drawer-head') !== null`)
            await check(`with the ${name}`)
            assert.deepEqual(await browser.value(outOfReach), [], `${address} ${name}`)
            await browser.click('#drawer .drawer-head .plain[aria-label="Close"]')
            assert.equal(await browser.value(isShown('drawer')), false)
          }
          await browser.click(width < 600 ? '#more' : '#save-as')
          assert.equal(await browser.value(isShown('save-menu')), true)
          await check('with Save as')
          await browser.key('Escape')
          await browser.until(`!${isShown('save-menu')}`)
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
      const head = (section) => `#${section} .section-head`
      const sections = what === 'served' ? ['source', 'regions', 'borders', 'detail', 'look'] : ['borders', 'detail']
      for (const section of sections) {
        const body = `${section}-body`
        assert.equal(await browser.value(isShown(body)), false, section)
        for (const close of [() => browser.key('Escape'), () => browser.click(`#${section} .close-sheet`), () => browser.click(head(section))]) {
          await browser.click(head(section))
          assert.equal(await browser.value(isShown(body)), true, section)
          const sheet = await browser.value(box(body))
          assert.ok(sheet.width === 390 && sheet.top > 250, 'a part of the map is seen above it')
          assert.ok(sheet.top + sheet.height <= 844 - 64 + 1, 'the tabs are seen below it')
          assert.equal(await browser.value(`document.querySelector('${head(section)}').getAttribute('aria-expanded')`), 'true')
          await close()
          assert.equal(await browser.value(isShown(body)), false, section)
        }
        assert.deepEqual(await browser.value(box('stage')), stage, 'the map has its room again')
      }
      // One is open at a time.
      await browser.click(head('borders'))
      await browser.click(head('detail'))
      assert.equal(await browser.value(isShown('borders-body')), false)
      // The focus does not get lost with a sheet.
      await browser.click('#level-rows tr')
      assert.equal(await browser.value(isShown('detail-body')), true)
      await browser.value("document.querySelector('#level-rows tr').focus()")
      await browser.key('Escape')
      assert.equal(await browser.value("document.activeElement === document.querySelector('#detail .section-head')"), true)
      // What is clicked on the map has a sheet too.
      await browser.click({ x: 270, y: 400 })
      await browser.until(`${text('pane')}.startsWith('Maine')`)
      const pane = await browser.value(box('pane'))
      assert.ok(pane.width === 390 && pane.top > 250, String(pane.top))
      // It is closed as other sheets are.
      await browser.drag({ x: 195, y: pane.top + 12 }, { x: 195, y: pane.top + 90 })
      assert.equal(await browser.value(isShown('pane')), false)
    }))
  }

  it('has settings in a sheet that make maps', () => look({ width: 390, height: 844 }, async (browser, served) => {
    await browser.go(served)
    await browser.until(limitsKnown)
    await openSection(browser, 'detail')
    await browser.click('#amount [data-value="size"]')
    await settled(browser)
    assert.match(await browser.value("document.getElementById('value').value"), /B$/)
    assert.equal(await browser.value("document.getElementById('message').hidden"), true)
    assert.equal(await browser.value(isShown('save')), true)
    await browser.click('#undo')
    await settled(browser)
    await browser.click('#more')
    await browser.click('#save-menu [data-do="redo"]')
    await browser.until("document.querySelector('#amount [aria-checked=true]').dataset.value === 'size'")
    await settled(browser)
  }))

  for (const width of [1440, 800]) {
    it(`what is clicked stays where it is when the pane comes, ${width} points wide`, async () => {
      const { preview, browser } = await openPage(join(top, 'Output/World.mappack'), { width, height: 900 })
      assert.equal(await browser.value(isShown('pane')), false)
      const stage = await browser.value(box('stage'))
      assert.equal(stage.width, width === 1440 ? 1440 - 336 : 800)
      // A region in the upper part, which is seen above the pane too.
      let at
      for (const share of [0.55, 0.5, 0.6, 0.75, 0.3]) {
        at = { x: stage.left + stage.width * share, y: stage.top + stage.height * 0.28 }
        await browser.hover(at.x, at.y)
        await browser.value('new Promise((resolve) => requestAnimationFrame(resolve))')
        if (await browser.value(`${text('hover')} !== ''`)) break
      }
      assert.notEqual(await browser.value(text('hover')), '')
      const cell = `(() => {
        const canvas = document.getElementById('canvas')
        const { left, top, width, height } = canvas.getBoundingClientRect()
        const { x, y, scale } = canvas.dataset
        return [Number(x) + (${at.x} - left - width / 2) / scale, Number(y) + (${at.y} - top - height / 2) / scale].map((value) => Math.round(value / 100))
      })()`
      const before = await browser.value(cell)
      await browser.click(at)
      await settled(browser)
      assert.equal(await browser.value(isShown('pane')), true)
      const [x, y] = await browser.value(cell)
      if (width === 1440) {
        assert.deepEqual([x, y], before)
      } else {
        // The map moves upward at most, so that the region is seen above the panel.
        assert.equal(x, before[0])
        const pane = await browser.value(box('pane'))
        const seen = at.y + (before[1] - y) * 100 * Number(await browser.value("document.getElementById('canvas').dataset.scale"))
        assert.ok(seen > stage.top && seen < pane.top, `${seen} above ${pane.top}`)
      }
      await closePage({ preview, browser }, mkdtempSync(join(tmpdir(), 'mappack-preview-')))
    })
  }
})
