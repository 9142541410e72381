// What is wrong with borders and what can be done about it: the findings to look at, a proposal that joins borders, what was
// mended, and what has changed since the former edition.

import { addValue, setValue } from './draft.js'
import { button, counted, element, grouped, icon, on, part } from './words.js'

/** The largest number of entries in a list; the map shows all. */
const most = 200

/** The severities, the most severe first. */
const severities = ['error', 'warning', 'note']

/** @param {any} a @param {any} b whether two findings, of two maps, say the same */
const isSame = (a, b) => a?.rule === b?.rule && a?.severity === b?.severity && a?.message === b?.message && a?.place === b?.place

/** @param {any} finding its glyph: land claimed twice, land claimed by nobody, or another matter */
export const glyph = ({ rule }) => icon({ overlap: 'twice', gap: 'nobody' }[/** @type {'gap'} */ (rule)] ?? 'warning')

export class BordersSection {
  #session
  #show
  /** @type {any[]} */
  #findings = []
  /** What a proposal would do; `null` before it is asked for. */
  #proposal = /** @type {{length: string, words: string} | null} */ (null)
  #isAsking = false
  /** Whether a length was proposed without being asked for. */
  #isOffered = false
  #areNotesOpen = false
  /** @type {any} */
  chosen = null

  /**
   * @param {import('./session.js').Session} session
   * @param {{answer: import('./sections.js').Answer, finding: (finding: any) => void, place: (codes: (string | undefined)[], at?: number[]) => void,
   *   compare: (name: string, how?: string) => void, marks: () => void, close: () => void}} show
   */
  constructor(session, show) {
    this.#session = session
    this.#show = show
  }

  opened() {
    this.chosen = null
    this.#findings = []
    this.#proposal = null
    this.#isOffered = false
    part('changes-foot').hidden = true
    this.#fill()
  }

  made() {
    this.#collect()
    this.#listChanges()
  }

  found() {
    const wasOpen = this.chosen?.isToLookAt
    this.#collect()
    // What is decided is no longer shown.
    if (wasOpen && !this.open.includes(this.chosen)) this.open.length > 0 ? this.step(1) : this.#show.close()
  }

  altered = () => this.#fill()

  /** The findings that are to be looked at: those without land that are errors, the largest land, and the others. */
  get open() {
    return this.#findings.filter(({ isToLookAt }) => isToLookAt)
  }

  /** What is worth knowing, and neither mended nor to be looked at. */
  get #notes() {
    return this.#findings.filter(({ isToLookAt, isMended }) => !isToLookAt && !isMended)
  }

  #collect() {
    const known = this.#session.sourceFindings
    const all = [...known, ...(this.#session.figures.findings ?? []).filter((/** @type {any} */ finding) => (
      !known.some(({ rule, message }) => rule === finding.rule && message === finding.message)))]
    const weight = (/** @type {any} */ { size, severity }) => size ?? (severity === 'error' ? Infinity : 0)
    this.#findings = all.sort((a, b) => weight(b) - weight(a) || severities.indexOf(a.severity) - severities.indexOf(b.severity))
    this.chosen = this.#findings.find((finding) => isSame(finding, this.chosen)) ?? null
    const mended = this.#findings.filter(({ isMended }) => isMended)
    const { length } = this.open
    const notes = this.#notes.length
    const mending = mended.length > 0 ? `${grouped(mended.length)} mended` : ''
    const words = length > 0 ? [mending, `${grouped(length)} to look at`].filter(Boolean).join(', ')
      : [mending || 'Sound', notes > 0 ? `${counted(notes, 'note')} on the source` : ''].filter(Boolean).join('; ')
    if (!this.#session.state.isEmpty) this.#show.answer('borders', words, length > 0 ? `${grouped(length)} to look at` : mending || 'Sound', length)
    part('mended-foot').hidden = mended.length === 0
    part('mended-foot').querySelector('span').textContent = mending
    // Titles begin with what was mended, as “Rings that …”.
    const nouns = mended.map(({ title }) => title.split(' ')[0].toLowerCase().replace(/ices$/, 'ex').replace(/s$/, ''))
    part('mended-nouns').textContent = [...new Set(nouns)].map((noun) => counted(nouns.filter((other) => other === noun).length, noun))
      .sort((a, b) => parseFloat(b) - parseFloat(a)).join(', ')
    const kinds = [...new Set(mended.map(({ title }) => title))].map((title) => mended.filter((finding) => finding.title === title))
    part('mended').replaceChildren(...kinds.sort((a, b) => b.length - a.length).map((kind) => {
      let next = 0
      return button({ dir: 'auto' }, () => {
        const { at, code } = kind[next++ % kind.length]
        this.#show.place([code], at)
      }, icon('check', 'small-icon ok'), kind[0].title, element('span', { class: 'small' }, grouped(kind.length)))
    }))
    this.#fill()
    this.#show.marks()
    this.offer()
  }

  /** Proposes a length by itself, once for a map, if one looks at findings. */
  offer() {
    const { state, values } = this.#session
    const isAsked = this.#isOffered || values.clean?.snap
    // A large map takes long, and other questions would wait.
    if (!isAsked && this.#session.figures.verticesIn < 300_000 && part('borders').classList.contains('open') && state.hasTable && this.open.some(({ size }) => size)) {
      this.#isOffered = true
      this.#propose()
    }
  }

  #fill() {
    const { values, state } = this.#session
    const open = this.open
    const notes = this.#notes
    const canRepair = state.hasTable && state.kind === 'areas'
    const list = [
      ...(open.length > 0 ? [element('h3', {}, 'To look at', element('span', { class: 'count warning' }, grouped(open.length)))] : []),
      ...(canRepair ? [this.#proposalCard(values.clean?.snap ?? values.clean?.fillGaps)] : []),
      ...open.slice(0, most).map((finding) => this.#card(finding)),
      ...(open.length > most ? [element('p', { class: 'small' }, `and ${grouped(open.length - most)} more; the key n goes through all`)] : []),
      ...(open.length === 0 ? [element('p', { class: 'small' }, 'Nothing to look at: all borders meet.')] : []),
    ]
    if (notes.length > 0) {
      const details = element('details', {}, element('summary', { class: 'small' }, `${counted(notes.length, 'note')} on the source`),
        element('div', { class: 'group' }, ...notes.slice(0, most).map((finding) => this.#card(finding))))
      details.toggleAttribute('open', this.#areNotesOpen)
      details.addEventListener('toggle', () => (this.#areNotesOpen = details.hasAttribute('open')))
      list.push(details)
    }
    part('findings').replaceChildren(...list)
  }

  /** @param {any} finding */
  #card(finding) {
    const { severity, sentence, measure, place } = finding
    const isChosen = finding === this.chosen
    const actions = this.actions(finding)
    return element('div', { class: `card${isChosen ? ' chosen' : ''}`, 'data-rule': finding.rule },
      button({ class: 'sentence', dir: 'auto', 'data-severity': severity }, () => this.choose(finding), glyph(finding), sentence),
      ...(measure ? [element('p', { class: 'small' }, measure)] : []),
      ...(!measure && place ? [element('p', { class: 'tiny where' }, place)] : []),
      ...(actions.length > 0 || (finding.at && !isChosen) ? [element('div', { class: 'row' },
        ...actions.slice(0, 2), ...(finding.at && !isChosen && actions.length < 2 ? [button({ class: 'link' }, () => this.choose(finding), 'Show')] : []))] : []))
  }

  /** @param {any} finding @returns {HTMLElement[]} buttons that do what it advises */
  actions({ actions = [] }) {
    return actions.map((/** @type {any} */ { words, path, value }, /** @type {number} */ index) => (
      button({ class: index === 0 ? 'button' : 'link' }, () => this.#session.change(({ values }) => addValue(values, path, value),
        { words: words[0].toLowerCase() + words.slice(1) }), words)))
  }

  /** @param {string | undefined} snap the length that is written */
  #proposalCard(snap) {
    const field = element('input', { id: 'snap', type: 'text', maxlength: '40', spellcheck: 'false', placeholder: 'off', value: this.#proposal?.length ?? snap ?? '' })
    const words = element('p', { class: 'small', id: 'repair-effect', role: 'status' }, this.#proposal?.words
      ?? (snap ? 'Borders that miss each other by less are joined.' : 'Borders that miss each other by less become one.'))
    const join = button({ class: `button${this.chosen || !this.#proposal?.length ? '' : ' filled'}`, id: 'join' }, () => this.#join(field.value.trim()), snap && !this.#proposal ? 'Join again' : 'Join')
    join.disabled = !field.value
    field.addEventListener('input', () => (join.disabled = !field.value))
    field.addEventListener('change', () => this.#ask(field.value.trim()))
    const compare = () => this.#show.compare(part('before').value === 'unrepaired' ? '' : 'unrepaired', 'swipe')
    return element('div', { class: 'proposal' },
      element('div', { class: 'field-row' }, element('label', { for: 'snap' }, element('b', {}, 'Join borders within')), field), words,
      element('div', { class: 'row' }, join,
        ...(this.#proposal || snap ? [] : [button({ class: 'link', id: 'propose' }, () => this.#propose(), this.#isAsking ? 'Trying lengths …' : 'Propose a length')]),
        ...(snap && !this.#proposal ? [button({ class: 'link', id: 'before-repair' }, compare, 'Before and after')]
          : this.#proposal?.length ? [button({ class: 'link', id: 'try-repair', title: 'Joins them, and shows what moved; Undo takes it back' }, () => this.#join(field.value.trim()).then(compare), 'Before and after')] : [])))
  }

  /** @param {string} length empty to join nothing */
  async #join(length) {
    this.#proposal = null
    await this.#session.change(({ values }) => {
      setValue(values, ['clean', 'snap'], length)
      setValue(values, ['clean', 'fillGaps'], length)
    }, { words: length ? `join borders within ${length}` : 'join no borders' })
  }

  /**
   * Says what a length would do.
   *
   * @param {string} length
   */
  async #ask(length) {
    if (!length) return this.#join('')
    const { values, ...asked } = this.#session.history.asked
    const clean = { ...this.#session.values.clean, snap: length, fillGaps: length }
    await this.#effect({ ...asked, values: { ...values, clean } }, length)
  }

  async #propose() {
    this.#isAsking = true
    this.#fill()
    await this.#effect({ ...this.#session.history.asked, proposes: true }, '')
    this.#isAsking = false
    this.#fill()
  }

  /** @param {object} asked @param {string} length that is asked about; empty if one is to be proposed */
  async #effect(asked, length) {
    const { history } = this.#session
    try {
      const effect = await this.#session.source.ask('repair', asked)
      if (history !== this.#session.history || !effect) return
      this.#proposal = { length: effect.length ?? length, words: effect.words }
    } catch (error) {
      this.#proposal = { length, words: error instanceof Error ? error.message : String(error) }
    }
    this.#fill()
  }

  /** @param {any} finding */
  choose(finding) {
    this.chosen = finding
    this.#fill()
    part('findings').querySelector('.card.chosen')?.scrollIntoView({ block: 'nearest' })
    if (finding) this.#show.finding(finding)
    this.#show.marks()
  }

  /** @param {number} step 1 or −1: to another finding of those to look at, or of the notes if there are no others */
  step(step) {
    const findings = this.open.length > 0 ? this.open : this.#findings
    if (findings.length === 0) return
    const index = findings.indexOf(this.chosen)
    this.choose(findings[index < 0 ? (step > 0 ? 0 : findings.length - 1) : (index + step + findings.length) % findings.length])
  }

  /** Lists what has changed since the former edition. */
  async #listChanges() {
    const { map, state, isSource, source } = this.#session
    if (!state.hasChanges || isSource) return
    const difference = await source.list('difference').catch(() => null)
    if (!difference || this.#session.map !== map) return
    part('changes-foot').hidden = false
    part('changes-foot').querySelector('span').textContent = difference.length === 0 ? 'Nothing has changed since the former edition'
      : `${counted(difference.length, 'change')} since the former edition`
    part('changes').replaceChildren(...difference.slice(0, most).map((/** @type {any} */ { words, codes, at }) => button({ dir: 'auto' }, () => {
      this.#show.compare('former', 'line')
      this.#show.place(codes, at)
    }, words)))
  }
}
