// The findings of a map: grouped by rule in a list, and as marks on the map, of which those that would lie on each
// other are one. `main.js` says what is found; `canvas.js` has the marks drawn.

import { button, counted, element, fillList, grouped, part } from './words.js'

/** The severities, the most severe first. */
const severities = ['error', 'warning', 'note']

/** The largest number of entries in a group; the map shows all. */
const mostInGroup = 200

/** How near to each other two marks may be, in pixels. */
const apart = 14

/** @typedef {{rule: string, severity: string, findings: any[]}} Group */

/**
 * Findings by rule: errors first, then warnings, then notes, each in the order of the list. The severity of a group is
 * that of its most severe finding.
 *
 * @param {any[]} findings
 * @returns {Group[]}
 */
export function groupedFindings(findings) {
  /** @type {Map<string, any[]>} */
  const byRule = new Map()
  for (const finding of findings) {
    const found = byRule.get(finding.rule)
    found ? found.push(finding) : byRule.set(finding.rule, [finding])
  }
  const rank = (/** @type {{severity: string}} */ { severity }) => severities.indexOf(severity)
  const groups = [...byRule].map(([rule, found]) => {
    const sorted = found.sort((a, b) => rank(a) - rank(b))
    return { rule, severity: sorted[0].severity, findings: sorted }
  })
  return groups.sort((a, b) => rank(a) - rank(b))
}

/**
 * Marks of which those that would lie on each other at a scale are one, at the location of the first of them.
 *
 * @template {{x: number, y: number, color: string, isChosen?: boolean}} Mark
 * @param {Mark[]} marks in cells; of a cluster, the first has the color
 * @param {number} scale in pixels for each cell
 * @returns {(Mark & {count: number})[]}
 */
export function clustered(marks, scale) {
  /** @type {Map<string, (Mark & {count: number})[]>} */
  const squares = new Map()
  /** @type {(Mark & {count: number})[]} */
  const clusters = []
  const near = (/** @type {Mark} */ { x, y }, /** @type {number} */ column, /** @type {number} */ row) => {
    for (let c = column - 1; c <= column + 1; c++) {
      for (let r = row - 1; r <= row + 1; r++) {
        const found = squares.get(`${c},${r}`)?.find((other) => Math.hypot(other.x - x, other.y - y) * scale < apart)
        if (found) return found
      }
    }
  }
  // The chosen one is at its own location.
  for (const mark of [...marks.filter(({ isChosen }) => isChosen), ...marks.filter(({ isChosen }) => !isChosen)]) {
    const [column, row] = [Math.floor((mark.x * scale) / apart), Math.floor((mark.y * scale) / apart)]
    const cluster = near(mark, column, row)
    if (cluster) {
      cluster.count++
      continue
    }
    const made = { ...mark, count: 1 }
    clusters.push(made)
    const key = `${column},${row}`
    const square = squares.get(key)
    square ? square.push(made) : squares.set(key, [made])
  }
  return clusters
}

/**
 * Draws marks: a circle for one, and a disk with the number for several.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {(import('./canvas.js').Mark & {count: number})[]} clusters
 * @param {import('./camera.js').Camera} camera
 * @param {import('./colors.js').PageColors} colors
 * @returns of each that was drawn, for how many it stands
 */
export function drawMarks(context, clusters, camera, colors) {
  context.font = '600 11px system-ui, sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const drawn = []
  for (const { x, y, color, isChosen, count } of clusters) {
    const [px, py] = [camera.pixelX(x), camera.pixelY(y)]
    if (px < -20 || py < -20 || px > camera.width + 20 || py > camera.height + 20) continue
    const words = count > 1 ? grouped(count) : ''
    const radius = words ? Math.max(9, context.measureText(words).width / 2 + 4) : isChosen ? 9 : 5
    context.beginPath()
    context.arc(px, py, radius, 0, 2 * Math.PI)
    if (words) {
      context.fillStyle = color
      context.fill()
      context.fillStyle = colors.paper
      context.fillText(words, px, py)
    }
    context.lineWidth = isChosen ? 3 : 1.5
    context.strokeStyle = isChosen && words ? colors.text : color
    context.stroke()
    drawn.push(count)
  }
  return drawn
}

/** @param {any} a @param {any} b whether two findings, of two maps, say the same */
function isSame(a, b) {
  return a?.rule === b?.rule && a?.message === b?.message && a?.place === b?.place
}

/** The list of findings. One group is chosen; notes are chosen only by the user. */
export class FindingList {
  /** @type {Group[]} */
  #groups = []
  #rule = ''
  #chosen = /** @type {any} */ (null)
  /**
   * Which groups are open, as far as the user has said so.
   *
   * @type {Map<string, boolean>}
   */
  #isOpen = new Map()
  /**
   * Is told that a finding was chosen, by a click or by a key.
   *
   * @type {(finding: any) => void}
   */
  onChoose = () => {}
  /**
   * Is told that another group was chosen.
   *
   * @type {() => void}
   */
  onGroup = () => {}

  /**
   * Shows the findings of another map; the group and the finding stay chosen if it has them.
   *
   * @param {any[]} findings
   */
  show(findings) {
    this.#groups = groupedFindings(findings)
    if (!this.#group) this.#rule = this.#groups.find(({ severity }) => severity !== 'note')?.rule ?? ''
    this.#chosen = this.#group?.findings.find((finding) => isSame(finding, this.#chosen)) ?? null
    const counts = severities.map((severity) => findings.filter((finding) => finding.severity === severity).length)
    const words = severities.flatMap((severity, i) => (counts[i] > 0 ? [counted(counts[i], severity)] : []))
    const head = findings.length === 0 ? 'Nothing is wrong.' : `${words.join(', ')}; in the chosen group, next: n, previous: p`
    fillList('Findings', head, this.#groups, (group) => this.#section(group), findings.length)
    part('finding-count').textContent = grouped(findings.length)
    this.#show()
  }

  /**
   * The findings of the chosen group, of which the map shows the locations.
   *
   * @returns {any[]}
   */
  get shown() {
    return this.#group?.findings ?? []
  }

  /** @param {any} finding */
  isChosen(finding) {
    return finding === this.#chosen
  }

  /**
   * Goes to another finding of the chosen group, at first of the first group.
   *
   * @param {number} step 1 or −1
   */
  step(step) {
    if (this.#groups.length === 0) return
    if (!this.#group) this.#choose(this.#groups[0].rule)
    const { findings } = /** @type {Group} */ (this.#group)
    const index = findings.indexOf(this.#chosen)
    const next = index < 0 ? (step > 0 ? 0 : findings.length - 1) : (index + step + findings.length) % findings.length
    this.#go(findings[next])
  }

  /** @returns {Group | undefined} */
  get #group() {
    return this.#groups.find(({ rule }) => rule === this.#rule)
  }

  /** @param {Group} group */
  #section({ rule, severity, findings }) {
    const summary = element('summary', {}, element('span', { class: severity }, severity), ` ${rule} `,
      element('span', { class: 'count' }, grouped(findings.length)))
    // Said once, if all are equally severe.
    const isMixed = findings.at(-1).severity !== severity
    const entries = findings.slice(0, mostInGroup).map((finding, index) => button({ class: 'entry', 'data-index': String(index) }, () => {
      this.#choose(rule)
      this.#go(finding)
    }, ...(isMixed ? [element('span', { class: finding.severity }, finding.severity), ' '] : []), finding.message,
    element('span', { class: 'small' }, ` ${finding.place}${finding.remedy ? ` → ${finding.remedy}` : ''}`)))
    const more = findings.length - entries.length
    const section = element('details', { class: 'group', 'data-rule': rule }, summary, ...entries,
      ...(more > 0 ? [element('p', { class: 'small' }, `and ${grouped(more)} more; the key n goes through all`)] : []))
    section.toggleAttribute('open', this.#isOpen.get(rule) ?? severity !== 'note')
    summary.addEventListener('click', (/** @type {MouseEvent} */ event) => {
      // What is open and was not chosen stays open.
      if (this.#rule !== rule && section.hasAttribute('open')) event.preventDefault()
      else this.#isOpen.set(rule, !section.hasAttribute('open'))
      this.#choose(rule)
    })
    return section
  }

  /** @param {string} rule */
  #choose(rule) {
    if (this.#rule === rule) return
    this.#rule = rule
    this.#chosen = null
    this.#show()
    this.onGroup()
  }

  /** @param {any} finding */
  #go(finding) {
    this.#chosen = finding
    const section = /** @type {HTMLDetailsElement} */ (this.#show())
    section.open = true
    this.onChoose(finding)
    section.querySelector('.entry.chosen')?.scrollIntoView({ block: 'nearest' })
  }

  /** Shows what is chosen. */
  #show() {
    let chosen
    for (const section of part('list-findings').querySelectorAll('.group')) {
      const isChosen = section.dataset.rule === this.#rule
      if (isChosen) chosen = section
      section.classList.toggle('chosen', isChosen)
      section.querySelector('summary').setAttribute('aria-current', String(isChosen))
      const index = isChosen ? this.shown.indexOf(this.#chosen) : -1
      section.querySelectorAll('.entry').forEach((/** @type {HTMLElement} */ entry, /** @type {number} */ i) => (
        entry.classList.toggle('chosen', i === index)))
    }
    return chosen
  }
}
