/** The vocabulary of fusing: where a fact came from, and where sources contradict each other. */

import type { Evidence } from '../found.js'

/** What a statement is about: an option by its first flag, an argument or a command by its name, or the whole. */
export interface Subject {
  on: 'option' | 'argument' | 'command' | 'whole'
  name: string
}

/** A field of the result, and the evidence that it was taken from. */
export interface Origin extends Subject {
  field: string
  evidence: Evidence
}

export type ConflictField =
  | 'flag'
  | 'value'
  | 'optionalValue'
  | 'choices'
  | 'type'
  | 'required'
  | 'default'
  | 'environment'
  | 'variadic'
  | 'arguments'
  | 'version'

/** Sources that cannot all be right. */
export interface Conflict extends Subject {
  field: ConflictField
  /** What stands in the result. */
  taken: string
  said: Statement[]
}

export interface Statement {
  what: string
  evidence: Evidence
}

/** Collects what fusing finds out beside the result. */
export interface Ledger {
  conflicts: Conflict[]
  origins: Origin[]
}
