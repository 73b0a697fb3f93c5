import { fromPointer } from '@atip/protocol'
import { bytesBetween, type KeptFile } from './lines.js'

/** Larger texts are not parsed. */
const MOST_PARSED = 64 * 2 ** 20

/** The value at a path in a JSON text, as JSON. */
export function jsonAt(file: KeptFile, path: string): Buffer {
  if (file.size > MOST_PARSED) throw new RangeError(`the result has ${file.size} bytes, too many to read as JSON`)
  let value: unknown
  try {
    value = JSON.parse(bytesBetween(file, 0, file.size).toString())
  } catch {
    throw new SyntaxError('the result is not JSON. Read its lines instead.')
  }
  for (const key of keysOf(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) {
      throw new RangeError(`there is nothing at ${path}: ${JSON.stringify(key)} is not among ${namesIn(value)}`)
    }
    value = (value as Record<string, unknown>)[key]
  }
  return Buffer.from(JSON.stringify(value))
}

/** Parses `/items/0/name` (RFC 6901) or `items[0].name`; `$` is the whole. */
function keysOf(path: string): string[] {
  if (path === '' || path.startsWith('/')) return fromPointer(path).map(String)
  const keys = [...path.replace(/^\$\.?/, '').matchAll(/\[(\d+)\]|\["([^"]*)"\]|([^.[\]]+)/g)]
  return keys.map(([, index, quoted, name]) => index ?? quoted ?? name!)
}

function namesIn(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} elements`
  return typeof value === 'object' && value !== null ? Object.keys(value).slice(0, 20).join(', ') : typeof value
}
