// The view of a map: draws it, moves it, and says what the pointer is over. `main.js` makes it. How land, lines and
// names are drawn is in layers.js and labels.js.

import { Camera } from './camera.js'
import { pageColors } from './colors.js'
import { clustered, drawMarks, markBoxes } from './marks.js'
import { drawNames, placedNames, rankedLabels } from './labels.js'
import { drawMap, outlineRegion, placing, strokeLines, traceRegion } from './layers.js'
import { lineKinds } from './map.js'

/** @typedef {import('./map.js').DrawnMap} DrawnMap */
/** @typedef {import('./layers.js').Placing} Placing */

/** How long after the last movement the map is drawn again, in milliseconds. */
const rest = 90

/** How far from the pointer a line or a point may be, in pixels. */
const reach = 10

/** The largest side of a picture and its most pixels: what browsers draw at all. */
const largestPicture = { side: 16_384, pixels: 2 ** 26 }

/** The width that is kept free for a legend that would hide land wherever it lies, in pixels. */
const legendRoom = 216

/** How much more than the view is drawn on each side, so that moving shows no edge. */
const surplus = 0.25

/** @typedef {import('./marks.js').Mark} Mark */

export class MapView {
  camera = new Camera()
  /** @type {DrawnMap | null} */
  map = null
  /**
   * The map to compare with.
   *
   * @type {DrawnMap | null}
   */
  before = null
  /**
   * How to compare: the other map left of a line, or as a thin line.
   *
   * @type {'swipe' | 'line'}
   */
  beforeHow = 'swipe'
  /** Where the dividing line is, as a share of the width. */
  swipe = 0.5
  level = 0
  showsLabels = true
  importance = ''
  /**
   * What stands on the map, under which no name is drawn.
   *
   * @type {HTMLElement[]}
   */
  covers = []
  /** Whether land lies beyond the map. Its outer line is then a border, not a coast. */
  isInland = false
  /** @type {Mark[]} */
  marks = []
  /** The index of the chosen region in the pack's list; -1 for none. */
  chosen = -1
  /**
   * What the map is drawn with.
   *
   * @type {import('./colors.js').PageColors}
   */
  colors
  /** How much of the view lies below something, on its right, in pixels. */
  covered = () => 0
  /** How much of it lies below something at its upper edge. */
  above = () => 0
  /** Is told that there are other colors. */
  onColors = () => {}
  /**
   * Is told the index of the region under the pointer, or -1, and where that is.
   *
   * @type {(index: number, at: {x: number, y: number}) => void}
   */
  onHover = () => {}
  /**
   * The indices of further regions that are picked.
   *
   * @type {number[]}
   */
  picked = []
  /**
   * Is told what was clicked, and whether it is picked beside others.
   *
   * @type {(index: number, isMore: boolean) => void}
   */
  onClick = () => {}

  #canvas
  #context
  #picture = document.createElement('canvas')
  #pictureCamera = new Camera()
  #isPictureOld = true
  #frame = 0
  /** @type {((now: number) => void) | null} */
  #flight = null
  /** The index of the region under the pointer. */
  #hovered = -1
  #timer = 0
  /** @type {{map: unknown, importance: string, labels: ReturnType<typeof rankedLabels>} | null} */
  #labels = null
  /**
   * The marks as they are drawn at a scale.
   *
   * @type {{marks: Mark[], scale: number, made: (Mark & {count: number})[]}}
   */
  #clusters = { marks: [], scale: 0, made: [] }
  /**
   * What the command tells of palettes.
   *
   * @type {any}
   */
  #state = {}
  /** @type {Record<string, any>} */
  #look = {}
  /**
   * The classes of the number that regions are colored by.
   *
   * @type {any}
   */
  coloring = null
  /**
   * The room that a legend takes, in pixels, and where.
   *
   * @type {{corner: string, width: number, height: number} | null}
   */
  #legend = null
  /** What is kept free for a legend, in pixels: on the left, or below zero on the right. */
  #room = 0
  /** @type {Map<number, {x: number, y: number}>} */
  #pointers = new Map()
  #travel = 0
  /**
   * Shows once more what the camera was made to show, until it is moved.
   *
   * @type {(() => void) | null}
   */
  #refit = null
  /** The pixel that was clicked last: its point stays there if panels beside the view come or go with the click. */
  #held = /** @type {{x: number, y: number} | null} */ (null)

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {any} state what the command tells of palettes
   */
  constructor(canvas, state) {
    this.#canvas = canvas
    this.#state = state
    this.#context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { alpha: false }))
    this.paint(this.#look)
    new ResizeObserver(() => this.#resize()).observe(canvas)
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.paint(this.#look))
    this.#listen()
    this.#resize()
  }

  /**
   * Shows another map; the visible part stays.
   *
   * @param {DrawnMap} map
   */
  show(map) {
    const old = this.map
    this.map = map
    if (old && old !== map) {
      const [x, y] = map.fromCells(old, this.camera.x, this.camera.y)
      this.camera.scale *= map.unit / old.unit
      this.camera.x = x
      this.camera.y = y
    }
    this.level = Math.min(this.level, map.levels.length - 1)
    this.camera.most = 4096 * map.unit
    this.camera.least = 0
    if (!old) this.whole((shown) => shown.firstBox)
    this.#bound()
    this.redraw()
  }

  /** Draws again what has changed. */
  redraw() {
    this.#isPictureOld = true
    this.#schedule()
  }

  get isDark() {
    return matchMedia('(prefers-color-scheme: dark)').matches
  }

  /**
   * Draws with other colors.
   *
   * @param {Record<string, any>} look how the map is drawn, as a pipeline file says it
   */
  paint(look) {
    this.#look = look
    this.colors = pageColors(this.#state, look, this.coloring, this.isDark)
    this.onColors()
    this.redraw()
  }

  /**
   * Finds a corner that hides hardly any land, or the one that hides the least.
   *
   * @param {{width: number, height: number} | null} box
   * @param {readonly string[]} [corners]
   * @returns {string}
   */
  keepFree(box, corners = []) {
    const before = JSON.stringify(this.#legend)
    this.#legend = box && { ...box, corner: corners[0] }
    if (box && this.map) {
      const { camera, map } = this
      const hidden = corners.map((corner) => {
        const [left, top] = [corner.endsWith('left') ? 0 : camera.width - box.width, corner.startsWith('top') ? 0 : camera.height - box.height]
        return map.landIn({ west: camera.cellX(left), north: camera.cellY(top), width: box.width / camera.scale, height: box.height / camera.scale })
      })
      // The first corner that hides hardly any, and else the one that hides the least.
      const few = hidden.findIndex((count) => count < map.vertexCount / 50)
      this.#legend = { ...box, corner: corners[few < 0 ? hidden.indexOf(Math.min(...hidden)) : few] }
      if (few < 0 && !this.#room && this.#refit && camera.width > 3 * legendRoom) {
        this.#room = this.#legend.corner.endsWith('left') ? legendRoom : -legendRoom
        this.#refit()
      }
    } else if (this.#room) {
      this.#room = 0
      this.#refit?.()
    }
    if (JSON.stringify(this.#legend) !== before) this.redraw()
    return this.#legend?.corner ?? ''
  }

  /** @param {(map: DrawnMap) => import('./map.js').CellBox} box of a map that does not go round the world */
  whole(box = (map) => map.bounds) {
    this.#fit((map) => {
      if (!map.goesRound) return box(map)
      // What is too high loses its south, and never its north.
      const top = map.bounds.north + ((this.camera.height / 2 - 8) * map.bounds.width) / this.camera.width
      return { ...map.firstBox, north: Math.min(map.firstBox.north, top) }
    }, this.map?.goesRound ? 0 : undefined)
    this.redraw()
  }

  /**
   * Shows a box in what is free of the view, also if the view gets another size before it is moved.
   *
   * @param {(map: DrawnMap) => import('./map.js').CellBox} box
   * @param {number} [margin] as a share of the view; 24 pixels without it
   */
  #fit(box, margin) {
    if (!this.map) return
    const { camera } = this
    const covered = this.covered()
    const taken = covered + Math.abs(this.#room)
    const above = this.above()
    camera.width -= taken
    camera.height -= above
    camera.fit(box(this.map), margin && margin * Math.min(camera.width, camera.height))
    camera.width += taken
    camera.height += above
    camera.move((this.#room - covered) / 2, above / 2)
    this.#refit = () => this.#fit(box, margin)
  }

  /**
   * Goes to another part of the map, in 300 milliseconds if the system allows motion.
   *
   * @param {() => void} show sets the camera
   */
  #fly(show) {
    const { camera } = this
    const from = { x: camera.x, y: camera.y, scale: camera.scale }
    show()
    const to = { x: camera.x, y: camera.y, scale: camera.scale }
    const start = performance.now()
    const step = (/** @type {number} */ now) => {
      if (this.#flight !== step) return
      const time = matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : Math.min(1, (now - start) / 300)
      const share = 1 - (1 - time) ** 3
      camera.scale = from.scale * (to.scale / from.scale) ** share
      // The place moves as the land does that is seen at that scale.
      const moved = to.scale === from.scale ? share : (1 / from.scale - 1 / camera.scale) / (1 / from.scale - 1 / to.scale)
      camera.x = from.x + (to.x - from.x) * moved
      camera.y = from.y + (to.y - from.y) * moved
      if (time === 1) return this.redraw()
      this.#schedule()
      requestAnimationFrame(step)
    }
    this.#flight = step
    step(start)
  }

  /** @param {number} index of a region @param {number} [margin] round it, as a share of the view */
  showRegion(index, margin = 1 / 5) {
    const code = this.map?.regions[index]?.code
    this.#fly(() => this.#fit((map) => {
      const found = map.regions.findIndex((region) => region.code === code)
      return found < 0 ? map.firstBox : map.viewBox(found)
    }, margin))
  }

  /** @param {number} x in cells @param {number} y */
  showPoint(x, y) {
    const { map, camera } = this
    if (!map) return
    this.#fly(() => {
      this.#refit = null
      camera.x = x
      camera.y = y
      camera.scale = Math.min(Math.max(camera.scale, camera.width / Math.max(map.firstBox.width / 12, 1)), camera.most)
      camera.move(-this.covered() / 2, 0)
    })
  }

  /** @param {number} scale how many times as large as on the screen @returns {number[]} the width and height of a picture, in pixels */
  pictureSize(scale) {
    const { width, height } = this.camera
    const ratio = Math.min(
      scale * devicePixelRatio, largestPicture.side / Math.max(width, height), Math.sqrt(largestPicture.pixels / (width * height)))
    return [width * ratio, height * ratio]
  }

  /**
   * The visible part as a picture, drawn anew.
   *
   * @param {number} scale how many times as large as on the screen; less if the picture would be too large for a browser
   * @param {boolean} isDark
   * @param {(context: CanvasRenderingContext2D, width: number, height: number, colors: import('./colors.js').PageColors) => void} addWords
   * @returns {Promise<Blob | null>}
   */
  async picture(scale, isDark, addWords) {
    const { width, height } = this.camera
    const ratio = this.pictureSize(scale)[0] / width
    const canvas = document.createElement('canvas')
    const { colors, chosen, picked } = this
    // A picture has none of the page's own marks.
    this.colors = pageColors(this.#state, this.#look, this.coloring, isDark)
    this.chosen = -1
    this.picked = []
    const words = this.covers.filter(({ id }) => id === 'legend' || id === 'map-title')
    const { context } = this.#drawOn(canvas, this.camera, ratio, this.#boxesOf(words))
    addWords(context, width, height, this.colors)
    Object.assign(this, { colors, chosen, picked })
    return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
  }

  /**
   * The region at a pixel of the view, or the line or point beside it; -1 for none.
   *
   * @param {number} px
   * @param {number} py
   */
  regionAt(px, py) {
    const { map, camera } = this
    return map ? map.regionAt(camera.cellX(px), camera.cellY(py), reach / camera.scale) : -1
  }

  // MARK: Drawing

  #resize() {
    const { clientWidth, clientHeight } = this.#canvas
    const held = this.#held && { x: this.camera.cellX(this.#held.x), y: this.camera.cellY(this.#held.y) }
    this.camera.width = Math.max(clientWidth, 1)
    this.camera.height = Math.max(clientHeight, 1)
    this.#canvas.width = Math.round(this.camera.width * devicePixelRatio)
    this.#canvas.height = Math.round(this.camera.height * devicePixelRatio)
    this.#bound()
    if (held && this.#held) {
      this.camera.x += held.x - this.camera.cellX(this.#held.x)
      this.camera.y += held.y - this.camera.cellY(this.#held.y)
      // In sight, if the view has become so low; and so is all of what was chosen, if it has room.
      this.camera.reveal({ west: held.x, north: held.y, width: 0, height: 0 }, 40)
      if (this.map && this.chosen >= 0) this.camera.reveal({ ...this.map.viewBox(this.chosen), west: held.x, width: 0 }, 12)
      this.#refit = null
    } else this.#refit?.()
    this.redraw()
  }

  #bound() {
    if (!this.map) return
    const { width, height } = this.map.bounds
    this.camera.least = 0.3 * Math.min(this.camera.width / Math.max(width, 1), this.camera.height / Math.max(height, 1))
  }

  #schedule() {
    if (this.#frame) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      this.#draw(this.#isPictureOld)
    })
  }

  /** Draws soon: first the last picture, moved; then a new one, when nothing moves any more. */
  #moved() {
    this.#refit = null
    this.#flight = null
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.redraw(), rest)
    this.#schedule()
  }

  /** @param {boolean} anew */
  #draw(anew) {
    const { camera } = this
    if (!this.map) return
    if (anew) this.#drawPicture()
    const context = this.#context
    const ratio = devicePixelRatio
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.fillStyle = this.#beyond
    context.fillRect(0, 0, this.#canvas.width, this.#canvas.height)
    const old = this.#pictureCamera
    const factor = camera.scale / old.scale
    const left = camera.pixelX(old.cellX(0))
    const top = camera.pixelY(old.cellY(0))
    context.drawImage(
      this.#picture, left * ratio, top * ratio, this.#picture.width * factor, this.#picture.height * factor)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    this.#drawHovered(context, this.map)
    const { dataset } = this.#canvas
    dataset.marks = drawMarks(context, this.#clustered, camera, this.colors).join(' ')
    dataset.x = String(camera.x)
    dataset.y = String(camera.y)
    dataset.scale = String(camera.scale)
  }

  #drawPicture() {
    const { camera } = this
    this.#isPictureOld = false
    clearTimeout(this.#timer)
    const old = this.#pictureCamera
    Object.assign(old, { x: camera.x, y: camera.y, scale: camera.scale })
    // Whole pixels, so that no picture lies between two.
    old.width = camera.width + 2 * Math.ceil(surplus * camera.width)
    old.height = camera.height + 2 * Math.ceil(surplus * camera.height)
    // Under what stands on the map there are no names.
    const [left, top] = [(old.width - camera.width) / 2, (old.height - camera.height) / 2]
    const kept = [...this.#boxesOf(this.covers), ...markBoxes(this.#clustered, camera)].map((box) => (
      { left: box.left + left, right: box.right + left, top: box.top + top, bottom: box.bottom + top }))
    this.#canvas.dataset.labels = String(this.#drawOn(this.#picture, old, devicePixelRatio, kept).labels)
  }

  /**
   * Gives a canvas the size of what a camera sees, and draws that on it.
   *
   * @param {HTMLCanvasElement} canvas @param {Camera} seen @param {number} ratio its pixels for each CSS pixel
   * @param {import('./labels.js').Box[]} kept where no name may lie
   * @returns what draws on it, and the number of names
   */
  #drawOn(canvas, seen, ratio, kept) {
    canvas.width = Math.round(seen.width * ratio)
    canvas.height = Math.round(seen.height * ratio)
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { alpha: false }))
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    return { context, labels: this.#drawMap(context, seen, ratio / devicePixelRatio, kept) }
  }

  /**
   * Draws what a camera sees, in its pixels.
   *
   * @param {CanvasRenderingContext2D} context @param {Camera} seen
   * @param {number} scale how many times as large as on the screen the picture is
   * @param {import('./labels.js').Box[]} kept where no name may lie
   * @returns the number of names
   */
  #drawMap(context, seen, scale, kept) {
    const { camera, map, before } = this
    if (!map) return 0
    const clear = () => {
      context.fillStyle = this.#beyond
      context.fillRect(0, 0, seen.width, seen.height)
    }
    const drawLand = (/** @type {DrawnMap} */ drawn, /** @type {number} */ level, /** @type {Placing} */ at) => (
      drawMap(context, drawn, level, at, seen, this.colors, this.isInland, camera))
    clear()
    const at = placing(map, map, seen, scale)
    const turns = this.#turns(map, at, seen.width)
    for (const turn of turns) drawLand(map, this.level, turn)
    if (before && this.beforeHow === 'swipe') {
      context.save()
      context.beginPath()
      // The position of the line is in the view, and what the camera sees may be larger than the view.
      context.rect(0, 0, (seen.width - camera.width) / 2 + camera.width * this.swipe, seen.height)
      context.clip()
      clear()
      drawLand(before, 0, placing(before, map, seen, scale))
      context.restore()
    } else if (before) {
      strokeLines(
        context, before, 0, placing(before, map, seen, scale), seen, Object.values(lineKinds), this.colors.before, 0.7)
    }
    for (const index of [...this.picked, this.chosen]) if (index >= 0) outlineRegion(context, map, this.level, at, index, this.colors)
    if (!this.showsLabels) return 0
    if (this.#labels?.map !== map || this.#labels.importance !== this.importance) {
      this.#labels = { map, importance: this.importance, labels: rankedLabels(map, this.importance) }
    }
    const strokes = map.kind === 'lines' ? map.lines(this.level) : null
    // What the camera sees may be larger than the view.
    const [left, top] = [(seen.width - camera.width) / 2, (seen.height - camera.height) / 2]
    const view = { left, top, right: left + camera.width, bottom: top + camera.height }
    const names = placedNames(
      this.#labels.labels, map, turns, { width: seen.width, height: seen.height, seen: view, kept }, this.importance !== '', strokes)
    drawNames(context, names, map, this.colors)
    return names.length
  }

  get #beyond() {
    // Beside lines and points there is land as often as sea.
    return this.isInland || this.map?.kind !== 'areas' ? this.colors.beyond : this.colors.water
  }

  /**
   * The map; if it goes round the world, also a copy to the west and one to the east.
   *
   * @param {DrawnMap} map @param {Placing} at @param {number} width
   */
  #turns(map, at, width) {
    if (!map.goesRound) return [at]
    const step = map.world * at.factor
    return [at, { ...at, x: at.x - step }, { ...at, x: at.x + step }].filter(({ x }) => x < width && x + 2 * step > 0)
  }

  /** @param {CanvasRenderingContext2D} context @param {DrawnMap} map */
  #drawHovered(context, map) {
    if (this.#hovered < 0 || this.#hovered >= map.regions.length || map.kind !== 'areas') return
    context.beginPath()
    for (const at of this.#turns(map, placing(map, map, this.camera), this.camera.width)) traceRegion(context, map, this.level, this.#hovered, at)
    context.fillStyle = this.colors.isDark ? 'rgb(255 255 255 / .06)' : 'rgb(0 0 0 / .06)'
    context.fill('evenodd')
  }

  /** The marks as they are drawn now. */
  get #clustered() {
    const { camera, marks } = this
    if (this.#clusters.marks !== marks || this.#clusters.scale !== camera.scale) {
      this.#clusters = { marks, scale: camera.scale, made: clustered(marks, camera.scale) }
    }
    return this.#clusters.made
  }

  /** @param {HTMLElement[]} elements @returns {import('./labels.js').Box[]} those that are shown, in pixels of the view */
  #boxesOf(elements) {
    const { left, top } = this.#canvas.getBoundingClientRect()
    return elements.map((shown) => shown.getBoundingClientRect()).filter(({ width }) => width > 0).map((box) => (
      { left: box.left - left, right: box.right - left, top: box.top - top, bottom: box.bottom - top }))
  }

  // MARK: Moving

  #listen() {
    const canvas = this.#canvas
    const point = (/** @type {PointerEvent | WheelEvent | MouseEvent} */ event) => {
      const { left, top } = canvas.getBoundingClientRect()
      return { x: event.clientX - left, y: event.clientY - top }
    }
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault()
      this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.002)), point(event))
    }, { passive: false })
    canvas.addEventListener('dblclick', (event) => this.zoom(2, point(event)))
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId)
      this.#pointers.set(event.pointerId, point(event))
      if (this.#pointers.size === 1) this.#travel = 0
    })
    canvas.addEventListener('pointermove', (event) => {
      const now = point(event)
      const old = this.#pointers.get(event.pointerId)
      if (!old) return this.#hover(this.regionAt(now.x, now.y), now)
      const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1]
      const share = 1 / this.#pointers.size
      this.camera.move((now.x - old.x) * share, (now.y - old.y) * share)
      if (other) {
        const distance = (/** @type {{x: number, y: number}} */ from) => Math.hypot(from.x - other.x, from.y - other.y)
        this.camera.zoom(distance(now) / Math.max(distance(old), 1), (now.x + other.x) / 2, (now.y + other.y) / 2)
      }
      this.#travel += Math.hypot(now.x - old.x, now.y - old.y)
      this.#pointers.set(event.pointerId, now)
      this.#moved()
    })
    canvas.addEventListener('pointerup', (event) => {
      const isClick = this.#pointers.size === 1 && this.#travel < 4
      this.#pointers.delete(event.pointerId)
      const { x, y } = point(event)
      if (!isClick) return
      this.#held = { x, y }
      this.onClick(this.regionAt(x, y), event.shiftKey || event.ctrlKey || event.metaKey)
      // The view has its new size before the second frame.
      requestAnimationFrame(() => requestAnimationFrame(() => (this.#held = null)))
    })
    canvas.addEventListener('pointercancel', (event) => this.#pointers.delete(event.pointerId))
    canvas.addEventListener('pointerleave', () => this.#hover(-1, { x: 0, y: 0 }))
    canvas.addEventListener('keydown', (event) => {
      const step = 80
      /** @type {Record<string, () => void>} */
      const moves = {
        ArrowLeft: () => this.camera.move(step, 0), ArrowRight: () => this.camera.move(-step, 0),
        ArrowUp: () => this.camera.move(0, step), ArrowDown: () => this.camera.move(0, -step),
        '+': () => this.camera.zoom(1.5), '=': () => this.camera.zoom(1.5), '-': () => this.camera.zoom(1 / 1.5),
      }
      if (!moves[event.key] || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      moves[event.key]()
      this.#moved()
    })
  }

  /** @param {number} index @param {{x: number, y: number}} at */
  #hover(index, at) {
    if (index !== this.#hovered) this.#schedule()
    this.#hovered = index
    this.onHover(index, at)
  }

  /** @param {number} factor @param {{x?: number, y?: number}} at the pixel that stays where it is; else the middle */
  zoom(factor, { x, y } = {}) {
    this.camera.zoom(factor, x, y)
    this.#moved()
  }
}
