// All regions as small pictures, each with its name, code and case. `main.js` shows them.

import { regionColors } from './colors.js'
import { traceDots } from './layers.js'
import { element, oneLine } from './words.js'

/** Fields that say how a name is read. */
const readingFields = /kana|yomi|reading|pinyin|romaji|hangul/i
/** Only such letters say how a name is read: hiragana and katakana. */
const readingLetters = /^[\p{Script=Hiragana}\p{Script=Katakana}ー・\s]+$/u

/**
 * The field whose texts say how the names of most regions are read, for example in kana; '' if the pack has none.
 *
 * @param {import('./pack.js').Pack} pack
 */
export function readingKind({ kinds, regions }) {
  const isOfMost = (/** @type {(text: string) => boolean} */ test, /** @type {string} */ kind) => (
    regions.filter(({ texts }) => test(texts.get(kind) ?? '')).length > regions.length / 2)
  return kinds.filter((kind) => kind !== 'code' && kind !== 'name').find((kind) => (
    isOfMost((text) => readingLetters.test(text.normalize('NFKC')), kind)
    || (readingFields.test(kind) && isOfMost((text) => text !== '', kind)))) ?? ''
}

/**
 * How regions can be sorted: what is written in the menu, and the regions in this order.
 *
 * @param {import('./layers.js').DrawnMap} map
 * @returns {[string, () => import('./pack.js').Region[]][]} the first is the one at the beginning
 */
function orders({ pack, kind }) {
  /** @type {[string, () => import('./pack.js').Region[]][]} */
  const found = [['name', () => pack.regionsByName]]
  const reading = readingKind(pack)
  if (reading) {
    const { compare } = new Intl.Collator('ja')
    const text = (/** @type {import('./pack.js').Region} */ region) => (region.texts.get(reading) || region.name).normalize('NFKC')
    found.unshift(['reading', () => [...pack.regionsByName].sort((a, b) => compare(text(a), text(b)))])
  }
  const size = (/** @type {import('./pack.js').Region} */ region) => region.length ?? region.area
  if (kind !== 'points') {
    found.push([kind === 'lines' ? 'length' : 'area', () => [...pack.regionsByName].sort((a, b) => size(b) - size(a))])
  }
  return found
}

/**
 * Fills an element with a button for each region, sorted as the user chooses. Each picture shows all of its region.
 *
 * @param {HTMLElement} gallery
 * @param {import('./layers.js').DrawnMap} map
 * @param {number} level
 * @param {ReturnType<typeof import('./colors.js').pageColors>} colors
 * @param {(index: number) => void} choose is called with the region's index in the pack's list
 */
export function fillGallery(gallery, map, level, colors, choose) {
  const names = map.pack.cases?.names
  const fills = regionColors(map, colors)
  // A picture is drawn when it scrolls into view.
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      seen.unobserve(target)
      drawThumbnail(/** @type {HTMLCanvasElement} */ (target), map, level, fills, colors.coast)
    }
  }, { root: gallery, rootMargin: '200px' })
  const indices = new Map(map.pack.regions.map((region, index) => [region.rawValue, index]))
  const tile = (/** @type {import('./pack.js').Region} */ region) => {
    const index = indices.get(region.rawValue) ?? 0
    const canvas = /** @type {HTMLCanvasElement} */ (element('canvas', { 'data-index': String(index) }))
    seen.observe(canvas)
    const name = element('span', { dir: 'auto' }, oneLine(region.name))
    const case_ = names?.get(region.rawValue)
    const code = element('code', {}, `${oneLine(region.code, 20)}${case_ ? ` .${case_}` : ''}`)
    const button = element('button', { type: 'button', title: oneLine(region.name, 200) }, canvas, name, code)
    button.addEventListener('click', () => choose(index))
    return button
  }
  const tiles = element('div', { class: 'tiles' })
  const sortings = orders(map)
  const menu = /** @type {HTMLSelectElement} */ (
    element('select', { id: 'gallery-order' }, ...sortings.map(([words]) => element('option', { value: words }, words))))
  const former = gallery.dataset.order ?? ''
  if (sortings.some(([words]) => words === former)) menu.value = former
  const fill = () => tiles.replaceChildren(...(sortings.find(([words]) => words === menu.value) ?? sortings[0])[1]().map(tile))
  menu.addEventListener('change', () => {
    gallery.dataset.order = menu.value
    fill()
  })
  gallery.replaceChildren(element('label', {}, 'Sort by ', menu), tiles)
  fill()
}

/**
 * @param {HTMLCanvasElement} canvas @param {import('./layers.js').DrawnMap} map @param {number} level
 * @param {string[]} fills of the regions @param {string} coast
 */
function drawThumbnail(canvas, map, level, fills, coast) {
  const size = 96
  canvas.width = canvas.height = size * devicePixelRatio
  const index = Number(canvas.dataset.index)
  const { rings, points } = map.shapes(level)[index]
  const { west, north, width, height } = map.boxes[index]
  const scale = (size - 6) / Math.max(width, height, 1)
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'))
  const color = fills[index]
  if (map.kind === 'points') {
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
    context.beginPath()
    const factor = scale * 0.9
    traceDots(context, points, {
      factor, x: size / 2 - (west + width / 2) * factor, y: size / 2 - (north + height / 2) * factor,
    }, 3)
    context.fillStyle = color
    context.fill()
    return
  }
  context.setTransform(scale * devicePixelRatio, 0, 0, scale * devicePixelRatio, 0, 0)
  context.translate(size / scale / 2 - west - width / 2, size / scale / 2 - north - height / 2)
  context.beginPath()
  for (let ring = 0; ring + 1 < rings.length; ring++) {
    for (let vertex = rings[ring]; vertex < rings[ring + 1]; vertex++) {
      const [x, y] = [points[2 * vertex], points[2 * vertex + 1]]
      vertex === rings[ring] ? context.moveTo(x, y) : context.lineTo(x, y)
    }
    if (map.kind === 'areas') context.closePath()
  }
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
  if (map.kind === 'areas') {
    context.fillStyle = color
    context.fill('evenodd')
  }
  context.strokeStyle = map.kind === 'areas' ? coast : color
  context.lineWidth = map.kind === 'areas' ? 0.8 : 1.5
  context.lineJoin = 'round'
  context.stroke()
}
