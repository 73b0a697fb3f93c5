/** One field, said by several sources: which to take, and whether they contradict each other. */

import type { Evidence } from '../found.js'
import type { ConflictField, Ledger, Subject } from './conflict.js'
import { compareText, confidenceOf, rankOf, strongest } from './evidence.js'

export interface Candidate<T> {
  value: T
  evidence: readonly Evidence[]
}

/** Those that say anything about a field. */
export function candidates<M extends { evidence: readonly Evidence[] }, T>(
  members: readonly M[],
  read: (member: M) => T | undefined,
): Candidate<T>[] {
  return members.flatMap((member) => {
    const value = read(member)
    return value === undefined ? [] : [{ value, evidence: member.evidence }]
  })
}

/** `rank`: the closest to the program first. `confidence`: the surest first. Equals are told apart by what they say. */
export type Preference = 'rank' | 'confidence'

export function best<T>(found: readonly Candidate<T>[], preference: Preference): Candidate<T> | undefined {
  const order = (one: Candidate<T>, other: Candidate<T>): number => {
    const byRank = rankOf(one.evidence) - rankOf(other.evidence)
    const byConfidence = confidenceOf(other.evidence) - confidenceOf(one.evidence)
    const difference = preference === 'rank' ? byRank || byConfidence : byConfidence || byRank
    return difference || compareText(textOf(one.value), textOf(other.value))
  }
  return found.length === 0 ? undefined : found.reduce((kept, one) => (order(one, kept) < 0 ? one : kept))
}

export interface Question extends Subject {
  field: string
  preference: Preference
  /** Different answers are a contradiction under this name. */
  conflict?: ConflictField
}

/** Takes the best answer, writes down where it came from, and what speaks against it. */
export function decide<T>(found: readonly Candidate<T>[], question: Question, ledger: Ledger): T | undefined {
  const taken = best(found, question.preference)
  if (!taken) return undefined
  const { on, name, field, conflict } = question
  ledger.origins.push({ on, name, field, evidence: loudestFor(taken.value, found) })
  if (conflict !== undefined) report(found, { on, name, field: conflict, taken: textOf(taken.value) }, ledger)
  return taken.value
}

/** The strongest evidence of all that say the same. */
export function loudestFor<T>(value: T, found: readonly Candidate<T>[]): Evidence {
  const text = textOf(value)
  return strongest(found.filter((one) => textOf(one.value) === text).flatMap(({ evidence }) => evidence))
}

interface Suspicion extends Subject {
  field: ConflictField
  taken: string
}

/** One statement for each different answer, the strongest that gave it. */
export function report<T>(found: readonly Candidate<T>[], suspicion: Suspicion, ledger: Ledger): void {
  const answers = new Map<string, Evidence>()
  for (const { value, evidence } of found) {
    const before = answers.get(textOf(value))
    answers.set(textOf(value), strongest(before ? [before, ...evidence] : evidence))
  }
  if (answers.size < 2) return
  const said = [...answers].map(([what, evidence]) => ({ what, evidence }))
  ledger.conflicts.push({ ...suspicion, said: said.sort((one, other) => compareText(one.what, other.what)) })
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
