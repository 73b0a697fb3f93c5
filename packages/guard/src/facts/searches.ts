import { parameterRules, type ParsedCall, type Use, type ValueMeaning } from '@atip/protocol/calls'
import { namesSecrets } from '../places/index.js'
import { decode, opacityOf } from '../shell/encoded.js'
import { comesFrom, isAnyName, isPattern, isUnknown, knownText, type Word } from '../shell/word.js'
import type { CallFacts } from './facts.js'

type Known = Pick<CallFacts, 'call'>

/** The possible meanings of the words of a parameter in this call. */
export function meaningsOf({ parameter }: Use, { uses }: ParsedCall): ValueMeaning[] {
  const isGiven = (name: string) => uses.some((use) => use.parameter.name === name)
  return parameterRules(parameter).flatMap(({ value, when = {} }) => {
    const holds = (when.with ?? []).every(isGiven) && !(when.without ?? []).some(isGiven)
    return value !== undefined && holds ? [value] : []
  })
}

/** Whether the kind of the words is stated: a file, text, a number. */
export function hasKind(use: Use, call: ParsedCall): boolean {
  return use.parameter.type !== 'string' || meaningsOf(use, call).length > 0
}

export function valuesOf(call: ParsedCall, kind: ValueMeaning['kind']): Word[] {
  const uses = call.uses.filter((use) => meaningsOf(use, call).some((meaning) => meaning.kind === kind))
  return uses.flatMap(({ words }) => words.map(decode))
}

/** Whether it shows lines of files that fit a pattern, whatever the pattern is. */
export function searches({ call }: Known): boolean {
  return call.uses.some(({ parameter }) => parameterRules(parameter).some(({ value }) => value?.kind === 'pattern'))
}

/** The patterns that a call searches for in files. */
export function patternsIn({ call }: Known): Word[] {
  return valuesOf(call, 'pattern')
}

/**
 * Whether a call searches for something specific. It does not if one of its patterns fits nearly every line. An unknown
 * word may be empty, or an option that inverts the search.
 */
export function looksForSomething(facts: Known): boolean {
  const patterns = patternsIn(facts)
  const { argv, optionsEnd, leftovers } = facts.call
  if (argv.some((word, index) => index > 0 && index < optionsEnd && isFreeOption(word))) return false
  // An option that is not described may take the next word.
  if (leftovers.some(({ reason }) => reason === 'unknown-option')) return false
  return patterns.length > 0 && patterns.every(isTelling)
}

/** Whether a text may be an option, and is not from a list of names. */
function isFreeOption(text: string): boolean {
  const word = decode(text)
  return opacityOf(text) !== false && !comesFrom(word, 'names') && !word.some(isPattern)
}

/** Whether each alternative has letters that a line must contain. */
function isTelling(pattern: Word): boolean {
  return !hasAnyText(pattern) && neededBy(knownText(pattern)).every((letters) => letters.some((run) => run.length > 1))
}

/** Returns a test whether a pattern may fit a line of a text: all required letters are there, in any case. */
export function finderOf(pattern: Word): (text: string) => boolean {
  if (hasAnyText(pattern)) return () => true
  const needed = neededBy(knownText(pattern))
  return (text) => {
    const small = text.toLowerCase()
    return needed.some((letters) => letters.every((run) => small.includes(run)))
  }
}

/** Unknown text may contain `|` and another alternative. */
function hasAnyText(pattern: Word): boolean {
  return pattern.some((part) => isUnknown(part) && part.shape !== 'plain')
}

/** The parts of a pattern that mean the same in all dialects, or whose wider meaning is used. */
const PATTERN_PARTS = new RegExp(
  [
    /(?<letter>\w)/,
    /(?<either>\\?\|)/,
    // No group that a repetition may leave out as a whole: \(a\)*
    /(?<group>\\?\((?![?*])|\\?\)(?!\\?[*?+{]))/,
    /(?<repeat>\\?[*?+]|\\?\{\d*,?\d*\\?\})/,
    /(?<other>\[\^?\][^[\]\\|\n]*\]|\[(?!\^?\])[^[\]\\|\n]+\]|\\[bBwWsSdD](?!\{)|\\[^\w\s(){}|*?+]|\{(?!\s*[\d,])|[ -#%-',/:-@}~^$.-])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'y',
)

/** The runs of letters that each alternative requires; none if they are unknown. */
function neededBy(pattern: string): string[][] {
  const alternatives: string[][] = [['']]
  PATTERN_PARTS.lastIndex = 0
  while (PATTERN_PARTS.lastIndex < pattern.length) {
    const { letter, either, repeat } = PATTERN_PARTS.exec(pattern)?.groups ?? {}
    if (PATTERN_PARTS.lastIndex === 0) return [[]]
    const runs = alternatives.at(-1)!
    if (letter !== undefined) runs[runs.length - 1] += letter.toLowerCase()
    else if (either !== undefined) alternatives.push([''])
    else {
      // A repeated part may match zero times.
      if (repeat !== undefined) runs[runs.length - 1] = runs.at(-1)!.slice(0, -1)
      runs.push('')
    }
  }
  return alternatives
}

/** Whether a search targets secrets themselves, and not code that mentions them. */
export function searchesSecrets(facts: Known): boolean {
  return patternsIn(facts).some((pattern) => pattern.some(isAnyName) || namesSecrets(knownText(pattern)))
}
