// The page: what users click, drag and type, and what the page then shows. It starts when the page is loaded. Its
// elements are those of page.html, and its data comes from server.js.

import { MapView } from './canvas.js'
import { Comparison } from './compare.js'
import { download } from './files.js'
import { FindingList } from './findings.js'
import { fillGallery } from './gallery.js'
import { setValue } from './draft.js'
import { floorWords } from './limits.js'
import { DrawnMap } from './map.js'
import { closeByItself } from './menu.js'
import { figuresOf, listChanges, listDropped, showFigures, showFloor, showRegion } from './panels.js'
import { hideProblem, offerWays, showProblem } from './problem.js'
import { mapSource } from './server.js'
import { SettingsForm } from './settings.js'
import { Looks } from './looks.js'
import { listenForSearch } from './search.js'
import { Sheets } from './sheets.js'
import { Workshop } from './workshop.js'
import { counted, element, fillMenu, on, part, partNouns } from './words.js'

class Page {
  #source = mapSource()
  /** @type {MapView} */
  #view
  /** @type {Comparison} */
  #comparison
  /** @type {Looks} */
  #looks
  #form = new SettingsForm()
  #workshop = new Workshop(this.#source, {
    changed: () => this.#make(),
    restored: () => {
      this.#form.fill(this.#workshop.history.values.simplify ?? {})
      this.#make()
    },
    open: (state) => this.#open(state),
    choose: (code) => this.#go(this.#indexOf(code)),
    compareRepair: () => this.#comparison.use(part('before').value === 'unrepaired' ? '' : 'unrepaired', 'swipe'),
  })
  /** @type {any} */
  #state = {}
  /**
   * The map made last.
   *
   * @type {DrawnMap}
   */
  #map
  /** The number of the merged map, of which the findings and the ladder are. */
  #revision = -1
  #sheets = new Sheets()
  /**
   * The figures of the map, whether it is the source, and how it was asked for.
   *
   * @type {{figures: any, isSource: boolean, asked: {amount: string, share: number | null}}}
   */
  #made
  /** Of what settings the limits are known. */
  #limitsKey = ''
  /** @type {any[]} */
  #sourceFindings = []
  /** @type {any[]} */
  #dropped = []
  #findingList = new FindingList()
  /** The code of the chosen region. It stays chosen if the map is made again. */
  #code = ''
  #isMaking = false
  #isAskedAgain = false

  async start() {
    const state = await this.#source.state()
    this.#view = new MapView(part('canvas'), state.palettes)
    this.#looks = new Looks(this.#view)
    this.#comparison = new Comparison(this.#source, this.#view)
    this.#listen()
    await this.#open(state)
  }

  /**
   * Shows a map, or an empty page.
   *
   * @param {any} state
   */
  async #open(state) {
    this.#state = state
    this.#workshop.open(state)
    this.#code = ''
    this.#revision = -1
    // Until a map of it is made, none is shown.
    this.#view.map = null
    this.#sourceFindings = []
    if (state.isEmpty) {
      part('title').textContent = 'MapPack'
      document.body.dataset.complete = 'true'
      this.#ready()
      return
    }
    part('title').textContent = this.#state.map
    part('credits').replaceChildren(...this.#state.credits.map((/** @type {string} */ line) => element('p', { dir: 'auto' }, line)))
    // Simplification removes no points.
    const hasSettings = this.#source.isLive && !this.#state.isFinished && this.#state.kind !== 'points'
    for (const id of ['minimum-island-field', 'maximum-parts-field']) part(id).hidden = this.#state.kind !== 'areas'
    for (const id of ['dropped-field', 'tab-dropped']) part(id).hidden = this.#state.isFinished || this.#state.kind === 'points'
    part('settings').hidden = !hasSettings
    part('saving').hidden = !this.#source.isLive || this.#state.isFinished
    part('save').hidden = !this.#state.saves && !this.#state.isDraft
    part('saved').hidden = true
    this.#looks.open(state)
    this.#form.open(state)
    this.#form.fill(this.#workshop.history.values.simplify ?? {})
    this.#comparison.offer(state)
    await this.#make()
    document.body.dataset.complete = 'true'
  }

  /** Reads what belongs to the merged map: what is wrong with its sources, and itself at many tolerances. */
  async #readBeside() {
    const revision = this.#revision
    const findings = (await this.#source.list('findings')) ?? []
    if (this.#revision !== revision) return
    this.#sourceFindings = findings
    this.#showFindings()
    if (part('settings').hidden) return
    const ladder = await this.#source.map('ladder')
    if (!ladder || this.#revision !== revision) return
    this.#form.ladder = new DrawnMap(ladder)
    this.#form.ladder.colorBy(part('number').value)
  }

  // MARK: Making maps

  /**
   * Makes a map with the settings in the form; if one is being made, the new one follows it.
   *
   * @returns {Promise<void>}
   */
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
        const { asked } = this.#form
        const made = await this.#source.make(this.#workshop.history.asked)
        if (made) await this.#take(made, asked)
        hideProblem()
        part('save').disabled = false
      } while (this.#isAskedAgain)
      this.#loadDropped()
    } catch (error) {
      await this.#cannotMake(error)
    }
    this.#askLimits()
    this.#isMaking = false
    if (this.#isAskedAgain) return this.#make()
    this.#ready()
  }

  /**
   * Says why no map can be made. If there is none yet, shows the source and what can be done.
   *
   * @param {unknown} error
   */
  async #cannotMake(error) {
    showProblem(error)
    // The command would refuse to save it.
    part('save').disabled = true
    if (!this.#view.map) {
      const source = await this.#source.map('source')
      if (!source) throw error
      await this.#take(source, { amount: 'none', share: null })
      this.#sheets.open('panel')
    }
    this.#offerWays()
  }

  #offerWays() {
    offerWays(this.#form.waysOut(this.#made.isSource))
  }

  /** What the limits depend on, as a text. */
  get #wantedLimits() {
    return `${this.#revision} ${this.#form.limitsKey}`
  }

  /** Asks how far the settings can go, if that is not known. The answer may come when it is about other settings. */
  async #askLimits() {
    const key = this.#wantedLimits
    if (!this.#source.isLive || part('settings').hidden || key === this.#limitsKey) return
    const { values, readings } = this.#workshop.history.asked
    const asked = { values: { ...values, simplify: this.#form.valueForLimits }, readings }
    const limits = await this.#source.ask('limits', asked).catch(() => null)
    if (!limits || key !== this.#wantedLimits) return
    this.#limitsKey = key
    this.#form.limits = limits
    document.body.dataset.limits = 'known'
    this.#showFloor()
    this.#offerWays()
  }

  #showFloor() {
    const { figures, asked: { amount, share } } = this.#made
    showFloor(['keep', 'size'].includes(amount) ? floorWords(this.#form.limits, figures, share, this.#map.kind) : '')
  }

  #ready() {
    // The map is drawn with the next animation frame.
    requestAnimationFrame(() => requestAnimationFrame(() => (document.body.dataset.state = 'ready')))
  }

  /**
   * @param {import('./server.js').MadeMap} made the source if it has no figures
   * @param {{amount: string, share: number | null}} asked
   */
  async #take(made, asked) {
    this.#map = new DrawnMap(made)
    const isFirst = !this.#view.map
    const figures = made.figures ?? figuresOf(this.#map)
    this.#made = { figures, isSource: !made.figures, asked }
    const tolerance = ['tolerance', 'zoom'].includes(asked.amount) ? this.#map.levels[0].tolerance : 0
    this.#form.made = { tolerance, vertices: figures.vertices, verticesIn: figures.verticesIn, bytes: figures.packBytes }
    // What was known is about other settings.
    if (this.#wantedLimits !== this.#limitsKey) {
      document.body.dataset.limits = 'asked'
      this.#limitsKey = ''
      this.#form.limits = null
    }
    const level = Math.min(Number(part('level').value || this.#state.level), this.#map.levels.length - 1)
    fillMenu(part('level'), this.#map.levels.map(({ words, vertices }, index) => (
      [String(index), `${index}: ${words ? `${words}, ` : ''}${counted(vertices, this.#map.kind === 'points' ? 'point' : 'vertex')}`])), String(level))
    this.#view.level = level
    this.#view.show(this.#map)
    showFigures(figures, this.#map.kind)
    this.#showFloor()
    this.#workshop.made(this.#map, figures)
    this.#looks.offer(this.#map)
    this.#choose(this.#indexOf(this.#code), true)
    this.#showFindings()
    if (!part('gallery').hidden) this.#fillGallery()
    this.#listChanges()
    const revision = figures.revision ?? 0
    if (revision === this.#revision) return
    this.#revision = revision
    this.#form.ladder = null
    this.#comparison.forget()
    const reading = this.#readBeside()
    if (isFirst) await reading
  }

  /** Lists what has changed since the former edition, if the list is open or is to be counted. */
  async #listChanges() {
    part('tab-changes').hidden = !this.#state.hasChanges || this.#made.isSource
    if (part('tab-changes').hidden) return
    const map = this.#map
    const difference = await this.#source.list('difference').catch(() => null)
    if (!difference || this.#map !== map) return
    listChanges(difference, (codes, at) => {
      this.#comparison.use('former', 'line')
      this.#showPlace(codes, at)
    })
  }

  /** @param {boolean} isMoving */
  #changed(isMoving) {
    const { ladder } = this.#form
    const level = isMoving ? this.#form.nearestLevel : null
    if (level !== null && ladder) {
      this.#view.level = level
      this.#view.show(ladder)
      this.#view.level = level
      this.#view.redraw()
    }
    const { value } = this.#form
    this.#workshop.change((draft) => setValue(draft.values, ['simplify'], Object.keys(value).length > 0 ? value : undefined), isMoving)
  }

  // MARK: Regions

  /** @param {string | undefined} code */
  #indexOf(code) {
    return code ? this.#map.regions.findIndex((region) => region.code === code) : -1
  }

  /** @param {number} index @param {boolean} [isAgain] whether it was chosen before */
  #choose(index, isAgain = false) {
    this.#view.chosen = index
    this.#view.picked = []
    const region = index < 0 ? null : this.#map.regions[index]
    if (!isAgain) {
      this.#code = region?.code ?? ''
      this.#workshop.pick(region ? [region.code] : [])
      this.#openTab('region')
    }
    this.#form.choose(region)
    this.#sheets.showChosen(region?.name)
    showRegion(this.#map, index, this.#view.level)
    this.#view.redraw()
  }

  /**
   * Chooses a region and shows all of it.
   *
   * @param {number} index
   */
  #go(index) {
    this.#choose(index)
    this.#view.showRegion(index)
  }

  /**
   * Picks one more region, or one less.
   *
   * @param {number} index
   */
  #pickMore(index) {
    const { code } = this.#map.regions[index]
    const { picked } = this.#workshop
    this.#workshop.pick(picked.includes(code) ? picked.filter((other) => other !== code) : [...picked, code])
    this.#view.picked = this.#workshop.picked.map((other) => this.#indexOf(other))
    this.#view.redraw()
  }

  // MARK: Findings, what was dropped, what has changed

  #showFindings() {
    const known = this.#sourceFindings
    this.#findingList.show([...known, ...this.#made.figures.findings.filter((/** @type {any} */ { rule, message }) => (
      !known.some((finding) => finding.rule === rule && finding.message === message)))])
    this.#mark()
  }

  #mark() {
    const list = this.#findingList
    this.#view.marks = !part('show-findings').checked ? [] : list.shown.flatMap((finding) => {
      const { at, severity } = finding
      if (!at) return []
      const [x, y] = this.#map.cellsAt(at)
      return [{ x, y, color: this.#view.colors[/** @type {'error' | 'warning' | 'note'} */ (severity)], isChosen: list.isChosen(finding) }]
    })
    this.#view.redraw()
  }

  /** @param {any} finding */
  #showFinding(finding) {
    const { at, code } = finding
    this.#openTab('findings')
    this.#showPlace([code], at)
    this.#mark()
  }

  /** @param {(string | undefined)[]} codes of which the first that the map has is shown @param {number[]} [at] a point to show instead */
  #showPlace(codes, at) {
    if (at) return this.#view.showPoint(...this.#map.cellsAt(at))
    const index = codes.map((code) => this.#indexOf(code)).find((found) => found >= 0)
    if (index !== undefined) this.#view.showRegion(index)
  }

  async #loadDropped() {
    if (this.#state.isFinished) return
    const map = this.#map
    const list = (await this.#source.list('dropped')) ?? []
    // The answer about an older map may come after the answer about a newer one.
    if (this.#map !== map) return
    this.#dropped = list
    listDropped(list, map.kind, (shell) => {
      part('show-dropped').checked = true
      this.#showDropped()
      this.#view.showPoint(...this.#map.cellsAt(shell))
    })
    this.#showDropped()
  }

  #showDropped() {
    this.#view.dropped = !part('show-dropped').checked ? [] : this.#dropped.map(({ shell }) => {
      const cells = new Float64Array(shell.length)
      for (let i = 0; i + 1 < shell.length; i += 2) {
        const [x, y] = this.#map.cellsAt([shell[i], shell[i + 1]])
        cells[i] = x
        cells[i + 1] = y
      }
      return cells
    })
    this.#view.redraw()
  }

  // MARK: The page

  #fillGallery() {
    fillGallery(part('gallery'), this.#map, this.#view.level, this.#view.colors, (index) => {
      this.#toggleGallery()
      this.#go(index)
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

  #listen() {
    this.#form.onChange = (isMoving) => this.#changed(isMoving)
    on('settings', 'submit', (event) => {
      event.preventDefault()
      this.#workshop.save()
    })
    on('zoom-in', 'click', () => this.#view.zoom(1.5))
    on('zoom-out', 'click', () => this.#view.zoom(1 / 1.5))
    on('whole', 'click', () => this.#view.whole())
    on('gallery-toggle', 'click', () => this.#toggleGallery())
    closeByItself(part('take'))
    on('take', 'click', (event) => {
      const { take, scale } = event.target.closest('[data-take]')?.dataset ?? {}
      if (take === 'png') this.#view.picture(Number(scale)).then((blob) => blob && download(blob, `${this.#state.map}.png`))
      else if (take) this.#workshop.takeAway(take, this.#looks.written)
    })
    on('level', 'change', () => {
      this.#view.level = Number(part('level').value)
      showRegion(this.#map, this.#view.chosen, this.#view.level)
      if (!part('gallery').hidden) this.#fillGallery()
      this.#view.redraw()
    })
    on('show-findings', 'change', () => this.#mark())
    this.#findingList.onChoose = (finding) => this.#showFinding(finding)
    this.#findingList.onGroup = () => this.#mark()
    on('show-dropped', 'change', () => this.#showDropped())
    for (const tab of document.querySelectorAll('[role="tab"]')) {
      tab.addEventListener('click', () => this.#openTab(tab.id.slice('tab-'.length)))
    }
    this.#looks.onChange = () => {
      this.#form.ladder?.colorBy(part('number').value)
      if (!this.#map) return
      this.#mark()
      if (!part('gallery').hidden) this.#fillGallery()
    }
    listenForSearch(() => this.#map, (index) => this.#go(index))
    this.#view.onHover = (index) => {
      const region = index < 0 ? null : this.#map.regions[index]
      const { parts, vertices } = region ? this.#map.counts(index, Math.min(this.#view.level, this.#map.levels.length - 1)) : { parts: 0, vertices: 0 }
      part('hover').textContent = region
        ? [region.name, region.code, region.case && `.${region.case}`,
          region.sizeWords, counted(parts, partNouns[this.#map.kind]),
          this.#map.kind === 'points' ? '' : counted(vertices, 'vertex')].filter(Boolean).join(' · ')
        : ''
    }
    this.#view.onClick = (index, isMore) => (isMore && index >= 0 ? this.#pickMore(index) : this.#choose(index))
    addEventListener('keydown', (event) => {
      const isTyping = event.target instanceof HTMLInputElement && !['checkbox', 'range'].includes(event.target.type)
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === '/') {
        event.preventDefault()
        part('search').focus()
      }
      // Letters choose an option there.
      if (event.target instanceof HTMLSelectElement) return
      if (event.key === 'n') this.#findingList.step(1)
      if (event.key === 'p') this.#findingList.step(-1)
      if (event.key === 'g') this.#toggleGallery()
      if (event.key === '0') this.#view.whole()
    })
  }
}

new Page().start().catch((error) => {
  document.body.dataset.state = 'failed'
  part('saving').hidden = false
  showProblem(error)
})
