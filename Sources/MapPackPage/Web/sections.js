// The five sections: one line each that says its answer, of which one is open at a time. In small windows they are tabs with
// a panel or a sheet, which page.css says.

import { on, part } from './words.js'

/** @typedef {'source' | 'regions' | 'borders' | 'detail' | 'look'} Name */
/** @typedef {(name: Name, words: string, short: string, count?: number) => void} Answer says the answer of a section, and how many things there are to look at */

const names = /** @type {Name[]} */ (['source', 'regions', 'borders', 'detail', 'look'])

export class Sections {
  /**
   * The section that is open; none if it is empty.
   *
   * @type {Name | ''}
   */
  shown = ''
  /** What they say as long as nothing was dropped, as page.html has it. */
  empty = names.map((name) => [name, part(name).querySelector('.answer').textContent])
  /** Is told that another section is open. */
  onOpen = () => {}

  constructor() {
    for (const name of names) {
      const head = this.#head(name)
      head.addEventListener('click', () => this.open(this.shown === name ? '' : name))
      head.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
        const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
        if (!step) return
        event.preventDefault()
        this.#head(names[(names.indexOf(name) + step + names.length) % names.length]).focus()
      })
      const body = part(`${name}-body`)
      body.querySelector('.close-sheet').addEventListener('click', () => this.open(''))
      closeByDragging(body, () => this.open(''))
    }
  }

  /** @param {Name} name @returns {HTMLElement} */
  #head(name) {
    return part(name).querySelector('.section-head')
  }

  /** Whether sections are sheets over the map. */
  get areSheets() {
    return matchMedia('(max-width: 599.98px)').matches
  }

  /** @param {Name | ''} name */
  open(name) {
    if (document.body.hasAttribute('data-empty')) name = ''
    const closed = name ? '' : this.shown
    if (closed && part(`${closed}-body`).contains(document.activeElement)) this.#head(closed).focus()
    this.shown = name
    for (const other of names) {
      const isOpen = other === name
      part(other).classList.toggle('open', isOpen)
      this.#head(other).setAttribute('aria-expanded', String(isOpen))
      part(`${other}-body`).hidden = !isOpen
    }
    document.body.dataset.section = name
    this.onOpen()
  }

  /** @type {Answer} */
  answer = (name, words, short, count = 0) => {
    const section = part(name)
    section.querySelector('.answer').textContent = words
    section.querySelector('.answer').title = words
    section.querySelector('.answer.short').textContent = short
    section.querySelector('.answer-again').textContent = words
    const badge = section.querySelector('.count')
    badge.hidden = count === 0
    badge.textContent = count ? String(count) : ''
  }

}

/** @param {HTMLElement} sheet is closed if its head is dragged down @param {() => void} close */
export function closeByDragging(sheet, close) {
  let from = Infinity
  sheet.addEventListener('pointerdown', ({ clientY, target }) => {
    from = /** @type {Element} */ (target).closest(innerWidth < 600 ? 'header, .sheet-head' : '.sheet-head') ? clientY : Infinity
  })
  sheet.addEventListener('pointerup', ({ clientY }) => clientY - from > 40 && close())
}
