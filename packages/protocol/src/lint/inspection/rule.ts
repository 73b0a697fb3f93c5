import type { LintEdit, LintSeverity } from './finding.js'
import type { Inspection } from './inspection.js'

/** One quality rule. Rules know nothing of each other, so that each can be turned off alone. */
export interface Rule {
  id: string
  severity: LintSeverity
  /** What the rule asks for, in one line. */
  summary: string
  /** Why it matters; this is the rule's documentation. */
  why: string
  check: (inspection: Inspection) => Iterable<Remark>
}

/** A rule's message about one place. */
export interface Remark {
  /** Keys from the root of the document. */
  at: Keys
  message: string
  fix?: LintEdit[]
}

export type Keys = readonly (string | number)[]
