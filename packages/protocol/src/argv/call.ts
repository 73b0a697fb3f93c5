import type { Argument, Option, Scalar } from '../types/tool.js'

export type InputValue = Scalar | null | readonly InputValue[]

/** The caller's values by parameter name. Global options are among `options`. */
export interface CallInput {
  arguments?: Readonly<Record<string, InputValue | undefined>>
  options?: Readonly<Record<string, InputValue | undefined>>
}

/** One use of one command. */
export interface Call {
  /** The command, from the tool down; `[]` is the tool itself. */
  path: string[]
  arguments: Record<string, InputValue>
  options: Record<string, InputValue>
}

/** Another call of the same tool in the same argv. */
interface NextCall {
  words: string[]
  index: number
}

/** A call as read from argv, with everything that was given and what was not understood. */
export interface ParsedCall extends Call {
  /** What follows a separator: `tmux ls ';' kill-server`. */
  next?: NextCall
  /** The words that were read, the program first. */
  argv: readonly string[]
  /** Every option and operand in the order of the words, including options of the groups above the command. */
  uses: Use[]
  leftovers: Leftover[]
  /** Index in argv of the last word of the path; 0 if the path is empty. */
  pathEnd: number
  /** Index in argv from which no word is read as an option; the length of argv if options never end. */
  optionsEnd: number
}

/** One occurrence of a parameter. */
export type Use = OptionUse | ArgumentUse

export interface OptionUse {
  kind: 'option'
  parameter: Option
  /** The flag as written, perhaps abbreviated: `--forc`. */
  flag: string
  /** The raw words it took, or none for a bare flag. */
  words: string[]
  value: InputValue
  /** Index in argv of its first word. */
  index: number
  /** It is a letter of a word that is not understood: it may be a flag or part of a value. */
  isGuess?: boolean
}

export interface ArgumentUse {
  kind: 'argument'
  parameter: Argument
  words: string[]
  value: InputValue
  index: number
}

export interface Leftover {
  reason:
    | 'unknown-option'
    | 'ambiguous-option'
    | 'unknown-command'
    | 'unexpected-operand'
    | 'unexpected-value'
    | 'missing-value'
    | 'missing-terminator'
    | 'missing-argument'
    | 'invalid-value'
    /** A word that is known only when the line runs, and could be a command (`effectsOf` only). */
    | 'opaque-word'
    /** A file about the tool cannot be used, and `word` says why (`effectsOf` only). */
    | 'unusable-description'
  /** Index in argv; the length of argv if something is missing at its end. */
  index: number
  word: string
  /** The parameter concerned, if any. */
  parameter?: string
  /**
   * Why `unlisted: no-effect` does not cover this word: it sounds like an act, or its value is an address or a file.
   */
  suspicion?: 'act' | 'address' | 'file'
  /** The long options that an ambiguous abbreviation could mean. */
  candidates?: string[]
}
