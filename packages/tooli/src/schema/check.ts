import { isObject } from '@atip/protocol'
import type { StandardIssue } from './standard.js'
import { checkRest, isSame } from './check-rest.js'
import type { Form, JsonType } from './form.js'

export interface CheckResult {
  /** The value with defaults filled in; usable only if there are no issues. */
  value: unknown
  issues: StandardIssue[]
}

/** Checks a value against a form and fills in defaults. */
export function check(form: Form, value: unknown): CheckResult {
  const issues: StandardIssue[] = []
  return { value: visit(form, value, [], issues), issues }
}

type Path = readonly PropertyKey[]

function visit(form: Form | boolean, given: unknown, path: Path, issues: StandardIssue[]): unknown {
  if (typeof form === 'boolean') {
    if (!form) issues.push({ message: 'is not allowed', path })
    return given
  }
  if (given === undefined && form.default !== undefined)
    return isObject(form.default) ? filled(form, path) : form.default
  const before = issues.length
  const value = visitParts(form, given, path, issues)
  if (issues.length > before) return value
  const say = (message: string) => void issues.push({ message, path })
  if (form.const !== undefined && !isSame(value, form.const)) say(`must be ${JSON.stringify(form.const)}`)
  if (form.enum !== undefined && !form.enum.some((choice) => isSame(value, choice))) {
    say(`must be one of ${form.enum.map(shown).join(', ')}`)
  } else if (form.type !== undefined && !hasType(form.type, value)) {
    say(
      `must be ${[form.type]
        .flat()
        .map((type) => TYPE_WORDS[type])
        .join(' or ')}`,
    )
  }
  if (issues.length > before) return value
  checkRest(form, value, path, issues, visit)
  if (typeof value === 'string') checkString(form, value, say)
  else if (typeof value === 'number') checkNumber(form, value, say)
  else if (Array.isArray(value)) return visitArray(form, value, path, issues)
  else if (typeof value === 'object' && value !== null)
    return visitObject(form, value as Record<string, unknown>, path, issues)
  return value
}

/** The keys of a default may have defaults themselves. */
function filled({ default: value, ...form }: Form, path: Path): unknown {
  return visit(form, value, path, [])
}

export const TYPE_WORDS: Readonly<Record<JsonType, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

function shown(choice: unknown): string {
  return typeof choice === 'object' && choice !== null ? JSON.stringify(choice) : String(choice)
}

function hasType(type: JsonType | JsonType[], value: unknown): boolean {
  if (Array.isArray(type)) return type.some((one) => hasType(one, value))
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'null') return value === null
  if (type === 'object') return isObject(value)
  return type === 'number' ? typeof value === 'number' && Number.isFinite(value) : typeof value === type
}

/** Applies the parts of a form: alternatives, `allOf` and `if`. */
function visitParts(form: Form, given: unknown, path: Path, issues: StandardIssue[]): unknown {
  const { anyOf, oneOf, allOf = [] } = form
  let value = anyOf === undefined ? given : visitAlternatives(anyOf, given, path, issues)
  if (oneOf !== undefined) value = visitAlternatives(oneOf, value, path, issues, true)
  value = allOf.reduce<unknown>((result, part) => visit(part, result, path, issues), value)
  if (form.if === undefined) return value
  const then = check(form.if as Form, value).issues.length === 0 ? form.then : form.else
  return then === undefined ? value : visit(then as Form, value, path, issues)
}

function visitAlternatives(
  forms: Form[],
  value: unknown,
  path: Path,
  issues: StandardIssue[],
  isOnlyOne = false,
): unknown {
  let first: StandardIssue[] | undefined
  const fitting: unknown[] = []
  for (const form of forms) {
    const own: StandardIssue[] = []
    const result = visit(form, value, path, own)
    if (own.length > 0) first ??= own
    else if (fitting.push(result) === 1 && !isOnlyOne) break
  }
  if (fitting.length > 1) issues.push({ message: 'must fit only one of the alternatives', path })
  if (fitting.length === 0) issues.push(...(first ?? []))
  return fitting.length === 1 ? fitting[0] : value
}

function checkString(form: Form, value: string, say: (message: string) => void): void {
  const { minLength, maxLength, pattern } = form
  const isCounted = minLength !== undefined || maxLength !== undefined
  // Counts code points: a character outside the basic plane takes two units.
  const length = isCounted ? [...value].length : 0
  if (minLength !== undefined && length < minLength) say(`must have at least ${minLength} characters`)
  if (maxLength !== undefined && length > maxLength) say(`must have at most ${maxLength} characters`)
  if (form.format === 'uri' && !URL.canParse(value)) say('must be a URL such as https://example.org')
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) say(`must match ${pattern}`)
}

function checkNumber(form: Form, value: number, say: (message: string) => void): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = form
  if (minimum !== undefined && value < minimum) say(`must be at least ${minimum}`)
  if (maximum !== undefined && value > maximum) say(`must be at most ${maximum}`)
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) say(`must be more than ${exclusiveMinimum}`)
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) say(`must be less than ${exclusiveMaximum}`)
}

function visitArray(form: Form, value: unknown[], path: Path, issues: StandardIssue[]): unknown {
  const { items, minItems, maxItems } = form
  if (minItems !== undefined && value.length < minItems)
    issues.push({ message: `must have at least ${minItems} entries`, path })
  if (maxItems !== undefined && value.length > maxItems)
    issues.push({ message: `must have at most ${maxItems} entries`, path })
  const first = (form.prefixItems ?? []) as Form[]
  if (items === undefined && first.length === 0) return value
  return value.map((entry, index) => {
    const inner = first[index] ?? items
    return inner === undefined ? entry : visit(inner, entry, [...path, index], issues)
  })
}

function visitObject(form: Form, value: Record<string, unknown>, path: Path, issues: StandardIssue[]): unknown {
  const { properties, required = [], additionalProperties } = form
  const patterns = Object.entries((form.patternProperties ?? {}) as Record<string, Form>)
  for (const key of required) {
    const isTold = properties !== undefined && Object.hasOwn(properties, key)
    if (!isTold && !Object.hasOwn(value, key)) issues.push({ message: 'is missing', path: [...path, key] })
  }
  if (properties === undefined && patterns.length === 0 && (additionalProperties ?? true) === true) return value
  const result: Record<string, unknown> = {}
  const put = (key: string, entry: unknown) =>
    Object.defineProperty(result, key, { value: entry, enumerable: true, configurable: true, writable: true })
  for (const [key, inner] of Object.entries(properties ?? {})) {
    const entry = Object.hasOwn(value, key) ? value[key] : undefined
    if (entry === undefined && (typeof inner === 'boolean' || inner.default === undefined)) {
      if (required.includes(key)) issues.push({ message: 'is missing', path: [...path, key] })
      continue
    }
    put(key, visit(inner, entry, [...path, key], issues))
  }
  for (const key of Object.keys(value)) {
    const matching = patterns.filter(([pattern]) => new RegExp(pattern, 'u').test(key))
    for (const [, inner] of matching) put(key, visit(inner, result[key] ?? value[key], [...path, key], issues))
    if (matching.length > 0 || (properties !== undefined && Object.hasOwn(properties, key))) continue
    if (additionalProperties === false) issues.push({ message: 'is not known', path: [...path, key] })
    else
      put(
        key,
        typeof additionalProperties === 'object'
          ? visit(additionalProperties, value[key], [...path, key], issues)
          : value[key],
      )
  }
  return result
}
