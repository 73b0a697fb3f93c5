/** Reads one flag as a help text writes it, with the shorthands for several: `--[no-]color`, `-[mM]`, `--colo[u]r`. */

import { isTypeWord } from './placeholder.js'

export interface ReadFlag {
  /** All spellings that the text stands for. */
  flags: string[]
  negations: string[]
  /** The index after the flag. */
  end: number
}

const NEGATION = /^[[(](no-?|dont-?|don't-|un|non-?)[\])]/i
const ODD_NAMES = '?@#$%!&+^~:.;,"\'\\/0123456789|<>=[]{}()'

export function readFlag(text: string, start: number): ReadFlag | undefined {
  const sign = text[start]
  if (sign === '+') return readPlus(text, start)
  if (sign !== '-') return undefined
  const dashes = text[start + 1] === '-' ? '--' : '-'
  const at = start + dashes.length
  const negation = NEGATION.exec(text.slice(at, at + 8))
  if (negation) return readNegatable(text, dashes, at + negation[0].length, negation[1]!)
  if (dashes === '-') {
    const set = /^\[([A-Za-z0-9]{2,10})\](?=[\s,|=[<]|$|-)/.exec(text.slice(at, at + 14))
    if (set) return { flags: [...set[1]!].map((letter) => `-${letter}`), negations: [], end: at + set[0].length }
  }
  return readName(text, dashes, at)
}

function readPlus(text: string, start: number): ReadFlag | undefined {
  const match = /^\+[A-Za-z][A-Za-z0-9_-]*(?=[\s,=|<[]|$)/.exec(text.slice(start, start + 60))
  // Some programs write a non-negative value as `+int`.
  return match && !isTypeWord(match[0].slice(1))
    ? { flags: [match[0]], negations: [], end: start + match[0].length }
    : undefined
}

function readNegatable(text: string, dashes: string, at: number, prefix: string): ReadFlag | undefined {
  const end = nameEnd(text, at)
  if (end === at) return undefined
  const name = text.slice(at, end)
  return { flags: [dashes + name], negations: [dashes + prefix + name], end }
}

function readName(text: string, dashes: string, at: number): ReadFlag | undefined {
  const end = nameEnd(text, at)
  if (end === at) return dashes === '-' ? readOdd(text, at) : undefined
  const name = text.slice(at, end)
  const optional = /^\[([A-Za-z-]{1,20})\]([A-Za-z0-9-]{0,40})/.exec(text.slice(end, end + 64))
  if (optional && (optional[2] !== '' || (dashes === '--' && isAbbreviation(text, end + optional[0].length)))) {
    const long = dashes + name + optional[1]! + optional[2]!
    return { flags: [long, dashes + name + optional[2]!], negations: [], end: end + optional[0].length }
  }
  return { flags: [dashes + name], negations: [], end }
}

/** `--rec[ursive]` ends there. Only `[=` makes an optional value, as in `--color[=when]`. */
function isAbbreviation(text: string, end: number): boolean {
  return end >= text.length || /[\s,|=[<]/.test(text[end]!)
}

/** `-?`, `-@` and the like: one sign that is not followed by more of a word. */
function readOdd(text: string, at: number): ReadFlag | undefined {
  const name = text[at]
  if (name === undefined || !ODD_NAMES.includes(name)) return undefined
  const next = text[at + 1]
  if (next !== undefined && !/[\s,|/=:]/.test(next)) return undefined
  return { flags: [`-${name}`], negations: [], end: at + 1 }
}

/** In `-o:FILE` the colon begins the value; in `-b:v` it belongs to the name. */
function isValueSign(text: string, start: number, at: number): boolean {
  return text[at] === ':' && at === start + 1 && /^:(?:[A-Z]|\w\w)/.test(text.slice(at, at + 3))
}

const LETTER = /[\p{L}\p{N}_]/u
const INNER = /[.:+@]/

function nameEnd(text: string, start: number): number {
  let at = start
  while (at < text.length) {
    const character = text[at]!
    const next = text[at + 1] ?? ' '
    if (LETTER.test(character)) at++
    else if (at > start && character === '-' && LETTER.test(next)) at++
    else if (at > start && INNER.test(character) && LETTER.test(next) && !isValueSign(text, start, at)) at++
    else if (at > start && character === '+' && next === '+') at += 2
    else break
  }
  return at
}
