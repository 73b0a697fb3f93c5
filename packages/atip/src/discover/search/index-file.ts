import type { SearchIndex } from './build-index.js'
import type { Dictionary } from './dictionary.js'

/**
 * An index as bytes: a line of JSON with the length of every part, padded so that what follows stands on a multiple of
 * four, then the parts, each padded alike, then a sum over all of it. Reading it makes views of the bytes and parses
 * nothing else. `stamp` says what it was made from.
 */
export function toBytes(index: SearchIndex, stamp: string): Uint8Array {
  const { texts, isCommand, common, effects, terms, tools, names } = index
  const views = [
    texts.text,
    texts.starts,
    isCommand,
    common,
    effects,
    ...[terms, tools, names].flatMap(({ text, keys, starts, postings }) => [text, keys, starts, postings]),
  ]
  const parts = views.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength))
  const head = new TextEncoder().encode(
    JSON.stringify({ format: FORMAT, stamp, lengths: parts.map(({ length }) => length) }),
  )
  const start = padded(head.length + 1)
  const bytes = new Uint8Array(start + parts.reduce((sum, { length }) => sum + padded(length), 0) + 4)
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

const FORMAT = 'atip-search-2'
const PARTS = 17
const NEW_LINE = 10
const SPACE = 32

export interface ReadOptions {
  /** The sum was found right before, and the bytes are the same. */
  isWhole?: boolean
}

/** Undefined if these are not the bytes of a whole index of this version and stamp: it is to be built again. */
export function fromBytes(
  given: Uint8Array,
  stamp: string,
  { isWhole = false }: ReadOptions = {},
): SearchIndex | undefined {
  if (given.length % 4 !== 0) return undefined
  // Views of words must begin on a multiple of four.
  const bytes = given.byteOffset % 4 === 0 ? given : Uint8Array.from(given)
  const start = bytes.indexOf(NEW_LINE) + 1
  const lengths = start % 4 === 0 ? lengthsIn(bytes.subarray(0, start), stamp) : undefined
  if (lengths === undefined) return undefined
  const whole = start + lengths.reduce((sum, length) => sum + padded(length), 0) + 4
  if (whole !== bytes.length || !(isWhole || hasRightSum(bytes))) return undefined
  const index = viewsOf(bytes, start, lengths)
  return fits(index) ? index : undefined
}

function viewsOf({ buffer, byteOffset }: Uint8Array, start: number, lengths: readonly number[]): SearchIndex {
  let part = 0
  let place = byteOffset + start
  const next = <T>(View: new (buffer: ArrayBufferLike, start: number, length: number) => T, size: number): T => {
    const length = lengths[part++]!
    const view = new View(buffer, place, Math.floor(length / size))
    place += padded(length)
    return view
  }
  const bytes = () => next(Uint8Array, 1)
  const numbers = () => next(Uint32Array, 4)
  // The parts stand in the order of `toBytes`, and an object is evaluated in the order it is written.
  const dictionary = (): Dictionary => ({ text: bytes(), keys: numbers(), starts: numbers(), postings: numbers() })
  return {
    texts: { text: bytes(), starts: numbers() },
    isCommand: bytes(),
    common: numbers(),
    effects: next(Uint16Array, 2),
    terms: dictionary(),
    tools: dictionary(),
    names: dictionary(),
  }
}

/**
 * Whether every part has something for each entry. The places that the parts name are not looked at: a view that is asked
 * for what is outside gives nothing, so that a file with a forged sum is wrong, but does no harm.
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

function hasRightSum({ buffer, byteOffset, length }: Uint8Array): boolean {
  const words = new Int32Array(buffer, byteOffset, length / 4)
  return words[words.length - 1] === sumOf(words)
}

/**
 * Over all words but the last. What is added to is turned, never lost, so that no change of a single word goes unseen;
 * and every step is a small integer, because code that is not compiled yet would make an object of any other number.
 */
function sumOf(words: Int32Array): number {
  let sum = 0
  for (let index = 0; index < words.length - 1; index++) sum = ((sum << 5) | (sum >>> 27)) ^ words[index]!
  return sum
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4
}
