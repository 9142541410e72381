// The pipeline file in the drawer, as it will be saved.

import { button, counted, element, icon } from './words.js'

/** @param {string} line of YAML @returns {(Node | string)[]} with its key in its color */
function colored(line) {
  const [, before, key, rest] = /^(\s*(?:- )?)([\p{L}\p{N}_-]+|"[^"]*")(:.*)$/u.exec(line) ?? []
  return key ? [before, element('b', {}, key), rest] : [line]
}

export class PipelineDrawer {
  #session
  #drawer
  #close

  /** @param {import('./session.js').Session} session @param {HTMLElement} drawer @param {() => void} close */
  constructor(session, drawer, close) {
    this.#session = session
    this.#drawer = drawer
    this.#close = close
  }

  async show() {
    const { history, source } = this.#session
    const answer = await source.ask('pipeline', history.asked).catch((error) => ({ path: '', text: '', error: error.message }))
    if (!answer || history !== this.#session.history) return
    const { path, text, written, error } = answer
    const lines = text.split('\n').slice(0, -1)
    const old = new Set((written ?? '').split('\n'))
    const changed = lines.map((/** @type {string} */ line) => written !== undefined && !old.has(line))
    const count = changed.filter(Boolean).length
    const top = this.#drawer.querySelector('.file')?.scrollTop ?? 0
    this.#drawer.replaceChildren(
      element('div', { class: 'drawer-head' }, element('code', {}, path), ...(count > 0 ? [element('span', { class: 'tag' }, `${counted(count, 'line')} changed since Save`)] : []),
        element('span', { class: 'grow small error' }, error ?? ''),
        button({ class: 'button', id: 'copy-file' }, () => navigator.clipboard?.writeText(text), icon('copy'), 'Copy'),
        button({ class: 'plain', 'aria-label': 'Close' }, this.#close, icon('chevron'))),
      element('ol', { class: 'file', tabindex: '0', 'aria-label': 'The pipeline file' }, ...lines.map((/** @type {string} */ line, /** @type {number} */ index) => (
        element('li', changed[index] ? { class: 'changed' } : {}, element('span', {}, ...colored(line)))))))
    this.#drawer.querySelector('.file')?.scrollTo(0, top)
  }
}
