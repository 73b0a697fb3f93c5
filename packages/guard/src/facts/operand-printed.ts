import type { ParsedCall } from '@atip/protocol/calls'
import { decode } from '../shell/encoded.js'
import { pathFrom } from '../places/index.js'
import {
  isPattern,
  isUnknown,
  joinParts,
  literal,
  literalOf,
  unknown,
  type ShellPart,
  type TextOrigin,
  type Unknown,
  type Word,
} from '../shell/word.js'

/** The part of its operand that a program may print. */
export type OperandPart = 'word' | 'base' | 'folder' | 'absolute'

/** The printed part of the operand of a call; undefined unless there is exactly one operand. */
export function operandPrinted(part: OperandPart, { uses }: ParsedCall, cwd: string | undefined): Word | undefined {
  const operands = wordsOf(uses, 'argument')
  const [operand, suffix, ...others] = operands
  if (operand === undefined || others.length > 0) return undefined
  // The output of a program may contain slashes anywhere, and begin with a dash.
  if (part !== 'word' && operand.some((one) => isUnknown(one) && isAnyText(one))) return undefined
  const options = uses.filter(({ kind }) => kind === 'option')
  if (part === 'base') {
    const values = wordsOf(uses, 'option')
    const ends = suffix === undefined ? values : [suffix]
    // An option without a value may print several names, or end them with another character.
    if (values.length !== options.length || ends.length > 1 || (suffix !== undefined && values.length > 0)) {
      return undefined
    }
    return withoutEnd(lastName(operand), ends[0])
  }
  if (suffix !== undefined) return undefined
  if (part === 'folder') return options.length > 0 ? undefined : folderOf(operand)
  return part === 'word' ? operand : absolute(operand, cwd)
}

function wordsOf(uses: ParsedCall['uses'], kind: 'argument' | 'option'): Word[] {
  return uses.filter((use) => use.kind === kind).flatMap(({ words }) => words.map((word) => named(decode(word))))
}

function isAnyText({ shape, from }: Unknown): boolean {
  return shape !== 'plain' && from.has('program') && !from.has('names')
}

/** Names that a pattern finds count as ordinary operands. */
function named(word: Word): Word {
  return word.map((part): ShellPart => (isPattern(part) ? unknown('operand', 'names', 'hidden') : part))
}

/** The text after the last slash, ignoring trailing ones. Without its folder, a temporary name is like any other. */
function lastName(word: Word): Word {
  const parts = withoutSlashes(word).map((part) => (isUnknown(part) ? unknown(part.shape, ...placeless(part)) : part))
  const at = parts.findLastIndex((part) => typeof part === 'string' && part.includes('/'))
  if (at === -1) return parts.length === 0 && word.length > 0 ? literal('/') : parts
  const text = parts[at] as string
  return joinParts(literal(text.slice(text.lastIndexOf('/') + 1)), parts.slice(at + 1))
}

function placeless({ from }: Unknown): TextOrigin[] {
  return [...from].map((origin) => (origin === 'temporary' ? 'program' : origin))
}

function folderOf(word: Word): Word {
  const parts = withoutSlashes(word)
  const at = parts.findLastIndex((part) => typeof part === 'string' && part.includes('/'))
  if (at === -1) {
    if (parts.length === 0) return literal(word.length > 0 ? '/' : '.')
    return literalOf(parts) === undefined ? [unknown('operand', 'program')] : literal('.')
  }
  const text = (parts[at] as string).replace(/\/+[^/]*$/, '')
  const folder = joinParts(parts.slice(0, at), literal(text))
  return folder.length === 0 ? literal('/') : folder
}

function withoutSlashes(word: Word): Word {
  const last = word.at(-1)
  if (typeof last !== 'string') return word
  return joinParts(word.slice(0, -1), literal(last.replace(/\/+$/, '')))
}

/** A name is never empty, so a suffix that is the whole name stays. */
function withoutEnd(word: Word, end: Word | undefined): Word | undefined {
  if (end === undefined) return word
  const text = literalOf(end)
  if (text === undefined) return undefined
  const last = word.at(-1)
  if (typeof last !== 'string' || !last.endsWith(text) || literalOf(word) === text) return word
  return joinParts(word.slice(0, -1), literal(last.slice(0, last.length - text.length)))
}

function absolute(word: Word, cwd: string | undefined): Word {
  const text = literalOf(word)
  if (text === undefined) return word
  if (cwd !== undefined || text.startsWith('/')) return literal(pathFrom(cwd, text))
  return joinParts([unknown('plain', 'program')], literal(`/${text}`))
}
