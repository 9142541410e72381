// What a region is: which field is its code, its name and its group, what is kept with it, and tables of numbers and names.

import { forgetFields, setValue } from './draft.js'
import { listenInMenu } from './menu.js'
import { button, chip, counted, element, fieldRow, fillMenu, grouped, icon, on, part, say } from './words.js'

/** The roles that a field can have: keys of `merge` in a pipeline file, and their words. */
const roles = /** @type {const} */ ([['key', 'Code'], ['name', 'Name'], ['group', 'Group']])

/** @param {string} [template] @returns {string} the field, if a template is one field and nothing else; else an empty text */
export function onlyField(template) {
  const found = /^\s*\{([^{}]+)\}\s*$/.exec(template ?? '')
  return found ? found[1] : /[{}]/.test(template ?? '') ? '' : (template ?? '').trim()
}

/** @param {string} field @returns {string} a template that is this field */
const asTemplate = (field) => (/^[\p{L}\p{N}_]+$/u.test(field) ? field : `{${field}}`)

/** @param {any} list @returns {string[]} a list of a pipeline file, of which one may be written alone */
const asList = (list) => (Array.isArray(list) ? list : list ? [list] : [])

export class RegionsSection {
  #session
  #answer

  /**
   * @param {import('./session.js').Session} session @param {import('./sections.js').Answer} answer
   * @param {(files: File[]) => void} take takes tables that are chosen
   */
  constructor(session, answer, take) {
    this.#session = session
    this.#answer = answer
    const input = element('input', { type: 'file', accept: '.csv,.tsv,.txt,.xlsx' })
    input.addEventListener('change', () => take([...input.files]))
    on('choose-table', 'click', () => input.click())
    on('wards', 'change', async () => {
      await session.change(({ values }) => {
        values.schema = part('wards').value
        // The schema says what a region is.
        for (const key of ['key', 'name']) setValue(values, ['merge', key], '')
      }, { words: 'wards' })
      await session.readFields()
    })
  }

  opened = () => this.altered()
  found = () => this.altered()
  made = () => this.#sayAnswer()

  #sayAnswer() {
    const { map, values, state } = this.#session
    if (!map) return
    const key = onlyField(values.merge?.key) || values.merge?.key
    const name = onlyField(values.merge?.name) || values.merge?.name
    const by = key || values.schema ? ` by ${key ?? `the schema ${values.schema}`}` : ''
    const short = state.hasTable && by ? `${grouped(map.regions.length)}${by}` : counted(map.regions.length, 'region')
    this.#answer('regions', short + (state.hasTable && name ? `, named by ${name}` : ''), short)
  }

  altered() {
    const { fields, state, values } = this.#session
    this.#sayAnswer()
    for (const group of part('regions-body').querySelectorAll('.group, #role-fields')) group.hidden = !state.hasTable
    if (!state.hasTable) return
    const { wards } = state
    part('wards-field').hidden = !wards
    if (wards) fillMenu(part('wards'), [[wards[0], 'regions of their own'], [wards[1], 'merged into their city']], values.schema ?? wards[0])
    part('role-fields').replaceChildren(...roles.map(([role, title]) => this.#role(role, title)))
    const kept = /** @type {const} */ (['numbers', 'attributes']).flatMap((kind) => asList(values.merge?.[kind]).map((field) => (
      chip(field, `Keep ${field} no longer`, () => this.#keep(kind, field, false), { 'data-kept': field }, element('span', { class: 'kind' }, kind === 'numbers' ? '123' : 'Aa')))))
    const joined = ['columns', 'attributes'].flatMap((key) => asList(values.join?.[key])).map((/** @type {any} */ column) => column.field ?? column)
    const takeOut = () => this.#session.change((draft) => {
      delete draft.values.join
      forgetFields(draft, joined)
    }, { words: 'take out numbers' })
    const join = values.join ? [chip(`${joined.join(', ')} from ${values.join.table.split('/').at(-1)}`, `Take out ${values.join.table}`, takeOut, { title: values.join.table })] : []
    part('kept-chips').replaceChildren(...kept, ...join, this.#adding(fields ?? [], asList(values.merge?.numbers).concat(asList(values.merge?.attributes))))
    const table = values.names?.table
    say('table-words', table ? `Names and readings from ${table}` : '')
  }

  /** @param {'key' | 'name' | 'group'} role @param {string} title */
  #role(role, title) {
    const { fields, values } = this.#session
    const written = values.merge?.[role] ?? ''
    const field = onlyField(written)
    const select = element('select', { id: `role-${role}` })
    const fits = (/** @type {any} */ found) => (role === 'key' ? found.fitsAsKey : role === 'name' ? found.fitsAsName : false)
    const options = (/** @type {any[]} */ found) => found.map(({ field }) => new Option(field, asTemplate(field)))
    const [fitting, others] = [(fields ?? []).filter(fits), (fields ?? []).filter((found) => !fits(found))]
    const own = written && !(fields ?? []).some((found) => found.field === field) ? [new Option(written, written)] : []
    select.replaceChildren(...(role === 'key' && written ? [] : [new Option(this.#session.values.schema ? `as ${this.#session.values.schema} says` : 'none', '')]), ...own, ...(fitting.length > 0 ? [
      element('optgroup', { label: `Fit as ${title.toLowerCase()}` }, ...options(fitting)), element('optgroup', { label: 'Others' }, ...options(others)),
    ] : options(others)))
    select.value = own.length > 0 ? written : field ? asTemplate(field) : ''
    select.addEventListener('change', () => this.#session.change((draft) => setValue(draft.values, ['merge', role], select.value), { words: title.toLowerCase() }))
    const [caption, kind] = this.#caption(role, (fields ?? []).find((found) => found.field === field))
    return fieldRow(title, select, caption, kind)
  }

  /** @param {string} role @param {any} field @returns {[string, string]} what the field has, and whether that proves it */
  #caption(role, field) {
    if (!field) return ['', '']
    const { distinct, empty, samples, features } = field
    if (role === 'key') {
      const isUnique = distinct === features && empty === 0
      return isUnique ? [`${counted(distinct, 'value')}, each once`, 'ok'] : [`${counted(distinct, 'value')} in ${counted(features, 'feature')}${empty > 0 ? `, ${empty} without` : ''}`, '']
    }
    const more = distinct > 3 ? ', …' : ''
    const some = samples.slice(0, 3).join(', ') + more.replace(' ', '\u00a0')
    return [role === 'group' ? `${counted(distinct, 'group')}: ${some}` : some, '']
  }

  /** @param {'numbers' | 'attributes'} kind @param {string} field @param {boolean} isKept */
  #keep(kind, field, isKept) {
    this.#session.change((draft) => {
      const old = asList(draft.values.merge?.[kind]).filter((other) => other !== field)
      setValue(draft.values, ['merge', kind], isKept ? [...old, field] : old)
      if (!isKept) forgetFields(draft, [field])
    }, { words: `${isKept ? 'keep' : 'do not keep'} ${field}` })
  }

  /** @param {any[]} fields @param {string[]} kept a menu of the fields that are not kept yet, with samples */
  #adding(fields, kept) {
    const menu = element('div', { class: 'menu', role: 'menu', id: 'field-menu', popover: '' })
    const rest = fields.filter(({ field }) => !kept.includes(field))
    menu.append(...rest.map(({ field, samples, isNumber }) => button({ class: 'option', role: 'menuitem' }, () => this.#keep(isNumber ? 'numbers' : 'attributes', field, true),
      element('span', { class: 'tiny' }, isNumber ? '123' : 'Aa'), field, element('span', { class: 'small', dir: 'auto' }, samples.slice(0, 2).join(', ')))))
    const open = element('button', { type: 'button', class: 'chip add', 'aria-haspopup': 'menu', id: 'add-field', popovertarget: 'field-menu' }, icon('plus'), 'Field')
    open.disabled = rest.length === 0
    listenInMenu(menu, open)
    return element('span', {}, open, menu)
  }
}
