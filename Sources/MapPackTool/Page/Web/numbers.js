// Numbers of regions that the makers of a map chose: the optional section `NUMS`, for `Pack.numbers` in pack.js.

import { texts } from './container.js'
import { require } from './errors.js'

/** The whole number that stands for no value. */
const noWholeNumber = -(2 ** 31)

/**
 * The values of each number by raw value, by the number's name; NaN stands for no value. Throws a `PackError` if the section
 * is damaged.
 *
 * @param {import('./container.js').Container} container
 * @returns {Map<string, Float64Array>} empty if the pack has none
 */
export function readNumbers(container) {
  const columns = container.numbers()
  /** @type {Map<string, Float64Array>} */
  const numbers = new Map()
  if (!columns) return numbers
  const { view, header: { slotCount } } = container
  const [forms, starts, content, wholes, doubles] = columns
  require(forms.count >= 1 && forms.count <= 255, 'number-count', `a region has ${forms.count} numbers`)
  const kinds = forms.numbersUpTo(1, 'number-form')
  const doubleCount = kinds.reduce((sum, kind) => sum + kind, 0)
  require(starts.count === forms.count + 1 && wholes.count === (forms.count - doubleCount) * slotCount
    && doubles.count === doubleCount * slotCount, 'column-count', 'the columns of NUMS do not belong together')
  const text = texts(starts, content)
  let [whole, double] = [wholes.start, doubles.start]
  kinds.forEach((kind, i) => {
    const name = text(i)
    require(name !== '' && !numbers.has(name), 'number-names', `number ${i} has no name of its own`)
    const values = new Float64Array(slotCount)
    for (let rawValue = 0; rawValue < slotCount; rawValue++) {
      const value = kind === 0 ? view.getInt32(whole + 4 * rawValue, true) : view.getFloat64(double + 8 * rawValue, true)
      require(Math.abs(value) !== Infinity, 'number-infinite', `${name} of raw value ${rawValue} is infinite`)
      values[rawValue] = kind === 0 && value === noWholeNumber ? NaN : value
    }
    kind === 0 ? (whole += 4 * slotCount) : (double += 8 * slotCount)
    numbers.set(name, values)
  })
  return numbers
}
