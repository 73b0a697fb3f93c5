import type { Lineage } from '../tree.js'
import type { Printed } from '../types/x-atip.js'
import type { ParsedCall } from './call.js'
import { holds, type Circumstances, type Truth } from './condition.js'
import { nearest } from './nearest.js'
import type { Statement } from './statements.js'

/** Output that is worth a warning, from the worst down: that it may be so is enough. */
const WORST_FIRST: readonly Printed[] = ['secret', 'environment', 'decoded', 'names', 'paths']

/** Output without what is in files: a word that may be such an option is not enough. */
const PROMISES: ReadonlySet<Printed> = new Set(['names', 'paths'])

/** Whether a reader is warned of such output. All other kinds promise something. */
export function isWarnedOf(kind: Printed): boolean {
  return WORST_FIRST.includes(kind)
}

/** Output that may repeat words of the call: `mktemp x/-delete`. */
const REPEATS: readonly Printed[] = ['revision', 'path', 'temporary', 'name']

/**
 * What a call prints. What its options and arguments say counts before what its command says. Except for the kinds that
 * are worth a warning, it must be certain: `isCertain` is false where words of the call were not understood.
 */
export function printsOf(
  lineage: Lineage,
  call: ParsedCall,
  statements: readonly Statement[],
  circumstances: Circumstances,
  isCertain: boolean,
): Printed | undefined {
  // Of several values, the tool decides which one counts: a promise holds only if it does for each.
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

/** The first that certainly holds, and those before it that may. */
function untilCertain(possible: readonly Possible[]): readonly Possible[] {
  const end = possible.findIndex(([, truth]) => truth === 'yes')
  return end === -1 ? possible : possible.slice(0, end + 1)
}

/** No part of it could be taken for an option or for several words. */
function isPlain(word: string): boolean {
  return /^[\w@{}^~./=:,+%-]*$/.test(word) && !word.startsWith('-') && !word.includes('/-')
}
