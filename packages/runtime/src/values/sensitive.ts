import { isObject, quoteLine } from '@atip/protocol'
import { MASK } from './masked.js'

/** The texts and numbers in fields with these names, at any depth. */
export function sensitiveTexts(value: unknown, names: readonly string[], isInside = false): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => sensitiveTexts(one, names, isInside))
  if (isObject(value)) {
    return Object.entries(value).flatMap(([key, one]) => sensitiveTexts(one, names, isInside || names.includes(key)))
  }
  return isInside && (typeof value === 'string' || typeof value === 'number') ? [String(value)] : []
}

/** Finds texts: long ones as they are, because they would make a regular expression too large. */
export interface SensitivePattern {
  long: readonly string[]
  short: RegExp | undefined
}

const LONG = 1_000

/** A pattern that finds these texts as they are, quoted for a shell, and in JSON; undefined if there are none. */
export function patternOf(texts: readonly string[]): SensitivePattern | undefined {
  const forms = new Set(texts.flatMap((text) => (text === '' ? [] : [text, quoted(text), inJson(text)])))
  if (forms.size === 0) return undefined
  const longestFirst = [...forms].sort((a, b) => b.length - a.length)
  const short = longestFirst.filter((text) => text.length <= LONG)
  return {
    long: longestFirst.filter((text) => text.length > LONG),
    short: short.length === 0 ? undefined : new RegExp(short.map(partOf).join('|'), 'gu'),
  }
}

export function withoutMatches(text: string, pattern: SensitivePattern | undefined): string {
  if (pattern === undefined) return text
  const { long, short } = pattern
  const masked = long.reduce((rest, one) => rest.replaceAll(one, MASK), text)
  return short === undefined ? masked : masked.replace(short, MASK)
}

/** Texts of one or two characters are in most words, so they count only where they are a whole one. */
function partOf(text: string): string {
  const escaped = text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return [...text].length > 2 ? escaped : `(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`
}

/** Without the quotes around it, because it may be a part of a word. */
function quoted(text: string): string {
  return quoteLine(['x', text]).slice(2).replace(/^'|'$/g, '')
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
