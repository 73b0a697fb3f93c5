/** Types for the results of fusing: the origins of facts, and contradictions between sources. */

import type { Evidence } from '../found.js'

/** The subject of a statement: an option by its first flag, an argument or a command by its name, or the whole text. */
export interface FactSubject {
  on: 'option' | 'argument' | 'command' | 'whole'
  name: string
}

/** A field of the result, and the evidence that it was taken from. */
export interface Origin extends FactSubject {
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

/** A contradiction: not all of these sources can be right. */
export interface Conflict extends FactSubject {
  field: ConflictField
  /** The value in the result. */
  taken: string
  said: ConflictingStatement[]
}

export interface ConflictingStatement {
  what: string
  evidence: Evidence
}

/** Collects what fusing finds out in addition to its result. */
export interface Ledger {
  conflicts: Conflict[]
  origins: Origin[]
}
