import { fromColumns, toColumns } from './columns.js'
import { entryOf, fromParts, stepsOf, type Dictionary } from './dictionary.js'
import { NO_TEXTS } from './entry-texts.js'
import type { SearchIndex } from './search-index.js'

/**
 * The index of a page is small, because it is downloaded. It has no texts; a page fetches those of a hit when it shows
 * it.
 */
const FORMAT = 'atip-page-1'

/** A line of JSON with the length of every part, then the parts. */
export function toServedBytes(index: SearchIndex): Uint8Array {
  const parts = [
    index.isCommand,
    toColumns(index.common),
    new Uint8Array(index.effects.buffer, index.effects.byteOffset, index.effects.byteLength),
    ...[index.terms, index.tools, index.names].flatMap(partsOf),
  ]
  const head = new TextEncoder().encode(
    `${JSON.stringify({ format: FORMAT, lengths: parts.map((part) => part.length) })}\n`,
  )
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, head.length))
  let place = head.length
  bytes.set(head)
  for (const part of parts) {
    bytes.set(part, place)
    place += part.length
  }
  return bytes
}

/** Stores entries and weights apart, because each alone compresses better. */
function partsOf({ text, keys, starts, postings }: Dictionary): Uint8Array[] {
  const all = postings.subarray()
  return [text, toColumns(keys), toColumns(starts), toColumns(all.map(entryOf)), weightsAsBytes(all)]
}

function weightsAsBytes(postings: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(2 * postings.length)
  for (const [index, posting] of postings.entries()) {
    bytes[index] = stepsOf(posting)
    bytes[postings.length + index] = stepsOf(posting) >>> 8
  }
  return bytes
}

const PARTS = 18

/** Undefined if the bytes are not such an index. */
export function fromServedBytes(bytes: Uint8Array): SearchIndex | undefined {
  const start = bytes.indexOf(10) + 1
  const lengths = lengthsIn(bytes.subarray(0, start))
  if (lengths === undefined || lengths.reduce((sum, length) => sum + length, start) !== bytes.length) return undefined
  let place = start
  let part = 0
  const next = () => bytes.subarray(place, (place += lengths[part++]!))
  const dictionary = () => dictionaryFrom(next(), fromColumns(next()), fromColumns(next()), fromColumns(next()), next())
  const [isCommand, common, effects] = [next(), fromColumns(next()), new Uint8Array(next())]
  const [terms, tools, names] = [dictionary(), dictionary(), dictionary()]
  return { texts: NO_TEXTS, isCommand, common, effects: new Uint16Array(effects.buffer), terms, tools, names }
}

function dictionaryFrom(
  text: Uint8Array,
  keys: Uint32Array,
  starts: Uint32Array,
  entries: Uint32Array,
  weights: Uint8Array,
): Dictionary {
  const steps = Uint32Array.from(entries, (_, index) => weights[index]! | (weights[entries.length + index]! << 8))
  return { text, keys, starts, postings: fromParts(entries, steps) }
}

function lengthsIn(line: Uint8Array): number[] | undefined {
  try {
    const { format, lengths } = JSON.parse(new TextDecoder().decode(line)) as Record<string, unknown>
    const isGood = format === FORMAT && Array.isArray(lengths) && lengths.length === PARTS
    return isGood && lengths.every((length) => Number.isSafeInteger(length) && length >= 0) ? lengths : undefined
  } catch {
    return undefined
  }
}
