import { nullable } from './nullable.js'
import type { ObjectSchema, PropertySchema } from './types.js'

/** A property of a compiled tool. Those of global options are shared by all commands of a tool. */
export interface Property {
  name: string
  schema: PropertySchema
  isRequired: boolean
  /** The schema that also accepts null, created on first use. */
  nullable?: PropertySchema
}

/**
 * How a tool is bound to its schema. `nullable`: every property is required, and optional ones accept null (Rule 2).
 * `optional`: properties may be absent, and no others may be given.
 */
export type Strictness = 'nullable' | 'optional'

export function objectOf(properties: readonly Property[], strictness: Strictness | undefined): ObjectSchema {
  const schemas = Object.create(null) as Record<string, PropertySchema>
  const required: string[] = []
  const isForced = strictness === 'nullable'
  for (const property of properties) {
    const { name, schema, isRequired } = property
    schemas[name] = isForced && !isRequired ? (property.nullable ??= nullable(schema)) : schema
    if (isRequired) required.push(name)
  }
  if (strictness !== undefined) {
    const wanted = isForced ? Object.keys(schemas) : required
    return { type: 'object', properties: schemas, required: wanted, additionalProperties: false }
  }
  return required.length === 0
    ? { type: 'object', properties: schemas }
    : { type: 'object', properties: schemas, required }
}
