/** Whether two JSON values are equal. The order of keys does not matter, and an absent key equals `undefined`. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  for (const key of Object.keys(a)) if (!equal(own(a, key), own(b, key))) return false
  for (const key of Object.keys(b)) if (!Object.hasOwn(a, key) && own(b, key) !== undefined) return false
  return true
}

function own(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined
}
