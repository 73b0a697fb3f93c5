import type { Rest } from '../runs.js'

/** A format that identifies a secret by itself. */
export interface SecretShape {
  /** Appears in the mask: `[redacted: KIND]`. */
  kind: string
  /** A part of every such text, or several of which each text has one. Hints are searched first, all at once. */
  hint: string | readonly string[]
  /**
   * Must be global. A first capture group stays in front of the mask.
   *
   * Every repetition must be limited: otherwise a hostile text takes quadratic time or overflows the stack of the regex
   * engine. Use `rest` for secrets without a maximum length. A secret has at most one line.
   */
  pattern: RegExp
  /** Characters that extend the secret as long as they follow it. */
  rest?: Rest
}
