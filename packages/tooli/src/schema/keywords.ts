import type { Form } from './form.js'

/** Where a JSON Schema holds others: one, a list, or by name. Under any other keyword is data. */
const HOLDS: Readonly<Record<'one' | 'list' | 'map', ReadonlySet<string>>> = {
  one: new Set('items additionalProperties not if then else contains propertyNames'.split(' ')),
  list: new Set('anyOf oneOf allOf prefixItems'.split(' ')),
  map: new Set('properties patternProperties dependentSchemas $defs'.split(' ')),
}

/** A copy of a form in which `change` was applied to the forms right below it. */
export function mapForms(form: Form, change: (inner: Form, keyword: string) => unknown): Form {
  const copy: Form = {}
  for (const [keyword, value] of Object.entries(form)) copy[keyword] = below(keyword, value, change)
  return copy
}

function below(keyword: string, value: unknown, change: (inner: Form, keyword: string) => unknown): unknown {
  // `true` and `false` are schemas too, with nothing in them.
  const one = (inner: unknown) => (typeof inner === 'object' && inner !== null ? change(inner as Form, keyword) : inner)
  if (HOLDS.one.has(keyword)) return one(value)
  if (HOLDS.list.has(keyword) && Array.isArray(value)) return value.map(one)
  if (!HOLDS.map.has(keyword) || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, one(inner)]))
}
