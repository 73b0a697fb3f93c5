/** Keys with the entries they lead to, as flat arrays: nothing is parsed when it is read from disk. */
export interface Dictionary {
  /** All keys in order, one after the other. */
  text: Uint8Array
  /** Where each key begins; one more for the end. */
  keys: Uint32Array
  /** Where each key's entries begin; one more for the end. */
  starts: Uint32Array
  entries: Uint32Array
  weights: Float32Array
}

export function dictionaryOf(
  lists: ReadonlyMap<string, readonly (readonly [entry: number, weight: number])[]>,
): Dictionary {
  const encoder = new TextEncoder()
  const sorted = [...lists]
    .map(([key, list]) => ({ key: encoder.encode(key), list }))
    .sort((a, b) => compare(a.key, b.key))
  const total = sorted.reduce((sum, { list }) => sum + list.length, 0)
  const text = new Uint8Array(sorted.reduce((sum, { key }) => sum + key.length, 0))
  const keys = new Uint32Array(sorted.length + 1)
  const starts = new Uint32Array(sorted.length + 1)
  const entries = new Uint32Array(total)
  const weights = new Float32Array(total)
  let place = 0
  let start = 0
  for (const [index, { key, list }] of sorted.entries()) {
    text.set(key, place)
    place += key.length
    keys[index + 1] = place
    for (const [entry, weight] of list) {
      entries[start] = entry
      weights[start++] = weight
    }
    starts[index + 1] = start
  }
  return { text, keys, starts, entries, weights }
}

/** Where the entries of a key stand: from `start` up to `end`; equal if there are none. */
export function rangeIn({ text, keys, starts }: Dictionary, key: string): { start: number; end: number } {
  const wanted = new TextEncoder().encode(key)
  let low = 0
  let high = keys.length - 2
  while (low <= high) {
    const middle = (low + high) >> 1
    const order = compare(text.subarray(keys[middle]!, keys[middle + 1]!), wanted)
    if (order === 0) return { start: starts[middle]!, end: starts[middle + 1]! }
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return { start: 0, end: 0 }
}

function compare(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length)
  for (let index = 0; index < shared; index++) if (a[index] !== b[index]) return a[index]! - b[index]!
  return a.length - b.length
}
