import type { Form } from '../form.js'
import type { CheckDefinition, Definition } from './plain.js'

/** What JSON Schema says of a schema itself, in zod's order, or nothing if it has other checks than are known here. */
export function keywordsOf(name: string, def: Definition): Form | undefined {
  if (name === 'ZodNumber' || name === 'ZodNumberFormat') return numberOf(def)
  if (name === 'ZodString') return lengthOf(def, { type: 'string' }, 'minLength', 'maxLength')
  if (name === 'ZodArray') {
    const limits = lengthOf(def, {}, 'minItems', 'maxItems')
    return limits && { ...limits, type: 'array' }
  }
  if (def.checks?.length) return undefined
  if (name === 'ZodBoolean') return { type: 'boolean' }
  if (name === 'ZodEnum') return enumOf(Object.values(def.entries!))
  return name === 'ZodLiteral' ? literalOf(def.values!) : undefined
}

type Limits = Record<'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum', number | undefined> & {
  isInteger?: boolean
}

function lengthOf(
  def: Definition,
  form: Form,
  least: 'minLength' | 'minItems',
  most: 'maxLength' | 'maxItems',
): Form | undefined {
  const limits = limitsOf(def, addLength)
  if (limits?.minimum !== undefined) form[least] = limits.minimum
  if (limits?.maximum !== undefined) form[most] = limits.maximum
  return limits && form
}

function addLength(limits: Limits, { check, minimum, maximum, length }: CheckDefinition): boolean {
  if (check === 'min_length') return narrow(limits, 'minimum', minimum)
  if (check === 'max_length') return narrow(limits, 'maximum', maximum)
  return check === 'length_equals' && narrow(limits, 'minimum', length) && narrow(limits, 'maximum', length)
}

function numberOf(def: Definition): Form | undefined {
  const limits = limitsOf(def, addNumber)
  if (limits === undefined) return undefined
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = limits
  const form: Form = { type: limits.isInteger ? 'integer' : 'number' }
  if (exclusiveMinimum !== undefined && exclusiveMinimum >= (minimum ?? -Infinity))
    form.exclusiveMinimum = exclusiveMinimum
  else if (minimum !== undefined) form.minimum = minimum
  if (exclusiveMaximum !== undefined && exclusiveMaximum <= (maximum ?? Infinity))
    form.exclusiveMaximum = exclusiveMaximum
  else if (maximum !== undefined) form.maximum = maximum
  return form
}

function addNumber(limits: Limits, { check, format, value, inclusive }: CheckDefinition): boolean {
  if (check === 'greater_than') return narrow(limits, inclusive ? 'minimum' : 'exclusiveMinimum', value)
  if (check === 'less_than') return narrow(limits, inclusive ? 'maximum' : 'exclusiveMaximum', value)
  if (check !== 'number_format' || format !== 'safeint') return false
  limits.isInteger = true
  return narrow(limits, 'minimum', Number.MIN_SAFE_INTEGER) && narrow(limits, 'maximum', Number.MAX_SAFE_INTEGER)
}

function limitsOf(def: Definition, add: (limits: Limits, check: CheckDefinition) => boolean): Limits | undefined {
  const limits: Limits = {
    minimum: undefined,
    maximum: undefined,
    exclusiveMinimum: undefined,
    exclusiveMaximum: undefined,
  }
  // `z.int()` is its own first check.
  if (def.check !== undefined && !add(limits, def as CheckDefinition)) return undefined
  for (const { _zod } of def.checks ?? []) {
    if (!Object.keys(_zod.def).every((key) => KNOWN_KEYS.includes(key)) || !add(limits, _zod.def)) return undefined
  }
  return limits
}

/** Whether a check is asked (`when`) plays no part: what passes all of them is accepted either way. */
const KNOWN_KEYS: readonly string[] = [
  'check',
  'type',
  'minimum',
  'maximum',
  'length',
  'value',
  'inclusive',
  'format',
  'when',
  'error',
  'abort',
]

/** The narrower of two limits; false if this one has no place in JSON. */
function narrow(limits: Limits, name: Exclude<keyof Limits, 'isInteger'>, value: number | undefined): boolean {
  if (!Number.isFinite(value)) return false
  const other = limits[name]
  const isNarrower = other === undefined || (name.endsWith('inimum') ? value! > other : value! < other)
  if (isNarrower) limits[name] = value
  return true
}

function enumOf(values: readonly unknown[]): Form | undefined {
  const isPlain = values.length > 0 && values.every((value) => typeof value === 'string')
  return isPlain ? { type: 'string', enum: values } : undefined
}

function literalOf(values: readonly unknown[]): Form | undefined {
  const types = new Set(values.map(typeOf))
  const [type] = types
  // Several of mixed types have no type of their own; one that JSON does not know is not plain.
  if (type === undefined || types.has(undefined)) return undefined
  if (values.length === 1) return { type, const: values[0] }
  return types.size === 1 ? { type, enum: values } : { enum: values }
}

function typeOf(value: unknown): 'string' | 'number' | 'boolean' | 'null' | undefined {
  if (value === null) return 'null'
  if (typeof value === 'number') return Number.isFinite(value) ? 'number' : undefined
  return typeof value === 'string' || typeof value === 'boolean' ? (typeof value as 'string') : undefined
}
