// What the page asks for: values of the pipeline file, readings of names, and the name of the map. Every change can be undone,
// also after it was saved.

/**
 * @typedef {object} Draft
 * @property {Record<string, any>} values by the keys of the pipeline file, as it is written there
 * @property {Record<string, string>} readings by code
 * @property {Record<string, string>} names by code, those that were given here
 * @property {{names: Record<string, string>, readings: Record<string, string>}} was what those codes had before
 * @property {string} map the name of the map
 * @property {Record<string, any>} look how the map is drawn: the keys of `output.preview`
 */

/** What is written, and the changes before and after what is asked for. */
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
  /** How many changes there were when it was saved. */
  #savedAt = 0

  /** @param {Record<string, any>} values what the pipeline file says @param {Record<string, any>} [look] @param {string} [map] */
  constructor(values, look = {}, map = '') {
    this.#written = { values, readings: {}, names: {}, was: { names: {}, readings: {} }, map, look }
    this.#now = this.#written
  }

  /** What is asked for now. */
  get now() {
    return this.#now
  }

  /** How many changes there are since it was saved. */
  get count() {
    return JSON.stringify(this.#now) === JSON.stringify(this.#written) ? 0 : Math.max(1, Math.abs(this.#past.length - this.#savedAt))
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

  /**
   * Takes that what is asked for now was saved. Earlier and later drafts become changes of what is written then.
   *
   * @param {History} written
   */
  save({ now: next }) {
    const old = this.#now
    const isOld = (/** @type {any} */ a, /** @type {any} */ b) => JSON.stringify(a) === JSON.stringify(b)
    const rebased = (/** @type {{draft: Draft, words: string}} */ { draft, words }) => {
      const values = { ...draft.values }
      for (const key of new Set([...Object.keys(old.values), ...Object.keys(next.values)])) {
        if (isOld(values[key], old.values[key])) setValue(values, [key], next.values[key])
      }
      const made = { ...draft, values, map: next.map, look: isOld(draft.look, old.look) ? next.look : draft.look }
      // The table has those that were saved now.
      for (const kind of /** @type {('names' | 'readings')[]} */ (values.names?.table ? ['names', 'readings'] : [])) {
        made[kind] = { ...old.was[kind], ...draft[kind] }
        made.was = { ...made.was, [kind]: { ...made.was[kind], ...old[kind] } }
      }
      return { draft: made, words }
    }
    this.#past = this.#past.map(rebased)
    this.#future = this.#future.map(rebased)
    this.#written = this.#now = next
    this.#savedAt = this.#past.length
  }

  /** All of it as a text, for a page that is loaded again. */
  get kept() {
    return JSON.stringify([this.#written, this.#past, this.#now, this.#savedAt])
  }

  /** @param {string | null} kept by a page that had the same map as it is written; another is passed over */
  restore(kept) {
    const [written, past, now, at] = JSON.parse(kept ?? '[]')
    if (past && JSON.stringify(written) === JSON.stringify(this.#written)) [this.#past, this.#now, this.#savedAt] = [past, now, at]
  }

  /** What a request sends: the values that differ from those that are written, `null` for those that are to go, and another look. */
  get asked() {
    const { values, readings, names, map, look } = this.#now
    const written = this.#written.values
    const isOther = JSON.stringify(look) !== JSON.stringify(this.#written.look)
    const keys = [...new Set([...Object.keys(written), ...Object.keys(values)])]
      .filter((key) => JSON.stringify(values[key]) !== JSON.stringify(written[key]))
    return { values: Object.fromEntries(keys.map((key) => [key, values[key] ?? null])), readings, names, ...(map && { map }), ...(isOther && { look }) }
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

/**
 * Sets a value; a list goes behind the one that is there.
 *
 * @param {Record<string, any>} object @param {string[]} path @param {any} value
 */
export function addValue(object, path, value) {
  const old = path.reduce((/** @type {any} */ inner, key) => inner?.[key], object)
  setValue(object, path, Array.isArray(value) ? [old ?? [], value].flat() : value)
}

/** What a look says of the number that regions are colored by. */
export const numberKeys = ['number', 'per', 'classes', 'breaks', 'ramp', 'legend']

/** @param {Draft} draft @param {string[]} fields that regions no longer have, so that nothing is drawn by them */
export function forgetFields({ look }, fields) {
  const keys = fields.includes(look.number) ? numberKeys : []
  for (const key of [...keys, ...['per', 'importance'].filter((key) => fields.includes(look[key]))]) delete look[key]
}
