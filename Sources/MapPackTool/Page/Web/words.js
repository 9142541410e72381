// Words and numbers as people read them, and the elements that show them. The other modules of the page use it.

/** A number without decimals, with commas between thousands. @param {number} number */
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

/** How large an area is, or how long lines are; empty for points. @param {import('./pack.js').Region} region */
export function sizeWords(region) {
  if (region.length !== null) return lengthWords(region.length)
  return region.area > 0 ? areaWords(region.area) : ''
}

/** A length with three digits, in cm, m or km. @param {number} meters */
export function lengthWords(meters) {
  const round = (/** @type {number} */ value) => Number(value.toPrecision(3)).toString()
  if (meters >= 1000) return `${round(meters / 1000)} km`
  return meters >= 1 || meters === 0 ? `${round(meters)} m` : `${round(meters * 100)} cm`
}

/** @param {string} text of a length, as a pipeline file has it @returns {number | null} in meters */
export function lengthIn(text) {
  const found = /^\s*(\d*\.?\d+)\s*(mm|cm|m|km)\s*$/.exec(text)
  return found && Number(found[1]) * { mm: 0.001, cm: 0.01, m: 1, km: 1000 }[found[2]]
}

/** An area in m², or from 100,000 m² on in km². @param {number} squareMeters */
export function areaWords(squareMeters) {
  const value = squareMeters >= 1e5 ? squareMeters / 1e6 : squareMeters
  const digits = value >= 100 ? grouped(value) : Number(value.toPrecision(3)).toString()
  return `${digits} ${squareMeters >= 1e5 ? 'km²' : 'm²'}`
}

/** A number of a region: all digits of a whole one, six of any other. @param {number} value */
export function numberWords(value) {
  return value.toLocaleString('en-US', Number.isInteger(value) ? {} : { maximumSignificantDigits: 6 })
}

/** A size in bytes, or from 10,000 bytes on in kB of 1000 bytes. @param {number} bytes */
export function byteWords(bytes) {
  return bytes < 10_000 ? `${grouped(bytes)} bytes` : `${grouped(bytes / 1000)} kB`
}

/**
 * A text of the data as one short line, without control characters and without characters that change the direction of
 * what follows.
 *
 * @param {string} text
 * @param {number} [limit] how many characters stay
 */
export function oneLine(text, limit = 60) {
  const plain = text.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
  const letters = Array.from(plain.slice(0, 4 * limit))
  return letters.length <= limit ? plain : `${letters.slice(0, limit - 1).join('')}…`
}

/**
 * An element with texts and elements in it. Texts stay text, whatever they hold.
 *
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
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
