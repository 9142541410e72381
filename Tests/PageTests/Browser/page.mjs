// What the tests of pages have in common: when they run, where the page says what, and a page that is opened and closed.

import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Browser, chromium } from './browser.mjs'
import { mappack, Preview } from './preview.mjs'

/** Why the tests are skipped; false if they run. */
export const skip = !chromium ? 'there is no Chromium' : !existsSync(mappack) ? 'there is no mappack' : false

/** What stands beside the name of a figure; undefined if there is no such figure. */
export const figure = (name) => `[...document.querySelectorAll('#figures dt')].find((term) => term.textContent === '${name}')?.nextSibling.textContent`
/** The text of an element. */
export const text = (id) => `document.getElementById('${id}').textContent`
/** The bytes of the map that was made last, in a form. */
export const taken = (form, look = {}) => `fetch('take', { method: 'POST', body: '${JSON.stringify({ form, look })}' }).then((response) => response.arrayBuffer()).then((buffer) => Array.from(new Uint8Array(buffer)))`
/** Whether the page has drawn what was asked for last. */
export const ready = "document.body.dataset.state === 'ready'"
/** Whether the page knows how far its settings can go. */
export const limitsKnown = "document.body.dataset.limits === 'known'"
/** Waits until a change has been noticed and drawn. */
export const settled = (browser) => new Promise((resolve) => setTimeout(resolve, 250)).then(() => browser.until(ready))

/** The page of a pipeline file, a source or a pack in a browser. */
export async function openPage(path, size) {
  const preview = await Preview.open(path)
  const browser = await Browser.open(size)
  await browser.go(preview.address)
  return { preview, browser }
}

/** Closes a page that has reported no error, and removes its project. */
export async function closePage({ preview, browser }, folder) {
  assert.deepEqual(browser.errors, [])
  await browser.close()
  await preview.close()
  rmSync(folder, { recursive: true })
}

/** Opens a section. */
export async function openSection(browser, name) {
  const head = `#${name} .section-head`
  if ((await browser.value(`document.querySelector('${head}').getAttribute('aria-expanded')`)) === 'false') await browser.click(head)
}

/** Finds a region by its name or code, and shows it in the pane. */
export async function find(browser, name) {
  await browser.fill('#search', name)
  await browser.key('Enter')
  await browser.until("!document.getElementById('pane').hidden")
}

/** Gives a draft a name, which counts at once. */
export async function rename(browser, name) {
  await browser.click('#rename')
  await browser.fill('#map-name', name)
  await browser.key('Enter')
  await browser.until(`${text('title')} === ${JSON.stringify(name)}`)
}

/** The middle of what is free of the map: the pane lies over its right side. */
export const freeMiddle = (browser) => browser.value(`(() => {
  const stage = document.getElementById('canvas').getBoundingClientRect()
  const pane = document.getElementById('pane').getBoundingClientRect()
  const right = pane.width > 0 && pane.width < stage.width ? pane.left : stage.right
  return { x: (stage.left + right) / 2, y: stage.top + stage.height / 2 }
})()`)

/** How many regions the map has. */
export const regions = "document.querySelector('#table-toggle .count').textContent"
/** How many changes can be undone, in the words of the head. */
export const saved = text('saved')

/**
 * An empty page in a new project, whose folder goes with it.
 *
 * @param {(page: {browser: Browser, preview: Preview, folder: string}) => Promise<void>} work
 */
export async function onPage(work, { folder = mkdtempSync(join(tmpdir(), 'mappack-page-')), words = [], size } = {}) {
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

/** GeoJSON of squares in a row, of 1°, each with its properties. */
export const squares = (...properties) => JSON.stringify({
  type: 'FeatureCollection',
  features: properties.map((own, i) => ({
    type: 'Feature', properties: own,
    geometry: { type: 'Polygon', coordinates: [[[i, 0], [i + 1, 0], [i + 1, 1], [i, 1], [i, 0]]] },
  })),
})

/** Drops files on the page, as a hand does, and waits until their map is drawn. */
export async function drop(browser, paths) {
  // The maps that the empty page offers come by themselves, and move what is under the pointer.
  await browser.until("!document.body.hasAttribute('data-empty') || document.querySelector('#examples img') !== null")
  await browser.drop(paths)
  await browser.until("document.getElementById('empty').hidden && document.getElementById('busy').hidden")
  await settled(browser)
}

/** Whether an element is hidden. */
export const isHidden = (id) => `document.getElementById('${id}').hidden`

/** Drops files on a map, and says what they are to it. */
export async function dropOn(browser, paths, use) {
  await browser.drop(paths)
  await browser.until("document.getElementById('dialog').open")
  await browser.click(`#dialog [data-use="${use}"]`)
  await browser.click('#use-drop')
  await browser.until("!document.getElementById('dialog').open && document.getElementById('busy').hidden")
  await settled(browser)
}
