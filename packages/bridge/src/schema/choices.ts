import type { Argument, Option, Scalar } from '@atip/protocol'

/** The values a parameter is limited to, and their JSON type. */
export interface Choices {
  type: 'string' | 'integer' | 'number'
  values: (string | number)[]
}

/** The JSON type of an enum: integer or number if all values are, otherwise text. `toArgv` maps back (decision 7). */
export function choicesOf(parameter: Argument | Option): Choices | undefined {
  const isArray = parameter.type === 'array'
  const type = isArray ? (parameter.items?.type ?? 'string') : parameter.type
  const listed = isArray ? (parameter.items?.enum ?? parameter.enum) : parameter.enum
  if (listed === undefined || listed.length === 0) return undefined
  if (type === 'enum' || isArray) {
    const numeric = numericType(listed)
    return numeric === undefined ? texts(listed) : { type: numeric, values: unique(listed as number[]) }
  }
  // Here `toArgv` uses the declared type, so only values of that type can be passed.
  if (type === 'integer') return numbers(type, listed.filter(Number.isSafeInteger))
  if (type === 'number') return numbers(type, listed.filter(Number.isFinite))
  return type === 'boolean' ? undefined : texts(listed)
}

function numericType(values: readonly Scalar[]): 'integer' | 'number' | undefined {
  if (values.every(Number.isSafeInteger)) return 'integer'
  return values.every(Number.isFinite) ? 'number' : undefined
}

function numbers(type: 'integer' | 'number', values: readonly Scalar[]): Choices | undefined {
  return values.length === 0 ? undefined : { type, values: unique(values as number[]) }
}

/** A text with a lone surrogate could not be sent, nor passed to a program. */
function texts(values: readonly Scalar[]): Choices | undefined {
  const whole = unique(values.map(String).filter((value) => value.isWellFormed()))
  return whole.length === 0 ? undefined : { type: 'string', values: whole }
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}
