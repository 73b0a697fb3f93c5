import type { SchemaJsonType, PropertySchema } from './types.js'

/** The same property, with null for "not given" (decision 26). */
export function nullable(schema: PropertySchema): PropertySchema {
  if (schema.anyOf !== undefined) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] }
  const type: SchemaJsonType[] = [schema.type as SchemaJsonType, 'null']
  return schema.enum === undefined ? { ...schema, type } : { ...schema, type, enum: [...schema.enum, null] }
}
