// A menu of commands: a `details` element whose buttons do one thing each. `main.js` says what they do.

/**
 * Closes a menu after one of its buttons was pressed, at Escape, and when something else is clicked or focused. The arrows go
 * from button to button.
 *
 * @param {HTMLDetailsElement} menu
 */
export function closeByItself(menu) {
  const summary = /** @type {HTMLElement} */ (menu.querySelector('summary'))
  const isInside = (/** @type {Event} */ event) => event.target instanceof Node && menu.contains(event.target)
  const close = (/** @type {boolean} */ isLeft) => {
    if (menu.open && !isLeft) summary.focus()
    menu.open = false
  }
  menu.addEventListener('click', (event) => {
    if (event.target instanceof HTMLButtonElement) close(false)
  })
  menu.addEventListener('keydown', (event) => {
    if (!menu.open) return
    if (event.key === 'Escape') close(false)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const buttons = [...menu.querySelectorAll('button')].filter(({ hidden }) => !hidden)
    const index = buttons.findIndex((button) => button === document.activeElement)
    buttons[index < 0 && step < 0 ? buttons.length - 1 : (index + step + buttons.length) % buttons.length]?.focus()
  })
  addEventListener('pointerdown', (event) => isInside(event) || close(true))
  addEventListener('focusin', (event) => isInside(event) || close(true))
}
