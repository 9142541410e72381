// How much is removed: where each way of asking begins, how far it goes, and what the page does if no map can be made.

import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { closePage, figure, limitsKnown, openPage, openSection, settled, skip, text } from './page.mjs'
import { top } from './preview.mjs'

const isHidden = (id) => `document.getElementById('${id}').hidden`
const value = (id) => `document.getElementById('${id}').value`
const number = (words) => Number(/[\d,.]+/.exec(words)[0].replaceAll(',', ''))

/** A copy of the project of Hawaii with other settings. */
function hawaii(simplify) {
  const folder = mkdtempSync(join(tmpdir(), 'mappack-preview-'))
  cpSync(join(top, 'Pipelines'), join(folder, 'Pipelines'), { recursive: true })
  cpSync(join(top, 'RawData/us-census-hawaii-500k'), join(folder, 'RawData/us-census-hawaii-500k'), { recursive: true })
  const pipeline = join(folder, 'Pipelines/hawaii.yml')
  writeFileSync(pipeline, readFileSync(pipeline, 'utf8').replace(/^simplify: .*$/m, `simplify: ${simplify}`))
  return { folder, pipeline }
}

/** Moves the slider to one of its ends. */
const slideTo = (browser, end) => browser.value(`(() => {
  const slider = document.getElementById('slider')
  slider.value = slider.${end}
  for (const event of ['input', 'change']) slider.dispatchEvent(new Event(event, { bubbles: true }))
})()`)

describe('the page of a map with a tolerance', { skip }, () => {
  let made, preview, browser
  before(async () => {
    made = hawaii('{ tolerance: 50 m, minimumIsland: 5 km2 }')
    const opened = await openPage(made.pipeline)
    preview = opened.preview
    browser = opened.browser
    await browser.until(limitsKnown)
    await openSection(browser, 'detail')
  })
  after(() => closePage({ preview, browser }, made.folder))

  const vertices = async () => number(await browser.value(figure('Vertices')))
  const ask = async (amount) => {
    await browser.click(`#amount [data-value="${amount}"]`)
    await settled(browser)
    assert.equal(await browser.value(`document.querySelector('#amount [aria-checked="true"]').dataset.value`), amount)
    assert.equal(await browser.value(isHidden('message')), true, amount)
  }

  it('begins each way of asking at what the map has', async () => {
    const askedLike = async (amount, most) => {
      const former = await vertices()
      await ask(amount)
      const ratio = await vertices() / former
      assert.ok(ratio < most && ratio > 1 / most, `${ratio} with ${amount} ${await browser.value(value('value'))}`)
    }
    await askedLike('keep', 1.03)
    await askedLike('size', 1.1)
    assert.ok(Math.abs(number(await browser.value(figure('Pack'))) / number(await browser.value(value('value'))) - 1) < 0.11)
    await askedLike('tolerance', 1.15)
    await askedLike('zoom', 1.6)
    // What has no tolerance begins at one that leaves about as many vertices.
    await ask('tolerance')
    await browser.fill('#value', '')
    await browser.key('Enter')
    await settled(browser)
    assert.equal(await browser.value(value('value')), '0 m')
    const [few, all] = [await vertices(), number((await browser.value(figure('Vertices'))).split('of').at(-1))]
    // Small islands are dropped all the same.
    assert.ok(few > 0.9 * all, `${few} of ${all}`)
    assert.equal(await browser.value("document.querySelector('#level-rows td:nth-child(2)').textContent"), 'nothing')
    await ask('keep')
    await ask('tolerance')
    assert.match(await browser.value(value('value')), / (m|cm)$/)
    assert.ok(await vertices() > 0.7 * number((await browser.value(figure('Vertices'))).split('of')[1]))
  })

  it('goes to both ends of each slider, and is refused nowhere', async () => {
    for (const amount of ['keep', 'size', 'zoom', 'tolerance']) {
      await ask(amount)
      for (const end of ['min', 'max']) {
        await slideTo(browser, end)
        await settled(browser)
        assert.equal(await browser.value(`document.getElementById('slider').ariaValueText`), await browser.value(value('value')))
        assert.equal(await browser.value(isHidden('message')), true, `${amount} at ${end}: ${await browser.value(value('value'))}`)
      }
    }
    await ask('size')
    await slideTo(browser, 'max')
    await settled(browser)
    const most = number(await browser.value(figure('Pack')))
    await slideTo(browser, 'min')
    await settled(browser)
    assert.ok(number(await browser.value(figure('Pack'))) < most)
  })

  it('takes the nearest value that can be, and says why', async () => {
    await ask('size')
    await browser.fill('#value', '3 B')
    await browser.key('Enter')
    await settled(browser)
    assert.match(await browser.value(text('value-note')), /^The smallest pack of this map takes [\d,]+ (B|KB)\.$/)
    assert.match(await browser.value(value('value')), /^\d{4} B$/)
    assert.equal(await browser.value(isHidden('message')), true)
    await browser.fill('#value', '900 MB')
    await browser.key('Enter')
    await settled(browser)
    assert.match(await browser.value(text('value-note')), /^The whole map takes/)
    await slideTo(browser, 'min')
    assert.equal(await browser.value(isHidden('value-note')), true)
    await settled(browser)
  })

  it('says why more vertices stay than the share says', async () => {
    await ask('keep')
    await browser.fill('#value', '1 %')
    await browser.key('Enter')
    await settled(browser)
    const words = await browser.value(text('floor'))
    const [, all, must] = /^1 % of the ([\d,]+) that may go, and ([\d,]+) that must stay: ends of borders, and three of each ring$/.exec(words) ?? []
    assert.ok(all, words)
    assert.equal(Math.round(0.01 * number(all)) + number(must), await vertices())
    await browser.fill('#value', '90 %')
    await browser.key('Enter')
    await settled(browser)
    assert.equal(await browser.value(isHidden('floor')), true)
  })

  it('asks for the limits anew if islands are dropped', async () => {
    await ask('size')
    const title = await browser.value("document.getElementById('value').title")
    await browser.fill('#minimum-island', '500 km2')
    await browser.key('Enter')
    await browser.until(`document.getElementById('value').title !== ${JSON.stringify(title)} && ${limitsKnown}`)
    await settled(browser)
  })
})

describe('the page of a map that cannot be made', { skip }, () => {
  for (const [way, title] of [[1, /^Use \d{4} B$/], [2, /^Show without simplification$/]]) {
    it(`opens with the error and the source, and has a way out: ${way}`, async () => {
      const { folder, pipeline } = hawaii('{ size: 500 B, minimumIsland: 5 km2 }')
      const { preview, browser } = await openPage(pipeline)
      assert.match(await browser.value(text('problem')), /smallest pack/)
      const words = await browser.value(figure('Vertices'))
      assert.doesNotMatch(words, /of/)
      const all = number(words)
      assert.ok(await browser.value("Number(document.getElementById('canvas').dataset.labels)") > 2)
      assert.equal(await browser.value("document.getElementById('save').disabled"), true)
      // Nothing on the page needs a map that was made.
      for (const section of ['source', 'regions', 'borders', 'detail', 'look']) {
        await openSection(browser, section)
        await browser.until(`document.body.dataset.section === '${section}'`)
      }
      for (const id of ['show-labels', 'outline', 'whole', 'zoom-in']) await browser.click(`#${id}`)
      for (const id of ['before', 'importance', 'number']) await browser.choose(`#${id}`, '0')
      await openSection(browser, 'detail')
      await browser.click('#level-rows [data-level="0"]')
      await browser.choose('#before', 'source')
      await browser.until(`!${isHidden('swipe')}`)
      await browser.choose('#before', '')
      await browser.click('#table-toggle')
      await browser.click('.regions tbody tr')
      assert.equal(await browser.value(isHidden('pane')), false)
      await browser.click('#pipeline-toggle')
      await browser.value("document.getElementById('canvas').focus()")
      for (const key of ['Escape', 'n', 'p', '0']) await browser.key(key)
      await browser.until(`document.querySelectorAll('#ways button').length === 2`)
      assert.match(await browser.value(`document.querySelector('#ways button:nth-child(${way})').textContent`), title)
      await browser.click(`#ways button:nth-child(${way})`)
      await browser.until(isHidden('message'))
      await settled(browser)
      assert.equal(await browser.value("document.getElementById('save').disabled"), false)
      if (way === 1) assert.ok(number(await browser.value(figure('Vertices'))) < all)
      assert.deepEqual(browser.errors.splice(0).filter((error) => !error.includes('422')), [])
      await closePage({ preview, browser }, folder)
    })
  }
})
