/** The input of filters: keys of hashes, and the log position of each. In typed arrays, because there are many. */
export interface FilterKeys {
  add(key: bigint, index: number): void
  /** The keys published since this position of the log. */
  from(index: number): BigUint64Array
}

export function createKeys(): FilterKeys {
  let keys = new BigUint64Array(1024)
  let indexes = new Float64Array(1024)
  let count = 0
  return {
    add(key, index) {
      if (count === keys.length) {
        keys = grown(keys, new BigUint64Array(count * 2))
        indexes = grown(indexes, new Float64Array(count * 2))
      }
      keys[count] = key
      indexes[count++] = index
    },
    from(start) {
      const chosen = new BigUint64Array(count)
      let length = 0
      for (let at = 0; at < count; at++) if (indexes[at]! >= start) chosen[length++] = keys[at]!
      return chosen.slice(0, length)
    },
  }
}

function grown<T extends BigUint64Array | Float64Array>(old: T, larger: T): T {
  larger.set(old as never)
  return larger
}
