import { FormatError } from './format-error.js'

/**
 * An existence filter: a Golomb-coded set of the first 64 bits of each hash. "Not here" is certain; "perhaps" is wrong
 * for 1 of 1,024 hashes. It takes about 12 bits per hash. The first bits select a section, so that a lookup decodes
 * only one.
 *
 * Format: `atipgcs1`, bits of a remainder (1 byte), bits of a section (1), zero (2), number of hashes (4); for each
 * section the number of its hashes (4) and the offset of its bits (4); then the bits. Numbers are big-endian.
 */
const MAGIC = 'atipgcs1'
const HEADER = 16
const REMAINDER_BITS = 10
const PER_SECTION = 128
const MOST_SECTION_BITS = 16

/** The part of a hash that a filter stores. Takes hexadecimal digits. */
export const keyOf = (hex: string): bigint => BigInt(`0x${hex.slice(0, 16)}`)

/** The order of the keys does not matter. */
export function encodeFilter(keys: BigUint64Array): Uint8Array {
  const sorted = keys.slice().sort()
  const sectionBits = sectionBitsFor(sorted.length)
  const sections = 2 ** sectionBits
  const table = new DataView(new ArrayBuffer(sections * 8))
  const bits = createBits()
  let next = 0
  for (let section = 0; section < sections; section++) {
    const start = next
    while (next < sorted.length && sectionOf(sorted[next]!, sectionBits) === section) next++
    table.setUint32(section * 8, next - start)
    table.setUint32(section * 8 + 4, bits.length())
    let last = 0
    for (let index = start; index < next; index++) {
      const value = valueOf(sorted[index]!, sectionBits, next - start)
      bits.write(value - last)
      last = value
    }
    bits.align()
  }
  const header = Buffer.alloc(HEADER)
  header.write(MAGIC, 'latin1')
  header[8] = REMAINDER_BITS
  header[9] = sectionBits
  header.writeUInt32BE(sorted.length, 12)
  return Buffer.concat([header, new Uint8Array(table.buffer), bits.bytes()])
}

export interface ExistenceFilter {
  count: number
  /** Takes hexadecimal digits. False is certain. */
  mayHave(hex: string): boolean
}

/** Checks everything that a lookup relies on, so that damaged bytes are refused here. Throws a FormatError. */
export function openFilter(bytes: Uint8Array): ExistenceFilter {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isOurs = bytes.length >= HEADER && Buffer.from(bytes.subarray(0, 8)).toString('latin1') === MAGIC
  if (!isOurs || bytes[8] !== REMAINDER_BITS || bytes[9]! > MOST_SECTION_BITS) {
    throw new FormatError('the filter has an unknown form')
  }
  const sectionBits = bytes[9]!
  const data = HEADER + 8 * 2 ** sectionBits
  if (bytes.length < data) throw new FormatError('the filter is cut short')
  const section = (number: number) => ({
    count: view.getUint32(HEADER + number * 8),
    start: data + view.getUint32(HEADER + number * 8 + 4),
  })
  let total = 0
  for (let number = 0; number < 2 ** sectionBits; number++) {
    const { count, start } = section(number)
    total += count
    if (start > bytes.length) throw new FormatError('the filter is cut short')
  }
  const count = view.getUint32(12)
  if (total !== count) throw new FormatError(`the filter says ${count} hashes, and its sections ${total}`)
  return {
    count,
    mayHave(hex) {
      const key = keyOf(hex)
      const { count: number, start } = section(sectionOf(key, sectionBits))
      if (number === 0) return false
      const wanted = valueOf(key, sectionBits, number)
      const read = readBits(bytes, start)
      let value = 0
      for (let index = 0; index < number; index++) {
        value += read()
        if (value >= wanted) return value === wanted
      }
      return false
    },
  }
}

function sectionBitsFor(count: number): number {
  const bits = Math.floor(Math.log2(Math.max(1, count / PER_SECTION)))
  return Math.min(bits, MOST_SECTION_BITS)
}

const sectionOf = (key: bigint, bits: number) => Number(key >> BigInt(64 - bits))

/** The rest of the key, scaled down to 1,024 times the number of keys. */
function valueOf(key: bigint, sectionBits: number, count: number): number {
  const rest = BigInt.asUintN(64, key << BigInt(sectionBits))
  return Number((rest * BigInt(count << REMAINDER_BITS)) >> 64n)
}

function createBits() {
  let bytes = Buffer.alloc(1024)
  let at = 0
  const push = (bit: number) => {
    if (at >> 3 >= bytes.length) bytes = Buffer.concat([bytes], bytes.length * 2)
    if (bit === 1) bytes[at >> 3]! |= 128 >> (at & 7)
    at++
  }
  return {
    length: () => at >> 3,
    /** The quotient in ones and a zero, then the remainder. */
    write(value: number) {
      for (let quotient = value >>> REMAINDER_BITS; quotient > 0; quotient--) push(1)
      push(0)
      for (let bit = REMAINDER_BITS - 1; bit >= 0; bit--) push((value >>> bit) & 1)
    },
    align() {
      at = (at + 7) & ~7
    },
    bytes: () => bytes.subarray(0, at >> 3),
  }
}

/** Throws a FormatError at the end of the bytes. */
function readBits(bytes: Uint8Array, start: number): () => number {
  let at = start * 8
  const end = bytes.length * 8
  const next = () => {
    if (at >= end) throw new FormatError('the filter is cut short')
    const bit = (bytes[at >> 3]! >> (7 - (at & 7))) & 1
    at++
    return bit
  }
  return () => {
    let quotient = 0
    while (next() === 1) quotient++
    let remainder = 0
    for (let bit = 0; bit < REMAINDER_BITS; bit++) remainder = (remainder << 1) | next()
    return quotient * 2 ** REMAINDER_BITS + remainder
  }
}
