/** Decides about one field that several sources state: which value to take, and whether they contradict each other. */

import type { Evidence } from '../found.js'
import type { ConflictField, Ledger, FactSubject } from './conflict.js'
import { compareText, confidenceOf, rankOf, strongest } from './evidence.js'

export interface FieldCandidate<T> {
  value: T
  evidence: readonly Evidence[]
}

/** The members that state a field, with their values. */
export function candidates<M extends { evidence: readonly Evidence[] }, T>(
  members: readonly M[],
  read: (member: M) => T | undefined,
): FieldCandidate<T>[] {
  return members.flatMap((member) => {
    const value = read(member)
    return value === undefined ? [] : [{ value, evidence: member.evidence }]
  })
}

/**
 * `rank`: the closest to the program first. `confidence`: the most certain first. Ties are broken by the value itself.
 */
export type Preference = 'rank' | 'confidence'

export function best<T>(found: readonly FieldCandidate<T>[], preference: Preference): FieldCandidate<T> | undefined {
  const order = (one: FieldCandidate<T>, other: FieldCandidate<T>): number => {
    const byRank = rankOf(one.evidence) - rankOf(other.evidence)
    const byConfidence = confidenceOf(other.evidence) - confidenceOf(one.evidence)
    const difference = preference === 'rank' ? byRank || byConfidence : byConfidence || byRank
    return difference || compareText(textOf(one.value), textOf(other.value))
  }
  return found.length === 0 ? undefined : found.reduce((kept, one) => (order(one, kept) < 0 ? one : kept))
}

export interface FieldQuestion extends FactSubject {
  field: string
  preference: Preference
  /** Different answers are reported as a contradiction of this kind. */
  conflict?: ConflictField
}

/** Takes the best answer, and records its origin and the contradictions. */
export function decide<T>(found: readonly FieldCandidate<T>[], question: FieldQuestion, ledger: Ledger): T | undefined {
  const taken = best(found, question.preference)
  if (!taken) return undefined
  const { on, name, field, conflict } = question
  ledger.origins.push({ on, name, field, evidence: loudestFor(taken.value, found) })
  if (conflict !== undefined) report(found, { on, name, field: conflict, taken: textOf(taken.value) }, ledger)
  return taken.value
}

/** The strongest evidence of all that state the same value. */
export function loudestFor<T>(value: T, found: readonly FieldCandidate<T>[]): Evidence {
  const text = textOf(value)
  return strongest(found.filter((one) => textOf(one.value) === text).flatMap(({ evidence }) => evidence))
}

interface Suspicion extends FactSubject {
  field: ConflictField
  taken: string
}

/** One statement for each different answer, with its strongest evidence. */
export function report<T>(found: readonly FieldCandidate<T>[], suspicion: Suspicion, ledger: Ledger): void {
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
