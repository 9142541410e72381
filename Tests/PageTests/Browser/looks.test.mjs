// How maps look: the colors of the page and of pictures, coasts, and pictures to take away.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pageColors } from '../../../Sources/MapPackPage/Web/colors.js'
import { lineKinds } from '../../../Sources/MapPackPage/Web/map.js'
import { Browser } from './browser.mjs'
import { block, drawnMap, exported } from './maps.mjs'
import { find, openSection, settled, skip } from './page.mjs'
import { mappack, Preview, top } from './preview.mjs'

const packs = readdirSync(join(top, 'Output')).filter((name) => name.endsWith('.mappack'))
const palettes = ['paper', 'vivid', 'clear', 'gray']
const shipped = (name) => join(top, 'Output', name)

/** The colors of a map’s regions with a palette, as the page has them in light. */
function regionColors(map, state, palette) {
  Object.assign(globalThis, { document: {}, getComputedStyle: () => ({ getPropertyValue: () => '' }) })
  return pageColors(state, { palette }, null, false).ofRegions(map)
}

/** The colors of regions in a picture, by code. */
function colorsIn(svg) {
  return new Map([...svg.matchAll(/<g id="r-[^"]*" data-code="([^"]*)" [^>]*stroke="([^"]*)">/g)].map(([, code, color]) => [code, color]))
}

describe('colors', { skip }, () => {
  const state = JSON.parse(block(exported(shipped('NewEngland.mappack'), 'html'), 'state'))

  it('has all palettes in light and dark', () => {
    assert.deepEqual(state.palettes.map(({ name }) => name), palettes)
    assert.equal(state.look.palette, 'paper')
    assert.deepEqual(state.ramps.map(({ name }) => name), ['sea', 'ember', 'heather', 'moss'])
    assert.match(exported(shipped('NewEngland.mappack'), 'html', '--palette', 'gray'), /"palette":"gray"/)
  })

  for (const name of packs) {
    it(`${name} has the same colors in the page and in its picture, and no neighbors are alike`, () => {
      const map = drawnMap(shipped(name))
      for (const { name: palette, light } of state.palettes) {
        const colors = regionColors(map, state, palette)
        const byCode = new Map(map.regions.map(({ code }, index) => [code, colors[index]]))
        const picture = colorsIn(exported(shipped(name), 'svg', '--palette', palette))
        assert.equal(picture.size, byCode.size)
        for (const [code, color] of picture) assert.equal(byCode.get(code), color, `${palette}: ${code}`)
        map.neighbors.forEach((others, index) => {
          for (const other of others) assert.notEqual(colors[index], colors[other], `${palette}: ${index}, ${other}`)
        })
        // Regions whose neighbors leave a choice share the colors evenly, so all are seen.
        const list = map.kind === 'areas' ? light.land : light.lines
        assert.equal(new Set(colors).size, Math.min(list.count, colors.length), palette)
      }
    })
  }

  it('a shipped picture has the page’s colors too', () => {
    for (const file of readdirSync(join(top, 'Output')).filter((name) => name.endsWith('.svg'))) {
      const map = drawnMap(shipped(file.replace('.svg', '.mappack')))
      const colors = regionColors(map, state, 'paper')
      const picture = colorsIn(readFileSync(join(top, 'Output', file), 'utf8'))
      map.regions.forEach(({ code }, index) => assert.equal(picture.get(code), colors[index], `${file}: ${code}`))
    }
  })
})

/** The color of a pixel of the canvas, as #rrggbb. */
const pixel = (x, y) => `(() => {
  const canvas = document.getElementById('canvas')
  const [r, g, b] = canvas.getContext('2d').getImageData(${x}, ${y}, 1, 1).data
  return '#' + [r, g, b].map((one) => one.toString(16).padStart(2, '0')).join('')
})()`
/** In the middle of what the pane leaves free. */
const middle = pixel("Math.round((canvas.width - (document.getElementById('pane').hidden ? 0 : canvas.getBoundingClientRect().right - document.getElementById('pane').getBoundingClientRect().left)) / 2)", "canvas.height >> 1")
const corner = pixel(2, "canvas.height - 3")
/** Puts a color into a field, as its dialog does. */
const pick = (browser, id, color) => browser.value(`(() => {
  const field = document.getElementById('${id}')
  field.value = '${color}'
  field.dispatchEvent(new Event('change', { bubbles: true }))
})()`)

describe('the page’s looks', { skip }, () => {
  let preview, browser
  before(async () => {
    preview = await Preview.open('Output/NewEngland.mappack')
    browser = await Browser.open()
    await browser.go(preview.address)
    await openSection(browser, 'look')
    await browser.click('#show-labels')
    await find(browser, 'vermont')
    await settled(browser)
  })
  after(async () => {
    assert.deepEqual(browser.errors, [])
    await browser.close()
    await preview.close()
  })

  it('has a palette of choice, with the colors of the picture', async () => {
    for (const palette of [...palettes.slice(1), 'paper']) {
      await browser.click(`#palettes [data-card="${palette}"]`)
      const color = colorsIn(exported(shipped('NewEngland.mappack'), 'svg', '--palette', palette)).get('50')
      await browser.until(`${middle} === '${color}'`)
    }
  })

  it('has water and land of choice, and again the palette’s', async () => {
    const before = await browser.value(middle)
    await browser.click('#color-by [data-value="one"]')
    await browser.until("!document.getElementById('land-field').hidden")
    await pick(browser, 'land', '#335577')
    await browser.until(`${middle} === '#335577'`)
    await browser.click('#color-by [data-value="neighbors"]')
    await browser.until(`${middle} === '${before}'`)
    assert.equal(await browser.value("document.getElementById('land-field').hidden"), true)
    await browser.click('#whole')
    await browser.until(`${corner} === '#bad1e0'`)
    await pick(browser, 'water', '#102030')
    await browser.until(`${corner} === '#102030'`)
    await browser.click('#palettes [data-card="vivid"]')
    await settled(browser)
    assert.equal(await browser.value(corner), '#102030', 'what was chosen stays')
    await browser.click('#palettes [data-card="paper"]')
    await browser.click('#waters [data-water=""]')
    await browser.until(`${corner} === '#bad1e0'`)
    assert.equal(await browser.value("document.querySelector('#waters [data-water=\"\"]').getAttribute('aria-pressed')"), 'true')
  })

  it('follows the system from light to dark and back, in its pictures of regions too', async () => {
    const scheme = (value) => browser.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] })
    await scheme('dark')
    await browser.until(`${corner} === '#0d161d'`)
    await scheme('light')
    await browser.until(`${corner} === '#bad1e0'`)
  })

  it('saves a picture three times as fine as the view, drawn anew, in light or dark', async () => {
    await browser.value(`(() => {
      globalThis.saved = []
      const make = URL.createObjectURL
      URL.createObjectURL = (blob) => { saved.push(blob); return make(blob) }
      HTMLAnchorElement.prototype.click = () => {}
    })()`)
    const [width, height] = await browser.value("[document.getElementById('canvas').width, document.getElementById('canvas').height]")
    for (const [count, scheme, water] of [[1, 'light', [186, 209, 224]], [2, 'dark', [13, 22, 29]]]) {
      await browser.click('#save-as')
      await browser.click(`#scheme [data-scheme="${scheme}"]`)
      await browser.click('#save-menu [data-take="png"]')
      await browser.until(`saved.length === ${count}`)
      assert.equal(await browser.value("document.getElementById('save-menu').matches(':popover-open')"), false)
      const [wide, high, color, unlike] = await browser.value(`createImageBitmap(saved[${count - 1}]).then((image) => {
        const canvas = new OffscreenCanvas(image.width, image.height)
        const context = canvas.getContext('2d')
        context.drawImage(image, 0, 0)
        const { data } = context.getImageData(0, 0, image.width, image.height)
        let unlike = 0
        // In an enlarged picture, the nine pixels that were one would be alike.
        for (let i = 0; i + 4 < data.length; i += 12) if (data[i] !== data[i + 4]) unlike++
        return [image.width, image.height, [...data.slice(0, 3)], unlike]
      })`)
      assert.deepEqual([wide, high, color], [3 * width, 3 * height, water])
      assert.ok(unlike > 500, String(unlike))
    }
  })

  it('closes the menu at Escape and at a click elsewhere, and is used with the keyboard', async () => {
    const isOpen = "document.getElementById('save-menu').matches(':popover-open')"
    await browser.value("document.getElementById('save-as').focus()")
    await browser.key('Enter')
    await browser.until(isOpen)
    assert.equal(await browser.value('document.activeElement.dataset.take'), 'png')
    await browser.key('ArrowDown')
    assert.equal(await browser.value('document.activeElement.dataset.take'), 'svg')
    await browser.key('ArrowUp')
    await browser.key('ArrowUp')
    assert.equal(await browser.value('document.activeElement.dataset.take'), 'app')
    await browser.key('Escape')
    await browser.until(`!(${isOpen})`)
    assert.equal(await browser.value('document.activeElement.id'), 'save-as')
    await browser.click('#save-as')
    await browser.until(isOpen)
    await browser.click({ x: 600, y: 500 })
    await browser.until(`!(${isOpen})`)
  })
})

describe('coasts and borders', { skip }, () => {
  for (const name of packs) {
    it(`${name} has the same in the page as in its picture`, () => {
      const map = drawnMap(shipped(name))
      if (map.kind !== 'areas') return
      const layer = (svg, id) => /<path (?:[^>]* )?d="([^"]*)"/.exec(new RegExp(`<g id="${id}"[^>]*>\n(.*)\n`).exec(svg)?.[1] ?? '')?.[1] ?? ''
      for (const index of map.levels.keys()) {
        const { starts } = map.lines(index)
        const kinds = [...map.lineKinds].filter((_, arc) => starts[arc] < starts[arc + 1])
        const svg = exported(shipped(name), 'svg', '--level', String(index))
        for (const [id, line] of [['coasts', lineKinds.coast], ['borders', lineKinds.border]]) {
          assert.equal(layer(svg, id).split('M').length - 1, kinds.filter((found) => found === line).length, `${id} at level ${index}`)
        }
      }
    })
  }
})
