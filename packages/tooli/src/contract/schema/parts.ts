import { check } from '../../schema/check.js'
import type { Form, JsonType } from '../../schema/form.js'

/** Keywords that describe a value and refuse none. */
const ANNOTATIONS: ReadonlySet<string> = new Set(
  '$comment $id $schema default deprecated description examples readOnly title writeOnly'.split(' '),
)

/** Keywords whose values are compared. */
const COMPARED: ReadonlySet<string> = new Set(
  (
    'additionalProperties allOf anyOf const enum exclusiveMaximum exclusiveMinimum format items maxItems maxLength ' +
    'maxProperties maximum minItems minLength minProperties minimum multipleOf not oneOf pattern properties ' +
    'propertyNames required type uniqueItems'
  ).split(' '),
)

/** Keywords that cannot be compared but can only refuse values, so removing one does no harm. */
const REFUSING: ReadonlySet<string> = new Set(
  'contains dependentRequired dependentSchemas else if maxContains then unevaluatedItems unevaluatedProperties'.split(
    ' ',
  ),
)

/** Keywords that `check` enforces, so that values can be tried. It does not know `minProperties` and the like. */
const CHECKED: ReadonlySet<string> = new Set(
  (
    'additionalProperties anyOf const enum exclusiveMaximum exclusiveMinimum items maxItems maxLength maximum ' +
    'minItems minLength minimum oneOf pattern properties required type'
  ).split(' '),
)

/** A schema may also be `true` or `false`. */
export function toForm(schema: unknown): Form {
  if (schema === false) return { not: {} }
  return typeof schema === 'object' && schema !== null ? (schema as Form) : {}
}

export function assertionsOf(form: Form): string[] {
  return Object.keys(form).filter(
    (keyword) => form[keyword] !== undefined && !ANNOTATIONS.has(keyword) && !keyword.startsWith('x-'),
  )
}

/** The first keyword that makes it impossible to compare two schemas. */
export function untoldKeyword(inner: Form, outer: Form): string | undefined {
  if (outer.anyOf !== undefined && outer.oneOf !== undefined) return 'oneOf'
  const isStrange = (keyword: string) => !COMPARED.has(keyword)
  return (
    assertionsOf(outer).find(isStrange) ??
    assertionsOf(inner).find((keyword) => isStrange(keyword) && !REFUSING.has(keyword))
  )
}

const TYPES: readonly JsonType[] = ['array', 'boolean', 'null', 'number', 'object', 'string']

/** The types of the values a schema allows, if it has no alternatives. */
export function typesIn(form: Form): JsonType[] {
  const choices = choicesIn(form)
  if (form.type === undefined) return choices === undefined ? [...TYPES] : [...new Set(choices.map(typeOfValue))]
  return [form.type].flat()
}

export function typeOfValue(value: unknown): JsonType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value as JsonType
}

/** Every value that a schema allows, if they can be enumerated. */
export function choicesIn(form: Form): readonly unknown[] | undefined {
  if (form.const !== undefined) return [form.const]
  if (form.enum !== undefined) return form.enum
  const types = form.type === undefined ? [] : [form.type].flat()
  if (types.length === 0 || !types.every((type) => type === 'boolean' || type === 'null')) return undefined
  return types.flatMap((type): unknown[] => (type === 'null' ? [null] : [true, false]))
}

export function alternativesIn(form: Form): Form[] | undefined {
  // `oneOf` is enforced as "one of them", and libraries write it for alternatives that exclude each other.
  const alternatives = form.anyOf ?? form.oneOf
  return alternatives?.map(toForm)
}

/** Whether the schema accepts this value; false also if that cannot be determined. */
export function admits(form: Form, value: unknown): boolean {
  try {
    return isChecked(form) && check(form, value).issues.length === 0
  } catch {
    // The pattern is invalid.
    return false
  }
}

/** Whether `check` enforces the whole schema, as JSON Schema defines it. */
function isChecked(form: Form): boolean {
  const keywords = assertionsOf(form)
  const isKnown = (keyword: string) =>
    CHECKED.has(keyword) || (keyword === 'format' && (form.format === 'uri' || form.format === 'path'))
  if (!keywords.every(isKnown)) return false
  const alternatives = alternativesIn(form)
  if (alternatives !== undefined) {
    return keywords.length === 1 && alternatives.length > 0 && alternatives.every(isChecked)
  }
  const { properties, required = [], additionalProperties, items } = form
  const isLoose = properties === undefined && typeof additionalProperties !== 'object'
  if (isLoose && (required.length > 0 || additionalProperties === false)) return false
  if (!required.every((key) => Object.hasOwn(properties ?? {}, key))) return false
  const inside = [...Object.values(properties ?? {}), items, additionalProperties]
  return inside.every((part) => part === undefined || typeof part === 'boolean' || isChecked(part))
}
