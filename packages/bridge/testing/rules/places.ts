/** A JSON Schema in a compiled tool. Nothing here relies on how it was made. */
export type Schema = Readonly<Record<string, unknown>>

export interface Place {
  schema: Schema
  pointer: string
  /** The number of objects and arrays around it, including itself if it is one. */
  depth: number
}

/** The schema and every schema inside it. */
export function placesIn(schema: Schema, pointer = '', depth = 0, places: Place[] = []): Place[] {
  const here = depth + (typesOf(schema).some((type) => type === 'object' || type === 'array') ? 1 : 0)
  places.push({ schema, pointer, depth: here })
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    placesIn(property, `${pointer}/properties/${name}`, here, places)
  }
  if (isSchema(schema.items)) placesIn(schema.items, `${pointer}/items`, here, places)
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    const branches = schema[keyword]
    if (!Array.isArray(branches)) continue
    for (const [index, branch] of branches.entries()) {
      if (isSchema(branch)) placesIn(branch, `${pointer}/${keyword}/${index}`, here, places)
    }
  }
  return places
}

export function propertiesOf({ properties }: Schema): Record<string, Schema> {
  return isSchema(properties) ? (properties as Record<string, Schema>) : {}
}

export function requiredOf({ required }: Schema): string[] {
  return Array.isArray(required) ? (required as string[]) : []
}

export function typesOf({ type }: Schema): string[] {
  return Array.isArray(type) ? (type as string[]) : typeof type === 'string' ? [type] : []
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value may be one of several types, null included. */
export function isUnion(schema: Schema): boolean {
  return schema.anyOf !== undefined || schema.oneOf !== undefined || Array.isArray(schema.type)
}
