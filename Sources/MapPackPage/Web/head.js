// The head of the page: the name of the map, what is saved, undo, Save, and Save as…

import { download } from './files.js'
import { listenInMenu } from './menu.js'
import { counted, grouped, on, part } from './words.js'

export class Head {
  #session
  #act

  /**
   * @param {import('./session.js').Session} session
   * @param {{picture: (isDark: boolean) => Promise<Blob | null>, size: (scale: number) => number[], failed: (error: unknown) => void, said: (words: string) => void, open: (what: string) => void}} act
   */
  constructor(session, act) {
    this.#session = session
    this.#act = act
    for (const way of /** @type {const} */ (['undo', 'redo'])) on(way, 'click', () => session.go(way))
    on('save', 'click', () => this.#save())
    on('rename', 'click', () => this.#rename())
    on('title', 'click', () => part('rename').hidden || this.#rename())
    const name = part('map-name')
    on('map-name', 'change', () => {
      const text = name.value.trim()
      if (text) session.change((draft) => (draft.map = text), { words: 'name of the map' })
    })
    on('map-name', 'blur', () => this.#showName(false))
    on('map-name', 'keydown', ({ key }) => {
      if (key === 'Escape') name.value = session.history.now.map
      if (key === 'Enter' || key === 'Escape') name.blur()
    })
    listenInMenu(part('save-menu'))
    on('save-menu', 'beforetoggle', () => {
      part('png-words').textContent = `${act.size(3).map(grouped).join(' × ')} as seen, with legend and credits`
      part('save-menu').style.right = `${Math.max(8, innerWidth - (part('save-as').getBoundingClientRect().right || innerWidth))}px`
    })
    on('save-menu', 'click', (event) => this.#choose(event))
    addEventListener('keydown', (event) => {
      if (!(event.ctrlKey || event.metaKey)) return
      if (event.key.toLowerCase() === 's' && session.source.isLive) {
        event.preventDefault()
        this.#save()
      }
      if (event.key.toLowerCase() !== 'z') return
      // Fields have an undo of their own.
      if (event.target instanceof HTMLInputElement && ['text', 'search'].includes(event.target.type)) return
      event.preventDefault()
      session.go(event.shiftKey ? 'redo' : 'undo')
    })
  }

  opened() {
    const { state, source } = this.#session
    const canSave = source.isLive && (state.saves || state.isDraft)
    for (const id of ['undo', 'redo']) part(id).hidden = !source.isLive
    part('save').hidden = !source.isLive || (!state.isEmpty && !canSave)
    part('rename').hidden = !state.isDraft
    part('saved').textContent = state.isEmpty && source.isLive ? 'Nothing dropped yet' : ''
    // A page in a file has only what it draws.
    for (const entry of part('save-menu').querySelectorAll('[data-take]:not([data-take="png"])')) entry.hidden = !source.isLive
    this.altered()
  }

  altered() {
    const { history, state, source } = this.#session
    part('title').textContent = state.isEmpty ? 'New map' : history.now.map || state.map
    document.title = state.isEmpty ? 'MapPack' : history.now.map || state.map
    for (const [id, title, step] of /** @type {const} */ ([['undo', 'Undo', this.#session.undone], ['redo', 'Redo', this.#session.redone]])) {
      part(id).disabled = step === undefined
      part(id).title = step ? `${title}: ${step}` : title
    }
    if (source.isLive && !state.isEmpty && (state.saves || state.isDraft)) {
      part('saved').textContent = state.isDraft ? 'Not saved yet' : history.count > 0 ? `${counted(history.count, 'change')} since Save` : 'Saved'
    }
    this.failed()
  }

  made() {
    const { history, state, figures } = this.#session
    const map = history.now.map || state.map
    part('app-files').textContent = state.isFinished ? `${map}.mappack` : `${map}.mappack, ${map}.swift`
    part('save-menu').querySelector('[data-take="app"] .size').textContent = figures.packWords
  }

  failed() {
    const { state, error, isSource } = this.#session
    part('save').disabled = state.isEmpty || Boolean(error)
    for (const id of ['save-as', 'more']) part(id).disabled = state.isEmpty || isSource
  }

  /** @param {boolean} isEdited */
  #showName(isEdited) {
    part('map-name').hidden = !isEdited
    for (const id of ['title', 'rename']) part(id).hidden = isEdited
  }

  #rename() {
    this.#showName(true)
    part('map-name').value = this.#session.history.now.map
    part('map-name').focus()
    part('map-name').select()
  }

  async #save() {
    try {
      await this.#session.turned
      const state = await this.#session.source.ask('save', this.#session.history.asked)
      await this.#session.saved(state)
      part('saved').textContent = `Saved to ${state.saves}`
      part('saved').title = `mappack run ${state.saves} makes this map`
      // Where the head has no room for it.
      if (!part('saved').checkVisibility()) this.#act.said(part('saved').textContent)
    } catch (error) {
      this.#act.failed(error)
    }
  }

  /** @param {any} event */
  async #choose(event) {
    const chosen = event.target.closest('[data-take], [data-scheme], [data-do]')
    if (!chosen) return
    const { take, scheme } = chosen.dataset
    if (scheme) {
      for (const other of part('scheme').children) other.setAttribute('aria-checked', String(other === chosen))
      return
    }
    if (chosen.dataset.do) return this.#act.open(chosen.dataset.do)
    const isDark = part('scheme').querySelector('[aria-checked="true"]').dataset.scheme === 'dark'
    const { history, state, source } = this.#session
    const map = history.now.map || state.map
    try {
      if (take === 'png') {
        const picture = await this.#act.picture(isDark)
        if (picture) download(picture, `${map}.png`)
      } else {
        for (const form of take === 'app' ? /** @type {const} */ (['pack', ...(state.isFinished ? [] : ['swift'])]) : [take]) {
          const bytes = await source.take(form, history.now.look, isDark && take === 'svg')
          download(new Blob([bytes]), `${map}.${form === 'pack' ? 'mappack' : form}`)
        }
      }
    } catch (error) {
      this.#act.failed(error)
    }
  }
}
