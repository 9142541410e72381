// CRC-32 as in zip and PNG. `container.js` checks the header and the directory with it, `verify.js` the sections.

const table = new Uint32Array(256)
for (let byte = 0; byte < 256; byte++) {
  let rest = byte
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  table[byte] = rest
}

/**
 * The CRC-32 of bytes, from 0 to 2³² - 1.
 *
 * @param {Uint8Array} bytes
 * @returns {number}
 */
export function crc32(bytes) {
  let rest = -1
  for (let index = 0; index < bytes.length; index++) rest = (rest >>> 8) ^ table[(rest ^ bytes[index]) & 255]
  return ~rest >>> 0
}
