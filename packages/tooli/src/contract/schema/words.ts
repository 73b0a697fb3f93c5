import { TYPE_WORDS } from '../../schema/check.js'
import type { JsonType } from '../../schema/form.js'
import type { Gap, Side, Step } from './gap.js'

/** The subject of a schema: an option, an argument, a result. `--area of "draw"`. */
export type Subject = string

/** A breaking difference in one sentence: what is refused now, or what readers may get, and whom it breaks. */
export function breakingSentence(gap: Gap, side: Side, subject: Subject): string {
  const place = placeOf(gap.at, subject, side)
  if (gap.isUntold === true) {
    return `${place} changed in ${quoted(gap.keyword)}, which cannot be compared; treated as breaking`
  }
  return `${place} ${side === 'input' ? refusal(gap) : surprise(gap)}`
}

function refusal({ keyword, inner, outer }: Gap): string {
  switch (keyword) {
    case 'enum':
      if (inner === undefined) return `now accepts only ${listed(outer)}; calls that give another value fail`
      return `no longer accepts ${listed(inner)}; calls that give ${them(inner)} fail`
    case 'type':
      return `no longer accepts ${typeWords(inner)}, only ${typeWords(outer)}; calls that give it fail`
    case 'required':
      return `now needs ${quoted(outer)}; calls without it fail`
    case 'property':
      return `no longer takes ${quoted(inner)}; calls that give it fail`
    case 'additionalProperties':
      return 'no longer takes keys of other names; calls that give them fail'
    default:
      return `must now ${demand(keyword, outer)}; calls that ${isUpper(keyword) ? 'give more' : isLower(keyword) ? 'give less' : 'do not'} fail`
  }
}

function surprise({ keyword, inner, outer }: Gap): string {
  switch (keyword) {
    case 'enum':
      if (inner === undefined)
        return `may now be something other than ${listed(outer)}; programs that expect those break`
      return `may now be ${listed(inner)}; programs that do not know ${them(inner)} break`
    case 'type':
      return `may now be ${typeWords(inner)}; programs that expect ${typeWords(outer)} break`
    case 'required':
      return `may now lack ${quoted(outer)}; programs that read it break`
    case 'removed':
      return `no longer has ${quoted(inner)}; programs that read it break`
    default:
      return `need no longer ${demand(keyword, outer)}; programs that rely on it break`
  }
}

/** A difference that breaks no caller. */
export function compatibleSentence(gap: Gap, side: Side, subject: Subject): string {
  const place = placeOf(gap.at, subject, side)
  const { keyword, inner, outer } = gap
  if (side === 'input') {
    if (keyword === 'enum') {
      return inner === undefined
        ? `${place} now accepts more than ${listed(outer)}`
        : `${place} now also accepts ${listed(inner)}`
    }
    if (keyword === 'type') return `${place} now also accepts ${typeWords(inner)}`
    if (keyword === 'required') return `${place} no longer needs ${quoted(outer)}`
    if (keyword === 'property') return `${place} now also takes ${quoted(inner)}`
    if (keyword === 'additionalProperties') return `${place} now also takes keys of other names`
    return `${place} need no longer ${demand(keyword, outer)}`
  }
  if (keyword === 'enum') return `${place} is now only one of fewer values`
  if (keyword === 'type') return `${place} is no longer ${typeWords(inner)}`
  if (keyword === 'required') return `${place} now always has ${quoted(outer)}`
  if (keyword === 'removed') return `${place} now has ${quoted(inner)}`
  return `${place} will now always ${demand(keyword, outer)}`
}

const DEMANDS: Readonly<Record<string, (value: unknown) => string>> = {
  minimum: (value) => `be at least ${String(value)}`,
  maximum: (value) => `be at most ${String(value)}`,
  exclusiveMinimum: (value) => `be more than ${String(value)}`,
  exclusiveMaximum: (value) => `be less than ${String(value)}`,
  minLength: (value) => `have at least ${String(value)} characters`,
  maxLength: (value) => `have at most ${String(value)} characters`,
  minItems: (value) => `have at least ${String(value)} entries`,
  maxItems: (value) => `have at most ${String(value)} entries`,
  minProperties: (value) => `have at least ${String(value)} keys`,
  maxProperties: (value) => `have at most ${String(value)} keys`,
  pattern: (value) => `match ${String(value)}`,
  format: (value) => `be ${FORMATS[String(value)] ?? `of the format ${String(value)}`}`,
  multipleOf: (value) => `be a multiple of ${String(value)}`,
  uniqueItems: () => 'have no entry twice',
}

const FORMATS: Readonly<Record<string, string>> = { uri: 'a URL', path: 'a path' }

function demand(keyword: string, value: unknown): string {
  return DEMANDS[keyword]?.(value) ?? `fulfil ${quoted(keyword)}`
}

function isLower(keyword: string): boolean {
  return /^(?:min|exclusiveMin)/.test(keyword)
}

function isUpper(keyword: string): boolean {
  return /^(?:max|exclusiveMax)/.test(keyword)
}

/** `"owner.name" in the result of "list"`; the list itself is not mentioned. */
export function placeOf(at: readonly Step[], subject: Subject, side: Side): string {
  const steps = side === 'output' && at[0] === '[]' ? at.slice(1) : at
  if (steps.length === 0) return subject
  const path = steps.map((step) => (typeof step === 'string' ? (step === '*' ? '.*' : step) : `.${step.property}`))
  return `${quoted(path.join('').replace(/^\./, ''))} in ${subject}`
}

function typeWords(types: unknown): string {
  const words = [...new Set([types].flat().map((type) => TYPE_WORDS[type as JsonType]))]
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words.at(-1)}` : (words[0] ?? 'anything')
}

/** More values would not help to see what happened. */
const MOST = 8

function listed(values: unknown): string {
  const list = Array.isArray(values) ? values : [values]
  const more = list.length > MOST ? [`${list.length - MOST} more`] : []
  return [...list.slice(0, MOST).map((value) => JSON.stringify(value)), ...more].join(', ')
}

function them(values: unknown): string {
  return Array.isArray(values) && values.length > 1 ? 'them' : 'it'
}

function quoted(text: unknown): string {
  return JSON.stringify(text)
}
