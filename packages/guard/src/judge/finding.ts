import type { AtipTool, CallEffects, Decision, Effects, ParsedCall, PathUse } from '@atip/protocol'

export type { Decision } from '@atip/protocol'

/** What is thought of one simple command, or of something the line does beside its commands. */
export interface FindingSummary {
  decision: Decision
  /** What decided, for machines: `destructive`, `unknown-program`, … */
  rule: string
  /** A sentence for people. */
  reason: string
  argv: string[]
  /** Its range in the line; undefined for commands inside text that the line runs in turn. */
  span: { start: number; end: number } | undefined
  effects?: Effects
}

/**
 * What a verdict is about: a program that is called, a file that a redirection reads or writes, a variable that is set for a
 * program, code that is given to an interpreter, a command that runs on another machine, or the line as a whole.
 */
export type FindingKind = 'call' | 'read' | 'write' | 'variable' | 'code' | 'elsewhere' | 'line'

/** A verdict with everything that the rules of a policy may ask about. */
export interface LineFinding extends FindingSummary {
  about: FindingKind
  /** The words as they were folded, with marks for what is not known. */
  words: readonly string[]
  /** The range of the outermost command that contains it. */
  within: FindingSummary['span']
  tool: AtipTool | undefined
  call: ParsedCall | undefined
  found: CallEffects | undefined
  /** What is read, written or deleted, as far as it is named. */
  paths: readonly Pick<PathUse, 'path' | 'access'>[]
  cwd: string | undefined
  /** Variables in its environment that the line sets. */
  assigned: readonly string[]
  /** The name of the program is written as it is: no quotes, no escapes, no expansion. */
  isPlain: boolean
  /** No rule of a policy can make this any better. */
  isFinal: boolean
}

const ORDER: readonly Decision[] = ['allow', 'ask', 'deny']

/** Whether the first is stricter than the second. */
export function isStricter(one: Decision, other: Decision): boolean {
  return ORDER.indexOf(one) > ORDER.indexOf(other)
}

/** Deny beats ask beats allow. */
export function worstDecision(decisions: Iterable<Decision>): Decision {
  let worst = 0
  for (const decision of decisions) worst = Math.max(worst, ORDER.indexOf(decision))
  return ORDER[worst]!
}
