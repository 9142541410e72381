// What the page asks for: values of the pipeline file, readings of names, and the name of the map. Every change can be undone
// until it is saved.

/**
 * @typedef {object} Draft
 * @property {Record<string, any>} values by the keys of the pipeline file, as it is written there
 * @property {Record<string, string>} readings by code
 * @property {Record<string, string>} names by code, those that were given here
 * @property {string} map the name of the map
 * @property {Record<string, any>} look how the map is drawn: the keys of `output.preview`
 */

/** The changes since the last save. */
export class History {
  /** @type {Draft} */
  #written
  /** @type {{draft: Draft, words: string}[]} */
  #past = []
  /** @type {{draft: Draft, words: string}[]} */
  #future = []
  /** @type {Draft} */
  #now
  #isMoving = false

  /** @param {Record<string, any>} values what the pipeline file says @param {Record<string, any>} [look] @param {string} [map] */
  constructor(values, look = {}, map = '') {
    this.#written = { values, readings: {}, names: {}, map, look }
    this.#now = this.#written
  }

  /** What is asked for now. */
  get now() {
    return this.#now
  }

  /** How many changes can be undone. */
  get count() {
    return this.#past.length
  }

  /** @returns {string | undefined} the change that is undone next */
  get undone() {
    return this.#past.at(-1)?.words
  }

  /** @returns {string | undefined} */
  get redone() {
    return this.#future.at(-1)?.words
  }

  /**
   * Makes a change. What a moving slider changes is one step.
   *
   * @param {(draft: Draft) => void} alter changes a copy
   * @param {boolean} [isMoving]
   * @param {string} [words] what it changes
   */
  change(alter, isMoving = false, words = '') {
    const next = structuredClone(this.#now)
    alter(next)
    const wasMoving = this.#isMoving
    this.#isMoving = isMoving
    if (JSON.stringify(next) === JSON.stringify(this.#now)) return
    if (!wasMoving) this.#past.push({ draft: this.#now, words })
    this.#future = []
    this.#now = next
  }

  /** @param {'undo' | 'redo'} way */
  go(way) {
    const [from, to] = way === 'undo' ? [this.#past, this.#future] : [this.#future, this.#past]
    const next = from.pop()
    if (!next) return
    to.push({ draft: this.#now, words: next.words })
    this.#now = next.draft
  }

  /** All of it as a text, for a page that is loaded again. */
  get kept() {
    return JSON.stringify([this.#written, this.#past, this.#now])
  }

  /** @param {string | null} kept by a page that had the same map as it is written; another is passed over */
  restore(kept) {
    const [written, past, now] = JSON.parse(kept ?? '[]')
    if (past?.length > 0 && JSON.stringify(written) === JSON.stringify(this.#written)) [this.#past, this.#now] = [past, now]
  }

  /** What a request for a map sends: the values that differ from those that are written, `null` for those that are to go. */
  get asked() {
    const { values, readings, names, map } = this.#now
    const written = this.#written.values
    const keys = [...new Set([...Object.keys(written), ...Object.keys(values)])]
      .filter((key) => JSON.stringify(values[key]) !== JSON.stringify(written[key]))
    return { values: Object.fromEntries(keys.map((key) => [key, values[key] ?? null])), readings, names, ...(map && { map }) }
  }

  /** What a request sends that saves. */
  get saved() {
    return JSON.stringify(this.#now.look) === JSON.stringify(this.#written.look) ? this.asked : { ...this.asked, look: this.#now.look }
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
