import type { Lineage } from '../tree.js'
import type { Printed } from '../types/x-atip.js'
import type { ParsedCall } from './call.js'
import { holds, type Circumstances, type Truth } from './condition.js'
import { nearest } from './nearest.js'
import type { Statement } from './statements.js'

/** Kinds of output that need a warning, worst first. It is enough that a call may print one. */
const WORST_FIRST: readonly Printed[] = ['secret', 'environment', 'decoded', 'names', 'paths']

/** Kinds that also promise not to print what is in files: a rule must hold for every occurrence to state one. */
const PROMISES: ReadonlySet<Printed> = new Set(['names', 'paths'])

/** Whether such output needs a warning. All other kinds are promises. */
export function isWarnedOf(kind: Printed): boolean {
  return WORST_FIRST.includes(kind)
}

/** Output that may repeat words of the call: `mktemp x/-delete`. */
const REPEATS: readonly Printed[] = ['revision', 'path', 'temporary', 'name']

/**
 * What a call prints. Statements of its options and arguments come before those of its command. Kinds that need no
 * warning must be certain: `isCertain` is false if words of the call were not understood.
 */
export function printsOf(
  lineage: Lineage,
  call: ParsedCall,
  statements: readonly Statement[],
  circumstances: Circumstances,
  isCertain: boolean,
): Printed | undefined {
  // If there are several values, the tool decides which one counts, so a promise must hold for each.
  const ofRules = statements.map(({ rule: { prints }, some, every }): Possible => {
    return [prints, prints === undefined || (isWarnedOf(prints) && !PROMISES.has(prints)) ? some : every]
  })
  const ofCommand = [nearest(lineage, 'prints') ?? []].flat()
  const said = ofCommand.map(({ kind, when }): Possible => [kind, holds(when, circumstances)])
  const possible = untilCertain([...ofRules, ...said].filter(([kind, truth]) => kind !== undefined && truth !== 'no'))
  const worst = WORST_FIRST.find((kind) => possible.some(([one]) => one === kind))
  if (worst !== undefined) return worst
  const [first, ...others] = possible
  if (first?.[0] === undefined || first[1] !== 'yes' || others.length > 0 || !isCertain) return undefined
  const isOneWord = !REPEATS.includes(first[0]) || call.uses.every(({ words }) => words.every(isPlain))
  return isOneWord ? first[0] : undefined
}

type Possible = [kind: Printed | undefined, truth: Truth]

/** The first that certainly holds, and the possible ones before it. */
function untilCertain(possible: readonly Possible[]): readonly Possible[] {
  const end = possible.findIndex(([, truth]) => truth === 'yes')
  return end === -1 ? possible : possible.slice(0, end + 1)
}

/** Whether no part of a word could be read as an option or as several words. */
function isPlain(word: string): boolean {
  return /^[\w@{}^~./=:,+%-]*$/.test(word) && !word.startsWith('-') && !word.includes('/-')
}
