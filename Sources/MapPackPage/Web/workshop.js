// What is done to a map before it is simplified: its fields, names, repairs, regions to keep or to leave out; the files
// that are dropped on the page, and what is taken away. `main.js` draws.

import { History, setValue } from './draft.js'
import { fillFields, filterValues } from './fields.js'
import { download, isTable, takeDroppedFiles } from './files.js'
import { fillNames } from './names.js'
import { RepairForm } from './repair.js'
import { showProblem } from './problem.js'
import { button, counted, on, part } from './words.js'

/**
 * @typedef {object} PageActions
 * @property {() => Promise<void>} changed makes the map again
 * @property {() => void} restored shows the settings of the history, and makes the map again
 * @property {(state: any) => Promise<void>} open shows another map
 * @property {(code: string) => void} choose shows a region
 * @property {() => void} compareRepair shows the map before and after the repair
 */

/** The files that are taken away, by their endings. */
const forms = { pack: 'mappack', swift: 'swift', geojson: 'geojson', topojson: 'topojson', svg: 'svg' }

export class Workshop {
  history = new History({})
  #source
  #page
  #repair
  /** @type {any} */
  #state = {}
  /** @type {import('./map.js').DrawnMap | null} */
  #map = null
  /** @type {any} */
  #figures = {}
  /**
   * What the drawer has.
   *
   * @type {'' | 'fields' | 'names'}
   */
  #drawer = ''
  /** @type {any[] | null} */
  #fields = null
  /** @type {{by: import('./names.js').Column, isDown: boolean}} */
  #order = { by: 'code', isDown: false }
  /**
   * The codes of the regions that are picked.
   *
   * @type {string[]}
   */
  picked = []

  /**
   * The files that could not be read.
   *
   * @type {File[]}
   */
  #refused = []

  /** @param {import('./server.js').MapSource} source @param {PageActions} page */
  constructor(source, page) {
    this.#source = source
    this.#page = page
    this.#repair = new RepairForm((alter) => this.change(alter))
    this.#listen()
    if (source.isLive) takeDroppedFiles(document.body, (files) => this.#take(files))
  }

  /**
   * Takes another map.
   *
   * @param {any} state
   */
  open(state) {
    this.#state = state
    this.#fields = null
    this.picked = []
    this.history = new History(JSON.parse(state.values ?? '{}'))
    part('empty').hidden = !state.isEmpty
    document.body.toggleAttribute('data-empty', Boolean(state.isEmpty))
    part('fields-toggle').hidden = !state.hasTable
    part('names-toggle').hidden = !state.hasTable
    part('repair').hidden = !state.hasTable || state.kind !== 'areas'
    part('map-name-field').hidden = !state.isDraft
    part('map-name').value = state.map ?? ''
    for (const id of ['undo', 'redo']) part(id).hidden = !this.#source.isLive || state.isEmpty || state.isFinished
    // A page in a file has only what it draws, and a pack that was made before has its enum elsewhere.
    for (const button of part('take').querySelectorAll('[data-take]')) {
      const { take } = button.dataset
      button.hidden = take !== 'png' && !(this.#source.isLive && (take !== 'swift' || !state.isFinished))
    }
    part('save').textContent = state.isDraft ? 'Save as a pipeline file' : 'Save'
    this.#repair.fill(this.history.values.clean, state.sliders.repair)
    this.#repair.show()
    this.#showDrawer(state.hasTable ? this.#drawer : '')
    this.#showHistory()
  }

  /**
   * A map was made.
   *
   * @param {import('./map.js').DrawnMap} map
   * @param {any} figures
   */
  made(map, figures) {
    this.#map = map
    this.#figures = figures
    this.picked = this.picked.filter((code) => map.regions.some((region) => region.code === code))
    if (this.#drawer === 'names') this.#fillDrawer()
    this.showPicked()
    if (this.history.values.clean) this.#askEffect({})
  }

  /** @param {(draft: import('./draft.js').Draft) => void} alter @param {boolean} [isMoving] */
  change(alter, isMoving = false) {
    this.history.change(alter, isMoving)
    this.#showHistory()
    if (!isMoving) this.#refresh()
    return this.#page.changed()
  }

  /** Shows what is chosen, as the history has it. */
  #refresh() {
    this.#repair.fill(this.history.values.clean, this.#state.sliders.repair)
    if (!this.history.values.clean) this.#repair.show()
    if (this.#drawer === 'fields') this.#fillDrawer()
  }

  #showHistory() {
    part('undo').disabled = !this.history.canUndo
    part('redo').disabled = !this.history.canRedo
    part('saved').hidden = true
  }

  /** @param {'undo' | 'redo'} way */
  #go(way) {
    this.history.go(way)
    this.#showHistory()
    this.#refresh()
    this.#page.restored()
  }

  // MARK: The drawer

  /** @param {'' | 'fields' | 'names'} name */
  async #showDrawer(name) {
    this.#drawer = name
    part('drawer').hidden = name === ''
    for (const other of ['fields', 'names']) part(`${other}-toggle`).setAttribute('aria-pressed', String(name === other))
    if (name === 'fields' && !this.#fields) this.#fields = await this.#source.list('fields')
    this.#fillDrawer()
  }

  #fillDrawer() {
    const drawer = part('drawer')
    const { top, left } = { top: drawer.scrollTop, left: drawer.scrollLeft }
    const focused = document.activeElement instanceof HTMLInputElement ? document.activeElement : null
    const change = (/** @type {any} */ alter) => this.change(alter)
    if (this.#drawer === 'fields' && this.#fields) {
      fillFields(drawer, this.#fields, this.history.values, change, (encoding) => this.#readAgain(encoding))
    } else if (this.#drawer === 'names' && this.#map) {
      const sort = (/** @type {import('./names.js').Column} */ by) => {
        this.#order = { by, isDown: this.#order.by === by && !this.#order.isDown }
        this.#fillDrawer()
      }
      fillNames(drawer, this.#map, this.history, this.#order, { change, choose: this.#page.choose, sort }, this.#state.map)
    }
    drawer.scrollTop = top
    drawer.scrollLeft = left
    // Who types in a field goes on in the same field of the new table.
    const key = focused?.dataset.focus
    const again = key && /** @type {HTMLInputElement | undefined} */ ([...drawer.querySelectorAll('input')].find(({ dataset }) => dataset.focus === key))
    if (!focused || !again) return
    again.value = focused.value
    again.focus()
    again.setSelectionRange(focused.selectionStart, focused.selectionEnd)
  }

  /**
   * After another encoding, the fields have other samples.
   *
   * @param {(draft: import('./draft.js').Draft) => void} alter
   */
  async #readAgain(alter) {
    await this.change(alter)
    this.#fields = await this.#source.list('fields')
    this.#fillDrawer()
  }

  // MARK: Regions that are picked

  /** @param {string[]} codes */
  pick(codes) {
    this.picked = codes
    this.showPicked()
  }

  /** Shows what can be done with the picked regions. */
  showPicked() {
    const actions = part('region-actions')
    actions.hidden = this.picked.length === 0 || !this.#state.hasTable
    if (actions.hidden) return
    const field = this.#figures.keyField
    const words = this.picked.length === 1 ? '' : ` ${counted(this.picked.length, 'region')}`
    const attributes = field ? { title: 'Shift-click more regions to pick several' } : { title: 'The key has to be one field', disabled: '' }
    actions.replaceChildren(
      button({ id: 'keep-only', ...attributes }, () => this.#filter('select', field, () => this.picked), `Keep only${words || ' this'}`),
      button({ id: 'leave-out', ...attributes },
        () => this.#filter('drop', field, (old) => [...new Set([...old, ...this.picked])]), `Leave out${words}`))
  }

  /** @param {'select' | 'drop'} filter @param {string} field @param {(old: any[]) => any[]} values */
  #filter(filter, field, values) {
    const { count } = this.history.values.expect ?? {}
    const regions = this.#map?.regions.length ?? 0
    const left = filter === 'select' ? this.picked.length : regions - this.picked.length
    this.change((draft) => {
      setValue(draft.values, [filter, field], values(filterValues(draft.values[filter]?.[field])))
      // Whoever leaves a region out does not expect it.
      if (count !== undefined) setValue(draft.values, ['expect', 'count'], String(left))
    })
  }

  // MARK: Repair

  /** @param {object} more */
  async #askEffect(more) {
    const { history } = this
    try {
      const effect = await this.#source.ask('repair', { ...history.asked, ...more })
      if (history === this.history) this.#repair.show(effect?.words)
      return effect
    } catch (error) {
      showProblem(error)
    }
  }

  async #propose() {
    this.#busy('Trying lengths …')
    const effect = await this.#askEffect({ proposes: true })
    this.#busy('')
    if (!effect?.length) return
    this.change(({ values }) => {
      setValue(values, ['clean', 'snap'], effect.length)
      setValue(values, ['clean', 'fillGaps'], effect.length)
    })
  }

  // MARK: Files

  /** @param {string} words empty if nothing takes long */
  #busy(words) {
    part('busy').hidden = words === ''
    part('busy').textContent = words
  }

  /** @param {File[]} files @param {object} [reading] */
  async #take(files, reading = {}) {
    part('empty-problem').hidden = true
    part('read-again').hidden = true
    part('layers').replaceChildren()
    try {
      if (this.#state.hasTable && files.every(isTable)) return await this.#takeTable(files[0])
      for (const [index, file] of files.entries()) {
        this.#busy(`Reading ${file.name}${files.length > 1 ? ` (${index + 1} of ${files.length})` : ''} …`)
        await this.#source.upload(file)
      }
      this.#busy('Merging …')
      const answer = await this.#source.ask('open', { files: files.map(({ name }) => name), ...reading })
      if (answer.layers) return this.#askLayer(files, answer.layers)
      await this.#page.open(answer)
      if (!this.#drawer) await this.#showDrawer('fields')
    } catch (error) {
      showProblem(error, this.#state.isEmpty ? 'empty-problem' : 'problem')
      this.#refused = files
      part('read-again').hidden = false
    } finally {
      this.#busy('')
    }
  }

  /**
   * Asks for one of several layers.
   *
   * @param {File[]} files
   * @param {{layer: string, words: string}[]} layers
   */
  #askLayer(files, layers) {
    part('empty').hidden = false
    const all = { layer: '*', words: 'All of them' }
    part('layers').replaceChildren('The file has several layers. Which one?', ...[...layers, all].map(({ layer, words }) => (
      button({}, () => this.#take(files, { layer }), words))))
  }

  /**
   * A table of readings.
   *
   * @param {File} file
   */
  async #takeTable(file) {
    await this.#source.upload(file)
    const { table } = await this.#source.ask('table', { file: file.name })
    this.change(({ values }) => setValue(values, ['names', 'table'], table))
  }

  async save() {
    try {
      const state = await this.#source.ask('save', { ...this.history.asked, map: part('map-name').value.trim() })
      if (this.#state.isDraft) await this.#page.open(state)
      else this.open(state)
      part('saved').hidden = false
      part('saved').textContent = `Saved. \`mappack run ${state.saves}\` makes this map.`
    } catch (error) {
      showProblem(error)
    }
  }

  /**
   * Gives the map away.
   *
   * @param {keyof typeof forms} form
   * @param {object} look how pictures are drawn, as in a pipeline file
   */
  async takeAway(form, look) {
    try {
      const bytes = await this.#source.take(form, look)
      download(new Blob([bytes]), `${this.#state.map}.${forms[form]}`)
    } catch (error) {
      showProblem(error)
    }
  }

  #listen() {
    for (const way of /** @type {const} */ (['undo', 'redo'])) on(way, 'click', () => this.#go(way))
    for (const name of /** @type {const} */ (['fields', 'names'])) {
      on(`${name}-toggle`, 'click', () => this.#showDrawer(this.#drawer === name ? '' : name))
    }
    on('propose', 'click', () => this.#propose())
    on('before-repair', 'click', () => this.#page.compareRepair())
    on('read-again', 'submit', (event) => {
      event.preventDefault()
      const [crs, encoding] = [part('empty-crs').value.trim(), part('empty-encoding').value.trim()]
      this.#take(this.#refused, { ...(crs && { crs }), ...(encoding && { encoding }) })
    })
    on('choose-files', 'click', () => part('file-input').click())
    on('file-input', 'change', () => {
      const files = [...part('file-input').files]
      part('file-input').value = ''
      if (files.length > 0) this.#take(files)
    })
    addEventListener('keydown', (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
      // Fields have an undo of their own.
      if (event.target instanceof HTMLInputElement && event.target.type === 'text') return
      event.preventDefault()
      this.#go(event.shiftKey ? 'redo' : 'undo')
    })
  }
}
