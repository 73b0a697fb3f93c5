import { isObject } from '@atip/protocol/trust'
import { Refused } from '../refused.js'
import { count } from './open-file.js'

export interface JsonLimits {
  bytes: number
  depth: number
}

/** Bundles have 10 to 20 kilobytes; attestations of large builds have some hundred. */
export const JSON_LIMITS: Readonly<JsonLimits> = { bytes: 16 * 1024 ** 2, depth: 100 }

/** Parses a JSON object from outside. `what` names it in errors. */
export function readJson(text: string | Uint8Array, what: string, limits = JSON_LIMITS): Record<string, unknown> {
  if (text.length > limits.bytes) throw new Refused('LIMIT', `${what} has more than ${count(limits.bytes)} bytes`)
  const source = typeof text === 'string' ? text : new TextDecoder().decode(text)
  if (isDeeper(source, limits.depth)) throw new Refused('LIMIT', `${what} is nested deeper than ${limits.depth} levels`)
  const value = parse(source, what)
  if (!isObject(value)) throw new Refused('MALFORMED', `${what} is not a JSON object`)
  return value
}

function parse(source: string, what: string): unknown {
  try {
    return JSON.parse(source) as unknown
  } catch (error) {
    throw new Refused('MALFORMED', `${what} is not JSON`, { cause: error })
  }
}

/** Skips strings, in which brackets have no meaning. */
function isDeeper(source: string, limit: number): boolean {
  let depth = 0
  for (let at = 0; at < source.length; at++) {
    const character = source[at]
    if (character === '"') at = endOfString(source, at)
    else if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') depth--
    if (depth > limit) return true
  }
  return false
}

function endOfString(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '"') return at
  }
  return source.length
}
