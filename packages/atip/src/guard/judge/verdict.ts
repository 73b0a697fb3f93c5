import type { Effects } from '@atip/protocol'

export type Decision = 'allow' | 'ask' | 'deny'

/** What is thought of one simple command, or of something the line does beside its commands. */
export interface Verdict {
  decision: Decision
  /** What decided, for machines: `destructive`, `unknown-program`, … */
  rule: string
  /** A sentence for people. */
  reason: string
  argv: string[]
  /** Where it stands in the line; undefined inside what the line runs in turn. */
  span: { start: number; end: number } | undefined
  effects?: Effects
}

const ORDER: readonly Decision[] = ['allow', 'ask', 'deny']

/** Deny beats ask beats allow. */
export function worstDecision(decisions: Iterable<Decision>): Decision {
  let worst = 0
  for (const decision of decisions) worst = Math.max(worst, ORDER.indexOf(decision))
  return ORDER[worst]!
}
