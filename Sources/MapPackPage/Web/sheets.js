// The panels beside the map in small windows, in which page.css makes them sheets: each is opened by a button below the
// map, lies over a part of the map, and is closed by its button or the Escape key.

import { on, part } from './words.js'

const sheets = ['panel', 'lists']

export class Sheets {
  constructor() {
    for (const id of sheets) {
      on(`open-${id}`, 'click', () => (document.body.dataset.sheet === id ? this.close() : this.open(id)))
      part(id).querySelector('.close').addEventListener('click', () => this.close())
    }
    // What an entry leads to is on the map.
    on('lists', 'click', ({ target }) => target.closest('.entry') && this.close())
    addEventListener('keydown', ({ key }) => key === 'Escape' && this.close())
  }

  /** @param {string} id of the panel */
  open(id) {
    this.#show(id)
    part(id).querySelector('.close').focus()
  }

  close() {
    const id = document.body.dataset.sheet
    if (!id) return
    const hadFocus = part(id).contains(document.activeElement)
    this.#show('')
    if (hadFocus) part(`open-${id}`).focus()
  }

  /**
   * Names the chosen region on the button of the lists.
   *
   * @param {string | undefined} name
   */
  showChosen(name) {
    part('open-lists').textContent = name || 'Lists'
  }

  /** @param {string} open */
  #show(open) {
    document.body.dataset.sheet = open
    for (const id of sheets) part(`open-${id}`).setAttribute('aria-expanded', String(id === open))
  }
}
