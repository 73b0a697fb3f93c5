import type { Form } from '../form.js'
import { plainOf, type Plain } from './plain.js'

/** The form of a plain schema of zod, the same as zod's own conversion gives; nothing for any other schema. */
export function formOfPlain(schema: object, side: 'input' | 'output'): Form | undefined {
  const plain = plainOf(schema)
  if (plain === undefined) return undefined
  try {
    const text = JSON.stringify(formOf(plain, side))
    // Not a reference of zod's, but the author's own word, which is treated as one elsewhere.
    return text.includes('"$ref"') ? undefined : (JSON.parse(text) as Form)
  } catch {
    // A default or metadata that JSON has no words for: zod knows what becomes of it.
    return undefined
  }
}

function formOf(plain: Plain, side: 'input' | 'output'): Form {
  const { kind, meta } = plain
  switch (kind) {
    case 'value':
      return { ...plain.form, ...meta }
    case 'list':
      return { ...plain.form, items: formOf(plain.element, side), ...meta }
    case 'object':
      return { ...objectForm(plain.properties, side), ...meta }
    case 'nullable':
      return nullableForm(formOf(plain.inner, side), meta)
    default: {
      const own = { ...(kind === 'default' && { default: toJson(plain.definition.defaultValue) }), ...meta }
      // What is said of the whole comes first, and counts.
      return { ...own, ...formOf(plain.inner, side), ...own }
    }
  }
}

/** Each default goes through JSON on its own, as with zod: one that does not survive it fails. */
function toJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

function objectForm(properties: readonly (readonly [string, Plain])[], side: 'input' | 'output'): Form {
  const form: Form = { type: 'object', properties: {} }
  const required: string[] = []
  for (const [key, property] of properties) {
    form.properties![key] = formOf(property, side)
    if (!mayBeMissing(property, side)) required.push(key)
  }
  if (required.length > 0) form.required = required
  if (side === 'output') form.additionalProperties = false
  return form
}

function mayBeMissing(plain: Plain, side: 'input' | 'output'): boolean {
  if (plain.kind === 'nullable') return mayBeMissing(plain.inner, side)
  return plain.kind === 'optional' || (plain.kind === 'default' && side === 'input')
}

/** Two forms of which both are but types are one form with two types. */
function nullableForm(inner: Form, meta: Plain['meta']): Form {
  const { type, ...rest } = inner
  if (type === undefined || Object.keys(rest).length > 0) return { anyOf: [inner, { type: 'null' }], ...meta }
  return { ...meta, type: [...new Set([type, 'null' as const].flat())] }
}
