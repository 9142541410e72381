// All regions as small pictures, each with its name, code and case. `main.js` shows them.

import { regionColors } from './colors.js'
import { traceRegion } from './layers.js'
import { button, element, fillMenu } from './words.js'

/** Fields that say how a name is read. */
const readingFields = /kana|yomi|reading|pinyin|romaji|hangul/i
/** Only such letters say how a name is read: hiragana and katakana. */
const readingLetters = /^[\p{Script=Hiragana}\p{Script=Katakana}ー・\s]+$/u

/** @typedef {import('./map.js').DrawnMap} DrawnMap */
/** @typedef {import('./map.js').Region} Region */

/**
 * The field whose texts say how the names of most regions are read, for example in kana; '' if the map has none.
 *
 * @param {Pick<DrawnMap, 'fields' | 'regions'>} map
 */
export function readingField({ fields, regions }) {
  const isOfMost = (/** @type {(text: string) => boolean} */ test, /** @type {string} */ field) => (
    regions.filter(({ texts }) => test(texts.get(field) ?? '')).length > regions.length / 2)
  return fields.find((field) => (
    isOfMost((text) => readingLetters.test(text.normalize('NFKC')), field)
    || (readingFields.test(field) && isOfMost((text) => text !== '', field)))) ?? ''
}

/**
 * How regions can be sorted: what is written in the menu, and the regions in this order.
 *
 * @param {DrawnMap} map
 * @returns {[string, () => Region[]][]} the first is the one at the beginning
 */
function orders(map) {
  /** @type {[string, () => Region[]][]} */
  const found = [['name', () => map.byName]]
  const reading = readingField(map)
  if (reading) {
    const { compare } = new Intl.Collator('ja')
    const text = (/** @type {Region} */ region) => (region.texts.get(reading) || region.name).normalize('NFKC')
    found.unshift(['reading', () => [...map.byName].sort((a, b) => compare(text(a), text(b)))])
  }
  if (map.kind !== 'points') {
    found.push([map.kind === 'lines' ? 'length' : 'area', () => [...map.byName].sort((a, b) => b.size - a.size)])
  }
  return found
}

/**
 * Fills an element with a button for each region, sorted as the user chooses. Each picture shows all of its region.
 *
 * @param {HTMLElement} gallery
 * @param {DrawnMap} map
 * @param {number} level
 * @param {import('./colors.js').PageColors} colors
 * @param {(index: number) => void} choose is told the index of a region
 */
export function fillGallery(gallery, map, level, colors, choose) {
  const fills = regionColors(map, colors)
  // A picture is drawn when it scrolls into view.
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      seen.unobserve(target)
      drawThumbnail(/** @type {HTMLCanvasElement} */ (target), map, level, fills, colors.coast)
    }
  }, { root: gallery, rootMargin: '200px' })
  const tile = (/** @type {Region} */ region) => {
    const canvas = element('canvas', { 'data-index': String(region.index) })
    seen.observe(canvas)
    const code = element('code', {}, `${region.code}${region.case ? ` .${region.case}` : ''}`)
    return button({ title: region.name }, () => choose(region.index), canvas, element('span', { dir: 'auto' }, region.name), code)
  }
  const tiles = element('div', { class: 'tiles' })
  const sortings = orders(map)
  const menu = element('select', { id: 'gallery-order' })
  fillMenu(menu, sortings.map(([words]) => [words, words]), gallery.dataset.order)
  const fill = () => tiles.replaceChildren(...(sortings.find(([words]) => words === menu.value) ?? sortings[0])[1]().map(tile))
  menu.addEventListener('change', () => {
    gallery.dataset.order = menu.value
    fill()
  })
  gallery.replaceChildren(element('label', {}, 'Sort by ', menu), tiles)
  fill()
}

/**
 * @param {HTMLCanvasElement} canvas @param {DrawnMap} map @param {number} level
 * @param {string[]} fills of the regions @param {string} coast
 */
function drawThumbnail(canvas, map, level, fills, coast) {
  const size = 96
  canvas.width = canvas.height = size * devicePixelRatio
  const index = Number(canvas.dataset.index)
  const { west, north, width, height } = map.regions[index].box
  const factor = (size - (map.kind === 'points' ? 16 : 6)) / Math.max(width, height, 1)
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'))
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
  context.beginPath()
  traceRegion(context, map, level, index, {
    factor, x: size / 2 - (west + width / 2) * factor, y: size / 2 - (north + height / 2) * factor, near: 0.2,
  }, 3)
  context.fillStyle = fills[index]
  if (map.kind !== 'lines') context.fill('evenodd')
  if (map.kind === 'points') return
  context.strokeStyle = map.kind === 'areas' ? coast : fills[index]
  context.lineWidth = map.kind === 'areas' ? 0.8 : 1.5
  context.lineJoin = 'round'
  context.stroke()
}
