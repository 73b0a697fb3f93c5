import type { Form } from '../schema/form.js'
import { holdsSecret } from '../model/to-atip.js'

/** Keywords that can hold a value of the form, and so a secret. */
const VALUES = ['default', 'const', 'enum', 'examples']

/** What only we understand. */
const OURS = ['x-cli', 'x-optional', 'x-content']

/** A form as plain JSON Schema: without our hints, and without values of what is secret. */
export function publicSchema(form: Form): Record<string, unknown> {
  const isSecret = holdsSecret(form)
  const schema: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(form)) {
    if (OURS.includes(keyword) || (isSecret && VALUES.includes(keyword))) continue
    // Our own word: readers that know only the standard's formats would stumble over it.
    if (keyword === 'format' && value === 'path') continue
    schema[keyword] = below(keyword, value)
  }
  return schema
}

function below(keyword: string, value: unknown): unknown {
  if (keyword === 'properties') {
    const entries = Object.entries(value as Record<string, Form>)
    return Object.fromEntries(entries.map(([name, form]) => [name, publicSchema(form)]))
  }
  if (['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(keyword)) return (value as Form[]).map(publicSchema)
  const holdsForm = keyword === 'items' || keyword === 'additionalProperties' || keyword === 'not'
  if (!holdsForm || typeof value !== 'object' || value === null) return value
  const schema = publicSchema(value as Form)
  return keyword === 'additionalProperties' && Object.keys(schema).length === 0 ? true : schema
}
