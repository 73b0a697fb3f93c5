/**
 * The left column of an option: `-w COLS, --wrap=COLS`, `--[no-]color[=<when>]`, `-c|--config <file>`. A small grammar:
 *
 *   spec   := member (joiner member)*
 *   member := flag attached? (blank placeholder)*
 *   joiner := "," | "|" | "/" | "or" | "and" | blank
 */

import { chunkEnd } from './chunk.js'
import { readFlag, type ReadFlag } from './flag.js'
import { isTypeWord, looksLikePlaceholder } from './placeholder.js'

export interface Spec {
  members: SpecMember[]
  /** The index after the last part of the spec. */
  end: number
}

export interface SpecMember {
  flags: string[]
  negations: string[]
  /** Placeholders as written, including brackets: `[=<when>]`, `FILE`. */
  values: string[]
  /** A sign attaches the first value to the flag: `=`, `[=`, `<` without a blank. */
  attached: boolean
  joiner: Joiner
}

export type Joiner = 'first' | 'comma' | 'bar' | 'slash' | 'word' | 'blank' | 'range'

export interface SpecOptions {
  /** The text ends with the spec: every word in it belongs to it, even one that reads like prose. */
  closed: boolean
}

export function parseSpec(text: string, start: number, options: SpecOptions): Spec | undefined {
  const members: SpecMember[] = []
  let at = start
  let joiner: Joiner = 'first'
  for (;;) {
    const read = readFlag(text, at) ?? readBracketed(text, at)
    if (!read) break
    const member: SpecMember = { flags: read.flags, negations: read.negations, values: [], attached: false, joiner }
    at = readAttached(text, skipRepetitions(text, read), member)
    if (!endsWell(text, at)) {
      if (members.length === 0) return undefined
      break
    }
    members.push(member)
    at = readRange(text, at, member, members)
    at = readPlaceholders(text, at, member, options)
    const joint = readJoiner(text, at)
    if (!joint) break
    joiner = joint.joiner
    at = joint.end
  }
  return members.length === 0 ? undefined : { members, end: at }
}

/** The same as whether `parseSpec` finds something at the start, but faster: it is called for every line. */
export function startsWithFlag(text: string): boolean {
  if (text[0] !== '-' && text[0] !== '+') return false
  const read = readFlag(text, 0)
  if (!read) return false
  const { flags, negations } = read
  const member: SpecMember = { flags, negations, values: [], attached: false, joiner: 'first' }
  return endsWell(text, readAttached(text, skipRepetitions(text, read), member))
}

/** A flag and its value are followed by a blank or punctuation, not by more letters. */
function endsWell(text: string, at: number): boolean {
  return at >= text.length || /[\s,|/:;.)\]}\u2026]/.test(text[at]!)
}

/** `-0 ... -9`: ten switches. */
function readRange(text: string, at: number, member: SpecMember, members: SpecMember[]): number {
  const from = /^-(\d)$/.exec(member.flags[0]!)
  const to = /^ ?(?:\.{2,3}|\u2026|to|through) ?-(\d)(?=[\s,]|$)/.exec(text.slice(at, at + 16))
  if (!from || !to) return at
  for (let digit = Number(from[1]) + 1; digit <= Number(to[1]); digit++) {
    members.push({ flags: [`-${digit}`], negations: [], values: [], attached: false, joiner: 'range' })
  }
  return at + to[0].length
}

/** `-q [--quiet]`: the brackets hold another spelling. */
function readBracketed(text: string, at: number): ReadFlag | undefined {
  if (text[at] !== '[') return undefined
  const read = readFlag(text, skipBlanks(text, at + 1))
  const end = read && skipBlanks(text, read.end)
  return read && end !== undefined && text[end] === ']' ? { ...read, end: end + 1 } : undefined
}

/** `-v|vv|vvv` is one flag, given up to three times. */
function skipRepetitions(text: string, read: ReadFlag): number {
  const letter = read.flags[0]!.slice(1)
  const match = /^(?:\|([A-Za-z])\1+){1,4}/.exec(text.slice(read.end, read.end + 24))
  return match && match[1] === letter ? read.end + match[0].length : read.end
}

function readAttached(text: string, start: number, member: SpecMember): number {
  const next = text[start]
  if (next === undefined || next === ' ') return start
  const bare = next === ':' && /[<[A-Z]/.test(text[start + 1] ?? '')
  if (!'=[<{(#"\''.includes(next) && !bare) return start
  if (next === '(' && !/^\(=|^\([^ )]*[|=]/.test(text.slice(start, start + 40))) return start
  let end = chunkEnd(text, start)
  while (end > start + 1 && /[:;,]/.test(text[end - 1]!)) end--
  const chunk = text.slice(start, end)
  if (chunk === '=') return readAfterEquals(text, end, member)
  member.values.push(chunk)
  member.attached = true
  return end
}

/** `--key= VALUE` and a lone `--key=`. */
function readAfterEquals(text: string, start: number, member: SpecMember): number {
  member.attached = true
  const end = text[start] === ' ' && text[start + 1] !== ' ' ? chunkEnd(text, start + 1) : start
  const chunk = text.slice(start + 1, end)
  if (end > start && looksLikePlaceholder(chunk)) {
    member.values.push(chunk)
    return end
  }
  member.values.push('=')
  return start
}

function readPlaceholders(text: string, start: number, member: SpecMember, options: SpecOptions): number {
  let at = start
  for (;;) {
    const next = skipBlanks(text, at)
    if (next === at || next >= text.length) return at
    if (readJoiner(text, at)) return at
    let end = chunkEnd(text, next)
    while (end > next && /[,:;]/.test(text[end - 1]!)) end--
    const chunk = text.slice(next, end)
    if (chunk === '' || !belongs(chunk, member, options)) return at
    member.values.push(chunk)
    at = end
    if (text[at] === ',' || text[at] === ':' || text[at] === ';') return at
  }
}

function belongs(chunk: string, member: SpecMember, options: SpecOptions): boolean {
  if (/^(\.{2,3}|\u2026|\[\.{2,3}\]|\[\u2026\])$/.test(chunk)) return true
  // A remark such as "(deprecated)" is no value; `(a|b)` and `(string)` are.
  if (chunk.startsWith('(') && !chunk.includes('|')) return isTypeRemark(chunk)
  if (chunk.startsWith('+')) return isTypeWord(chunk.slice(1))
  if (options.closed) return true
  return looksLikePlaceholder(chunk) && !(member.attached && !/^[[<{]/.test(chunk))
}

/** The AWS command line writes the type of a value in parentheses. */
function isTypeRemark(chunk: string): boolean {
  return /^\((?:string|int|integer|long|float|double|list|map|structure|blob|timestamp|number)\)$/.test(chunk)
}

function readJoiner(text: string, start: number): { joiner: Joiner; end: number } | undefined {
  const at = skipBlanks(text, start)
  const sign = text[at]
  const joiner = sign === ',' ? 'comma' : sign === '|' ? 'bar' : sign === '/' ? 'slash' : undefined
  if (joiner) {
    const end = skipBlanks(text, at + 1)
    if (readFlag(text, end)) return { joiner, end }
    const word = /^(or|and) +/.exec(text.slice(end, end + 12))
    return word && readFlag(text, end + word[0].length) ? { joiner, end: end + word[0].length } : undefined
  }
  const word = /^(or|and|oder|ou|o) +/.exec(text.slice(at, at + 12))
  if (word && at > start) {
    const end = at + word[0].length
    return readFlag(text, end) ? { joiner: 'word', end } : undefined
  }
  return at > start && isFlagHere(text, at) ? { joiner: 'blank', end: at } : undefined
}

/** After a mere blank a dash must begin a real flag: `- text` and `-- text` start a description. */
function isFlagHere(text: string, at: number): boolean {
  if (text[at] === '[') return readBracketed(text, at) !== undefined
  if (text[at] !== '-' && text[at] !== '+') return false
  const read = readFlag(text, at)
  return read !== undefined && (read.end >= text.length || /[\s,|=[<{:/(]/.test(text[read.end]!))
}

function skipBlanks(text: string, start: number): number {
  let at = start
  while (text[at] === ' ') at++
  return at
}
