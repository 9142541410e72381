// Numbers out of bits, the lowest bit of each byte first. `container.js`, `arcs.js` and `squares.js` read with it, and
// check what they have read.

/**
 * How many bits a number takes: 0 for 0, 1 for 1, 3 for 7, 4 for 8.
 *
 * @param {number} number not negative
 */
export function bitCount(number) {
  return number < 2 ** 32 ? 32 - Math.clz32(number) : 64 - Math.clz32(number / 2 ** 32)
}

/**
 * The number in some bits of a column. Eight bytes can be read wherever a value begins.
 *
 * @param {DataView} view
 * @param {number} start the column's first byte
 * @param {number} bit counted from there
 * @param {number} width at most 56; above 53 the number is rounded
 */
export function numberInBits(view, start, bit, width) {
  if (width === 0) return 0
  const byte = start + Math.floor(bit / 8)
  const shift = bit % 8
  const low = view.getUint32(byte, true)
  const high = view.getUint32(byte + 4, true)
  const first = shift === 0 ? low : (low >>> shift) | (high << (32 - shift))
  if (width < 32) return first & ((1 << width) - 1)
  if (width === 32) return first >>> 0
  return (first >>> 0) + ((high >>> shift) & ((1 << (width - 32)) - 1)) * 2 ** 32
}

/**
 * Reads codes one behind the other. It may read beyond the end. Then `at` is beyond `end`, and what was read there means
 * nothing. It reads no byte behind the column and its eight zeros.
 */
export class BitReader {
  /**
   * @param {DataView} view
   * @param {number} start the column's first byte
   * @param {number} length its bytes
   */
  constructor(view, start, length) {
    this.view = view
    this.start = start
    /** The last byte from which on five bytes can be read. */
    this.last = start + length + 3
    this.base = start
    /** The next bit, counted from `base`, so that it stays a small integer in a large column. */
    this.at = 0
    this.end = 0
  }

  /**
   * Goes to a bit of the column.
   *
   * @param {number} bit
   * @param {number} end the bit behind the last one
   */
  seek(bit, end) {
    const byte = Math.floor(bit / 8)
    this.base = this.start + byte
    this.at = bit - 8 * byte
    this.end = end - 8 * byte
  }

  /** The next 32 bits, with a sign. */
  peek() {
    const byte = this.base + (this.at >>> 3)
    if (byte > this.last) return 0
    const shift = this.at & 7
    const low = this.view.getUint32(byte, true)
    return shift === 0 ? low | 0 : (low >>> shift) | (this.view.getUint8(byte + 4) << (32 - shift))
  }

  /**
   * A number of `width` bits, at most 64.
   *
   * @param {number} width
   * @returns {number}
   */
  bits(width) {
    if (width > 32) return this.bits(32) + this.bits(width - 32) * 2 ** 32
    const found = this.peek()
    this.at += width
    return width === 32 ? found >>> 0 : found & ((1 << width) - 1)
  }

  /** The zeros before the next one, which is read too; 16 at most. */
  zeros() {
    const found = this.peek() & 0xffff
    if (found === 0) {
      this.at += 16
      return 16
    }
    const zeros = 31 - Math.clz32(found & -found)
    this.at += zeros + 1
    return zeros
  }

  /**
   * A number in the Rice code: zeros and a one, then `parameter` bits. After 16 zeros, it follows in 32 plain bits.
   *
   * @param {number} parameter 0 to 31
   */
  rice(parameter) {
    const zeros = this.zeros()
    if (zeros === 16) return this.bits(32)
    const rest = this.bits(parameter)
    return parameter < 27 ? (zeros << parameter) | rest : zeros * 2 ** parameter + rest
  }

  /**
   * A folded number in the Rice code: 0, 1, 2, 3 stand for 0, -1, 1, -2.
   *
   * @param {number} parameter 0 to 31
   */
  folded(parameter) {
    const number = this.rice(parameter)
    return number % 2 === 0 ? number / 2 : -(number + 1) / 2
  }
}
