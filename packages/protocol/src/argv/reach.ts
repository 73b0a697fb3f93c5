import type { Lineage } from '../tree.js'
import type { ParameterRule, Reach } from '../types/x-atip.js'
import { nearest } from './nearest.js'
import type { EffectSource, Statement } from './statements.js'

/**
 * How far a call reaches, where every word was understood. A rule that certainly holds may promise it, as does the nearest
 * command; a rule that may hold and leads beyond, or to something unknown, takes the promise away.
 */
export function reachOf(lineage: Lineage, statements: readonly Statement[]): KeptReach | undefined {
  // What is unknown because of the place is for the caller to judge, as all paths are.
  const isPlace = ({ value }: ParameterRule) => value?.kind === 'path' && value.place !== undefined
  const leads = ({ rule, some }: Statement) =>
    some !== 'no' && (rule.reach === 'beyond' || (rule.unknown === true && rule.reach === undefined && !isPlace(rule)))
  if (statements.some(leads)) return undefined
  const certain = statements.filter(({ every }) => every === 'yes')
  const routine = certain.filter(({ rule }) => rule.reach === 'routine').map(({ source }) => nameOf(source))
  const stated = nearest(lineage, 'reach')
  // One word may be routine where its parameter is not: `npm run lint`. What another parameter says counts.
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
