// Numbers out of bits, of all widths and at all positions.

import assert from 'node:assert/strict'
import test from 'node:test'

import { bitCount, BitReader, numberInBits } from '../../../Sources/MapPackTool/Page/Web/bits.js'

/** Bytes of a text of zeros and ones, the first of them in the lowest bit, and eight zeros behind them. */
function column(bits) {
  const length = Math.ceil(bits.length / 8)
  const bytes = new Uint8Array(length + 8)
  for (let bit = 0; bit < bits.length; bit++) if (bits[bit] === '1') bytes[bit >> 3] |= 1 << (bit & 7)
  return { view: new DataView(bytes.buffer), length }
}

const lowestFirst = (number, width) => [...BigInt(number).toString(2).padStart(width, '0')].reverse().join('')

/** The bits of a number in the Rice code. */
function riceCode(number, parameter) {
  const high = Math.floor(number / 2 ** parameter)
  if (high >= 16) return '0'.repeat(16) + lowestFirst(number, 32)
  return `${'0'.repeat(high)}1` + (parameter === 0 ? '' : lowestFirst(number % 2 ** parameter, parameter))
}

test('a number takes as many bits as it has', () => {
  for (const [number, bits] of [[0, 0], [1, 1], [7, 3], [8, 4], [2 ** 31, 32], [2 ** 32 - 1, 32], [2 ** 32, 33]]) {
    assert.equal(bitCount(number), bits)
  }
  assert.equal(bitCount(2 ** 48 + 1), 49)
})

test('numbers of each width are read at each position of a byte', () => {
  for (let width = 0; width <= 56; width++) {
    const largest = width === 0 ? 0 : Number((1n << BigInt(Math.min(width, 53))) - 1n)
    const pattern = Math.floor(largest / 3)
    for (let shift = 0; shift < 8; shift++) {
      for (const number of [largest, pattern, 0]) {
        const before = '1'.repeat(shift)
        const { view, length } = column(`${before}${width === 0 ? '' : lowestFirst(number, width)}1111`)
        assert.equal(numberInBits(view, 0, shift, width), number, `${width} bits behind ${shift}`)
        const reader = new BitReader(view, 0, length)
        reader.seek(shift, shift + width)
        assert.equal(reader.bits(width), number, `${width} bits behind ${shift}`)
        assert.equal(reader.at, reader.end)
      }
    }
  }
})

test('numbers in the Rice code are read with each parameter, folded too', () => {
  const numbers = [0, 1, 2, 15, 16, 17, 255, 2 ** 20 + 1, 2 ** 27 - 1, 2 ** 27, 2 ** 30, 2 ** 31 - 1, 2 ** 31]
  for (let parameter = 0; parameter <= 31; parameter++) {
    const code = numbers.map((number) => riceCode(number, parameter)).join('')
    const { view, length } = column(`101${code}`)
    const reader = new BitReader(view, 0, length)
    reader.seek(3, 3 + code.length)
    for (const number of numbers) assert.equal(reader.rice(parameter), number, `${number} with ${parameter}`)
    assert.equal(reader.at, reader.end)
    reader.seek(3, 3 + code.length)
    for (const number of numbers) {
      assert.equal(reader.folded(parameter), number % 2 === 0 ? number / 2 : -(number + 1) / 2)
    }
  }
})

test('behind the end of a column there are zeros, and no error', () => {
  const { view, length } = column('11111111')
  const reader = new BitReader(view, 0, length)
  reader.seek(0, 8)
  for (let i = 0; i < 10; i++) reader.bits(32)
  assert.ok(reader.at > reader.end)
  assert.equal(reader.rice(31), 0)
})
