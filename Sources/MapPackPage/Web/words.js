// Counts in words, and the elements of the page. The other modules use it.

/**
 * A number without decimals, with commas between thousands.
 *
 * @param {number} number
 */
export function grouped(number) {
  return Math.round(number).toLocaleString('en-US')
}

/** @param {number} count @param {string} noun */
export function counted(count, noun) {
  const several = noun === 'vertex' ? 'vertices' : `${noun}s`
  return `${grouped(count)} ${count === 1 ? noun : several}`
}

/** What regions consist of. */
export const partNouns = /** @type {const} */ ({ areas: 'polygon', lines: 'line', points: 'point' })

/**
 * An element with texts and elements in it. Texts stay text, whatever they hold.
 *
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

/** @param {string} id @returns {any} the element of the page with this id */
export function part(id) {
  return document.getElementById(id)
}
