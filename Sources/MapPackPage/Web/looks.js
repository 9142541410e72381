// How the map looks: its colors, what they mean, and which names are large. The fields are those of page.html.

import { showLegend } from './panels.js'
import { fillMenu, on, part } from './words.js'

export class Looks {
  #view
  /**
   * The colors that were chosen instead of the palette's.
   *
   * @type {{water?: string, land?: string}}
   */
  #chosen = {}
  /**
   * The field that says how large names are, once one is chosen.
   *
   * @type {string | null}
   */
  #importance = null
  /** @type {any} */
  #state = {}
  /** Is told that the map looks different. */
  onChange = () => {}

  /** What the map is drawn with. */
  get look() {
    return { palette: part('palette').value, ...this.#chosen }
  }

  /** How pictures are drawn, as a pipeline file says it. */
  get written() {
    const importance = part('importance').value
    const outline = part('outline').checked ? 'border' : 'coast'
    return Object.fromEntries(Object.entries({ ...this.look, importance, outline }).filter(([, value]) => value))
  }

  /** @param {import('./canvas.js').MapView} view */
  constructor(view) {
    this.#view = view
    view.onColors = () => this.#showColors()
    on('palette', 'change', () => this.#paint({}))
    on('water', 'input', () => this.#paint({ water: part('water').value }))
    on('water-reset', 'click', () => this.#paint({ water: undefined }))
    on('land', 'change', () => this.#paint({ land: part('land').value ? part('land-color').value : undefined }))
    on('land-color', 'input', () => this.#paint({ land: part('land-color').value }))
    on('number', 'change', () => this.colorByNumber())
    on('show-labels', 'change', () => {
      view.showsLabels = part('show-labels').checked
      view.redraw()
    })
    on('importance', 'change', () => {
      this.#importance = part('importance').value
      view.importance = part('importance').value
      view.redraw()
    })
    on('outline', 'change', () => {
      view.isInland = part('outline').checked
      view.redraw()
    })
  }

  /**
   * Takes the looks of another map.
   *
   * @param {any} state
   */
  open(state) {
    this.#state = state
    this.#importance = null
    for (const id of ['outline-field', 'water-field', 'land-field']) part(id).hidden = state.kind !== 'areas'
    part('palette').value = state.palette
    this.#chosen = { water: state.water, land: state.land }
    part('outline').checked = state.outline === 'border'
    this.#view.isInland = part('outline').checked
    this.#view.paint(this.look)
  }

  /**
   * Offers what a map that was made can be drawn by.
   *
   * @param {import('./map.js').DrawnMap} map
   */
  offer(map) {
    // The first ranking is that of sizes.
    const numeric = map.rankings.slice(1).map(({ field }) => field)
    const chosen = this.#importance ?? this.#state.importance
    const all = { areas: 'large areas', lines: 'long lines', points: 'none' }[map.kind]
    fillMenu(part('importance'), [['', all], ...numeric.map((field) => [field, `large ${field}`])], chosen)
    part('importance-field').hidden = numeric.length === 0
    this.#view.importance = part('importance').value
    const names = map.numbers.map(({ name }) => name)
    fillMenu(part('number'), [['', 'nothing'], ...names.map((name) => [name, name])], part('number').value)
    part('number-field').hidden = names.length === 0
    this.colorByNumber()
  }

  /** Colors the map that is shown by the number that is chosen. */
  colorByNumber() {
    const { map, colors } = this.#view
    map?.colorBy(part('number').value)
    if (map) showLegend(map, colors)
    this.#view.redraw()
    this.onChange()
  }

  #showColors() {
    const { water, land } = this.#chosen
    const { map, colors } = this.#view
    part('water').value = colors.water
    part('water-reset').hidden = !water
    part('land').value = land ? 'one' : ''
    part('land-color').hidden = !land
    part('land-color').value = land ?? colors.land.shades[0]
    if (map) showLegend(map, colors)
    this.onChange()
  }

  /** @param {{water?: string, land?: string}} chosen */
  #paint(chosen) {
    this.#chosen = { ...this.#chosen, ...chosen }
    this.#view.paint(this.look)
  }
}
