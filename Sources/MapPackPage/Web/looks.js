// How the map looks: its colors, the number that they stand for, water, words and names.

import { numberKeys, setValue } from './draft.js'
import { button, drawing, element, fillMenu, fillSegments, icon, on, part, say, tinted } from './words.js'

/** Colors of water that can be chosen beside the palette's. */
const waters = ['#e8ecee', '#a8c8de', '#ffffff']

/** What a change of a look is called, if not by its key. */
const changes = /** @type {Record<string, string>} */ ({ palette: 'colors', ramp: 'colors', land: 'color of land', water: 'color of water', outline: 'outer line',
  per: 'divided by', breaks: 'breaks of classes', legend: 'title of the legend', importance: 'what names come first' })

export class LookSection {
  #session
  #view
  #answer
  #asked = ''

  /** @param {import('./session.js').Session} session @param {import('./canvas.js').MapView} view @param {import('./sections.js').Answer} answer */
  constructor(session, view, answer) {
    this.#session = session
    this.#view = view
    this.#answer = answer
    view.onColors = () => this.#showColors()
    for (const id of ['number', 'per', 'breaks', 'importance', 'land', 'picture-title', 'legend-title']) {
      on(id, 'change', () => this.#set({ 'picture-title': 'title', 'legend-title': 'legend' }[id] ?? id, part(id).value.trim()))
    }
    on('classes', 'change', () => this.#set('classes', Number(part('classes').value)))
    on('show-labels', 'change', () => this.#set('names', part('show-labels').checked ? '' : 'false'))
    on('outline', 'change', () => this.#set('outline', part('outline').checked ? 'border' : ''))
  }

  get #look() {
    return this.#session.history.now.look
  }

  /** @param {string} key @param {any} value empty for the default */
  #set(key, value) {
    this.#session.change((draft) => setValue(draft.look, [key], value), { isLook: true, words: changes[key] ?? key })
  }

  /** What regions are colored by: the palette, so that neighbors differ; a number; or one color. */
  get #by() {
    return this.#look.number ? 'number' : this.#look.land ? 'one' : 'neighbors'
  }

  opened() {
    this.#asked = ''
    this.#view.coloring = null
    this.altered()
  }

  made = () => this.altered()

  altered() {
    const { state, map } = this.#session
    if (state.isEmpty) return
    const look = this.#look
    const numbers = map?.numbers ?? []
    const isAreas = state.kind === 'areas'
    const ways = [['neighbors', 'Neighbors'], ...(numbers.length > 0 ? [['number', 'A number']] : []), ...(isAreas ? [['one', 'One color']] : [])]
    fillSegments(part('color-by'), ways, this.#by, (by) => this.#colorBy(by))
    part('number-fields').hidden = this.#by !== 'number'
    fillMenu(part('number'), numbers.map(({ name }) => [name, name]), look.number)
    fillMenu(part('per'), [['', 'region'], ...(isAreas ? [['km2', 'km² of land']] : []), ...numbers.filter(({ name }) => name !== look.number).map(({ name }) => [name, name])], look.per ?? '')
    fillMenu(part('classes'), [2, 3, 4, 5, 6, 7].map((count) => [String(count), String(count)]), String(look.classes ?? 5))
    fillMenu(part('breaks'), [['', 'equal counts'], ['equal-steps', 'equal steps'], ...(Array.isArray(look.breaks) ? [['own', 'own']] : [])], Array.isArray(look.breaks) ? 'own' : look.breaks ?? '')
    part('land-field').hidden = this.#by !== 'one'
    part('land').value = look.land ?? '#dcebc8'
    part('water-field').hidden = !isAreas
    part('picture-title').value = look.title ?? ''
    part('legend-field').hidden = this.#by !== 'number'
    part('legend-title').value = look.legend ?? ''
    part('legend-title').placeholder = this.#view.coloring?.legend?.title ?? ''
    part('show-labels').checked = String(look.names) !== 'false'
    part('outline-field').hidden = !isAreas
    part('outline').checked = look.outline === 'border'
    const numeric = (map?.rankings ?? []).slice(1).map(({ field }) => field)
    part('importance-field').hidden = numeric.length === 0
    fillMenu(part('importance'), [['', { areas: 'area', lines: 'length', points: 'nothing' }[/** @type {'areas'} */ (state.kind)]],
      ...numeric.map((field) => [field, field])], look.importance)
    say('map-title', look.title ?? '')
    this.#view.importance = look.importance ?? ''
    this.#view.showsLabels = part('show-labels').checked
    this.#view.isInland = part('outline').checked
    this.#sayAnswer()
    this.#askColoring()
  }

  #sayAnswer() {
    const { state } = this.#session
    const look = this.#look
    const title = state.palettes?.find((/** @type {any} */ { name }) => name === (look.palette ?? 'paper'))?.title ?? ''
    const per = { km2: 'km²' }[/** @type {'km2'} */ (look.per)] ?? look.per
    const words = this.#by === 'number' ? `${look.number}${per ? ` per ${per}` : ''}, ${look.classes ?? 5} classes` : this.#by === 'one' ? 'One color'
      : `${title}, neighbors in other colors`
    this.#answer('look', words, this.#by === 'number' ? look.number : this.#by === 'one' ? words : title)
  }

  /** @param {string} by */
  #colorBy(by) {
    const { map, state } = this.#session
    const number = map?.numbers[0]
    this.#session.change(({ look }) => {
      for (const key of [...numberKeys, 'land']) delete look[key]
      if (by === 'one') setValue(look, ['land'], '#dcebc8')
      // A count is colored per km² at first.
      if (by === 'number' && number) Object.assign(look, { number: number.name, ...(number.isCount && state.kind === 'areas' && { per: 'km2' }) })
    }, { isLook: true, words: 'color by' })
  }

  /** The palettes, or the ramps of a number. */
  #fillCards() {
    const { state } = this.#session
    const isDark = this.#view.isDark
    const isNumber = this.#by === 'number'
    const key = isNumber ? 'ramp' : 'palette'
    const cards = /** @type {any[]} */ (isNumber ? state.ramps : this.#by === 'one' ? [] : state.palettes) ?? []
    part('palettes').hidden = cards.length === 0
    const chosen = this.#look[key] ?? cards[0]?.name
    part('palettes').replaceChildren(...cards.map((card) => {
      const { name, title } = card
      const scheme = isDark ? card.dark : card.light
      const colors = isNumber ? scheme.classes : scheme[state.kind === 'areas' ? 'land' : 'lines'].shades.slice(0, 6)
      return button({ 'data-card': name, 'aria-pressed': String(name === chosen) }, () => this.#set(key, name === cards[0].name ? '' : name),
        element('span', { class: 'bar' }, ...colors.map((/** @type {string} */ color) => tinted(element('i'), color))), element('span', {}, title))
    }))
  }

  /** Asks the command for the classes of the number, and shows them. */
  async #askColoring() {
    const { source, map } = this.#session
    const look = this.#look
    if (!look.number || !map) {
      this.#asked = ''
      this.#view.coloring = null
      return this.#view.paint(look)
    }
    this.#view.paint(look)
    const asked = `${map.id} ${JSON.stringify(look)}`
    if (asked === this.#asked) return
    this.#asked = asked
    const coloring = await source.ask('coloring', { look }).catch(() => null)
    if (this.#asked !== asked) return
    this.#view.coloring = coloring
    this.#view.paint(look)
  }

  #showColors() {
    const { colors, coloring } = this.#view
    if (!this.#session.map) return
    const isPalette = !this.#look.water
    part('waters').replaceChildren(...[colors.paletteWater, ...waters].map((color, index) => {
      const isChosen = index === 0 ? isPalette : color === this.#look.water
      const own = index === 0 ? '' : color
      return tinted(button({ 'aria-pressed': String(isChosen), 'aria-label': own ? `Water ${color}` : 'The palette’s water', 'data-water': own }, () => this.#set('water', own)), color)
    }), this.#ownWater(isPalette || waters.includes(this.#look.water) ? '' : this.#look.water))
    this.#fillCards()
    this.#drawHistogram()
    this.#showLegend()
    if (coloring || !this.#look.number) this.#view.redraw()
  }

  /** @param {string} own the color of water that is none of the others */
  #ownWater(own) {
    const input = element('input', { id: 'water', type: 'color', 'aria-label': 'Another color of water', value: own || '#a6cbe3' })
    input.addEventListener('change', () => this.#set('water', input.value))
    const label = element('label', own ? { 'data-chosen': '' } : {}, ...(own ? [] : [icon('plus')]), input)
    return tinted(label, own)
  }

  /** A bar for each class as high as its regions are many, and the breaks below, which can be dragged. */
  #drawHistogram() {
    const { coloring, colors } = this.#view
    const drawn = part('histogram')
    if (!coloring || part('number-fields').hidden) return drawn.replaceChildren()
    const [width, height] = [drawn.clientWidth || 304, 36]
    const { breakWords } = coloring
    const counts = coloring.counts.slice(0, -1)
    const step = width / counts.length
    const most = Math.max(...counts, 1)
    drawn.setAttribute('viewBox', `0 0 ${width} 68`)
    drawn.replaceChildren(...counts.flatMap((/** @type {number} */ count, /** @type {number} */ index) => {
      const high = Math.max(2, (height * count) / most)
      return [
        drawing('rect', { x: index * step + 1, y: 16 + height - high, width: step - 2, height: high, fill: colors.classes[index] }),
        drawing('text', { x: (index + 0.5) * step, y: 12 + height - high }, String(count)),
        ...(index > 0 ? [this.#break(index, index * step, breakWords[index - 1])] : []),
      ]
    }))
  }

  /** @param {number} index @param {number} x @param {string} words a break, which moves by a hundredth of its class for each pixel */
  #break(index, x, words) {
    const { breaks } = this.#view.coloring
    const range = [Math.min(0, breaks[0] - 1), 2 * breaks[breaks.length - 1]]
    const text = drawing('text', { x, y: 66, class: 'break', 'data-break': index }, words)
    text.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
      const from = event.clientX
      text.setPointerCapture(event.pointerId)
      const [below, above] = [breaks[index - 2] ?? range[0], breaks[index] ?? range[1]]
      text.addEventListener('pointerup', (/** @type {PointerEvent} */ { clientX }) => {
        const moved = breaks[index - 1] + ((clientX - from) / 100) * (clientX > from ? above - breaks[index - 1] : breaks[index - 1] - below)
        const own = breaks.map((/** @type {number} */ value, /** @type {number} */ i) => (i === index - 1 ? Number(Math.min(Math.max(moved, below), above).toPrecision(2)) : value))
        if (new Set(own).size === own.length && clientX !== from) this.#set('breaks', own.map(String))
      }, { once: true })
    })
    return text
  }

  /** Shows what the colors mean, in the corner that hides the least land. */
  #showLegend() {
    const { coloring, colors } = this.#view
    const legend = part('legend')
    legend.hidden = !coloring?.legend
    if (legend.hidden) return this.#view.keepFree(null)
    legend.querySelector('h2').textContent = coloring.legend.title
    legend.querySelector('ol').replaceChildren(...coloring.legend.entries.map((/** @type {any} */ { index, words }) => {
      const isClass = coloring.breakWords[index] || index === coloring.breakWords.length
      return element('li', isClass ? { 'data-least': coloring.breakWords[index - 1] ?? '' } : {}, tinted(element('i'), colors.classes[index]), words)
    }))
    legend.dataset.corner = this.#view.keepFree({ width: legend.offsetWidth + 12, height: legend.offsetHeight + 12 }, ['bottom-left', 'bottom-right', 'top-right', 'top-left'])
  }
}
