import {
  EFFECT_FIELDS,
  EFFECT_WORDS,
  effectPhrase,
  fieldOf,
  harmfulValue,
  isReadOnly,
  worst,
  type EffectField,
  type Effects,
} from '@atip/protocol'
import type { Allowances } from './policy.js'
import type { CheckedPolicy } from './read-policy.js'
import type { Violation, ViolationCode } from './decision.js'

interface Concern {
  code: ViolationCode
  field: EffectField
  /** The key of the policy that decides. */
  allowance: keyof Allowances
  /** The decision if the policy does not say. */
  unsaid: 'ask' | 'allow'
}

const CONCERNS: readonly Concern[] = [
  { code: 'destructive', field: 'destructive', allowance: 'allowDestructive', unsaid: 'ask' },
  { code: 'irreversible', field: 'reversible', allowance: 'allowIrreversible', unsaid: 'ask' },
  { code: 'billable', field: 'cost.billable', allowance: 'hasBudget', unsaid: 'ask' },
  { code: 'network', field: 'network', allowance: 'allowNetwork', unsaid: 'allow' },
  { code: 'writes-files', field: 'filesystem.write', allowance: 'allowWrite', unsaid: 'allow' },
  { code: 'deletes-files', field: 'filesystem.delete', allowance: 'allowDelete', unsaid: 'allow' },
  { code: 'subprocess', field: 'subprocess', allowance: 'allowSubprocess', unsaid: 'allow' },
]

/** The objections of a policy to a call with these effects. */
export function judgeEffects(effects: Effects, policy: CheckedPolicy): Violation[] {
  return [
    ...CONCERNS.flatMap((entry) => judgeConcern(entry, effects, policy) ?? []),
    ...judgeRestrictions(effects, policy.effectRestrictions),
    ...judgeInput(effects, policy),
  ]
}

function judgeConcern(entry: Concern, effects: Effects, policy: CheckedPolicy): Violation | undefined {
  const { code, field, unsaid } = entry
  const allowed = policy[entry.allowance]
  const value = fieldOf(effects, field)
  const isHarmful = value === harmfulValue(field)
  if (allowed === true || (typeof value === 'boolean' && !isHarmful)) return undefined
  if (!isHarmful) return judgeUnknown(entry, effects, policy)
  if (allowed === undefined && unsaid === 'allow') return undefined
  return {
    code,
    decision: allowed === false ? 'deny' : 'ask',
    field,
    message: `the call ${EFFECT_WORDS[field].does}`,
  }
}

function judgeUnknown(entry: Concern, effects: Effects, policy: CheckedPolicy): Violation | undefined {
  const { field, unsaid } = entry
  const isDenied = policy[entry.allowance] === false
  const isOpen = unsaid === 'allow' || policy.allowUnknown === true || isImplied(field, effects)
  if (!isDenied && isOpen) return undefined
  const message = `it is not known whether the call ${EFFECT_WORDS[field].does}`
  return { code: 'unknown-effects', decision: isDenied ? 'deny' : 'ask', field, message }
}

/** A call that changes nothing needs no undo, and one that never uses the network costs nothing. */
function isImplied(field: EffectField, effects: Effects): boolean {
  if (field === 'reversible') return isReadOnly(effects) && effects.destructive === false
  return field === 'cost.billable' && effects.network === false
}

/** A call is within a restriction if adding its effects does not make the restriction's effects worse. */
function judgeRestrictions(effects: Effects, restrictions: Effects | undefined): Violation[] {
  if (restrictions === undefined) return []
  const together = worst(restrictions, effects)
  return EFFECT_FIELDS.filter((field) => {
    const limit = fieldOf(restrictions, field)
    return limit !== undefined && String(fieldOf(together, field)) !== String(limit)
  }).map((field) => {
    const limit = fieldOf(restrictions, field)
    const most = typeof limit === 'boolean' ? text(limit) : `at most ${text(limit)}`
    const message = `"${field}" must be ${most}; found ${text(fieldOf(effects, field))}`
    return { code: 'restricted-effects', decision: 'deny', field, message }
  })
}

function text(value: unknown): string {
  return value === undefined ? 'nothing stated' : JSON.stringify(value)
}

function judgeInput({ interactive }: Effects, { allowInteractive }: CheckedPolicy): Violation[] {
  const stdin = interactive?.stdin
  if (allowInteractive === true || (stdin !== 'required' && stdin !== 'password')) return []
  const message = `the call ${effectPhrase('interactive.stdin', stdin)}`
  return [{ code: 'interactive', decision: 'deny', field: 'interactive.stdin', message }]
}
