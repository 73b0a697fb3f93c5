import type { Lineage } from '../tree.js'
import type { ParameterRule, Reach } from '../types/x-atip.js'
import { nearest } from './nearest.js'
import type { EffectSource, Statement } from './statements.js'

/**
 * How far a fully understood call reaches. A rule that certainly holds can make the promise, as can the nearest
 * command; a rule that may hold and says `beyond`, or is unknown, revokes it.
 */
export function reachOf(lineage: Lineage, statements: readonly Statement[]): KeptReach | undefined {
  // If a rule is unknown only because of the place, the caller judges that, as it does all paths.
  const isPlace = ({ value }: ParameterRule) => value?.kind === 'path' && value.place !== undefined
  const leads = ({ rule, some }: Statement) =>
    some !== 'no' && (rule.reach === 'beyond' || (rule.unknown === true && rule.reach === undefined && !isPlace(rule)))
  if (statements.some(leads)) return undefined
  const certain = statements.filter(({ every }) => every === 'yes')
  const routine = certain.filter(({ rule }) => rule.reach === 'routine').map(({ source }) => nameOf(source))
  const stated = nearest(lineage, 'reach')
  // A word may be routine although its parameter is not: `npm run lint`. What another parameter says counts.
  const isWidened = statements.some(
    ({ rule, some, source }) => some !== 'no' && rule.reach === 'project' && !routine.includes(nameOf(source)),
  )
  if (!isWidened && (routine.length > 0 || stated === 'routine')) return 'routine'
  const isPromised = certain.some(({ rule }) => rule.reach !== undefined)
  return isPromised || (stated !== undefined && stated !== 'beyond') ? 'project' : undefined
}

function nameOf(source: EffectSource): string {
  return 'name' in source ? `${source.kind} ${source.name}` : source.kind
}

/** What a call promises: it stays in the project, or it is even part of the routine of editing it. */
export type KeptReach = Exclude<Reach, 'beyond'>
