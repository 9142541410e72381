// A menu that a button opens.

/**
 * Opens a menu by its buttons; closes it after one of its entries was pressed, at Escape, and when something else is clicked
 * or focused. The arrows go from entry to entry.
 *
 * @param {HTMLElement} menu
 * @param {HTMLElement[]} openers
 */
export function closeByItself(menu, openers) {
  let opener = openers[0]
  const show = (/** @type {boolean} */ isOpen) => {
    menu.hidden = !isOpen
    for (const button of openers) button.setAttribute('aria-expanded', String(isOpen && button === opener))
  }
  const entries = () => [.../** @type {NodeListOf<HTMLElement>} */ (menu.querySelectorAll('[role="menuitem"]'))].filter((entry) => entry.offsetParent)
  const isInside = (/** @type {Event} */ { target }) => target instanceof Node && [menu, ...openers].some((part) => part.contains(target))
  for (const button of openers) {
    button.addEventListener('click', () => {
      opener = button
      show(menu.hidden)
      if (!menu.hidden) entries()[0]?.focus()
    })
  }
  menu.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[role="menuitem"]')) show(false)
  })
  menu.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      show(false)
      opener.focus()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const all = entries()
    const index = all.findIndex((entry) => entry === document.activeElement)
    all[index < 0 && step < 0 ? all.length - 1 : (index + step + all.length) % all.length]?.focus()
  })
  addEventListener('pointerdown', (event) => isInside(event) || show(false))
  addEventListener('focusin', (event) => isInside(event) || show(false))
}
