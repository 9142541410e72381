// The page: what users click, drag and type, and what the page then shows. It starts when the page is loaded. Its
// elements are those of page.html, and its data comes from server.js.

import { MapView } from './canvas.js'
import { fillGallery } from './gallery.js'
import { importanceOf } from './labels.js'
import { DrawnMap } from './layers.js'
import { closeByItself } from './menu.js'
import { listChanges, listDropped, listFindings, markEntry, showFigures, showLegend, showRegion } from './panels.js'
import { mapSource } from './server.js'
import { SettingsForm } from './settings.js'
import { counted, element, lengthWords, oneLine, part, partNouns, sizeWords } from './words.js'

class Page {
  #source = mapSource()
  /** @type {MapView} */
  #view
  /** @type {SettingsForm} */
  #form
  /** @type {any} */
  #state
  /** The map made last. @type {DrawnMap} */
  #map
  /** The map at many tolerances, drawn while the slider moves. @type {DrawnMap | null} */
  #ladder = null
  /** @type {any[]} */
  #sourceFindings = []
  /** @type {any[]} */
  #findings = []
  /** @type {any[]} */
  #dropped = []
  #finding = -1
  /** The code of the chosen region. It stays chosen if the map is made again. */
  #code = ''
  /** The field that says how large names are, once one is chosen. @type {string | null} */
  #importance = null
  #isMaking = false
  #isAskedAgain = false

  async start() {
    this.#state = await this.#source.state()
    part('title').textContent = oneLine(this.#state.map, 80)
    part('credits').replaceChildren(...this.#state.credits.map((line) => element('p', { dir: 'auto' }, oneLine(line, 500))))
    // Simplification removes no points.
    const hasSettings = this.#source.isLive && !this.#state.isFinished && this.#state.kind !== 'points'
    for (const id of ['minimum-island-field', 'maximum-parts-field', 'outline-field', 'water-field', 'land-field']) {
      part(id).hidden = this.#state.kind !== 'areas'
    }
    part('settings').hidden = !hasSettings
    part('save').hidden = !this.#state.saves
    part('advice').hidden = !this.#state.advice || !hasSettings
    part('outline').checked = this.#state.outline === 'border'
    const { palette, water, land } = this.#state
    part('palette').value = palette
    this.#chosenColors = { water, land }
    this.#view = new MapView(part('canvas'), this.#state.palettes, this.#look)
    this.#view.isInland = part('outline').checked
    this.#showColors()
    this.#form = new SettingsForm(this.#state)
    this.#listen()
    await this.#make()
    this.#offerBefore()
    showRegion(this.#map, -1, 0)
    this.#sourceFindings = (await this.#source.list('findings')) ?? []
    this.#showFindings()
    if (hasSettings) {
      const bytes = await this.#source.pack('ladder')
      if (bytes) this.#ladder = new DrawnMap(bytes)
    }
    if (this.#state.hasChanges) listChanges(await this.#source.list('difference'), (codes, at) => this.#showChange(codes, at))
    part('tab-changes').hidden = !this.#state.hasChanges
    document.body.dataset.complete = 'true'
  }

  // MARK: Making maps

  /** Makes a map with the settings in the form; if one is being made, the new one follows it. */
  async #make() {
    if (this.#isMaking) {
      this.#isAskedAgain = true
      return
    }
    this.#isMaking = true
    document.body.dataset.state = 'making'
    try {
      do {
        this.#isAskedAgain = false
        const made = await this.#source.make(this.#form.value)
        if (made) this.#take(made)
        part('problem').hidden = true
        part('save').disabled = false
      } while (this.#isAskedAgain)
      this.#loadDropped()
    } catch (error) {
      part('problem').hidden = false
      part('problem').textContent = oneLine(error instanceof Error ? error.message : String(error), 500)
      // The command would refuse to save it.
      part('save').disabled = true
    }
    this.#isMaking = false
    if (this.#isAskedAgain) return this.#make()
    this.#ready()
  }

  #ready() {
    // The map is drawn with the next animation frame.
    requestAnimationFrame(() => requestAnimationFrame(() => (document.body.dataset.state = 'ready')))
  }

  /** @param {{figures: any, bytes: Uint8Array}} made */
  #take({ figures, bytes }) {
    this.#map = new DrawnMap(bytes)
    this.#findings = figures.findings
    const level = Math.min(Number(part('level').value || this.#state.level), this.#map.pack.levels.length - 1)
    part('level').replaceChildren(...this.#map.pack.levels.map(({ index, tolerance }) => (
      element('option', { value: String(index) }, `${index}: ${tolerance > 0 ? `${lengthWords(tolerance)}, ` : ''}${counted(figures.levels[index], this.#map.kind === 'points' ? 'point' : 'vertex')}`))))
    part('level').value = String(level)
    this.#view.level = level
    this.#view.show(this.#map)
    showFigures(figures, this.#map.kind)
    if (this.#state.advice && figures.simplify) {
      part('advice').replaceChildren('To keep the map, make a pipeline file with ', element('code', {}, this.#state.advice),
        ' and write there ', element('code', {}, oneLine(figures.simplify, 2000)))
    }
    this.#offerImportance()
    this.#offerNumbers()
    this.#choose(this.#indexOf(this.#code), true)
    this.#showFindings()
    if (!part('gallery').hidden) this.#fillGallery()
  }

  /** @param {boolean} isMoving */
  #changed(isMoving) {
    part('saved').hidden = true
    const level = isMoving && this.#ladder ? this.#form.nearestLevel(this.#ladder) : null
    if (level !== null && this.#ladder) {
      this.#view.level = level
      this.#view.show(this.#ladder)
      this.#view.level = level
      this.#view.redraw()
    }
    this.#make()
  }

  /** Offers the fields whose texts are numbers: they can say how large names are. */
  #offerImportance() {
    const { regions, kinds } = this.#map.pack
    const numeric = kinds.slice(2).filter((kind) => (
      regions.filter((region) => importanceOf(region.texts.get(kind)) >= 0).length > regions.length / 2))
    const chosen = this.#importance ?? this.#state.importance
    part('importance').replaceChildren(element('option', { value: '' }, { areas: 'large areas', lines: 'long lines', points: 'none' }[this.#map.kind]),
      ...numeric.map((kind) => element('option', { value: kind }, `large ${oneLine(kind, 20)}`)))
    part('importance').value = numeric.includes(chosen) ? chosen : ''
    part('importance-field').hidden = numeric.length === 0
    this.#view.importance = part('importance').value
  }

  /** Offers the map's numbers: regions can be colored by them. */
  #offerNumbers() {
    const names = [...this.#map.pack.numbers.keys()]
    const chosen = part('number').value
    part('number').replaceChildren(element('option', { value: '' }, 'nothing'),
      ...names.map((name) => element('option', { value: name }, oneLine(name, 20))))
    part('number').value = names.includes(chosen) ? chosen : ''
    part('number-field').hidden = names.length === 0
    this.#colorByNumber()
  }

  #colorByNumber() {
    for (const map of [this.#map, this.#ladder]) map?.colorBy(part('number').value)
    showLegend(this.#map, this.#view.colors)
    this.#view.redraw()
    if (!part('gallery').hidden) this.#fillGallery()
  }

  /** The colors that were chosen instead of the palette's. @type {{water?: string, land?: string}} */
  #chosenColors = {}

  get #look() {
    return { palette: part('palette').value, ...this.#chosenColors }
  }

  /** Shows what the map is drawn with in the fields that choose it. */
  #showColors() {
    const { water, land } = this.#chosenColors
    const { colors } = this.#view
    part('water').value = colors.water
    part('water-reset').hidden = !water
    part('land').value = land ? 'one' : ''
    part('land-color').hidden = !land
    part('land-color').value = land ?? colors.land[0]
    if (!this.#map) return
    showLegend(this.#map, colors)
    this.#mark(this.#allFindings)
    if (!part('gallery').hidden) this.#fillGallery()
  }

  /** @param {{water?: string, land?: string}} chosen */
  #paint(chosen) {
    this.#chosenColors = { ...this.#chosenColors, ...chosen }
    this.#view.paint(this.#look)
  }

  // MARK: Regions

  /** @param {string} code */
  #indexOf(code) {
    return code ? this.#map.pack.regions.findIndex((region) => region.code === code) : -1
  }

  /** @param {number} index @param {boolean} [isAgain] whether it was chosen before */
  #choose(index, isAgain = false) {
    this.#view.chosen = index
    const region = index < 0 ? null : this.#map.pack.regions[index]
    if (!isAgain) {
      this.#code = region?.code ?? ''
      this.#openTab('region')
    }
    this.#form?.choose(region)
    showRegion(this.#map, index, this.#view.level)
    this.#view.redraw()
  }

  /** @param {string} text */
  #search(text) {
    const wanted = text.normalize('NFKC').toLowerCase().trim()
    const matches = wanted === '' ? [] : this.#map.pack.regionsByName.filter((region) => (
      [...region.texts.values(), this.#map.pack.cases?.names.get(region.rawValue) ?? '']
        .some((found) => found.normalize('NFKC').toLowerCase().includes(wanted)))).slice(0, 50)
    part('results').hidden = wanted === ''
    part('results').replaceChildren(...matches.map((region, index) => {
      const entry = element('li', { role: 'option', 'aria-selected': String(index === 0), dir: 'auto' },
        oneLine(region.name), element('span', { class: 'small' }, ` ${oneLine(region.code, 20)}`))
      entry.addEventListener('mousedown', () => this.#find(region))
      return entry
    }), ...(wanted && matches.length === 0 ? [element('li', { class: 'small' }, 'No region is called so.')] : []))
    return matches
  }

  /** @param {any} region */
  #find(region) {
    part('results').hidden = true
    const index = this.#map.pack.regions.indexOf(region)
    this.#choose(index)
    this.#view.showRegion(index)
  }

  // MARK: Findings, what was dropped, what has changed

  get #allFindings() {
    return [...this.#sourceFindings, ...this.#findings.filter(({ rule, message }) => (
      !this.#sourceFindings.some((finding) => finding.rule === rule && finding.message === message)))]
  }

  #showFindings() {
    const findings = this.#allFindings
    listFindings(findings, (index) => this.#showFinding(index))
    this.#mark(findings)
  }

  /** @param {any[]} findings */
  #mark(findings) {
    this.#view.marks = !part('show-findings').checked ? [] : findings.flatMap(({ longitude, latitude, severity }, index) => {
      if (longitude === undefined || latitude === undefined) return []
      const [x, y] = this.#map.cellsAt(longitude, latitude)
      return [{ x, y, color: this.#view.colors[severity], isChosen: index === this.#finding }]
    })
    this.#view.redraw()
  }

  /** @param {number} index */
  #showFinding(index) {
    const findings = this.#allFindings
    if (findings.length === 0) return
    this.#finding = (index + findings.length) % findings.length
    const { longitude, latitude, code } = findings[this.#finding]
    this.#openTab('findings')
    markEntry(this.#finding)
    if (longitude !== undefined && latitude !== undefined) {
      this.#view.showPoint(...this.#map.cellsAt(longitude, latitude))
    } else if (code && this.#indexOf(code) >= 0) {
      this.#view.showRegion(this.#indexOf(code))
    }
    this.#mark(findings)
  }

  async #loadDropped() {
    if (this.#state.isFinished) return
    const map = this.#map
    const list = (await this.#source.list('dropped')) ?? []
    // The answer about an older map may come after the answer about a newer one.
    if (this.#map !== map) return
    this.#dropped = list.sort((/** @type {any} */ a, /** @type {any} */ b) => (b.area ?? 0) - (a.area ?? 0))
    listDropped(this.#dropped, map.kind, (index) => {
      const [x, y] = this.#map.cellsAt(this.#dropped[index].shell[0], this.#dropped[index].shell[1])
      part('show-dropped').checked = true
      this.#showDropped()
      this.#view.showPoint(x, y)
    })
    this.#showDropped()
  }

  #showDropped() {
    this.#view.dropped = !part('show-dropped').checked ? [] : this.#dropped.map(({ shell }) => {
      const cells = new Float64Array(shell.length)
      for (let i = 0; i + 1 < shell.length; i += 2) {
        const [x, y] = this.#map.cellsAt(shell[i], shell[i + 1])
        cells[i] = x
        cells[i + 1] = y
      }
      return cells
    })
    this.#view.redraw()
  }

  /** @param {string[]} codes @param {number[] | null} at */
  #showChange(codes, at) {
    part('before').value = 'former'
    part('before-how').value = 'line'
    this.#compare()
    if (at && at.length >= 2) this.#view.showPoint(...this.#map.cellsAt(at[0], at[1]))
    const index = codes.map((code) => this.#indexOf(code)).find((found) => found >= 0) ?? -1
    if (!at && index >= 0) this.#view.showRegion(index)
  }

  // MARK: Before and after

  #offerBefore() {
    if (this.#source.isLive && !this.#state.isFinished) {
      part('before').append(element('option', { value: 'source' }, 'the source'))
    }
    if (this.#state.hasFormer) part('before').append(element('option', { value: 'former' }, 'the former edition'))
    part('dropped-field').hidden = this.#state.isFinished || this.#state.kind === 'points'
    part('tab-dropped').hidden = this.#state.isFinished || this.#state.kind === 'points'
  }

  /** @type {Map<string, DrawnMap>} */
  #compared = new Map()

  async #compare() {
    const name = part('before').value
    if (name && !this.#compared.has(name)) {
      const bytes = await this.#source.pack(name)
      if (bytes) this.#compared.set(name, new DrawnMap(bytes))
    }
    if (part('before').value !== name) return
    this.#view.before = this.#compared.get(name) ?? null
    this.#view.beforeHow = part('before-how').value
    part('before-how-field').hidden = !name
    this.#placeSwipe(this.#view.swipe)
    this.#view.redraw()
  }

  /** @param {number} share of the view's width */
  #placeSwipe(share) {
    this.#view.swipe = Math.min(Math.max(share, 0), 1)
    const line = part('swipe')
    line.hidden = !this.#view.before || this.#view.beforeHow !== 'swipe'
    line.style.left = `${100 * this.#view.swipe}%`
    line.setAttribute('aria-valuenow', String(Math.round(100 * this.#view.swipe)))
    this.#view.redraw()
  }

  // MARK: The page

  #fillGallery() {
    fillGallery(part('gallery'), this.#map, this.#view.level, this.#view.colors, (index) => {
      this.#toggleGallery()
      this.#choose(index)
      this.#view.showRegion(index)
    })
  }

  #toggleGallery() {
    const gallery = part('gallery')
    gallery.hidden = !gallery.hidden
    part('gallery-toggle').setAttribute('aria-pressed', String(!gallery.hidden))
    gallery.hidden ? gallery.replaceChildren() : this.#fillGallery()
  }

  /** @param {string} name */
  #openTab(name) {
    for (const tab of document.querySelectorAll('[role="tab"]')) {
      const isOpen = tab.id === `tab-${name}`
      tab.setAttribute('aria-selected', String(isOpen))
      part(tab.getAttribute('aria-controls') ?? '').hidden = !isOpen
    }
  }

  async #save() {
    try {
      await this.#source.save(this.#form.value)
      part('saved').hidden = false
      part('saved').textContent = `Saved. \`mappack run ${this.#state.saves}\` makes this map.`
    } catch (error) {
      part('problem').hidden = false
      part('problem').textContent = error instanceof Error ? error.message : String(error)
    }
  }

  /** @param {number} scale how many times as large as on the screen */
  async #savePicture(scale) {
    const blob = await this.#view.picture(scale)
    if (!blob) return
    const link = element('a', { download: `${oneLine(this.#state.map, 60)}.png` })
    const url = URL.createObjectURL(blob)
    link.setAttribute('href', url)
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
  }

  #listen() {
    const on = (/** @type {string} */ id, /** @type {string} */ event, /** @type {(event: any) => void} */ action) => (
      part(id).addEventListener(event, action))
    this.#form.onChange = (isMoving) => this.#changed(isMoving)
    on('settings', 'submit', (event) => {
      event.preventDefault()
      this.#save()
    })
    on('zoom-in', 'click', () => this.#view.zoom(1.5))
    on('zoom-out', 'click', () => this.#view.zoom(1 / 1.5))
    on('whole', 'click', () => this.#view.whole())
    on('gallery-toggle', 'click', () => this.#toggleGallery())
    closeByItself(part('take'))
    on('take', 'click', (event) => {
      const { take, scale } = event.target.closest('[data-take]')?.dataset ?? {}
      if (take === 'png') this.#savePicture(Number(scale))
    })
    on('level', 'change', () => {
      this.#view.level = Number(part('level').value)
      showRegion(this.#map, this.#view.chosen, this.#view.level)
      if (!part('gallery').hidden) this.#fillGallery()
      this.#view.redraw()
    })
    on('before', 'change', () => this.#compare())
    on('before-how', 'change', () => this.#compare())
    on('show-labels', 'change', () => {
      this.#view.showsLabels = part('show-labels').checked
      this.#view.redraw()
    })
    on('importance', 'change', () => {
      this.#importance = part('importance').value
      this.#view.importance = part('importance').value
      this.#view.redraw()
    })
    on('number', 'change', () => this.#colorByNumber())
    this.#view.onColors = () => this.#showColors()
    on('palette', 'change', () => this.#paint({}))
    on('water', 'input', () => this.#paint({ water: part('water').value }))
    on('water-reset', 'click', () => this.#paint({ water: undefined }))
    on('land', 'change', () => this.#paint({ land: part('land').value ? part('land-color').value : undefined }))
    on('land-color', 'input', () => this.#paint({ land: part('land-color').value }))
    on('outline', 'change', () => {
      this.#view.isInland = part('outline').checked
      this.#view.redraw()
    })
    on('show-findings', 'change', () => this.#mark(this.#allFindings))
    on('show-dropped', 'change', () => this.#showDropped())
    for (const tab of document.querySelectorAll('[role="tab"]')) {
      tab.addEventListener('click', () => this.#openTab(tab.id.slice('tab-'.length)))
    }
    on('search', 'input', () => this.#search(part('search').value))
    on('search', 'blur', () => (part('results').hidden = true))
    on('search', 'keydown', (event) => {
      if (event.key === 'Escape') part('results').hidden = true
      if (event.key !== 'Enter') return
      const [found] = this.#search(part('search').value)
      if (found) this.#find(found)
    })
    this.#view.onHover = (index) => {
      const region = index < 0 ? null : this.#map.pack.regions[index]
      const case_ = region && this.#map.pack.cases?.names.get(region.rawValue)
      const shape = region && this.#map.shapes(Math.min(this.#view.level, this.#map.pack.levels.length - 1))[index]
      part('hover').textContent = region && shape
        ? [oneLine(region.name), oneLine(region.code, 20), case_ ? `.${case_}` : '',
          sizeWords(region), counted(shape.parts, partNouns[this.#map.kind]),
          this.#map.kind === 'points' ? '' : counted(shape.vertices, 'vertex')].filter(Boolean).join(' · ')
        : ''
    }
    this.#view.onClick = (index) => this.#choose(index)
    const line = part('swipe')
    on('swipe', 'pointerdown', (event) => line.setPointerCapture(event.pointerId))
    on('swipe', 'pointermove', (event) => {
      const { left, width } = part('stage').getBoundingClientRect()
      if (line.hasPointerCapture(event.pointerId)) this.#placeSwipe((event.clientX - left) / width)
    })
    on('swipe', 'keydown', (event) => {
      const step = { ArrowLeft: -0.02, ArrowRight: 0.02 }[event.key]
      if (step) this.#placeSwipe(this.#view.swipe + step)
    })
    addEventListener('keydown', (event) => {
      const isTyping = event.target instanceof HTMLInputElement && !['checkbox', 'range'].includes(event.target.type)
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === '/') {
        event.preventDefault()
        part('search').focus()
      }
      // Letters choose an option there.
      if (event.target instanceof HTMLSelectElement) return
      if (event.key === 'n') this.#showFinding(this.#finding + 1)
      if (event.key === 'p') this.#showFinding(this.#finding - 1)
      if (event.key === 'g') this.#toggleGallery()
      if (event.key === '0') this.#view.whole()
    })
  }
}

new Page().start().catch((error) => {
  document.body.dataset.state = 'failed'
  part('problem').hidden = false
  part('settings').hidden = false
  part('problem').textContent = error instanceof Error ? error.message : String(error)
})
