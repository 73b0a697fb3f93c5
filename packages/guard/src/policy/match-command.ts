import { basename } from 'node:path'
import { nameFits, parseArgv, type ParsedCall, type Use } from '@atip/protocol/calls'
import { resolvePath } from '../facts/path-class.js'
import type { LineFinding } from '../line/finding.js'
import { encode, opacityOf } from '../shell/encoded.js'
import { literalOf, type Word } from '../shell/word.js'

/** Whether a rule applies to a finding; `maybe` if that is known only at run time. */
export type Fit = 'yes' | 'maybe' | 'no'

/** Compares the literal words of a line. Allow rules must not match expanded words. */
export function isLiterally(
  { words, cwd }: LineFinding,
  command: readonly string[],
  isExact: boolean,
  places: { base: string | undefined; home: string },
): boolean {
  if (words.length < command.length || (isExact && words.length > command.length)) return false
  return command.every((token, index) => {
    const word = literalOf(words[index]!)
    if (word === undefined) return false
    if (index > 0 || !token.includes('/')) return word === token
    // A program given by its path means exactly that file.
    const { base = cwd, home } = places
    return word.includes('/') && resolvePath(word, { cwd, home }) === resolvePath(token, { cwd: base, home })
  })
}

/** Compares as the program itself would parse both: options before the command, abbreviations and aliases included. */
export function fitOfCommand(finding: LineFinding, command: readonly string[], isExact: boolean): Fit {
  const { words, facts } = finding
  const { tool, call } = facts ?? {}
  const [first, ...rest] = words
  const program = first === undefined ? undefined : literalOf(first)
  const [wanted, ...tokens] = command as [string, ...string[]]
  if (first === undefined) return 'no'
  if (program === undefined) return 'maybe'
  if (basename(program) !== basename(wanted) && tool?.name !== wanted) return 'no'
  if (isExact && rest.length !== tokens.length) return rest.some(isUnsure) ? 'maybe' : 'no'
  if (tokens.every((token, index) => literalOf(rest[index] ?? []) === token)) return 'yes'
  if (tool === undefined || call === undefined)
    return isSubsequence(tokens, rest) || rest.some(isUnsure) ? 'maybe' : 'no'
  return fitOfCall(call, parseArgv(tool, [tool.name, ...tokens]), rest)
}

export function fitOfTool({ words, facts }: LineFinding, patterns: readonly string[]): Fit {
  if (words[0] === undefined) return 'no'
  const program = literalOf(words[0])
  if (program === undefined) return 'maybe'
  const names = [program, basename(program), ...(facts === undefined ? [] : [facts.tool.name])]
  return patterns.some((pattern) => names.some((name) => nameFits(pattern, name))) ? 'yes' : 'no'
}

function fitOfCall(call: ParsedCall, wanted: ParsedCall, words: readonly Word[]): Fit {
  const isUncertain = words.some(isUnsure) || call.leftovers.some(({ reason }) => reason === 'unknown-command')
  const otherwise = isUncertain ? 'maybe' : 'no'
  if (!wanted.path.every((name, depth) => call.path[depth] === name)) {
    // If the call's path ends early, an alias or an unknown command may continue it.
    return call.path.every((name, depth) => wanted.path[depth] === name) ? otherwise : 'no'
  }
  const options = wanted.uses.every(
    (use) => use.kind === 'argument' || call.uses.some((other) => isSameUse(use, other)),
  )
  const unlisted = wanted.leftovers.every(
    ({ word, reason }) => reason === 'missing-argument' || words.some((one) => literalOf(one) === word),
  )
  const operands = wanted.uses.filter(({ kind }) => kind === 'argument').flatMap(({ words: given }) => given)
  const given = call.uses.filter(({ kind }) => kind === 'argument').flatMap(({ words: all }) => all)
  return options && unlisted && operands.every((word, index) => given[index] === word) ? 'yes' : otherwise
}

function isSameUse(use: Use, other: Use): boolean {
  if (other.kind !== 'option' || use.parameter.name !== other.parameter.name) return false
  return use.words.every((word, index) => other.words[index] === word)
}

function isUnsure(word: Word): boolean {
  return opacityOf(encode(word)) !== false
}

function isSubsequence(wanted: readonly string[], words: readonly Word[]): boolean {
  let at = 0
  for (const word of words) if (literalOf(word) === wanted[at]) at++
  return at === wanted.length
}
