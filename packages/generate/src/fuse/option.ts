/** The members of a group → one option, field by field. */

import type { FoundOption } from '../found.js'
import type { Ledger, FactSubject } from './conflict.js'
import { candidates, decide, report } from './candidates.js'
import { confidenceOf, INFORMED, joined, rankOf } from './evidence.js'
import type { OptionGroup } from './match-options.js'
import { fuseValues } from './value.js'

export function fuseOption({ members, spellings }: OptionGroup, ledger: Ledger): FoundOption {
  const negations = new Set(members.flatMap((member) => member.negations))
  const flags = spellings.filter((flag) => !negations.has(flag))
  const isOnlyNegation = flags.length === 0
  const positive = members.filter((member) => member.flags.some((flag) => !negations.has(flag)))
  const speaking = positive.length > 0 ? positive : members
  const subject: FactSubject = { on: 'option', name: (isOnlyNegation ? spellings : flags).toSorted()[0]! }
  const value = fuseValues(speaking, subject, ledger)
  const description = decide(
    candidates(speaking, (member) => member.description),
    { ...subject, field: 'description', preference: 'rank' },
    ledger,
  )
  const preset = decide(
    candidates(speaking, (member) => member.default),
    { ...subject, field: 'default', preference: 'rank', conflict: 'default' },
    ledger,
  )
  const environment = decide(
    candidates(speaking, (member) => member.environment),
    { ...subject, field: 'environment', preference: 'rank', conflict: 'environment' },
    ledger,
  )
  const group = decide(
    candidates(speaking, (member) => member.group),
    { ...subject, field: 'group', preference: 'rank' },
    ledger,
  )
  return {
    flags: isOnlyNegation ? spellings : flags,
    negations: isOnlyNegation ? [] : spellings.filter((flag) => negations.has(flag)),
    ...(members.some((member) => member.negatable) && { negatable: true }),
    ...(value && { value }),
    ...(description !== undefined && { description }),
    required: isRequired(speaking, subject, ledger),
    repeatable: members.some((member) => member.repeatable),
    ...(preset !== undefined && { default: preset }),
    ...(environment !== undefined && { environment }),
    ...(group !== undefined && { group }),
    ...(members.some((member) => member.deprecated) && { deprecated: true }),
    global: members.some((member) => member.global),
    evidence: joined(members.map((member) => member.evidence)),
  }
}

const COMPLETION = 3

/** Completions do not say what is required. An option is required if no other source contradicts that. */
function isRequired(members: readonly FoundOption[], subject: FactSubject, ledger: Ledger): boolean {
  const informed = members.filter(
    ({ evidence, required }) => required || (confidenceOf(evidence) >= INFORMED && rankOf(evidence) < COMPLETION),
  )
  const required = informed.length > 0 && informed.every((member) => member.required)
  const said = candidates(informed, (member) => (member.required ? 'required' : 'optional'))
  report(said, { ...subject, field: 'required', taken: required ? 'required' : 'optional' }, ledger)
  return required
}
