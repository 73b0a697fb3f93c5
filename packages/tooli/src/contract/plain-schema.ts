import { publicSchema } from '../describe/agent-schema.js'
import type { Form } from '../schema/form.js'

/** Keywords that describe a value and do not restrict it. */
const PROSE: ReadonlySet<string> = new Set(['$comment', '$id', '$schema', 'description', 'examples', 'title'])

/** A form as stored in a contract: without prose, hints and secret values, and with unordered lists sorted. */
export function plainSchema(form: Form): Form {
  return withoutProse(publicSchema(form))
}

function withoutProse(schema: unknown): Form {
  if (typeof schema !== 'object' || schema === null) return schema as Form
  // `format: path` is our own hint, which ATIP expresses by the type.
  const isWord = ([keyword, value]: [string, unknown]) =>
    PROSE.has(keyword) || (keyword === 'format' && value === 'path')
  const entries = Object.entries(schema).filter((entry) => !isWord(entry))
  return Object.fromEntries(entries.map(([keyword, value]) => [keyword, below(keyword, value)]))
}

function below(keyword: string, value: unknown): unknown {
  switch (keyword) {
    case 'properties':
    case 'patternProperties':
      return Object.fromEntries(Object.entries(value as object).map(([name, form]) => [name, withoutProse(form)]))
    case 'anyOf':
    case 'oneOf':
    case 'allOf':
    case 'prefixItems':
      return (value as unknown[]).map(withoutProse)
    case 'items':
    case 'additionalProperties':
    case 'not':
      return withoutProse(value)
    case 'required':
    case 'enum':
    case 'type':
      return Array.isArray(value) ? sorted(value) : value
    default:
      return value
  }
}

/** Sorts numbers by value, and everything else by its JSON. */
export function sorted<T>(values: readonly T[]): T[] {
  return [...values].sort((a, b) => {
    if (typeof a === 'number' && typeof b === 'number') return a - b
    const [first, second] = [JSON.stringify(a), JSON.stringify(b)]
    return first < second ? -1 : first > second ? 1 : 0
  })
}
