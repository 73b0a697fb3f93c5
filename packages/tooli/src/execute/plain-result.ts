/**
 * A result with plain data in place of what JSON cannot write: a Map becomes an object, a Set a list, an Error its text,
 * a bigint its digits. So every surface shows the same, and no secret hides in one. Other values stay the same objects.
 */
export function plainResult(value: unknown, open: readonly object[] = []): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  // A cycle stays, for the printer to report.
  if (open.includes(value)) return value
  const inside = (entry: unknown) => plainResult(entry, [...open, value])
  if (value instanceof Error) return `${value.name}: ${value.message}`
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, entry]) => [String(key), inside(entry)]))
  if (value instanceof Set) return [...value].map(inside)
  if (Array.isArray(value)) {
    const entries = value.map(inside)
    return entries.every((entry, index) => Object.is(entry, value[index])) ? value : entries
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    const json: unknown = value.toJSON()
    // A date stays a date for callers in this process.
    return typeof json === 'object' ? inside(json) : value
  }
  const given = Object.entries(value)
  const entries = given.map(([key, entry]) => [key, inside(entry)] as const)
  return entries.every(([, entry], index) => Object.is(entry, given[index]![1])) ? value : Object.fromEntries(entries)
}
