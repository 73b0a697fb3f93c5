import type { Argument, Option, Scalar } from '../types/tool.js'

export type InputValue = Scalar | null | readonly InputValue[]

/** What a caller gives: values by parameter name. Global options count as options. */
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

/** A call as read from argv, with everything that was said and what was not understood. */
/** Another call of the same tool, in the same words. */
interface NextCall {
  words: string[]
  index: number
}

export interface ParsedCall extends Call {
  /** What follows a separator: `tmux ls ';' kill-server`. */
  next?: NextCall
  /** The words that were read, the program first. */
  argv: readonly string[]
  /** Every option and operand in the order of the words, also those of groups on the way. */
  uses: Use[]
  leftovers: Leftover[]
  /** Where in argv the last word of the path is; 0 if there is none. */
  pathEnd: number
  /** From where on in argv no word is read as an option; the length of argv if that never happens. */
  optionsEnd: number
}

/** One occurrence of a parameter. */
export type Use = OptionUse | ArgumentUse

export interface OptionUse {
  kind: 'option'
  parameter: Option
  /** As it was written, abbreviations included: `--forc`. */
  flag: string
  /** The raw words it took, or none for a bare flag. */
  words: string[]
  value: InputValue
  /** Where in argv it begins. */
  index: number
  /** It is a letter of a word that is not understood: it may be given, and may be part of a value. */
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
  /** Where in argv; the length of argv where something is missing at its end. */
  index: number
  word: string
  /** The parameter concerned, where one is. */
  parameter?: string
  /**
   * Why a promise that unlisted words have no effect does not cover it: it sounds like an act, or its value is an
   * address or a file.
   */
  suspicion?: 'act' | 'address' | 'file'
  /** Long options an ambiguous beginning could stand for. */
  candidates?: string[]
}
