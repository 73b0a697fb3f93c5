import type { Block } from './search-index.js'

/** Keys and the entries they lead to, as flat arrays that need no parsing. */
export interface Dictionary {
  /** All keys in order, concatenated, as UTF-8. */
  text: Uint8Array
  /** The offset of each key, and of the end. */
  keys: Uint32Array
  /** The offset of each key's postings, and of the end. */
  starts: Uint32Array
  /** Postings combine an entry and its weight in one number; those of a key are ordered by entry. */
  postings: Block<Uint32Array>
}

/** Alternating entries and weights of one key, ordered by entry. */
export type Postings = number[]

/** A posting has twenty bits for the entry and twelve for the weight, in steps of 1/128. */
const WEIGHT_BITS = 12
export const STEPS = 128
const HEAVIEST = 2 ** WEIGHT_BITS - 1
export const MOST_ENTRIES = 2 ** (32 - WEIGHT_BITS)

export function dictionaryOf(lists: ReadonlyMap<string, Postings>): Dictionary {
  const encoder = new TextEncoder()
  const sorted = [...lists]
    .map(([key, list]) => ({ key: encoder.encode(key), list }))
    .sort((a, b) => compare(a.key, b.key))
  const text = new Uint8Array(sorted.reduce((sum, { key }) => sum + key.length, 0))
  const keys = new Uint32Array(sorted.length + 1)
  const starts = new Uint32Array(sorted.length + 1)
  const postings = new Uint32Array(sorted.reduce((sum, { list }) => sum + list.length / 2, 0))
  let place = 0
  let start = 0
  for (const [index, { key, list }] of sorted.entries()) {
    text.set(key, place)
    place += key.length
    keys[index + 1] = place
    for (let at = 0; at < list.length; at += 2) postings[start++] = toPosting(list[at]!, list[at + 1]!)
    starts[index + 1] = start
  }
  return { text, keys, starts, postings }
}

export function entryOf(posting: number): number {
  return posting >>> WEIGHT_BITS
}

/** The weight in steps. Whole numbers can be added without allocating objects. */
export function stepsOf(posting: number): number {
  return posting & HEAVIEST
}

/** Rounds a weight to steps. It never becomes zero. */
export function toPosting(entry: number, weight: number): number {
  const steps = Math.min(HEAVIEST, Math.max(1, Math.round(weight * STEPS)))
  return ((entry << WEIGHT_BITS) | steps) >>> 0
}

/** Combines entries and their weights in steps. */
export function fromParts(entries: Uint32Array, steps: Uint32Array): Uint32Array {
  return entries.map((entry, index) => ((entry << WEIGHT_BITS) | (steps[index]! & HEAVIEST)) >>> 0)
}

/** The postings of a key; empty if it is absent. */
export function postingsOf({ text, keys, starts, postings }: Dictionary, key: string): Uint32Array {
  const wanted = new TextEncoder().encode(key)
  let low = 0
  let high = keys.length - 2
  while (low <= high) {
    const middle = (low + high) >> 1
    const order = compareAt(text, keys[middle]!, keys[middle + 1]!, wanted)
    if (order === 0) return postings.subarray(starts[middle]!, starts[middle + 1]!)
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return postings.subarray(0, 0)
}

export function keysOf(dictionary: Dictionary): string[] {
  return Array.from({ length: dictionary.keys.length - 1 }, (_, index) => keyAt(dictionary, index))
}

export function keyAt({ text, keys }: Dictionary, index: number): string {
  return new TextDecoder().decode(text.subarray(keys[index], keys[index + 1]))
}

export function leadsTo(postings: Uint32Array, entry: number): boolean {
  let low = 0
  let high = postings.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = entryOf(postings[middle]!)
    if (found === entry) return true
    if (found < entry) low = middle + 1
    else high = middle - 1
  }
  return false
}

function compare(a: Uint8Array, b: Uint8Array): number {
  return compareAt(a, 0, a.length, b)
}

/** Compares byte by byte without creating a view, because a query makes a thousand comparisons. */
function compareAt(text: Uint8Array, start: number, end: number, other: Uint8Array): number {
  const shared = Math.min(end - start, other.length)
  for (let index = 0; index < shared; index++) {
    const difference = text[start + index]! - other[index]!
    if (difference !== 0) return difference
  }
  return end - start - other.length
}
