import { fieldOf, isReadOnly, worst, EFFECT_FIELDS, type EffectField, type Effects } from '@atip/protocol'
import type { Allowances, Policy } from './policy.js'
import type { Violation, ViolationCode } from './verdict.js'

interface Concern {
  code: ViolationCode
  field: EffectField
  /** The value of the field that is of concern. */
  bad: boolean
  /** The word of the policy that decides about it. */
  allowance: keyof Allowances
  /** What happens where the policy says nothing. */
  unsaid: 'confirm' | 'allow'
  does: string
}

const CONCERNS: readonly Concern[] = [
  concern('destructive', 'destructive', true, 'allowDestructive', 'confirm', 'destroys data'),
  concern('irreversible', 'reversible', false, 'allowIrreversible', 'confirm', 'cannot be undone'),
  concern('billable', 'cost.billable', true, 'hasBudget', 'confirm', 'may cost money'),
  concern('network', 'network', true, 'allowNetwork', 'allow', 'uses the network'),
  concern('writes-files', 'filesystem.write', true, 'allowWrite', 'allow', 'writes files'),
  concern('deletes-files', 'filesystem.delete', true, 'allowDelete', 'allow', 'deletes files'),
  concern('subprocess', 'subprocess', true, 'allowSubprocess', 'allow', 'starts other programs'),
]

function concern(
  code: ViolationCode,
  field: EffectField,
  bad: boolean,
  allowance: keyof Allowances,
  unsaid: Concern['unsaid'],
  does: string,
): Concern {
  return { code, field, bad, allowance, unsaid, does }
}

/** What a policy says against a call with these effects. */
export function judgeEffects(effects: Effects, policy: Policy): Violation[] {
  return [
    ...CONCERNS.flatMap((entry) => judgeConcern(entry, effects, policy) ?? []),
    ...judgeRestrictions(effects, policy.effectRestrictions),
    ...judgeInput(effects, policy),
  ]
}

function judgeConcern(entry: Concern, effects: Effects, policy: Policy): Violation | undefined {
  const { code, field, bad, does, unsaid } = entry
  const allowed = policy[entry.allowance]
  const value = fieldOf(effects, field)
  if (allowed === true || value === !bad) return undefined
  if (value !== bad) return judgeUnknown(entry, effects, policy)
  if (allowed === undefined && unsaid === 'allow') return undefined
  return { code, decision: allowed === false ? 'deny' : 'confirm', field, message: `the call ${does}` }
}

function judgeUnknown(entry: Concern, effects: Effects, policy: Policy): Violation | undefined {
  const { field, does, unsaid } = entry
  const isDenied = policy[entry.allowance] === false
  const isOpen = unsaid === 'allow' || policy.allowUnknown === true || isImplied(field, effects)
  if (!isDenied && isOpen) return undefined
  const message = `it is not known whether the call ${does}`
  return { code: 'unknown-effects', decision: isDenied ? 'deny' : 'confirm', field, message }
}

/** What changes nothing leaves nothing to undo, and nobody charges for what never leaves the machine. */
function isImplied(field: EffectField, effects: Effects): boolean {
  if (field === 'reversible') return isReadOnly(effects) && effects.destructive === false
  return field === 'cost.billable' && effects.network === false
}

/** A call is within a restriction if doing it besides makes nothing worse than the restriction says. */
function judgeRestrictions(effects: Effects, restrictions: Effects | undefined): Violation[] {
  if (restrictions === undefined) return []
  const together = worst(restrictions, effects)
  return EFFECT_FIELDS.filter((field) => {
    const limit = fieldOf(restrictions, field)
    return limit !== undefined && String(fieldOf(together, field)) !== String(limit)
  }).map((field) => {
    const message = `"${field}" must be ${text(fieldOf(restrictions, field))}; found ${text(fieldOf(effects, field))}`
    return { code: 'restricted-effects', decision: 'deny', field, message }
  })
}

function text(value: unknown): string {
  return value === undefined ? 'nothing stated' : JSON.stringify(value)
}

function judgeInput({ interactive }: Effects, { allowInteractive }: Policy): Violation[] {
  const stdin = interactive?.stdin
  if (allowInteractive === true || (stdin !== 'required' && stdin !== 'password')) return []
  const wanted = stdin === 'password' ? 'a password' : 'input'
  const message = `the call waits for ${wanted} on its standard input`
  return [{ code: 'interactive', decision: 'deny', field: 'interactive.stdin', message }]
}
