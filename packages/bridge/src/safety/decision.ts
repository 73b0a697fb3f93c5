import type { Decision, EffectField } from '@atip/protocol'

export interface CallDecision {
  decision: Decision
  /** The reasons not to allow the call; empty if it is allowed. */
  violations: Violation[]
}

export interface Violation {
  code: ViolationCode
  /** The decision if this were the only violation. */
  decision: Exclude<Decision, 'allow'>
  message: string
  /** The field of the effects that it is about. */
  field?: EffectField
  /** The property or parameter that it is about. */
  parameter?: string
}

export type ViolationCode =
  | 'invalid-call'
  | 'unknown-tool'
  | 'tool-not-allowed'
  | 'command-denied'
  | 'omitted-command'
  | 'destructive'
  | 'irreversible'
  | 'billable'
  | 'network'
  | 'writes-files'
  | 'deletes-files'
  | 'subprocess'
  | 'unknown-effects'
  | 'restricted-effects'
  | 'interactive'
  | 'control-characters'
  | 'path-outside-roots'
  | 'untrusted'
  /** The check itself failed. */
  | 'check-failed'

/** The most serious violation decides. */
export function decideBy(violations: Violation[]): CallDecision {
  const isDenied = violations.some(({ decision }) => decision === 'deny')
  return { decision: isDenied ? 'deny' : violations.length > 0 ? 'ask' : 'allow', violations }
}
