/** The values of JSON. */
export type PlainData = null | boolean | number | string | PlainData[] | PlainObject
export interface PlainObject {
  [key: string]: PlainData
}

// Deeper than anyone reads; prevents infinitely nested values from exhausting the stack.
const DEEPEST = 24

/** Any value as JSON would print it, but without errors: cycles, failing getters and big numbers become text. */
export function toPlainData(value: unknown): PlainData {
  return read(value, '', [])
}

function read(value: unknown, key: string, open: readonly object[]): PlainData {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) ? value : String(value)
    case 'bigint':
      return String(value)
    case 'object':
      return value === null ? null : attempt(() => readObject(value, key, open))
    default:
      return null
  }
}

function readObject(value: object, key: string, open: readonly object[]): PlainData {
  if (open.includes(value)) return '[circular]'
  if (open.length === DEEPEST) return '[nested too deeply]'
  const inside = [...open, value]
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if ('toJSON' in value && typeof value.toJSON === 'function') return read(value.toJSON(key), key, inside)
  if (value instanceof Error) return `${value.name}: ${value.message}`
  if (value instanceof Map) return readObject(Object.fromEntries(value), key, inside)
  if (Array.isArray(value) || value instanceof Set) {
    return Array.from(value as Iterable<unknown>, (entry, index) => read(entry, String(index), inside))
  }
  return readProperties(value as Record<string, unknown>, inside)
}

function readProperties(value: Record<string, unknown>, open: readonly object[]): PlainObject {
  const result: [string, PlainData][] = []
  for (const name of Object.keys(value)) {
    let isGiven = true
    const entry = attempt(() => {
      const property = value[name]
      isGiven = property !== undefined && typeof property !== 'function' && typeof property !== 'symbol'
      return read(property, name, open)
    })
    if (isGiven) result.push([name, entry])
  }
  return Object.fromEntries(result)
}

function attempt(act: () => PlainData): PlainData {
  try {
    return act()
  } catch {
    return '[unreadable]'
  }
}
