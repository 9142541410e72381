// A menu that a button opens: a popover, which the browser closes at Escape and when something else is clicked.

/**
 * Closes a menu after one of its entries was pressed. The arrows go from entry to entry.
 *
 * @param {any} menu
 * @param {HTMLElement} [opener] the button below which it opens, if page.css does not place it
 */
export function listenInMenu(menu, opener) {
  const entries = () => [.../** @type {NodeListOf<HTMLElement>} */ (menu.querySelectorAll('[role="menuitem"]'))].filter((entry) => entry.offsetParent)
  menu.addEventListener('toggle', (/** @type {any} */ { newState }) => {
    if (newState !== 'open') return
    if (opener) {
      const { left, bottom } = opener.getBoundingClientRect()
      menu.style.left = `${Math.min(left, innerWidth - menu.offsetWidth - 8)}px`
      menu.style.top = `${Math.min(bottom + 4, innerHeight - menu.offsetHeight - 8)}px`
    }
    entries()[0]?.focus()
  })
  menu.addEventListener('click', (/** @type {any} */ { target }) => target.closest('[role="menuitem"]') && menu.hidePopover())
  menu.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const all = entries()
    const index = all.findIndex((entry) => entry === document.activeElement)
    all[index < 0 && step < 0 ? all.length - 1 : (index + step + all.length) % all.length]?.focus()
  })
}
