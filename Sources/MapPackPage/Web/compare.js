// Before and after: another edition of the map on one side of a line that is dragged, or as a thin line. The menu of the
// section Detail says which editions there are.

import { DrawnMap } from './map.js'
import { fillMenu, on, part } from './words.js'

export class Comparison {
  #session
  #view
  /** @type {Map<string, DrawnMap>} */
  #maps = new Map()
  #revision = -1

  /** @param {import('./session.js').Session} session @param {import('./canvas.js').MapView} view */
  constructor(session, view) {
    this.#session = session
    this.#view = view
    const line = part('swipe')
    for (const id of ['before', 'before-how']) on(id, 'change', () => this.show())
    on('end-compare', 'click', () => this.use(''))
    on('swipe', 'pointerdown', (event) => line.setPointerCapture(event.pointerId))
    on('swipe', 'pointermove', (event) => {
      const { left, width } = part('stage').getBoundingClientRect()
      if (line.hasPointerCapture(event.pointerId)) this.#place((event.clientX - left) / width)
    })
    on('swipe', 'keydown', ({ key }) => {
      const step = { ArrowLeft: -0.02, ArrowRight: 0.02 }[/** @type {string} */ (key)]
      if (step) this.#place(this.#view.swipe + step)
    })
  }

  opened() {
    const { state, source } = this.#session
    const editions = [
      ['', 'with nothing', true], ['source', 'the source', source.isLive && !state.isFinished],
      ['unrepaired', 'the source before repair', state.hasTable && state.kind === 'areas'],
      ['former', 'the former edition', state.hasFormer],
    ]
    fillMenu(part('before'), editions.filter(([, , isThere]) => isThere))
    this.#forget()
  }

  made() {
    const { revision = 0 } = this.#session.figures
    if (revision !== this.#revision) this.#forget()
    this.#revision = revision
  }

  /** Forgets editions that may have changed. */
  #forget() {
    this.#maps.clear()
    this.show()
  }

  /**
   * Shows an edition, or another way of comparing.
   *
   * @param {string} name
   * @param {string} [how]
   */
  use(name, how = part('before-how').value) {
    part('before').value = name
    part('before-how').value = how
    this.show()
  }

  async show() {
    const name = part('before').value
    if (name && !this.#maps.has(name)) {
      const answer = await this.#session.source.map(name)
      if (answer) this.#maps.set(name, new DrawnMap(answer))
    }
    if (part('before').value !== name) return
    this.#view.before = this.#maps.get(name) ?? null
    this.#view.beforeHow = part('before-how').value
    part('swipe-close').hidden = !name
    this.#place(this.#view.swipe)
  }

  /** @param {number} share of the view's width */
  #place(share) {
    this.#view.swipe = Math.min(Math.max(share, 0), 1)
    const line = part('swipe')
    line.hidden = !this.#view.before || this.#view.beforeHow !== 'swipe'
    line.style.left = `${100 * this.#view.swipe}%`
    line.setAttribute('aria-valuenow', String(Math.round(100 * this.#view.swipe)))
    this.#view.redraw()
  }
}
