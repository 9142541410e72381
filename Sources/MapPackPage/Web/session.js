// What is shown and what was made of it. It asks the command, and tells the parts of the page what has come.

import { History } from './draft.js'
import { DrawnMap } from './map.js'

/**
 * A part of the page: what it does when something has come.
 *
 * @typedef {object} View
 * @property {() => void} [opened] another map was opened
 * @property {() => void} [altered] what is asked for has changed
 * @property {() => void} [made] a map was made
 * @property {() => void} [found] the findings of the sources are there, or the fields
 * @property {() => void} [limited] how far the settings can go
 * @property {() => void} [failed] the map that is asked for cannot be made, or can again
 */

/** @typedef {{opening: import('./drop.js').Opening | undefined, history: History, name: string}} Aside a map that is not shown */

/** What a look has if nothing is written. */
const defaultLook = { palette: 'paper', ramp: 'sea', outline: 'coast', names: true }

/** @param {any} state @returns {History} that of a map as it is written */
function historyOf(state) {
  const look = Object.fromEntries(Object.entries(state.look ?? {}).filter(([key, value]) => (
    value !== null && value !== defaultLook[/** @type {'names'} */ (key)] && !(key === 'breaks' && value === 'equal-counts') && !(key === 'classes' && value === 5))))
  return new History(JSON.parse(state.values ?? '{}'), look, state.isDraft ? state.map : '')
}

export class Session {
  /** @type {View[]} */
  views = []
  source
  /** @type {any} */
  state = { isEmpty: true, sliders: {}, methods: [['', '']] }
  history = new History({})
  /** @type {DrawnMap | null} */
  map = null
  /** @type {any} */
  figures = {}
  /** Whether the map is the source, because no other can be made. */
  isSource = false
  /** Why the map that is asked for cannot be made. */
  error = ''
  /** @type {any[] | null} */
  fields = null
  /** @type {any[]} */
  sourceFindings = []
  /** @type {any} */
  limits = null
  /**
   * The map at many tolerances.
   *
   * @type {DrawnMap | null}
   */
  ladder = null
  /** What the settings of a request about limits are. */
  valueForLimits = () => ({})
  /**
   * The drop that the map was made of; none for what the page began with.
   *
   * @type {import('./drop.js').Opening | undefined}
   */
  opening
  /**
   * The maps that were shown before: the drop of each, and what was asked for.
   *
   * @type {Aside[]}
   */
  #earlier = []
  /**
   * Those that an undo has put aside.
   *
   * @type {Aside[]}
   */
  #later = []
  /** Ends when a map that was put aside is back. */
  turned = Promise.resolve()
  /** The number of the merged map, of which the findings and the ladder are. */
  #revision = -1
  #limitsKey = ''
  #isMaking = false
  #isAskedAgain = false

  /** @param {import('./server.js').MapSource} source */
  constructor(source) {
    this.source = source
  }

  /** @param {keyof View} event */
  tell(event) {
    for (const view of this.views) view[event]?.()
  }

  /** Whether there is something to simplify. */
  get hasSettings() {
    return this.source.isLive && !this.state.isFinished && this.state.kind !== 'points'
  }

  /**
   * What the pipeline file would say.
   *
   * @returns {Record<string, any>}
   */
  get values() {
    return this.history.now.values
  }

  /**
   * Shows a map, or an empty page.
   *
   * @param {any} state
   * @param {History | string | null} [asked] what is asked for, or a text that a page has kept of it; without it, what is written
   */
  async open(state, asked = null) {
    const history = asked instanceof History ? asked : historyOf(state)
    if (typeof asked === 'string') history.restore(asked)
    Object.assign(this, { state, history, figures: {}, map: null, fields: null, sourceFindings: [], limits: null, ladder: null, error: '' })
    this.#revision = -1
    this.tell('opened')
    if (!state.isEmpty) await this.make()
    document.body.dataset.complete = 'true'
    this.#ready()
  }

  /**
   * Changes what is asked for.
   *
   * @param {(draft: import('./draft.js').Draft) => void} alter
   * @param {{isMoving?: boolean, isLook?: boolean, words?: string}} [how] whether a slider is held; whether only the look changes,
   *   so that the map stays; the change in words
   * @returns {Promise<void>}
   */
  async change(alter, how = {}) {
    const { isMoving = false, isLook = false, words = '' } = how
    this.history.change(alter, isMoving, words)
    this.#later = []
    this.tell('altered')
    if (!isLook) await this.make()
  }

  /**
   * Shows a map that was dropped; undo brings back the one before.
   *
   * @param {any} state
   * @param {import('./drop.js').Opening} opening
   */
  async replace(state, opening) {
    if (!this.state.isEmpty) this.#earlier.push(this.#aside)
    this.#later = []
    this.opening = opening
    await this.open(state)
  }

  /** @returns {Aside} */
  get #aside() {
    return { opening: this.opening, history: this.history, name: this.history.now.map || this.state.map }
  }

  /** @returns {string | undefined} what is undone next: a change, or a drop */
  get undone() {
    return this.history.undone ?? (this.#earlier.length > 0 ? `back to ${this.#earlier[this.#earlier.length - 1].name}` : undefined)
  }

  /** @returns {string | undefined} */
  get redone() {
    return this.history.redone ?? (this.#later.length > 0 ? `on to ${this.#later[this.#later.length - 1].name}` : undefined)
  }

  /**
   * Shows a map that was put aside, with what was asked for.
   *
   * @param {'undo' | 'redo'} way
   */
  async #turn(way) {
    const [from, to] = way === 'undo' ? [this.#earlier, this.#later] : [this.#later, this.#earlier]
    const wanted = from.pop()
    if (!wanted) return
    document.body.dataset.state = 'making'
    const state = await this.source.ask('open', wanted.opening ?? {}).catch((error) => this.#fail(error.message))
    if (!state) {
      from.push(wanted)
      return this.#ready()
    }
    to.push(this.#aside)
    this.opening = wanted.opening
    await this.open(state, wanted.history)
  }

  /** @param {'undo' | 'redo'} way */
  async go(way) {
    if ((way === 'undo' ? this.history.undone : this.history.redone) === undefined) return (this.turned = this.turned.catch(() => {}).then(() => this.#turn(way)))
    const asked = () => JSON.stringify({ ...this.history.asked, look: null })
    const before = asked()
    this.history.go(way)
    this.tell('altered')
    if (asked() !== before) await this.make()
  }

  /**
   * Takes that what is asked for was saved.
   *
   * @param {any} state
   */
  async saved(state) {
    const { isDraft } = this.state
    this.history.save(historyOf(state))
    this.state = state
    if (!isDraft) return this.tell('altered')
    this.opening = { map: state.saves, files: [] }
    await this.open(state, this.history)
  }

  /**
   * Makes a map; if one is being made, the new one follows it.
   *
   * @returns {Promise<void>}
   */
  async make() {
    if (this.#isMaking) {
      this.#isAskedAgain = true
      return
    }
    this.#isMaking = true
    document.body.dataset.state = 'making'
    try {
      do {
        this.#isAskedAgain = false
        const made = await this.source.make(this.history.asked)
        if (made) await this.#take(made)
        this.#fail('')
      } while (this.#isAskedAgain)
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error))
      if (!this.map) {
        const source = await this.source.map('source')
        if (!source) throw error
        await this.#take(source, true)
      }
    }
    this.#askLimits()
    this.#isMaking = false
    if (this.#isAskedAgain) return this.make()
    this.#ready()
  }

  /** @param {string} error */
  #fail(error) {
    this.error = error
    this.tell('failed')
  }

  #ready() {
    // The map is drawn with the next animation frame.
    requestAnimationFrame(() => requestAnimationFrame(() => {
      if (!this.#isMaking) document.body.dataset.state = 'ready'
    }))
  }

  /** @param {import('./server.js').MadeMap} made @param {boolean} isSource whether it is the source, because no other can be made */
  async #take(made, isSource = false) {
    const isFirst = !this.map
    this.map = new DrawnMap(made)
    this.isSource = isSource
    this.figures = made.figures
    const revision = this.figures.revision ?? 0
    const isNew = revision !== this.#revision
    if (isNew) this.ladder = null
    this.#revision = revision
    // What was known is about other settings.
    if (this.#wantedLimits !== this.#limitsKey) {
      document.body.dataset.limits = 'asked'
      this.#limitsKey = ''
      this.limits = null
    }
    this.tell('made')
    if (!isNew) return
    const reading = this.#readBeside()
    if (isFirst) await reading
  }

  /** Reads what belongs to the merged map: its fields, what is wrong with its sources, and itself at many tolerances. */
  async #readBeside() {
    const revision = this.#revision
    const isOld = () => this.#revision !== revision
    const findings = (await this.source.list('findings')) ?? []
    if (isOld()) return
    this.sourceFindings = findings
    if (this.state.hasTable) this.fields = await this.source.list('fields')
    if (isOld()) return
    this.tell('found')
    if (!this.hasSettings) return
    const ladder = await this.source.map('ladder')
    if (!ladder || isOld()) return
    this.ladder = new DrawnMap(ladder)
    this.tell('limited')
  }

  /** Reads the fields anew, after another encoding or layer. */
  async readFields() {
    this.fields = await this.source.list('fields')
    this.tell('found')
  }

  /** What the limits depend on, as a text. */
  get #wantedLimits() {
    return `${this.#revision} ${JSON.stringify(this.valueForLimits())}`
  }

  /** Asks how far the settings can go, if that is not known. The answer may come when it is about other settings. */
  async #askLimits() {
    const key = this.#wantedLimits
    if (!this.hasSettings || key === this.#limitsKey) return
    const { values, ...asked } = this.history.asked
    const limits = await this.source.ask('limits', { ...asked, values: { ...values, simplify: this.valueForLimits() } }).catch(() => null)
    if (!limits || key !== this.#wantedLimits) return
    this.#limitsKey = key
    this.limits = limits
    document.body.dataset.limits = 'known'
    this.tell('limited')
  }

  /** @param {string | undefined} code @returns {number} the index of a region; -1 if there is none */
  indexOf(code) {
    return code && this.map ? this.map.regions.findIndex((region) => region.code === code) : -1
  }
}
