import type { JsonValue } from '../types.js'

const STRINGS = /"[^"\\]*(?:\\.[^"\\]*)*"/g
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/

/**
 * Reads a text about which there is nothing to say with the engine's own parser. Undefined for every other text, and the
 * careful reader tells what is wrong with it: that one costs a program that starts several milliseconds.
 */
export function quickJson(text: string, maxDepth: number): JsonValue | undefined {
  if (text.charCodeAt(0) === 0xfeff || !text.isWellFormed() || SURROGATE_ESCAPE.test(text)) return undefined
  try {
    const value = JSON.parse(text) as JsonValue
    // A duplicate key is one member of the result.
    return membersIn(value, maxDepth) === colonsIn(text) ? value : undefined
  } catch {
    return undefined
  }
}

/** Members of all objects inside; not a number if they nest too deep. */
function membersIn(value: JsonValue, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (depth === 0) return NaN
  const inner = Object.values(value)
  let count = Array.isArray(value) ? 0 : inner.length
  for (const one of inner) count += membersIn(one, depth - 1)
  return count
}

/** Outside of strings, a colon follows a key and occurs nowhere else. */
function colonsIn(text: string): number {
  const rest = text.replace(STRINGS, '')
  let count = 0
  for (let place = rest.indexOf(':'); place !== -1; place = rest.indexOf(':', place + 1)) count++
  return count
}
