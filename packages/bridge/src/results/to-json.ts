import type { JsonValue } from '@atip/protocol'
import { decodeBytes, isBytes } from './bytes.js'

/** Lists and objects are written down to this depth; deeper ones are only named. */
const MAX_DEPTH = 200

/**
 * Converts any value to JSON without throwing. Values that JSON lacks become words: a large integer is text, an error
 * its name and message, bytes are text, a cycle is `[circular]`. Undefined stays undefined.
 */
export function toJson(value: unknown): JsonValue | undefined {
  return convert(value, [])
}

/** True for errors of another realm, too; false if the value cannot even be inspected (a revoked proxy). */
export function isError(value: unknown): value is Error {
  try {
    return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]'
  } catch {
    return false
  }
}

function convert(value: unknown, above: readonly object[]): JsonValue | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      // JSON has no minus zero.
      return Number.isFinite(value) ? value + 0 : String(value)
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
    case 'object':
      return value === null ? null : convertObject(value, above)
    default:
      return undefined
  }
}

function convertObject(value: object, above: readonly object[]): JsonValue | undefined {
  if (above.includes(value)) return '[circular]'
  if (above.length >= MAX_DEPTH) return '[nested too deeply]'
  try {
    return convertContent(value, [...above, value])
  } catch (error) {
    return `[unreadable: ${isError(error) ? error.message : 'unknown reason'}]`
  }
}

function convertContent(value: object, above: readonly object[]): JsonValue | undefined {
  if (isError(value)) return { name: String(value.name), message: String(value.message), ...codeOf(value) }
  if (isBytes(value)) return decodeBytes(value)
  if ('toJSON' in value && typeof value.toJSON === 'function') return convert(value.toJSON(''), above)
  if (isList(value)) return Array.from(value, (entry) => convert(entry, above) ?? null)
  const entries: [unknown, unknown][] = value instanceof Map ? [...value] : Object.entries(value)
  const converted = entries.map(([key, entry]) => [String(key), convert(entry, above)] as const)
  // Unlike an assignment, `fromEntries` treats `__proto__` as an ordinary key.
  return Object.fromEntries(converted.filter(([, entry]) => entry !== undefined)) as Record<string, JsonValue>
}

function isList(value: object): value is Iterable<unknown> {
  return Array.isArray(value) || value instanceof Set || (ArrayBuffer.isView(value) && Symbol.iterator in value)
}

/** The code of a system error (`ENOENT`) is more precise than its message. */
function codeOf(error: Error): { code?: string } {
  return 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
}
