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

/** @param {string} id @returns {any} the element of the page with this id */
export function part(id) {
  return document.getElementById(id)
}

/** @param {string} id @param {string} event @param {(event: any) => void} action what an element of the page does at an event */
export function on(id, event, action) {
  part(id).addEventListener(event, action)
}

/**
 * Fills a menu; what is not in it cannot be chosen, but the first.
 *
 * @param {any} menu
 * @param {string[][]} options values, and what is written in the menu
 * @param {string} [chosen] a value
 */
export function fillMenu(menu, options, chosen) {
  menu.replaceChildren(...options.map(([value, words]) => new Option(words, value)))
  if (options.some(([value]) => value === chosen)) menu.value = chosen
}

/** The largest number of entries in a list; the map shows all. */
const most = 500

/**
 * Fills a list beside the map, and counts it on its tab.
 *
 * @template Item
 * @param {string} title
 * @param {string} head
 * @param {Item[]} items
 * @param {(item: Item) => HTMLElement} entry
 * @param {number} [count]
 */
export function fillList(title, head, items, entry, count = items.length) {
  const more = items.length - most
  part(`list-${title.toLowerCase()}`).replaceChildren(element('p', { class: 'small' }, head), ...items.slice(0, most).map(entry),
    ...(more > 0 ? [element('p', { class: 'small' }, `and ${grouped(more)} more`)] : []))
  part(`tab-${title.toLowerCase()}`).textContent = `${title} ${count || ''}`.trim()
}
