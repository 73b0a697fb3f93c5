/** Whether two JSON values say the same; the order of keys says nothing, and an absent key is `undefined`. */
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
