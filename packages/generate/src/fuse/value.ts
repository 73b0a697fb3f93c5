/** Whether an option takes a value, and which kind. */

import type { Evidence, FoundOption, FoundValue } from '../found.js'
import type { Ledger, FactSubject } from './conflict.js'
import { best, candidates, decide, loudestFor, report, type FieldCandidate } from './candidates.js'
import { confidenceOf, INFORMED, strongest } from './evidence.js'

/**
 * Factor for texts that show a switch: they may have left a value out, while a text that shows a value did not invent
 * it.
 */
const SILENCE = 0.9

export function fuseValues(
  members: readonly FoundOption[],
  subject: FactSubject,
  ledger: Ledger,
): FoundValue | undefined {
  const shown = members.flatMap(({ value, evidence }) => (value ? [candidate(value, evidence)] : []))
  const silent = members.filter(({ value, evidence }) => !value && confidenceOf(evidence) >= INFORMED)
  if (shown.length === 0) return undefined
  const loudest = confidenceOf(shown.flatMap(({ evidence }) => evidence))
  const quietest = SILENCE * confidenceOf(silent.flatMap(({ evidence }) => evidence))
  const takesValue = loudest >= quietest
  report(
    [
      ...shown.map(({ evidence }) => ({ value: 'takes a value', evidence })),
      ...silent.map(({ evidence }) => ({ value: 'switch', evidence })),
    ],
    { ...subject, field: 'value', taken: takesValue ? 'takes a value' : 'switch' },
    ledger,
  )
  return takesValue ? fused(shown, subject, ledger) : undefined
}

/** The strongest evidence of the option, but with the confidence of its value. */
function candidate(value: FoundValue, evidence: readonly Evidence[]): FieldCandidate<FoundValue> {
  return { value, evidence: [{ ...strongest(evidence), confidence: value.confidence }] }
}

function fused(shown: FieldCandidate<FoundValue>[], subject: FactSubject, ledger: Ledger): FoundValue {
  const values = shown.map(({ value, evidence }) => ({ ...value, evidence }))
  const question = { ...subject, preference: 'confidence' as const }
  const placeholder = decide(
    candidates(values, (one) => one.placeholder),
    { ...question, field: 'value.placeholder' },
    ledger,
  )
  const optional = decide(
    candidates(values, (one) => (one.optional ? 'may be left out' : 'must be given')),
    { ...question, field: 'value.optional', conflict: 'optionalValue' },
    ledger,
  )
  const arity = decide(
    candidates(values, (one) => one.arity),
    { ...question, field: 'value.arity' },
    ledger,
  )
  const separator = decide(
    candidates(values, (one) => one.separator),
    { ...question, field: 'value.separator' },
    ledger,
  )
  const type = decide(
    candidates(values, (one) => one.type),
    { ...question, field: 'value.type', conflict: 'type' },
    ledger,
  )
  return {
    ...(placeholder !== undefined && { placeholder }),
    optional: optional === 'may be left out',
    many: values.some((one) => one.many),
    ...(arity !== undefined && { arity }),
    ...(separator !== undefined && { separator }),
    choices: fuseChoices(values, subject, ledger),
    ...(type !== undefined && { type }),
    confidence: Math.max(...values.map((one) => one.confidence)),
  }
}

interface Chosen {
  choices: string[]
  evidence: readonly Evidence[]
}

/** Takes the values that any source allows, and reports differences. */
export function fuseChoices(members: readonly Chosen[], subject: FactSubject, ledger: Ledger): string[] {
  const said = candidates(members, ({ choices }) => (choices.length > 0 ? choices : undefined))
  const first = best(said, 'rank')
  if (!first) return []
  ledger.origins.push({ ...subject, field: 'choices', evidence: loudestFor(first.value, said) })
  const all = [...new Set([...first.value, ...said.flatMap(({ value }) => value)])]
  const sets = said.map(({ value, evidence }) => ({ value: value.toSorted().join(', '), evidence }))
  report(sets, { ...subject, field: 'choices', taken: all.toSorted().join(', ') }, ledger)
  return all
}
