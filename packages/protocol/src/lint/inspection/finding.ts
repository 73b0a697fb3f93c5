export type LintSeverity = 'error' | 'warning' | 'info'

/** One thing a careful author would do differently, and where. */
export interface LintFinding {
  rule: string
  severity: LintSeverity
  /** JSON pointer into the document as it was given. */
  pointer: string
  /** What is wrong and what to do about it. */
  message: string
  /** Present only if the fix is safe: every effect and every command line still means the same afterwards. */
  fix?: LintEdit[]
}

/** A plain change to the document. `remove` takes a member out of an object, never out of an array. */
export type LintEdit = { op: 'set'; pointer: string; value: unknown } | { op: 'remove'; pointer: string }
