import { isObject } from '@atip/protocol'

export type ReadInput = { input: Record<string, unknown> } | { problem: string }

/** The arguments of a call, given as an object or as its JSON text. If absent, there are no arguments. */
export function readInput(value: unknown): ReadInput {
  if (value === undefined || value === null) return { input: {} }
  const parsed = typeof value === 'string' ? parse(value) : { value }
  if ('problem' in parsed) return parsed
  if (isObject(parsed.value)) return { input: parsed.value }
  return { problem: `the arguments must be a JSON object; found ${kindOf(parsed.value)}` }
}

function parse(text: string): { value: unknown } | { problem: string } {
  if (text.trim() === '') return { value: {} }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return { problem: `the arguments are not JSON: ${(error as Error).message}` }
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return `a ${typeof value}`
}
