/** Reads a value from the placeholders of an option. */

import { insideOf, splitOutside } from './chunk.js'
import { wordsOfList } from './lists.js'
import { typeOfPlaceholder } from './types.js'
import type { FoundValue } from '../found.js'

export function valueOf(written: string[]): FoundValue | undefined {
  const words = written.filter((word) => word !== '')
  const many = words.some((word) => /\.\.|\u2026/.test(word))
  const first = words.find((word) => !/^[[(]?(\.{2,3}|\u2026)[\])]?$/.test(word))
  if (first === undefined) return many ? { optional: false, many, choices: [], confidence: 0.6 } : undefined
  const { text, optional } = unwrapped(first)
  // A default in place of a placeholder: the option is a switch.
  if (/^=(true|false)$/.test(first)) return undefined
  if (optional && /^(true|false|true\|false|bool(ean)?|yes\|no)$/i.test(text)) return undefined
  const choices = choicesOf(text)
  // click writes choices in square brackets; only `[=a|b]` is an optional value.
  const isChoice = choices.length > 1 && first.startsWith('[') && !first.startsWith('[=')
  const placeholder = placeholderOf(text, choices)
  const arity = words.filter((word) => /^[A-Z<]/.test(word)).length
  return {
    ...(placeholder !== undefined && { placeholder: words.length > 1 && arity === 0 ? words.join(' ') : placeholder }),
    optional: optional && !isChoice,
    many: many && !/,\s*(\.\.|\u2026)|,\s*\[|\[,/.test(first),
    ...(arity > 1 && !many && { arity }),
    ...(/[[,](\.\.|\u2026|[A-Z\w]+\.\.)|\[,/.test(first) && { separator: ',' }),
    choices,
    confidence: /^[=[<{]/.test(first) || /^[A-Z]/.test(first) ? 0.95 : 0.8,
  }
}

function unwrapped(written: string): { text: string; optional: boolean } {
  let text = written
  let optional = false
  for (let depth = 0; depth < 4; depth++) {
    text = text
      .replace(/^[=:](?=.)/, '')
      .replace(/\[,\s?(?:\.{2,3}|\u2026)\]\.?$/, '')
      .replace(/(\.{2,3}|\u2026)$/, '')
    const square = insideOf(text, '[')
    const inside = square ?? insideOf(text, '(') ?? insideOf(text, '<')
    if (inside === undefined || inside === '') break
    if (square !== undefined && !isExampleList(square)) optional = true
    text = inside
  }
  return { text, optional }
}

/** pflag shows a list's default in brackets, such as `[10.0.0.1,…]`; that does not make the value optional. */
function isExampleList(inside: string): boolean {
  return /^\d+(\.\d+){2,}/.test(inside)
}

/** `{a,b}`, `a|b`: the allowed values, if they are named. */
function choicesOf(text: string): string[] {
  const braces = insideOf(text, '{')
  if (braces !== undefined) {
    const words = wordsOfList(braces)
    return words.length > 1 || !/^[A-Z_-]+$/.test(braces) ? words : []
  }
  if (!text.includes('|')) return []
  const parts = splitOutside(text, '|').map((part) => part.trim())
  const group = /^\(([^()]*)\)/.exec(parts[0]!)
  const words = group ? wordsOfList(group[1]!) : wordsOfList(parts.join('|'))
  return words.length > 1 && !words.some((word) => isPlaceholderName(word)) ? words : []
}

/** `FILE|DIR` are kinds of values, but `PEM|DER` are values. */
function isPlaceholderName(word: string): boolean {
  return /^[A-Z][A-Z_-]*$/.test(word) && (typeOfPlaceholder(word) !== undefined || PLACEHOLDERS.has(word))
}

const PLACEHOLDERS = new Set([
  'NAME',
  'STRING',
  'VALUE',
  'ID',
  'PATTERN',
  'REGEX',
  'GLOB',
  'HOST',
  'ADDRESS',
  'USER',
  'KEY',
  'UNIT',
])

function placeholderOf(text: string, choices: string[]): string | undefined {
  if (choices.length > 0) return undefined
  const bare = text.replace(/^["'<{([]+|["'>})\]]+$/g, '').trim()
  return bare === '' || bare === '=' || /^[?]$/.test(bare) ? undefined : bare
}
