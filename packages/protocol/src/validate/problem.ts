export type Severity = 'error' | 'warning'

/** One thing that is wrong with a document, and where. */
export interface Problem {
  severity: Severity
  /** A stable id, listed in docs/validation.md. */
  rule: string
  /** JSON pointer to the value, or to its key if the key is wrong. */
  pointer: string
  message: string
  at: 'key' | 'value'
  /** Known when text was validated; counted from 1. */
  line?: number
  column?: number
}
