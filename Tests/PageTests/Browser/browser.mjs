// Chromium without a window, driven over its DevTools protocol through a pipe.
// Source of the protocol: https://chromedevtools.github.io/devtools-protocol/

import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The program; undefined if there is none. The one that can do without a window alone begins in half the time. */
export const chromium = [process.env.MAPPACK_CHROMIUM, 'chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']
  .filter((name) => name && spawnSync(name, ['--version']).status === 0)[0]

/** A browser with one page. */
export class Browser {
  /** What the page has written to its console as an error, and errors that nothing caught. */
  errors = []
  #process
  #folder = mkdtempSync(join(tmpdir(), 'mappack-browser-'))
  #next = 0
  #waiting = new Map()
  #listeners = new Map()
  #session

  /** @param {{width?: number, height?: number, scheme?: 'light' | 'dark'}} [size] */
  static async open({ width = 1200, height = 800, scheme = 'light' } = {}) {
    const browser = new Browser()
    browser.#process = spawn(chromium, [
      '--headless=new', '--no-sandbox', '--remote-debugging-pipe', '--no-first-run', '--disable-extensions',
      '--hide-scrollbars', '--disable-dev-shm-usage', `--user-data-dir=${browser.#folder}`, `--window-size=${width},${height}`,
    ], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: true })
    let rest = ''
    browser.#process.stdio[4].setEncoding('utf8').on('data', (text) => {
      const messages = (rest + text).split('\0')
      rest = messages.pop()
      for (const message of messages) browser.#take(JSON.parse(message))
    })
    const { targetId } = await browser.#send('Target.createTarget', { url: 'about:blank' })
    const { sessionId } = await browser.#send('Target.attachToTarget', { targetId, flatten: true })
    browser.#session = sessionId
    browser.on('Runtime.exceptionThrown', ({ exceptionDetails }) => (
      browser.errors.push(exceptionDetails.exception?.description ?? exceptionDetails.text)))
    browser.on('Log.entryAdded', ({ entry }) => entry.level === 'error' && browser.errors.push(`${entry.text} ${entry.url ?? ''}`))
    browser.on('Runtime.consoleAPICalled', ({ type, args }) => (
      type === 'error' && browser.errors.push(args.map(({ value }) => value).join(' '))))
    // The page asks before it is left with changes.
    browser.on('Page.javascriptDialogOpening', () => browser.send('Page.handleJavaScriptDialog', { accept: true }))
    for (const domain of ['Page', 'Runtime', 'Log', 'DOM']) await browser.send(`${domain}.enable`)
    await browser.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false })
    await browser.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }, { name: 'prefers-reduced-motion', value: 'reduce' }] })
    return browser
  }

  /** @param {string} event @param {(parameters: any) => void} listener */
  on(event, listener) {
    this.#listeners.set(event, listener)
  }

  /** Sends a command for the page. */
  send(method, parameters = {}) {
    return this.#send(method, parameters, this.#session)
  }

  #send(method, params, sessionId) {
    const id = ++this.#next
    this.#process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject, method }))
  }

  #take({ id, result, error, method, params }) {
    if (id === undefined) return this.#listeners.get(method)?.(params)
    const { resolve, reject, method: sent } = this.#waiting.get(id)
    this.#waiting.delete(id)
    error ? reject(new Error(`${sent}: ${error.message}`)) : resolve(result)
  }

  /** Opens an address, and waits until the page says that it is ready. */
  async go(url) {
    await this.send('Page.navigate', { url })
    await this.until("document.body?.dataset.complete === 'true' && document.body.dataset.state === 'ready'")
  }

  /** The value of an expression in the page. */
  async value(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
      expression, returnByValue: true, awaitPromise: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  /** Waits until an expression is true. */
  async until(expression, seconds = 30) {
    const end = Date.now() + 1000 * seconds
    while (!(await this.value(expression).catch(() => false))) {
      if (Date.now() > end) {
        const state = await this.value('document.body?.dataset.state + " " + document.body?.innerText.slice(0, 600)')
        throw new Error(`not within ${seconds} s: ${expression}; the page: ${state}; errors: ${this.errors.join(' | ')}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  /** The middle of an element. */
  async #middle(selector) {
    return this.value(`(() => {
      const found = document.querySelector(${JSON.stringify(selector)})
      found.scrollIntoView({ block: 'nearest' })
      const { left, top, width, height } = found.getBoundingClientRect()
      return { x: left + width / 2, y: top + height / 2 }
    })()`)
  }

  #mouse(type, x, y, more = {}) {
    return this.send('Input.dispatchMouseEvent', { type, x, y, ...more })
  }

  /** Clicks an element, or a point. */
  async click(target) {
    const { x, y } = typeof target === 'string' ? await this.#middle(target) : target
    await this.#mouse('mouseMoved', x, y)
    await this.#mouse('mousePressed', x, y, { button: 'left', clickCount: 1, buttons: 1 })
    await this.#mouse('mouseReleased', x, y, { button: 'left', clickCount: 1 })
  }

  /** Clicks an element twice. */
  async doubleClick(selector) {
    const { x, y } = await this.#middle(selector)
    await this.#mouse('mouseMoved', x, y)
    for (const clickCount of [1, 2]) {
      await this.#mouse('mousePressed', x, y, { button: 'left', clickCount, buttons: 1 })
      await this.#mouse('mouseReleased', x, y, { button: 'left', clickCount })
    }
  }

  async hover(x, y) {
    await this.#mouse('mouseMoved', x, y)
  }

  async wheel(x, y, deltaY) {
    await this.#mouse('mouseWheel', x, y, { deltaX: 0, deltaY })
  }

  /** Drags from one point to another, in steps. */
  async drag(from, to, steps = 10) {
    await this.#mouse('mouseMoved', from.x, from.y)
    await this.#mouse('mousePressed', from.x, from.y, { button: 'left', clickCount: 1, buttons: 1 })
    for (let step = 1; step <= steps; step++) {
      const share = step / steps
      await this.#mouse('mouseMoved', from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share, { button: 'left', buttons: 1 })
    }
    await this.#mouse('mouseReleased', to.x, to.y, { button: 'left', clickCount: 1 })
  }

  /** Two fingers that lie beside each other, moved from one distance to another. */
  async pinch(x, y, from, to, steps = 8) {
    const fingers = (distance) => [-1, 1].map((side, id) => ({ x: x + (side * distance) / 2, y, id }))
    await this.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(from) })
    for (let step = 1; step <= steps; step++) {
      const touchPoints = fingers(from + ((to - from) * step) / steps)
      await this.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints })
    }
    await this.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }

  /** Drops files in the middle of the page. */
  async drop(paths) {
    const { x, y } = await this.value('({ x: innerWidth / 2, y: innerHeight / 2 })')
    const data = { items: [], files: paths, dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop']) await this.send('Input.dispatchDragEvent', { type, x, y, data })
  }

  /** Chooses files in a field, as the system's dialog does. */
  async chooseFiles(selector, files) {
    const { root } = await this.send('DOM.getDocument')
    const { nodeId } = await this.send('DOM.querySelector', { nodeId: root.nodeId, selector })
    await this.send('DOM.setFileInputFiles', { nodeId, files })
  }

  /** Presses a key with Ctrl. */
  async shortcut(key, { shift = false } = {}) {
    const modifiers = 2 + (shift ? 8 : 0)
    await this.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, code: key, modifiers })
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code: key, modifiers })
  }

  async key(key) {
    const text = key.length === 1 ? key : key === 'Enter' ? '\r' : undefined
    // The browser's own keys go by their numbers.
    const windowsVirtualKeyCode = { Escape: 27 }[key]
    await this.send('Input.dispatchKeyEvent', { type: text ? 'keyDown' : 'rawKeyDown', key, text, code: key, windowsVirtualKeyCode })
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code: key })
  }

  /** Puts a text into a field, as somebody who types it and goes on. */
  async fill(selector, text) {
    await this.click(selector)
    await this.value(`document.querySelector(${JSON.stringify(selector)}).select?.()`)
    await this.send('Input.insertText', { text })
  }

  /** Chooses an option. */
  async choose(selector, option) {
    await this.value(`(() => {
      const found = document.querySelector(${JSON.stringify(selector)})
      found.value = ${JSON.stringify(option)}
      found.dispatchEvent(new Event('change', { bubbles: true }))
    })()`)
  }

  /** What the page shows, as a PNG. */
  async screenshot() {
    const { data } = await this.send('Page.captureScreenshot', { format: 'png' })
    return Buffer.from(data, 'base64')
  }

  /** Ends the browser as a crash does: the page has no time to say so. */
  async kill() {
    // The program may be a script that has started the browser, so all of its group is killed.
    process.kill(-this.#process.pid, 'SIGKILL')
    await this.#remove()
  }

  async close() {
    await this.#send('Browser.close', {}).catch(() => {})
    await this.#remove()
  }

  async #remove() {
    await new Promise((resolve) => (this.#process.exitCode === null ? this.#process.on('exit', resolve) : resolve()))
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
