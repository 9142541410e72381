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

/** @param {string} text a text as it is compared */
export const plain = (text) => text.normalize('NFKC').toLowerCase().trim()

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
  return filled(document.createElement(name), attributes, children)
}

/** @param {Element} made @param {Record<string, string | number>} attributes @param {(Node | string)[]} children @returns {any} */
function filled(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  made.append(...children)
  return made
}

/**
 * A button that does something.
 *
 * @param {Record<string, string>} attributes
 * @param {() => void} action
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function button(attributes, action, ...children) {
  const made = element('button', { type: 'button', ...attributes }, ...children)
  made.addEventListener('click', action)
  return made
}

/**
 * A chip that can be taken out.
 *
 * @param {string} words
 * @param {string} label of its button
 * @param {() => void} remove
 * @param {Record<string, string>} [attributes]
 * @param {...Node} before its words
 */
export function chip(words, label, remove, attributes = {}, ...before) {
  return element('span', { class: 'chip', dir: 'auto', ...attributes }, ...before, element('span', { class: 'text' }, words),
    button({ 'aria-label': label }, remove, icon('close')))
}

/** @param {any} made an element @param {string} color @returns {any} the element, with that background */
export function tinted(made, color) {
  made.style.background = color
  return made
}

/** @param {string} id @returns {any} the element of the page with this id */
export function part(id) {
  return document.getElementById(id)
}

/** @param {string} id @param {string} event @param {(event: any) => void} action what an element of the page does at an event */
export function on(id, event, action) {
  part(id).addEventListener(event, action)
}

/** @param {string} id @param {string} words what an element of the page says; empty to hide it */
export function say(id, words) {
  part(id).textContent = words
  part(id).hidden = words === ''
}

/**
 * Fills a menu; what is not in it cannot be chosen, but the first.
 *
 * @param {any} menu
 * @param {string[][]} options values, and what is written in the menu
 * @param {string} [chosen] a value
 * @returns {any} the menu
 */
export function fillMenu(menu, options, chosen) {
  menu.replaceChildren(...options.map(([value, words]) => new Option(words, value)))
  if (options.some(([value]) => value === chosen)) menu.value = chosen
  return menu
}

/** @param {string} name of a symbol of page.html @param {string} [size] a class for its size @returns {SVGElement} */
export function icon(name, size = 'small-icon') {
  return drawing('svg', { class: `icon ${size}`, 'aria-hidden': 'true' }, drawing('use', { href: `#icon-${name}` }))
}

/**
 * An element of SVG.
 *
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function drawing(name, attributes, ...children) {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children)
}

/**
 * Fills a row of segments, of which one is chosen.
 *
 * @param {HTMLElement} row
 * @param {string[][]} options values, and what is written on the segments
 * @param {string} chosen a value
 * @param {(value: string) => void} choose
 */
export function fillSegments(row, options, chosen, choose) {
  row.replaceChildren(...options.map(([value, words]) => (
    button({ role: 'radio', 'aria-checked': String(value === chosen), 'data-value': value }, () => choose(value), words))))
}

/**
 * A row with a label, a control and what it leads to.
 *
 * @param {string} title
 * @param {any} control
 * @param {string} [caption]
 * @param {string} [kind] a class of the caption
 */
export function fieldRow(title, control, caption = '', kind = '') {
  const id = control.id
  return element('div', { class: 'field' }, element('label', id ? { for: id } : {}, title), control,
    ...(caption ? [element('p', { class: `caption ${kind}` }, caption)] : []))
}
