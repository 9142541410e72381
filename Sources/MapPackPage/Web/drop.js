// Files that are dropped on the page or chosen: the empty page, the layers of a file, what cannot be read, and what a drop is to
// the map that is shown.

import { addValue } from './draft.js'
import { takeDroppedFiles } from './files.js'
import { button, drawing, element, fieldRow, fillMenu, on, part } from './words.js'

/** @param {File} file @returns {string} its name, as one that all file systems take */
const soundName = ({ name }) => name.replace(/[\\/:*?"<>|]/g, '-').replace(/^\.+/, '') || 'file'

/**
 * The files of a drop, and how they are read. The command keeps them under the number of the drop.
 *
 * @typedef {{drop?: string, files: string[], layer?: string, crs?: string, encoding?: string, map?: string, example?: string}} Opening
 */

export class Drop {
  #session
  #act
  /**
   * The drop that could not be read.
   *
   * @type {Opening | null}
   */
  #refused = null

  /**
   * @param {import('./session.js').Session} session
   * @param {{busy: (words: string) => void, opened: () => void}} act
   */
  constructor(session, act) {
    this.#session = session
    this.#act = act
    if (session.source.isLive) takeDroppedFiles(document.body, (files) => this.take(files))
    on('choose-files', 'click', () => part('file-input').click())
    on('file-input', 'change', () => {
      const files = [...part('file-input').files]
      part('file-input').value = ''
      if (files.length > 0) this.take(files)
    })
    on('close-refusal', 'click', () => this.#forgetRefusal())
    on('copy-line', 'click', () => navigator.clipboard?.writeText(part('empty-line').textContent))
    on('publisher', 'input', () => this.#search())
    on('read-again', 'submit', (event) => {
      event.preventDefault()
      const [crs, encoding] = [part('empty-crs').value.trim(), part('empty-encoding').value.trim()]
      if (this.#refused) this.#open({ ...this.#refused, ...(crs && { crs }), ...(encoding && { encoding }) })
    })
  }

  opened() {
    const { state, history } = this.#session
    part('empty').hidden = !state.isEmpty
    document.body.toggleAttribute('data-empty', Boolean(state.isEmpty))
    if (state.isEmpty && this.#session.source.isLive) this.#fillShelf()
    part(state.isEmpty ? 'drop-area' : 'source-body').append(part('from-publisher'))
    part('stage').dataset.dropping = state.isEmpty ? '' : `Drop to add to ${history.now.map || state.map}`
  }

  /** @param {File[]} files */
  async take(files) {
    part('layers').hidden = true
    // A number that no other drop has.
    const opening = { drop: String(Date.now()), files: files.map(soundName) }
    await this.#trying(opening, async () => {
      for (const [index, file] of files.entries()) {
        this.#act.busy(`Reading ${file.name}${files.length > 1 ? ` (${index + 1} of ${files.length})` : ''} …`)
        await this.#session.source.upload(String(opening.drop), file, soundName(file))
      }
      return this.#session.state.isEmpty ? this.#read(opening) : this.#examine(opening)
    })
  }

  /** @param {Opening} opening what a drop on a map is asked about */
  async #examine(opening) {
    this.#act.busy('Looking …')
    const answer = await this.#session.source.ask('examine', opening)
    if (!answer.layers) return this.#askUse(opening, answer)
    this.#askLayer(opening, answer.layers, (layer) => this.#trying(opening, () => this.#examine({ ...opening, layer })))
  }

  /** Offers the maps of the folder, and examples. */
  async #fillShelf() {
    const shelf = await this.#session.source.ask('shelf', {}).catch(() => ({}))
    for (const [id, cards] of Object.entries(shelf)) {
      part(id).hidden = cards.length === 0
      part(id).querySelector('.maps').replaceChildren(...cards.map((/** @type {any} */ { title, words, picture, fills, map, example, files }) => (
        button({ dir: 'auto' }, () => this.#open(map ? { map, files } : { drop: String(Date.now()), files, example }),
          element('img', { alt: '', src: URL.createObjectURL(new Blob([picture], { type: 'image/svg+xml' })), ...(fills && { class: 'fills' }) }),
          element('b', {}, title), element('span', { class: 'small' }, words)))))
    }
  }

  /** Lists files of publishers. */
  async #search() {
    const words = part('publisher').value
    const hits = words.trim() ? await this.#session.source.ask('search', { words }).catch(() => []) : []
    if (part('publisher').value !== words) return
    part('published').hidden = hits.length === 0
    part('published').replaceChildren(...hits.map((/** @type {any} */ hit) => (
      button({ dir: 'auto' }, () => this.#offer(hit), element('span', {}, hit.words), element('code', { class: 'small' }, hit.id)))))
  }

  /**
   * Asks before anything is downloaded, and for what the id of the file lacks.
   *
   * @param {{id: string, words: string, terms: string, parts: {part: string, codes: {code: string, words: string}[], chosen?: string}[], isOffered: boolean}} hit
   */
  #offer({ id, words, terms, parts, isOffered }) {
    const menus = parts.map(({ part, codes, chosen }) => (
      fillMenu(element('select', { name: part }), codes.map(({ code, words }) => [code, words]), chosen)))
    const opening = { drop: String(Date.now()), files: [id] }
    const get = button({ class: 'button filled', id: 'download' }, () => {
      part('dialog').close()
      // If the download fails, it is offered again as it was chosen.
      menus.forEach(({ value }, index) => (parts[index].chosen = value))
      this.#trying(opening, async () => {
        this.#act.busy('Downloading …')
        const published = menus.reduce((id, { name, value }) => id.replace(name, value), id)
        opening.files = await this.#session.source.ask('get', { drop: opening.drop, published })
        return this.#session.state.isEmpty ? this.#read(opening) : this.#examine(opening)
      })
    }, 'Download')
    this.#show(words, terms, element('div', { class: 'choices' }, ...menus.map((menu) => fieldRow(menu.name.toLowerCase(), menu))), isOffered ? [get] : [])
  }

  /**
   * Reads another layer of the same files.
   *
   * @param {string} layer
   */
  takeLayer(layer) {
    const { opening } = this.#session
    return opening && this.#open({ ...opening, layer })
  }

  /** @param {Opening} opening @returns {Promise<void>} */
  #open(opening) {
    return this.#trying(opening, () => this.#read(opening))
  }

  /**
   * Does what may be refused.
   *
   * @param {Opening} opening
   * @param {() => Promise<any>} work
   */
  async #trying(opening, work) {
    this.#forgetRefusal()
    try {
      await work()
    } catch (error) {
      this.#refuse(error, opening)
    } finally {
      this.#act.busy('')
    }
  }

  /** @param {Opening} opening */
  async #read(opening) {
    this.#act.busy('Merging …')
    const answer = await this.#session.source.ask('open', opening)
    if (answer.layers) return this.#askLayer(opening, answer.layers, (layer) => this.#open({ ...opening, layer }))
    part('layers').hidden = true
    // The step that comes next opens at once, before somebody opens another.
    const shown = this.#session.replace(answer, opening)
    this.#act.opened()
    await shown
  }

  #forgetRefusal() {
    part('empty').hidden = !this.#session.state.isEmpty
    part('refusal').hidden = true
    part('drop-area').classList.remove('refused')
    part('read-again').hidden = true
    part('choose-files').textContent = 'Choose files'
  }

  /** @param {unknown} error @param {Opening} opening */
  #refuse(error, opening) {
    this.#refused = opening
    // On a map the drop area is a card with the refusal alone.
    part('empty').hidden = false
    const { message = String(error), what = message, remedy = '' } = /** @type {any} */ (error)
    const [, before = remedy, line = ''] = /^(.*), or with: (.+)$/.exec(remedy) ?? []
    part('refusal').hidden = false
    part('empty-problem').textContent = what
    part('empty-remedy').textContent = line ? `${before}, or with this line:` : before
    part('empty-line').textContent = line
    part('empty-line').parentElement.hidden = !line
    part('choose-files').textContent = 'Choose another file'
    // Another system or encoding helps only if the file was read as one of those that are read.
    part('read-again').hidden = !/coordinate|system|encod/.test(what)
    part('drop-area').classList.add('refused')
  }

  /**
   * Asks for one of several layers.
   *
   * @param {Opening} opening
   * @param {{layer: string, words: string}[]} layers
   * @param {(layer: string) => void} take
   */
  #askLayer(opening, layers, take) {
    const all = { layer: '*', words: 'All of them' }
    const choices = [...layers, all].map(({ layer, words }) => (
      button({ class: 'button' }, () => {
        part('dialog').close()
        take(layer)
      }, words)))
    if (this.#session.state.isEmpty) {
      part('layers').hidden = false
      part('layers').replaceChildren('The file has several layers. Which one?', ...choices)
    } else {
      this.#show('Which layer?', `${opening.files[0]} has several.`, element('div', { class: 'choices' }, ...choices), [])
    }
  }

  /**
   * Asks what a drop is to the map that is shown.
   *
   * @param {Opening} opening
   * @param {{words: string, likely: string, uses: {use: string, title: string, words: string, button: string, isPossible: boolean}[]}} answer
   */
  #askUse(opening, { words, likely, uses }) {
    let chosen = uses.find(({ use, isPossible }) => use === likely && isPossible) ?? uses.find(({ isPossible }) => isPossible)
    const go = button({ class: 'button filled', id: 'use-drop' }, () => {
      part('dialog').close()
      if (chosen) this.#use(opening, chosen.use)
    }, chosen?.button ?? '')
    const choices = uses.map((choice) => {
      const { use, title, words, isPossible } = choice
      const made = button({ class: 'choice', role: 'radio', 'data-use': use, 'aria-checked': String(choice === chosen) }, () => {
        chosen = choice
        go.textContent = choice.button
        for (const other of choices) other.setAttribute('aria-checked', String(other === made))
      }, drawing('svg', { class: 'drawing', viewBox: '0 0 64 48', 'aria-hidden': 'true' }, drawing('use', { href: `#use-${use}` })), element('span', {}, element('b', {}, title), element('span', { class: 'small' }, words)), element('i', { class: 'dot' }))
      made.disabled = !isPossible
      return made
    })
    this.#show(`What is ${opening.files[0]} to this map?`, words, element('div', { class: 'choices', role: 'radiogroup' }, ...choices), chosen ? [go] : [])
  }

  /** @param {string} title @param {string} words @param {HTMLElement} choices @param {HTMLElement[]} buttons */
  #show(title, words, choices, buttons) {
    const dialog = part('dialog')
    dialog.replaceChildren(element('h2', { id: 'dialog-title', dir: 'auto' }, title), element('p', { class: 'small', dir: 'auto' }, words), choices,
      element('div', { class: 'row' }, button({ class: 'button' }, () => dialog.close(), 'Cancel'), ...buttons))
    dialog.showModal()
  }

  /** @param {Opening} opening @param {string} use */
  #use(opening, use) {
    return this.#trying(opening, async () => {
      if (use === 'map') return this.#read(opening)
      this.#act.busy('Reading …')
      /** @type {{path: string[], value: any}[]} */
      const changes = await this.#session.source.ask('adopt', { ...opening, use })
      const words = { water: 'take out the water', land: 'keep the land', regions: 'more regions', numbers: 'numbers', names: 'names' }[use]
      await this.#session.change(({ values }) => {
        for (const { path, value } of changes) addValue(values, path, value)
        if (use === 'regions') delete values.expect
      }, { words })
      await this.#session.readFields()
    })
  }
}
