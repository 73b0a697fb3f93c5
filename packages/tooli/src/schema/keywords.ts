import type { Form } from './form.js'

/** Keywords that contain schemas: one, a list, or a map by name. All other keywords contain data. */
const HOLDS: Readonly<Record<'one' | 'list' | 'map', ReadonlySet<string>>> = {
  one: new Set('items additionalProperties not if then else contains propertyNames'.split(' ')),
  list: new Set('anyOf oneOf allOf prefixItems'.split(' ')),
  map: new Set('properties patternProperties dependentSchemas $defs'.split(' ')),
}

/** A copy of a form with `change` applied to its direct subforms. */
export function mapForms(form: Form, change: (inner: Form, keyword: string) => unknown): Form {
  const copy: Form = {}
  for (const [keyword, value] of Object.entries(form)) copy[keyword] = below(keyword, value, change)
  return copy
}

function below(keyword: string, value: unknown, change: (inner: Form, keyword: string) => unknown): unknown {
  // `true` and `false` are schemas too, without content.
  const one = (inner: unknown) => (typeof inner === 'object' && inner !== null ? change(inner as Form, keyword) : inner)
  if (HOLDS.one.has(keyword)) return one(value)
  if (HOLDS.list.has(keyword) && Array.isArray(value)) return value.map(one)
  if (!HOLDS.map.has(keyword) || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, one(inner)]))
}
