// How maps look: the colors of the page and of pictures, lakes, names beside lines, and pictures to take away.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { regionColors } from '../../../Sources/MapPackPage/Web/colors.js'
import { drawLabels, rankedLabels } from '../../../Sources/MapPackPage/Web/labels.js'
import { lineKinds } from '../../../Sources/MapPackPage/Web/map.js'
import { Browser } from './browser.mjs'
import { block, drawnMap, exported } from './maps.mjs'
import { settled, skip } from './page.mjs'
import { mappack, Preview, top } from './preview.mjs'

const packs = readdirSync(join(top, 'Output')).filter((name) => name.endsWith('.mappack'))
const palettes = ['paper', 'vivid', 'clear', 'gray']
const shipped = (name) => join(top, 'Output', name)

/** The colors of regions in a picture, by code. */
function colorsIn(svg) {
  return new Map([...svg.matchAll(/<g id="r-[^"]*" data-code="([^"]*)" [^>]*stroke="([^"]*)">/g)].map(([, code, color]) => [code, color]))
}

describe('colors', { skip }, () => {
  const state = JSON.parse(block(exported(shipped('NewEngland.mappack'), 'html'), 'state'))

  it('has all palettes in light and dark', () => {
    assert.deepEqual(state.palettes.map(({ name }) => name), palettes)
    assert.equal(state.palette, 'paper')
    assert.match(exported(shipped('NewEngland.mappack'), 'html', '--palette', 'gray'), /"palette":"gray"/)
  })

  for (const name of packs) {
    it(`${name} has the same colors in the page and in its picture, and no neighbors are alike`, () => {
      const map = drawnMap(shipped(name))
      for (const { name: palette, light } of state.palettes) {
        const colors = regionColors(map, light)
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
      const colors = regionColors(map, state.palettes[0].light)
      const picture = colorsIn(readFileSync(join(top, 'Output', file), 'utf8'))
      map.regions.forEach(({ code }, index) => assert.equal(picture.get(code), colors[index], `${file}: ${code}`))
    }
  })
})

describe('names of lines', { skip }, () => {
  const map = skip ? null : drawnMap(shipped('SampleRailways.mappack'))

  for (const size of [300, 800, 1600]) {
    it(`stand beside the lines and over none, in a view of ${size} pixels`, () => {
      const { bounds } = map
      const factor = size / Math.max(bounds.width, bounds.height)
      const at = { factor, x: -bounds.west * factor, y: -bounds.north * factor }
      const boxes = []
      const context = {
        measureText: (text) => ({ width: 12 * text.length }), strokeText: () => {},
        fillText: (text, x, y) => boxes.push({ text, x, y, width: 12 * text.length, height: parseFloat(context.font) }),
      }
      const lines = map.lines(0)
      drawLabels(context, rankedLabels(map, ''), at, { width: size, height: size }, { left: 0, top: 0, right: size, bottom: size }, { halo: '', text: '' }, lines)
      assert.ok(boxes.length >= (size > 300 ? 5 : 2), `${boxes.length} names`)
      for (let i = 0; i < lines.points.length; i += 2) {
        const [x, y] = [lines.points[i] * factor + at.x, lines.points[i + 1] * factor + at.y]
        for (const box of boxes) {
          assert.ok(Math.abs(x - box.x) > box.width / 2 || Math.abs(y - box.y) > box.height / 2, `${box.text} at ${size}`)
        }
      }
    })
  }
})

/** The color of a pixel of the canvas, as #rrggbb. */
const pixel = (x, y) => `(() => {
  const canvas = document.getElementById('canvas')
  const [r, g, b] = canvas.getContext('2d').getImageData(${x}, ${y}, 1, 1).data
  return '#' + [r, g, b].map((one) => one.toString(16).padStart(2, '0')).join('')
})()`
const middle = pixel("canvas.width >> 1", "canvas.height >> 1")
const corner = pixel(2, "canvas.height - 3")
/** How many pixels of the canvas are much bluer than they are red. */
const blue = `(() => {
  const canvas = document.getElementById('canvas')
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  let count = 0
  for (let i = 0; i < data.length; i += 4) if (data[i + 2] - data[i] > 55) count++
  return count
})()`
/** Puts a color into a field, as its dialog does. */
const pick = (browser, id, color) => browser.value(`(() => {
  const field = document.getElementById('${id}')
  field.value = '${color}'
  field.dispatchEvent(new Event('input', { bubbles: true }))
})()`)

describe('the page’s looks', { skip }, () => {
  let preview, browser
  before(async () => {
    preview = await Preview.open('Output/NewEngland.mappack')
    browser = await Browser.open()
    await browser.go(preview.address)
    await browser.click('#show-labels')
    await browser.fill('#search', 'vermont')
    await browser.key('Enter')
    await settled(browser)
  })
  after(async () => {
    assert.deepEqual(browser.errors, [])
    await browser.close()
    await preview.close()
  })

  it('has a palette of choice, with the colors of the picture', async () => {
    for (const palette of [...palettes.slice(1), 'paper']) {
      await browser.choose('#palette', palette)
      const color = colorsIn(exported(shipped('NewEngland.mappack'), 'svg', '--palette', palette)).get('50')
      await browser.until(`${middle} === '${color}'`)
    }
  })

  it('has water and land of choice, and again the palette’s', async () => {
    const before = await browser.value(middle)
    await browser.choose('#land', 'one')
    await pick(browser, 'land-color', '#335577')
    await browser.until(`${middle} === '#335577'`)
    await browser.choose('#land', '')
    await browser.until(`${middle} === '${before}'`)
    assert.equal(await browser.value("document.getElementById('land-color').hidden"), true)
    await browser.click('#whole')
    await browser.until(`${corner} === '#e3edf3'`)
    await pick(browser, 'water', '#102030')
    await browser.until(`${corner} === '#102030'`)
    await browser.choose('#palette', 'vivid')
    await settled(browser)
    assert.equal(await browser.value(corner), '#102030', 'what was chosen stays')
    await browser.choose('#palette', 'paper')
    await browser.click('#water-reset')
    await browser.until(`${corner} === '#e3edf3'`)
    assert.equal(await browser.value("document.getElementById('water').value"), '#e3edf3')
    assert.equal(await browser.value("document.getElementById('water-reset').hidden"), true)
  })

  it('follows the system from light to dark and back, in its pictures of regions too', async () => {
    const scheme = (value) => browser.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] })
    await scheme('dark')
    await browser.until(`${corner} === '#1b242b'`)
    assert.equal(await browser.value("document.getElementById('water').value"), '#1b242b')
    await scheme('light')
    await browser.until(`${corner} === '#e3edf3'`)
  })

  it('saves a picture as large as the view, twice and three times as large, drawn anew', async () => {
    await browser.value(`(() => {
      globalThis.saved = []
      const make = URL.createObjectURL
      URL.createObjectURL = (blob) => { saved.push(blob); return make(blob) }
      HTMLAnchorElement.prototype.click = () => {}
    })()`)
    const [width, height] = await browser.value("[document.getElementById('canvas').width, document.getElementById('canvas').height]")
    for (const scale of [1, 2, 3]) {
      await browser.click('#take summary')
      await browser.click(`#take [data-scale="${scale}"]`)
      await browser.until(`saved.length === ${scale}`)
      assert.equal(await browser.value("document.getElementById('take').open"), false)
      assert.deepEqual(await browser.value(`createImageBitmap(saved[${scale - 1}]).then(({ width, height }) => [width, height])`), [width * scale, height * scale])
    }
    // In an enlarged picture, the four pixels that were one would be alike.
    const unlike = await browser.value(`createImageBitmap(saved[1]).then((image) => {
      const canvas = new OffscreenCanvas(image.width, image.height)
      const context = canvas.getContext('2d')
      context.drawImage(image, 0, 0)
      const { data } = context.getImageData(0, 0, image.width, image.height)
      let count = 0
      for (let i = 0; i + 4 < data.length; i += 8) if (data[i] !== data[i + 4]) count++
      return count
    })`)
    assert.ok(unlike > 500, String(unlike))
  })

  it('closes the menu at Escape and at a click elsewhere, and is used with the keyboard', async () => {
    const isOpen = "document.getElementById('take').open"
    await browser.value("document.querySelector('#take summary').focus()")
    await browser.key('Enter')
    await browser.until(isOpen)
    await browser.key('ArrowDown')
    await browser.key('ArrowDown')
    assert.equal(await browser.value('document.activeElement.dataset.scale'), '2')
    await browser.key('ArrowUp')
    await browser.key('ArrowUp')
    // From the first entry to the last: a finished pack has no enum.
    assert.equal(await browser.value('document.activeElement.dataset.take'), 'pack')
    await browser.key('Escape')
    assert.equal(await browser.value(isOpen), false)
    assert.equal(await browser.value('document.activeElement.tagName'), 'SUMMARY')
    await browser.click('#take summary')
    await browser.until(isOpen)
    await browser.click({ x: 600, y: 500 })
    assert.equal(await browser.value(isOpen), false)
  })
})

describe('lakes', { skip }, () => {
  for (const name of packs) {
    it(`${name} has the same in the page as in its picture`, () => {
      const map = drawnMap(shipped(name))
      if (map.kind !== 'areas') return
      const layer = (svg, id) => /<path d="([^"]*)"/.exec(new RegExp(`<g id="${id}"[^>]*>\n(.*)\n`).exec(svg)?.[1] ?? '')?.[1] ?? ''
      for (const index of map.levels.keys()) {
        const { starts } = map.lines(index)
        const kinds = [...map.lineKinds].filter((_, arc) => starts[arc] < starts[arc + 1])
        const svg = exported(shipped(name), 'svg', '--level', String(index))
        for (const [id, line] of [['lakes', lineKinds.lake], ['coasts', lineKinds.coast], ['borders', lineKinds.border]]) {
          assert.equal(layer(svg, id).split('M').length - 1, kinds.filter((found) => found === line).length, `${id} at level ${index}`)
        }
      }
    })
  }

  it('have shores of their own color, unless land lies beyond the map', async () => {
    const preview = await Preview.open('Output/SamplePrefecture.mappack')
    const browser = await Browser.open()
    await browser.go(preview.address)
    await settled(browser)
    // On white, only the shores are so blue.
    await browser.click('#show-labels')
    await browser.choose('#palette', 'clear')
    await browser.choose('#land', 'one')
    await pick(browser, 'land-color', '#ffffff')
    await pick(browser, 'water', '#ffffff')
    await browser.until(`${blue} > 50`)
    await browser.click('#outline')
    await browser.until(`${blue} === 0`)
    assert.deepEqual(browser.errors, [])
    await browser.close()
    await preview.close()
  })
})
