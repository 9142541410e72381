// What the page asks for: values of the pipeline file, and readings of names. `main.js` sends it. Every change can be
// undone until it is saved.

/**
 * @typedef {object} Draft
 * @property {Record<string, any>} values by the keys of the pipeline file, as it is written there
 * @property {Record<string, string>} readings by code
 */

/** The changes since the last save. */
export class History {
  /** @type {Record<string, any>} */
  #written
  /** @type {Draft[]} */
  #past = []
  /** @type {Draft[]} */
  #future = []
  /** @type {Draft} */
  #now
  #isMoving = false

  /** @param {Record<string, any>} values what the pipeline file says */
  constructor(values) {
    this.#written = values
    this.#now = { values, readings: {} }
  }

  get values() {
    return this.#now.values
  }

  get readings() {
    return this.#now.readings
  }

  get canUndo() {
    return this.#past.length > 0
  }

  get canRedo() {
    return this.#future.length > 0
  }

  /**
   * Makes a change. What a moving slider changes is one step.
   *
   * @param {(draft: Draft) => void} alter changes a copy
   * @param {boolean} [isMoving]
   */
  change(alter, isMoving = false) {
    const next = structuredClone(this.#now)
    alter(next)
    const wasMoving = this.#isMoving
    this.#isMoving = isMoving
    if (JSON.stringify(next) === JSON.stringify(this.#now)) return
    if (!wasMoving) this.#past.push(this.#now)
    this.#future = []
    this.#now = next
  }

  /** @param {'undo' | 'redo'} way */
  go(way) {
    const [from, to] = way === 'undo' ? [this.#past, this.#future] : [this.#future, this.#past]
    const next = from.pop()
    if (next) to.push(this.#now)
    this.#now = next ?? this.#now
  }

  /** What a request sends: the values that differ from those that are written, `null` for those that are to go. */
  get asked() {
    const { values, readings } = this.#now
    const keys = [...new Set([...Object.keys(this.#written), ...Object.keys(values)])]
      .filter((key) => JSON.stringify(values[key]) !== JSON.stringify(this.#written[key]))
    return { values: Object.fromEntries(keys.map((key) => [key, values[key] ?? null])), readings }
  }
}

/**
 * Sets a value in an object of objects, and takes out what is empty.
 *
 * @param {Record<string, any>} object @param {string[]} path @param {any} value undefined, an empty text or an empty list to take it out
 */
export function setValue(object, path, value) {
  const [key, ...rest] = path
  if (rest.length > 0) {
    const inner = object[key] && typeof object[key] === 'object' ? object[key] : {}
    setValue(inner, rest, value)
    object[key] = inner
    value = Object.keys(inner).length > 0 ? inner : undefined
  }
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) delete object[key]
  else object[key] = value
}
