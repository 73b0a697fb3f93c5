/**
 * A specification of zsh's `_arguments`: `(-h --help)-h[text]`, `*--tag=[text]:name:(a b)`, `1:file:_files`. Read from
 * left to right; the results of actions are unknown.
 */

import type { FoundValue } from '../found.js'
import { wordsIn } from './tokens.js'

export interface ZshOptionSpec {
  kind: 'option'
  flag: string
  description: string
  repeatable: boolean
  value?: FoundValue
}

export interface OperandSpec {
  kind: 'operand'
  name: string
  required: boolean
  variadic: boolean
  choices: string[]
  type?: FoundValue['type']
}

export type ZshSpec = ZshOptionSpec | OperandSpec

const OPTION = /^(?:\([^)]{0,1000}\))?(\*?)([-+][^\s[\]:=\\]*(?:\\:[^\s[\]:=\\]*){0,8})(=-?)?(?=\[|:|$)/

export function specIn(text: string): ZshSpec | undefined {
  const option = OPTION.exec(text)
  if (!option) return operandIn(text)
  const [head, star, written, equals] = option
  const flag = written!.replace(/\\/g, '')
  const bare = /^--?[^-].*[-+]$/.test(flag) || /^-.[-+]$/.test(flag) ? flag.slice(0, -1) : flag
  if (!/^[-+]{1,2}[^-+]/.test(bare)) return undefined
  const { inside, end } = bracketed(text, head.length)
  const values = partsOf(text.slice(end))
  const value = valueOf(values, equals !== undefined)
  return { kind: 'option', flag: bare, description: inside, repeatable: star === '*', ...(value && { value }) }
}

/** `[text]` at a place; a bracket in the text is written `\]`. */
function bracketed(text: string, start: number): { inside: string; end: number } {
  if (text[start] !== '[') return { inside: '', end: start }
  let at = start + 1
  while (at < text.length && text[at] !== ']') at += text[at] === '\\' ? 2 : 1
  const end = Math.min(at, text.length)
  return {
    inside: text
      .slice(start + 1, end)
      .replace(/\\(.)/g, '$1')
      .trim(),
    end: end + 1,
  }
}

interface Part {
  message: string
  action: string
  isOptional: boolean
}

/** `:message:action`, once for each value; `::` begins an optional one. */
function partsOf(text: string): Part[] {
  const pieces = splitAtColons(text)
  const parts: Part[] = []
  let at = 1
  while (at < pieces.length && parts.length < 8) {
    const isOptional = pieces[at] === '' && at + 1 < pieces.length
    if (isOptional) at++
    parts.push({ message: pieces[at]!.trim(), action: (pieces[at + 1] ?? '').trim(), isOptional })
    at += 2
  }
  return parts
}

function splitAtColons(text: string): string[] {
  const pieces: string[] = []
  let start = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (character === '\\') at++
    else if ('({'.includes(character)) depth++
    else if (')}'.includes(character)) depth--
    else if (character === ':' && depth <= 0) {
      pieces.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...pieces, text.slice(start)]
}

function valueOf(parts: Part[], isAttached: boolean): FoundValue | undefined {
  const [first] = parts
  if (!first) {
    return isAttached ? { optional: false, many: false, choices: [], confidence: 0.75 } : undefined
  }
  const { choices, type, separator } = choicesOf(first.action)
  const placeholder = placeholderOf(first.message)
  return {
    ...(placeholder !== '' && { placeholder }),
    optional: first.isOptional,
    many: first.message === '*' || first.message.startsWith('*'),
    ...(parts.length > 1 && { arity: parts.length }),
    ...(separator !== undefined && { separator }),
    choices,
    ...(type && choices.length === 0 && { type }),
    confidence: 0.85,
  }
}

function placeholderOf(message: string): string {
  return /^[\p{L}\p{N}][\p{L}\p{N} _./-]{0,40}$/u.test(message) ? message.replace(/ /g, '-') : ''
}

export function choicesOf(action: string): { choices: string[]; type?: FoundValue['type']; separator?: string } {
  const listed = /^\(\(?([^]{0,4000}?)\)?\)$/.exec(action)
  if (listed) {
    const words = wordsIn(listed[1]!.replace(/\\:/g, ':'))
    const isDescribed = action.startsWith('((')
    const choices = words.map((word) => (isDescribed ? word.replace(/:.*$/s, '') : word)).filter(isChoice)
    return { choices: choices.length > 1 ? [...new Set(choices)] : [] }
  }
  if (action.startsWith('_values')) return valuesOf(wordsIn(action).slice(1))
  if (/^_(?:directories|dir_list|cd)\b|^_(?:path_)?files\b.{0,80} -[a-zA-Z]*\/|^_files -\//.test(action)) {
    return { choices: [], type: 'directory' }
  }
  if (/^_(?:path_)?files\b/.test(action)) return { choices: [], type: 'file' }
  return /^_urls\b/.test(action) ? { choices: [], type: 'url' } : { choices: [] }
}

function isChoice(word: string): boolean {
  return /^[^\s$`]{1,60}$/.test(word)
}

/** `_values -s , 'what' a 'b[text]'`. */
export function valuesOf(words: string[]): { choices: string[]; separator?: string } {
  let at = 0
  let separator: string | undefined
  for (; at < words.length && words[at]!.startsWith('-'); at++) {
    if (/^-[sS]$/.test(words[at]!)) {
      if (words[at] === '-s') separator = words[at + 1]
      at++
    }
  }
  const choices = words.slice(at + 1).map((word) => word.replace(/[[:].*$/s, '').replace(/^\*/, ''))
  return { choices: [...new Set(choices.filter(isChoice))], ...(separator !== undefined && { separator }) }
}

function operandIn(text: string): OperandSpec | undefined {
  const head = /^(?:\([^)]{0,1000}\))?(\*:?|\d{1,2})?(?=:)/.exec(text)
  if (!head) return undefined
  const [part] = partsOf(text.slice(head[0].replace(/:$/, '').length))
  if (!part || part.action.startsWith('->') || part.action.startsWith('{')) return undefined
  const name = placeholderOf(part.message)
  if (name === '' || /^(?:args?|arguments?|options?|(?:sub)?commands?)$/i.test(name)) return undefined
  const { choices, type } = choicesOf(part.action)
  const variadic = head[1]?.startsWith('*') ?? false
  return {
    kind: 'operand',
    name,
    required: !part.isOptional && !variadic,
    variadic,
    choices,
    ...(type && choices.length === 0 && { type }),
  }
}
