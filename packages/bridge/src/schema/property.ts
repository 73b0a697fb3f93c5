import { isMultiple, isRequired, type Argument, type Option } from '@atip/protocol'
import { describeParameter } from '../describe/parameter.js'
import { choicesOf } from './choices.js'
import type { SchemaJsonType, PropertySchema } from './types.js'

/** The differences between providers in the schema of a value. */
export interface Dialect {
  /** `enum` may contain true and the empty text; Gemini accepts non-empty texts and numbers only. */
  anyChoice: boolean
  /** `minItems` and `maxItems` may be any number; Anthropic's strict mode accepts only a `minItems` of 0 or 1. */
  anyCount: boolean
}

/** A parameter as a property that is not nullable. Its schema accepts exactly what `toArgv` accepts. */
export function propertyOf(parameter: Argument | Option, dialect: Dialect): PropertySchema {
  const { type } = parameter
  const isPlain = parameter.variadic !== true && parameter['x-atip'] === undefined && parameter.enum === undefined
  if (isPlain && type !== 'array') {
    return { type: JSON_TYPES[type], description: describeParameter(parameter) }
  }
  const remarks: string[] = []
  const value = valueOf(parameter, dialect, remarks)
  return { ...value, description: describeParameter(parameter, remarks) }
}

/** No `format` keyword: the description says what kind of text it is (decision 32). */
const JSON_TYPES = {
  string: 'string',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  file: 'string',
  directory: 'string',
  url: 'string',
  enum: 'string',
} as const satisfies Record<string, SchemaJsonType>

/** All occurrences together. What the schema cannot express becomes a remark. */
function valueOf(parameter: Argument | Option, dialect: Dialect, remarks: string[]): PropertySchema {
  const { arity = 1, greedy = false, until, optionalValue = false } = parameter['x-atip'] ?? {}
  let value = wordOf(parameter, dialect, remarks)
  if (arity > 1 || greedy || until !== undefined) value = { type: 'array', items: value }
  if (arity > 1) {
    if (dialect.anyCount) value = { ...value, minItems: arity, maxItems: arity }
    remarks.push(`(${arity} values)`)
  }
  if (optionalValue && parameter.flags !== undefined && parameter.type !== 'boolean') {
    value = { anyOf: [value, dialect.anyChoice ? { type: 'boolean', enum: [true] } : { type: 'boolean' }] }
    remarks.push('(true: without a value)')
  }
  if (isMultiple(parameter) && !greedy) value = { type: 'array', items: value }
  // An empty list counts as not given, but this parameter is required.
  if (value.type === 'array' && value.minItems === undefined && isRequired(parameter)) value = { ...value, minItems: 1 }
  return value
}

/** One word on the command line. */
function wordOf(parameter: Argument | Option, { anyChoice }: Dialect, remarks: string[]): PropertySchema {
  const choices = choicesOf(parameter)
  if (choices === undefined) {
    const type = parameter.type === 'array' ? (parameter.items?.type ?? 'string') : parameter.type
    return { type: JSON_TYPES[type] }
  }
  const { type, values } = choices
  if (anyChoice || !values.includes('')) return { type, enum: values }
  remarks.push(`(one of ${values.map((value) => JSON.stringify(value)).join(', ')})`)
  return { type }
}
