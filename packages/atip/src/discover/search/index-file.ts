import type { SearchIndex } from './build-index.js'
import type { Dictionary } from './dictionary.js'

/**
 * An index as bytes: a line of JSON with the length of every part, padded so that what follows stands on a multiple
 * of four, then the parts, each padded alike. Reading it makes views of the bytes and parses nothing else.
 */
export function toBytes({ names, isCommand, commonness, terms, tools }: SearchIndex): Uint8Array {
  const parts: Uint8Array[] = [
    new TextEncoder().encode(names.join('\n')),
    isCommand,
    ...[commonness, ...partsOf(terms), ...partsOf(tools)].map(bytesOf),
  ]
  const head = JSON.stringify({ format: FORMAT, lengths: parts.map(({ length }) => length) })
  const line = new TextEncoder().encode(`${head.padEnd(padded(head.length + 1) - 1)}\n`)
  const bytes = new Uint8Array(line.length + parts.reduce((sum, { length }) => sum + padded(length), 0))
  bytes.set(line)
  let place = line.length
  for (const part of parts) {
    bytes.set(part, place)
    place += padded(part.length)
  }
  return bytes
}

const FORMAT = 'atip-search-1'

/** Undefined if these are not the bytes of an index of this version: it is to be built again. */
export function fromBytes(bytes: Uint8Array): SearchIndex | undefined {
  const end = bytes.indexOf(NEW_LINE)
  if (end === -1) return undefined
  const head = readHead(bytes.subarray(0, end))
  if (head === undefined) return undefined
  // Views of words must begin on a multiple of four.
  const { buffer, byteOffset } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  let place = end + 1
  const take = (length: number) => {
    const start = byteOffset + place
    place += padded(length)
    return { start, length }
  }
  const pieces = head.map(take)
  if (place !== bytes.length) return undefined
  const small = (index: number) => new Uint8Array(buffer, pieces[index]!.start, pieces[index]!.length)
  const words = (index: number) => new Uint32Array(buffer, pieces[index]!.start, pieces[index]!.length / 4)
  const floats = (index: number) => new Float32Array(buffer, pieces[index]!.start, pieces[index]!.length / 4)
  const dictionary = (from: number): Dictionary => ({
    text: small(from),
    keys: words(from + 1),
    starts: words(from + 2),
    entries: words(from + 3),
    weights: floats(from + 4),
  })
  const names = new TextDecoder().decode(small(0)).split('\n')
  return {
    names: small(0).length === 0 ? [] : names,
    isCommand: small(1),
    commonness: floats(2),
    terms: dictionary(3),
    tools: dictionary(8),
  }
}

const NEW_LINE = 10
const PARTS = 13

function readHead(line: Uint8Array): number[] | undefined {
  try {
    const { format, lengths } = JSON.parse(new TextDecoder().decode(line)) as { format: unknown; lengths: unknown }
    const isOurs = format === FORMAT && Array.isArray(lengths) && lengths.length === PARTS
    return isOurs && lengths.every((length) => Number.isInteger(length) && length >= 0) ? lengths : undefined
  } catch {
    return undefined
  }
}

function partsOf({ text, keys, starts, entries, weights }: Dictionary) {
  return [text, keys, starts, entries, weights]
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array | Uint32Array | Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4
}
