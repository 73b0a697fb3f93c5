import { isObject } from '@atip/protocol'
import type { Form } from './form.js'
import type { StandardIssue } from './standard.js'

type Path = readonly PropertyKey[]
type Visit = (form: Form, value: unknown, path: Path, issues: StandardIssue[]) => unknown

/** The keywords that few schemas use. They only refuse values, and fill in nothing. */
export function checkRest(form: Form, value: unknown, path: Path, issues: StandardIssue[], visit: Visit): void {
  for (const keyword of Object.keys(form)) {
    if (!Object.hasOwn(RULES, keyword)) continue
    const fits = (inner: unknown, one: unknown) => {
      const own: StandardIssue[] = []
      visit(inner as Form, one, path, own)
      return own.length === 0
    }
    const message = RULES[keyword]!(form[keyword], value, form, fits)
    if (message !== undefined) issues.push({ message, path })
  }
}

type Rule = (
  said: unknown,
  value: unknown,
  form: Form,
  fits: (form: unknown, value: unknown) => boolean,
) => string | undefined

const RULES: Readonly<Record<string, Rule>> = {
  not: (form, value, _, fits) => (fits(form, value) ? 'is excluded' : undefined),
  multipleOf(step, value) {
    if (typeof value !== 'number' || Number.isInteger(value / (step as number))) return undefined
    return `must be a multiple of ${String(step)}`
  },
  uniqueItems(isWanted, value) {
    if (isWanted !== true || !Array.isArray(value)) return undefined
    const isRepeated = value.some((entry, index) => value.slice(0, index).some((other) => isSame(entry, other)))
    return isRepeated ? 'must not have the same entry twice' : undefined
  },
  contains(form, value, { minContains = 1, maxContains = Infinity }, fits) {
    if (!Array.isArray(value)) return undefined
    const count = value.filter((entry) => fits(form, entry)).length
    if (count < (minContains as number)) return `must have at least ${String(minContains)} fitting entries`
    return count > (maxContains as number) ? `must have at most ${String(maxContains)} fitting entries` : undefined
  },
  minProperties(least, value) {
    const isFew = isObject(value) && Object.keys(value).length < (least as number)
    return isFew ? `must have at least ${String(least)} keys` : undefined
  },
  maxProperties(most, value) {
    const isMany = isObject(value) && Object.keys(value).length > (most as number)
    return isMany ? `must have at most ${String(most)} keys` : undefined
  },
  propertyNames(form, value, _, fits) {
    const wrong = isObject(value) ? Object.keys(value).find((key) => !fits(form, key)) : undefined
    return wrong === undefined ? undefined : `must not have the key ${JSON.stringify(wrong)}`
  },
  dependentRequired(needs, value) {
    if (!isObject(value)) return undefined
    for (const [key, others] of Object.entries(needs as Record<string, string[]>)) {
      const missing = Object.hasOwn(value, key) ? others.find((other) => !Object.hasOwn(value, other)) : undefined
      if (missing !== undefined) return `must have ${JSON.stringify(missing)} beside ${JSON.stringify(key)}`
    }
    return undefined
  },
  dependentSchemas(forms, value, _, fits) {
    if (!isObject(value)) return undefined
    const entries = Object.entries(forms as Record<string, Form>)
    const [key] = entries.find(([one, form]) => Object.hasOwn(value, one) && !fits(form, value)) ?? []
    return key === undefined ? undefined : `must fit what ${JSON.stringify(key)} demands`
  },
}

/** Whether two JSON values are equal. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((entry, index) => isSame(entry, b[index]))
  }
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]))
}
