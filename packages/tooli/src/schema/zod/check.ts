import { check } from '../check.js'
import type { Form } from '../form.js'
import { plainOf, type Definition, type Plain } from './plain.js'

/** What zod makes of a value that fits a plain schema of it. Anything else is nothing, and zod's to refuse or to take. */
export function checkPlain(schema: object, value: unknown): { value: unknown } | undefined {
  const plain = value === undefined ? undefined : plainOf(schema)
  if (plain === undefined) return undefined
  try {
    const result = visit(plain, value)
    return result === REFUSED ? undefined : { value: result }
  } catch {
    // A default of the author's failed, and will again.
    return undefined
  }
}

const REFUSED = Symbol('refused')

function visit(plain: Plain, value: unknown): unknown {
  switch (plain.kind) {
    case 'value':
      return fits(plain.form, value) ? value : REFUSED
    case 'list':
      return fits(plain.form, value) ? visitList(plain.element, value as unknown[]) : REFUSED
    case 'object':
      return isPlainObject(value) ? visitObject(plain.properties, value) : REFUSED
    case 'nullable':
      return value === null ? null : visit(plain.inner, value)
    case 'default':
      return value === undefined ? defaultOf(plain.definition) : visit(plain.inner, value)
    case 'optional': {
      const result = visit(plain.inner, value)
      return value === undefined && result === REFUSED ? undefined : result
    }
  }
}

function defaultOf(definition: Definition): unknown {
  const value = definition.defaultValue
  return value === undefined ? REFUSED : value
}

/** zod counts a character outside of the basic plane once, JavaScript twice. */
function fits(form: Form, value: unknown): boolean {
  if (typeof value === 'string' && (form.minLength ?? form.maxLength) !== undefined && /[\ud800-\udfff]/.test(value))
    return false
  return check(form, value).issues.length === 0
}

function visitList(element: Plain, entries: readonly unknown[]): unknown {
  const result: unknown[] = []
  for (const entry of entries) {
    const taken = visit(element, entry)
    if (taken === REFUSED) return REFUSED
    result.push(taken)
  }
  return result
}

function visitObject(properties: readonly (readonly [string, Plain])[], given: Record<string, unknown>): unknown {
  const result: Record<string, unknown> = {}
  for (const [key, property] of properties) {
    const entry = given[key]
    // A key that is there without a value stays there, for some schemas.
    const taken = entry === undefined && key in given ? REFUSED : visit(property, entry)
    if (taken === REFUSED) return REFUSED
    if (taken !== undefined) result[key] = taken
  }
  return result
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
