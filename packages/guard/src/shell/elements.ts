import type { Assignment, Word as SyntaxWord } from 'unbash'
import { lookUp, type ShellScope } from './scope.js'
import { mayBeNothing } from './vanishing.js'
import { mixed, wordsIn, type ArrayValue, type Folded, type Value } from './variable.js'
import { isPattern, joinParts, literal, literalOf, madeOf, textOf, type Word } from './word.js'

/** Limit for the elements of a tracked array. */
const MOST_ELEMENTS = 200

/** `${name[at]}`. If the key is unknown, the result may be any element that the line gave the array, and no other. */
export function elementAt(name: string, at: Word, value: Value, scope: ShellScope): Folded {
  if (value.kind === 'unset') return []
  const key = keyOf(name, at, value, scope)
  if (value.kind === 'text')
    return literalOf(value.text) === undefined || key === '0' ? [value.text] : noneOr(key, value)
  if (value.isLoose === true) return anyElement(value)
  const { words, keys } = value
  const index = keys === undefined ? Number(key) : keys.indexOf(key ?? '')
  // In zsh, which numbers elements from 1, this index is the last element.
  const isLast = keys === undefined && index === words.length && index > 0
  if (isLast) scope.oddities.add('it takes an element of an array that only some shells have')
  const word = words[index] ?? (isLast ? words.at(-1) : undefined)
  if (key !== undefined && word !== undefined) return [word]
  return keys === undefined && !scope.associative.has(name) ? noneOr(key, value) : anyElement(value)
}

function noneOr(key: string | undefined, value: Value): Folded {
  return key === undefined ? anyElement(value) : []
}

function anyElement(value: Value): Folded {
  return [[madeOf(wordsIn(value), 'variable')]]
}

/** `${name[@]}`. The order of the keys of an associative array is unknown. */
export function elementsIn(name: string, value: ArrayValue, scope: ShellScope): readonly Word[] {
  const isOrdered = !scope.associative.has(name) || value.words.length < 2
  return isOrdered ? value.words : [[madeOf(value.words, 'variable')]]
}

/** `$name` of an array is its element 0. */
export function firstElement(name: string, value: ArrayValue, scope: ShellScope): Folded {
  if (value.isLoose === true) return anyElement(value)
  return value.keys === undefined ? value.words.slice(0, 1) : elementAt(name, literal('0'), value, scope)
}

/** `name[at]=text`. */
export function withElement(name: string, at: Word, text: Word, appends: boolean, scope: ShellScope): Value {
  const before = lookUp(name, scope)
  const base: Value = before === undefined || before.kind === 'unset' ? NO_ELEMENTS : before
  const array: Value = base.kind === 'text' && literalOf(base.text) !== undefined ? numbered([base.text]) : base
  const key = keyOf(name, at, array, scope)
  if (array.kind !== 'array' || array.isLoose === true || key === undefined || appends) return mixed([before], text)
  return placed(array, key, text, scope.associative.has(name)) ?? mixed([before], text)
}

const NO_ELEMENTS: ArrayValue = { kind: 'array', words: [], keys: [] }

/** `name=(…)`, with or without keys. Undefined if the elements cannot be determined. */
export function arrayOf(
  { name, append }: Pick<Assignment, 'name' | 'append'>,
  elements: readonly { source: SyntaxWord; words: readonly Word[] }[],
  scope: ShellScope,
): ArrayValue | undefined {
  const before = append === true ? lookUp(name, scope) : NO_ELEMENTS
  if (before?.kind !== 'array') return undefined
  const hasKeys = elements.some(({ source }) => source.text.startsWith('['))
  if (!hasKeys && (before.keys === undefined || before.words.length === 0)) {
    const words = [...before.words, ...elements.flatMap((element) => element.words)]
    if (before.words.length >= MOST_ELEMENTS && append === true) return undefined
    const isLoose = before.isLoose === true || elements.some(mayBeSeveral)
    return isLoose ? { kind: 'array', words, isLoose } : { kind: 'array', words }
  }
  if (before.isLoose === true) return undefined
  let array: ArrayValue | undefined = before
  // An element without a key follows the one before it, which need not have the greatest index.
  let next = nextIndex(before)
  for (const { source, words } of elements) {
    const isKeyed = source.text.startsWith('[')
    const given = isKeyed && words.length === 1 ? keyedElement(words[0]!) : undefined
    if (isKeyed && given === undefined) return undefined
    for (const word of given === undefined ? words : [given.value]) {
      const key: string | undefined = given === undefined ? String(next) : keyOf(name, given.key, array, scope)
      array = key === undefined ? undefined : placed(array, key, word, scope.associative.has(name))
      if (array === undefined) return undefined
      next = Number(key) + 1
    }
  }
  return array
}

/** Whether an element may become several words or none: a glob pattern, or an expansion that may be empty. */
function mayBeSeveral({ source, words }: { source: SyntaxWord; words: readonly Word[] }): boolean {
  return words.some((word) => word.some(isPattern)) || mayBeNothing(source, words)
}

/** `[KEY]=value`. */
function keyedElement(word: Word): { key: Word; value: Word } | undefined {
  const parts = word.map((part) => (isPattern(part) ? part.pattern : part))
  const at = parts.findIndex((part) => typeof part === 'string' && part.includes(']'))
  const [head, ...rest] = joinParts(parts)
  if (at === -1 || typeof head !== 'string') return undefined
  const match = /^\[([^\]]*)\]=/.exec(head)
  return match === null
    ? undefined
    : { key: literal(match[1]!), value: joinParts(literal(head.slice(match[0].length)), rest) }
}

function placed({ words, keys = indexes(words) }: ArrayValue, key: string, word: Word, isAssociative: boolean) {
  const entries = new Map(keys.map((one, index) => [one, words[index]!]))
  entries.set(key, word)
  if (entries.size > MOST_ELEMENTS) return undefined
  const sorted = isAssociative ? [...entries] : [...entries].toSorted(([one], [other]) => Number(one) - Number(other))
  const array: ArrayValue = { kind: 'array', words: sorted.map(([, one]) => one), keys: sorted.map(([one]) => one) }
  return array
}

function numbered(words: readonly Word[]): ArrayValue {
  return { kind: 'array', words, keys: indexes(words) }
}

function indexes(words: readonly Word[]): string[] {
  return words.map((_, index) => String(index))
}

function nextIndex({ words, keys }: ArrayValue): number {
  return keys === undefined ? words.length : Math.max(-1, ...keys.map(Number)) + 1
}

/** The key that a subscript evaluates to: a text, or an index; a negative index counts from the end. */
function keyOf(name: string, at: Word, value: Value, scope: ShellScope): string | undefined {
  if (scope.associative.has(name)) return textOf(at)
  const number = numberOf(textOf(at) ?? '', scope)
  if (number === undefined || number >= 0) return number === undefined ? undefined : String(number)
  const fromEnd = (value.kind === 'array' ? nextIndex(value) : 1) + number
  return fromEnd < 0 ? undefined : String(fromEnd)
}

/** `2`, `-1`, `i`, `i + 1`; other expressions are not evaluated. */
function numberOf(text: string, scope: ShellScope): number | undefined {
  const [, first, sign, second] = /^\s*(-?\w+)\s*(?:([-+])\s*(\w+)\s*)?$/.exec(text) ?? []
  const left = first === undefined ? undefined : termOf(first, scope)
  if (left === undefined || second === undefined) return left
  const right = termOf(second, scope)
  return right === undefined ? undefined : sign === '-' ? left - right : left + right
}

function termOf(text: string, scope: ShellScope): number | undefined {
  if (/^-?(?:0|[1-9]\d{0,8})$/.test(text)) return Number(text)
  if (!/^[A-Za-z_]\w*$/.test(text)) return undefined
  const variable = lookUp(text, scope)
  if (variable?.kind === 'unset') return 0
  const known = variable?.kind === 'text' ? (literalOf(variable.text) ?? '') : ''
  return /^-?(?:0|[1-9]\d{0,8})$/.test(known) ? Number(known) : undefined
}
