// The page: its parts, what they tell each other, and its keys. It starts when the page is loaded. Its elements are those of
// page.html, and its data comes from server.js.

import { BordersSection } from './borders.js'
import { MapView } from './canvas.js'
import { Comparison } from './compare.js'
import { DetailSection } from './detail.js'
import { Drop } from './drop.js'
import { PipelineDrawer } from './file.js'
import { Head } from './head.js'
import { LookSection } from './looks.js'
import { Pane } from './pane.js'
import { addPictureWords } from './pictures.js'
import { RegionsSection } from './regions.js'
import { listenForSearch } from './search.js'
import { Sections } from './sections.js'
import { mapIsServed, mapSource } from './server.js'
import { Session } from './session.js'
import { SourceSection } from './source.js'
import { RegionTable } from './table.js'
import { button, counted, element, grouped, on, part, say } from './words.js'

class Page {
  #session = new Session(mapSource())
  /** @type {MapView} */
  #view
  #sections = new Sections()
  /** @type {BordersSection} */
  #borders
  /** @type {DetailSection} */
  #detail
  /** @type {Pane} */
  #pane
  /** @type {RegionTable} */
  #table
  /** @type {PipelineDrawer} */
  #file
  /**
   * What the drawer has.
   *
   * @type {'' | 'table' | 'pipeline'}
   */
  #drawer = ''

  async start() {
    const session = this.#session
    const state = await session.source.state()
    document.body.toggleAttribute('data-file', !session.source.isLive)
    document.body.toggleAttribute('data-plain', !session.source.isLive && !(await session.source.list('findings')))
    this.#view = new MapView(part('canvas'), state)
    // Where the pane is as wide as the map, it lies below it.
    this.#view.covered = () => {
      const [stage, pane] = ['stage', 'pane'].map((id) => part(id).getBoundingClientRect())
      return pane.width < stage.width && pane.width > 0 ? stage.right - pane.left : 0
    }
    this.#view.above = () => part('map-title').offsetHeight && part('map-title').offsetHeight + 24
    this.#view.covers = ['search-box', 'map-title', 'legend', 'zoom', 'map-credits', 'swipe-close', 'pane'].map(part)
    const { answer } = this.#sections
    const failed = (/** @type {unknown} */ error) => this.#showProblem(error instanceof Error ? error.message : String(error))
    const comparison = new Comparison(session, this.#view)
    const place = (/** @type {(string | undefined)[]} */ codes, /** @type {number[] | undefined} */ at) => this.#showPlace(codes, at)
    this.#borders = new BordersSection(session, {
      answer, place, finding: (finding) => this.#showFinding(finding), compare: (name, how) => comparison.use(name, how), marks: () => this.#mark(),
      close: () => this.#choose(),
    })
    this.#detail = new DetailSection(session, {
      answer, shownLevel: () => this.#view.level, moving: (level) => this.#showLadder(level), level: (level) => {
        this.#view.level = level
        this.#view.redraw()
        this.#pane.show()
      },
    })
    this.#pane = new Pane(session, this.#view, {
      go: (index) => this.#go(index), close: () => this.#choose(), rename: (code) => {
        this.#open('table')
        this.#table.rename(code)
      },
      step: (step) => this.#borders.step(step), actions: (finding) => this.#borders.actions(finding),
      rank: (finding) => {
        const { open } = this.#borders
        return open.includes(finding) ? `${grouped(open.indexOf(finding) + 1)} of ${grouped(open.length)} to look at` : 'A note on the source'
      },
    })
    const drawer = part('drawer')
    this.#table = new RegionTable(session, drawer, {
      go: (index) => {
        this.#choose(index)
        this.#view.showRegion(index, 2 / 5)
      }, chosen: () => this.#pane.code, level: () => this.#view.level, close: () => this.#open(''),
      colors: () => (session.map ? this.#view.colors.ofRegions(session.map) : []),
    })
    this.#file = new PipelineDrawer(session, drawer, () => this.#open(''))
    const busy = (/** @type {string} */ words) => say('busy', words)
    const said = (/** @type {string} */ words) => {
      busy(words)
      setTimeout(() => busy(''), 4000)
    }
    const drop = new Drop(session, {
      busy, opened: () => this.#sections.areSheets || this.#sections.open('regions'),
    })
    session.views = [
      this, drop, new SourceSection(session, answer, (layer) => drop.takeLayer(layer)),
      new RegionsSection(session, answer, (files) => drop.take(files)), this.#borders, this.#detail,
      new LookSection(session, this.#view, answer), comparison, this.#pane, this.#table,
      new Head(session, { failed, said, open: (what) => (what === 'redo' ? session.go('redo') : this.#open(/** @type {'table'} */ (what))), size: (scale) => this.#view.pictureSize(scale), picture: (isDark) => (
        this.#view.picture(3, isDark, (...drawn) => addPictureWords(...drawn, session.history.now.look, this.#view.coloring, session.state.credits))) }),
    ]
    this.#listen()
    await session.open(state, sessionStorage.getItem('draft'))
    addEventListener('pagehide', () => sessionStorage.setItem('draft', session.history.kept))
    addEventListener('beforeunload', (event) => session.source.isLive && session.history.count > 0 && event.preventDefault())
  }

  opened() {
    const { state, source } = this.#session
    this.#view.map = null
    this.#hideProblem()
    if (state.isEmpty) {
      for (const [name, words] of this.#sections.empty) this.#sections.answer(name, words, '')
      this.#sections.open('')
    }
    const credits = (state.credits ?? []).map((/** @type {string} */ line) => element('p', { dir: 'auto' }, line))
    part('credits').replaceChildren(...credits)
    part('map-credits').textContent = (state.credits ?? []).join(' · ')
    part('pipeline-toggle').hidden = !source.isLive || (!state.saves && !state.isDraft)
    // A finished map has neither sources to repair nor settings.
    part('regions').hidden = part('source').hidden = !state.isEmpty && !state.hasTable
    part('borders').hidden = state.kind === 'points'
    this.#open('')
  }

  made() {
    const { map, figures, isSource, state } = this.#session
    if (!map) return
    this.#view.level = Math.min(this.#view.map ? this.#view.level : state.level, map.levels.length - 1)
    this.#view.show(map)
    part('table-toggle').querySelector('.count').textContent = grouped(map.regions.length)
    const proof = part('proof')
    proof.querySelector('b').textContent = isSource ? 'The source' : 'Proved valid'
    proof.querySelector('span').textContent = isSource ? 'as it is' : `at ${counted(map.levels.length, 'level')} · ${figures.packWords}`
    proof.querySelector('svg').toggleAttribute('hidden', isSource)
    this.#fillDrawer()
  }

  altered = () => this.#fillDrawer()

  failed() {
    this.#session.error ? this.#showProblem(this.#session.error) : this.#hideProblem()
  }

  limited() {
    if (this.#session.error) this.#showProblem(this.#session.error)
  }

  // MARK: Messages

  /** @param {string} words why something cannot be done, and what can be done instead */
  #showProblem(words) {
    part('message').hidden = false
    part('problem').textContent = words
    this.#detail.failed()
    const [, name] = /cannot be the name.*(?:call it|such as) ([\p{L}\p{N}_]+)/u.exec(words) ?? []
    const rename = () => this.#session.change((draft) => (draft.map = name), { words: 'name of the map' })
    const ways = name ? [/** @type {const} */ ([`Call it ${name}`, rename])] : this.#detail.waysOut ?? []
    part('ways').hidden = ways.length === 0
    part('ways').replaceChildren(...ways.map(([text, action]) => button({ class: 'button' }, action, text)))
  }

  #hideProblem() {
    part('message').hidden = true
  }

  // MARK: Regions and findings

  /** @param {number} [index] none to choose nothing */
  #choose(index = -1) {
    this.#pane.showRegion(this.#session.map?.regions[index]?.code ?? '')
    this.#borders.chosen && this.#borders.choose(null)
    if (this.#drawer === 'table') this.#table.show()
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
    const code = this.#session.map?.regions[index].code ?? ''
    const { picked } = this.#pane
    const now = picked.includes(code) ? picked.filter((other) => other !== code) : [...picked, code]
    this.#pane.showRegion(now[0] ?? '', now)
  }

  /** @param {any} finding */
  #showFinding(finding) {
    this.#sections.areSheets || this.#sections.open('borders')
    this.#pane.showRegion('', [], finding)
    this.#showPlace([finding.code], finding.at)
  }

  /** @param {(string | undefined)[]} codes of which the first that the map has is shown @param {number[]} [at] a point to show instead */
  #showPlace(codes, at) {
    const { map } = this.#session
    if (at && map) return this.#view.showPoint(...map.cellsAt(at))
    const index = codes.map((code) => this.#session.indexOf(code)).find((found) => found >= 0)
    if (index !== undefined) this.#view.showRegion(index)
  }

  /** Marks of findings are on the map only while one looks at them. */
  #mark() {
    const { map } = this.#session
    const { open, chosen } = this.#borders
    const isLooking = this.#sections.shown === 'borders' || chosen
    const shown = chosen && !open.includes(chosen) ? [...open, chosen] : open
    this.#view.marks = !isLooking || !map ? [] : shown.flatMap((finding) => {
      if (!finding.at) return []
      const [x, y] = map.cellsAt(finding.at)
      return [{ x, y, isChosen: finding === chosen }]
    })
    this.#view.redraw()
  }

  /** @param {number | null} level of the map at many tolerances, while the slider moves; `null` if it does not */
  #showLadder(level) {
    const { ladder } = this.#session
    if (level === null || !ladder) return
    this.#view.level = level
    this.#view.show(ladder)
    this.#view.level = level
    this.#view.redraw()
  }

  // MARK: The page

  /** @param {'' | 'table' | 'pipeline'} name */
  #open(name) {
    this.#drawer = name
    document.body.dataset.drawer = name
    part('drawer').hidden = name === ''
    part('drawer').replaceChildren()
    for (const other of ['table', 'pipeline']) part(`${other}-toggle`).setAttribute('aria-expanded', String(name === other))
    this.#fillDrawer()
  }

  #fillDrawer() {
    if (this.#drawer === 'table') this.#table.show()
    if (this.#drawer === 'pipeline') this.#file.show()
  }

  #listen() {
    on('zoom-in', 'click', () => this.#view.zoom(1.5))
    on('zoom-out', 'click', () => this.#view.zoom(1 / 1.5))
    on('whole', 'click', () => this.#view.whole())
    on('close-message', 'click', () => this.#hideProblem())
    for (const name of /** @type {const} */ (['table', 'pipeline'])) {
      on(`${name}-toggle`, 'click', () => this.#open(this.#drawer === name ? '' : name))
    }
    this.#sections.onOpen = () => {
      if (this.#sections.shown !== 'borders' && this.#borders.chosen) this.#choose()
      this.#mark()
      this.#borders.offer()
    }
    listenForSearch(() => this.#session.map ?? undefined, (index) => this.#go(index))
    this.#view.onHover = (index, { x, y }) => {
      const { map, history } = this.#session
      const hover = part('hover')
      const number = map?.numbers.find(({ name }) => name === history.now.look.number)
      // A label would lie over the name of the area that is chosen, which the pane has too.
      hover.textContent = index < 0 || !map || (index === this.#view.chosen && map.kind === 'areas') ? '' : [map.regions[index].name, number && `${number.name} ${number.words[index]}`].filter(Boolean).join(' · ')
      const [right, bottom] = [part('stage').clientWidth - hover.offsetWidth, part('stage').clientHeight - hover.offsetHeight]
      hover.style.translate = `${Math.min(x + 12, right)}px ${Math.min(y + 12, bottom)}px`
    }
    this.#view.onClick = (index, isMore) => (isMore && index >= 0 ? this.#pickMore(index) : this.#choose(index))
    addEventListener('keydown', (event) => {
      const isTyping = event.target instanceof HTMLInputElement && !['checkbox', 'range'].includes(event.target.type)
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === '/') {
        event.preventDefault()
        part('search').focus()
      }
      if (event.key === 'Escape') {
        if (!part('pane').hidden) this.#choose()
        else if (this.#drawer) this.#open('')
        else if (!part('swipe-close').hidden) part('end-compare').click()
        else if (this.#sections.areSheets) this.#sections.open('')
      }
      // Letters choose an option there.
      if (event.target instanceof HTMLSelectElement) return
      if (event.key === 'n') this.#borders.step(1)
      if (event.key === 'p') this.#borders.step(-1)
      if (event.key === '0') this.#view.whole()
    })
  }
}

/** Each tab has an address of its own, by which the command tells its map and its files from those of others. */
function hasAddress() {
  return !mapIsServed() || /\/t[0-9a-f]{16}\/$/.test(location.pathname)
}

/** Whether another page has the address of this one, as one has whose tab was duplicated. Else this one has it until it goes. */
function isTaken() {
  const { timeout } = /** @type {any} */ (AbortSignal)
  return new Promise((resolve) => navigator.locks.request(location.pathname, { signal: timeout.call(AbortSignal, 300) }, () => {
    resolve(false)
    return new Promise(() => {})
  }).catch(() => resolve(true)))
}

async function start() {
  const name = () => `t${[...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}/`
  if (!hasAddress()) return location.replace(name())
  if (mapIsServed() && (await isTaken())) return location.replace(`../${name()}`)
  await new Page().start()
}

start().catch((error) => {
  document.body.dataset.state = 'failed'
  part('message').hidden = false
  part('problem').textContent = error instanceof Error ? error.message : String(error)
})
