/** The part of JSON Schema that all providers support. Types, not interfaces: SDKs require an index signature. */

export type SchemaJsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'null'

export type PropertySchema = {
  type?: SchemaJsonType | SchemaJsonType[]
  enum?: (string | number | boolean | null)[]
  items?: PropertySchema
  minItems?: number
  maxItems?: number
  anyOf?: PropertySchema[]
  description?: string
}

export type ObjectSchema = {
  type: 'object'
  properties: Record<string, PropertySchema>
  required?: string[]
  additionalProperties?: false
}
