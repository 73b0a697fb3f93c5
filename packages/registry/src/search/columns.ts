/**
 * Encodes numbers as bytes that compress well: zigzag-encoded differences, first the lowest bytes of all of them, then
 * the next ones. Neighbours in an index differ little, so most bytes are zero.
 */
export function toColumns(numbers: Uint32Array): Uint8Array {
  const { length } = numbers
  const bytes = new Uint8Array(4 * length)
  let before = 0
  for (let index = 0; index < length; index++) {
    const difference = (numbers[index]! - before) | 0
    before = numbers[index]!
    const folded = (difference << 1) ^ (difference >> 31)
    for (let column = 0; column < 4; column++) bytes[column * length + index] = folded >>> (8 * column)
  }
  return bytes
}

export function fromColumns(bytes: Uint8Array): Uint32Array {
  const length = bytes.length >> 2
  const numbers = new Uint32Array(length)
  let before = 0
  for (let index = 0; index < length; index++) {
    const folded =
      bytes[index]! |
      (bytes[length + index]! << 8) |
      (bytes[2 * length + index]! << 16) |
      (bytes[3 * length + index]! << 24)
    before = (before + ((folded >>> 1) ^ -(folded & 1))) | 0
    numbers[index] = before
  }
  return numbers
}
