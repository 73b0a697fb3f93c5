import type { Dictionary } from './dictionary.js'
import type { Block, SearchIndex } from './search-index.js'

/**
 * Serialises an index: a line of JSON with the length of every part, padded to a multiple of four, then the parts, each
 * padded as well, then a checksum. Reading creates views of the bytes and parses nothing else. `stamp` identifies the
 * sources. Long parts of which a query needs little come last.
 */
export function toBytes({ texts, isCommand, common, effects, terms, tools, names }: SearchIndex, stamp: string) {
  const views = [
    texts.starts,
    isCommand,
    common,
    effects,
    ...[terms, tools, names].flatMap(({ text, keys, starts }) => [text, keys, starts]),
    tools.postings.subarray(),
    names.postings.subarray(),
    terms.postings.subarray(),
    texts.text.subarray(),
  ]
  const parts = views.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength))
  const head = new TextEncoder().encode(
    JSON.stringify({ format: FORMAT, stamp, lengths: parts.map(({ length }) => length) }),
  )
  const start = padded(head.length + 1)
  const bytes = new Uint8Array(start + spaceOf(parts.map(({ length }) => length)) + SUM)
  bytes.set(head)
  bytes.fill(SPACE, head.length, start - 1)
  bytes[start - 1] = NEW_LINE
  let place = start
  for (const part of parts) {
    bytes.set(part, place)
    place += padded(part.length)
  }
  const words = new Int32Array(bytes.buffer)
  words[words.length - 1] = sumOf(words)
  return bytes
}

const FORMAT = 'atip-search-3'
const PARTS = 17
/** The number of parts that are read in pieces. */
const BLOCKS = 4
const SUM = 4
const NEW_LINE = 10
const SPACE = 32
/** The limit for the first line; a longer one is not from an index of ours. */
const LONGEST_HEAD = 8_192

/** Reads a range of bytes from a file or from memory. Returns fewer at the end. */
export interface ByteSource {
  size: number
  read(start: number, length: number): Uint8Array
}

/**
 * The index in these bytes. Undefined if they are damaged, or of another version or stamp; then the index must be built
 * again.
 */
export function fromBytes(given: Uint8Array, stamp: string): SearchIndex | undefined {
  return hasRightSum(given) ? readIndex(inMemory(given), stamp) : undefined
}

export function inMemory(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: (start, length) => bytes.subarray(start, start + length) }
}

/** Reads bytes whose checksum was verified. */
export function readIndex({ size, read }: ByteSource, stamp: string): SearchIndex | undefined {
  const first = read(0, Math.min(size, LONGEST_HEAD))
  const start = first.indexOf(NEW_LINE) + 1
  const lengths = start % 4 === 0 ? lengthsIn(first.subarray(0, start), stamp) : undefined
  if (lengths === undefined || start + spaceOf(lengths) + SUM !== size) return undefined
  const tables = aligned(read(start, spaceOf(lengths.slice(0, -BLOCKS))))
  if (tables.length < spaceOf(lengths.slice(0, -BLOCKS))) return undefined
  const index = viewsOf(tables, lengths, (place, length) => aligned(read(start + place, length)))
  return fits(index) ? index : undefined
}

export function hasRightSum(bytes: Uint8Array): boolean {
  if (bytes.length === 0 || bytes.length % 4 !== 0) return false
  const { buffer, byteOffset, length } = aligned(bytes)
  const words = new Int32Array(buffer, byteOffset, length / 4)
  return words[words.length - 1] === sumOf(words)
}

function viewsOf(tables: Uint8Array, lengths: readonly number[], read: ByteSource['read']): SearchIndex {
  let part = 0
  let place = 0
  const next = () => {
    const [start, length] = [place, lengths[part++]!]
    place += padded(length)
    return { start, length }
  }
  const bytes = () => {
    const { start, length } = next()
    return tables.subarray(start, start + length)
  }
  const numbers = () => wordsIn(bytes())
  const numbersInBlock = (): Block<Uint32Array> => {
    const { start, length } = next()
    return blockOf(length / 4, (from, to) => wordsIn(read(start + 4 * from, 4 * (to - from))))
  }
  const bytesInBlock = (): Block<Uint8Array> => {
    const { start, length } = next()
    return blockOf(length, (from, to) => read(start + from, to - from))
  }
  // In the order of `toBytes`.
  const [starts, isCommand, common] = [numbers(), bytes(), numbers()]
  const effects = bytes()
  const keys = () => ({ text: bytes(), keys: numbers(), starts: numbers() })
  const [terms, tools, names] = [keys(), keys(), keys()]
  const withPostings = (dictionary: Omit<Dictionary, 'postings'>) => ({ ...dictionary, postings: numbersInBlock() })
  const [allTools, allNames, allTerms] = [withPostings(tools), withPostings(names), withPostings(terms)]
  return {
    texts: { text: bytesInBlock(), starts },
    isCommand,
    common,
    effects: new Uint16Array(effects.buffer, effects.byteOffset, effects.length >> 1),
    terms: allTerms,
    tools: allTools,
    names: allNames,
  }
}

/** Like `Array.prototype.slice`: never returns anything outside of the range. */
function blockOf<Piece>(length: number, read: (from: number, to: number) => Piece): Block<Piece> {
  return {
    length,
    subarray(start = 0, end = length) {
      const to = Math.min(end, length)
      return read(Math.min(start, to), to)
    },
  }
}

function wordsIn({ buffer, byteOffset, length }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length >> 2)
}

/** 32-bit views must begin at a multiple of four. */
function aligned(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % 4 === 0 ? bytes : Uint8Array.from(bytes)
}

/**
 * Whether every part has an item for each entry. Offsets are not checked: out-of-range reads return nothing, so a file
 * with a forged checksum gives wrong results but does no harm.
 */
function fits({ texts, isCommand, effects }: SearchIndex): boolean {
  return texts.starts.length - 1 === isCommand.length && effects.length === isCommand.length
}

function lengthsIn(line: Uint8Array, wanted: string): number[] | undefined {
  try {
    const head = JSON.parse(new TextDecoder().decode(line)) as Record<'format' | 'stamp' | 'lengths', unknown> | null
    const lengths = head?.format === FORMAT && head.stamp === wanted ? head.lengths : undefined
    if (!Array.isArray(lengths) || lengths.length !== PARTS) return undefined
    return lengths.every((length) => Number.isSafeInteger(length) && length >= 0) ? lengths : undefined
  } catch {
    return undefined
  }
}

/**
 * A checksum of all words but the last. Rotation loses no bits, so every change of a single word is detected. Each step
 * is a small integer, because code that is not compiled yet allocates an object for other numbers.
 */
function sumOf(words: Int32Array): number {
  let sum = 0
  for (let index = 0; index < words.length - 1; index++) sum = ((sum << 5) | (sum >>> 27)) ^ words[index]!
  return sum
}

function spaceOf(lengths: readonly number[]): number {
  return lengths.reduce((sum, length) => sum + padded(length), 0)
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4
}
