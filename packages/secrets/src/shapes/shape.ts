import type { Rest } from '../runs.js'

/** A text that is a secret by its shape alone. */
export interface SecretShape {
  /** What replaces it, in brackets. */
  kind: string
  /** A part of every such text, or some of which each has one. They are looked for first, all at once. */
  hint: string | readonly string[]
  /**
   * Global. If it captures something, that stays in front of the mask.
   *
   * Nothing in it repeats without a limit: on a hostile text that would take the square of its length, or overflow the
   * stack of the engine. What goes on and on is the business of `rest`. No secret has more than one line.
   */
  pattern: RegExp
  /** The characters that belong to the secret for as long as they follow. */
  rest?: Rest
}
