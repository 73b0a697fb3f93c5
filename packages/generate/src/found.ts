/**
 * Facts from a text about one command, before they become ATIP. Every reader (help, man, roff, completion) produces
 * them; those of several texts can be fused, because every fact has its source and a confidence.
 */

import type { ValueType } from '@atip/protocol'

export type SourceKind = 'help' | 'man' | 'roff' | 'completion'

/** The kind of place of a fact: a table of options, a usage line, or a sentence that mentions it. */
export type FoundIn = 'table' | 'usage' | 'prose'

export interface Evidence {
  source: SourceKind
  place: FoundIn
  /** First and last line, counted from 1. */
  lines: [number, number]
  /** From 0 to 1. Above 0.8: stated in an unambiguous form. Below 0.5: guessed from wording. */
  confidence: number
}

export interface FoundCommand {
  /** As the text spells it; may differ from the name the caller asked for. */
  name?: string
  description?: string
  version?: string
  usage: FoundUsage[]
  options: FoundOption[]
  arguments: FoundArgument[]
  commands: FoundSubcommand[]
  examples: string[]
  traits: FoundTraits
}

/** How the program parses its words, as far as the text shows. */
export interface FoundTraits {
  /** Long options are written with one dash (`-verbose`). */
  singleDashLong?: boolean
  /** Most options are shown as `--[no-]name`, so every switch can be turned off like that. */
  implicitNegation?: boolean
}

export interface FoundUsage {
  /** The synopsis in one line, without the word "usage". */
  text: string
  evidence: Evidence
}

export interface FoundOption {
  /** All spellings that turn it on or set it, in the order of the text. */
  flags: string[]
  /** Spellings that turn it off (`--no-color` of `--[no-]color`). */
  negations: string[]
  /** It was shown as `--[no-]name`. */
  negatable?: boolean
  /** Absent if the text shows a plain switch. */
  value?: FoundValue
  description?: string
  required: boolean
  /** May be given several times. */
  repeatable: boolean
  default?: string
  environment?: string
  /** The heading above it. */
  group?: string
  deprecated?: boolean
  /** The text says it belongs to the whole tool, not to this command. */
  global: boolean
  evidence: Evidence[]
}

export interface FoundValue {
  /** As written, without brackets: `FILE`. */
  placeholder?: string
  /** `--color[=WHEN]`: the value may be left out. */
  optional: boolean
  /** More than one word per use: `--files a b c`. */
  many: boolean
  /** How many words one use takes, if the text shows more than one: `--arg NAME VALUE`. */
  arity?: number
  /** The separator of several values in one word. */
  separator?: string
  choices: string[]
  type?: Exclude<ValueType, 'boolean' | 'enum' | 'array'>
  confidence: number
}

export interface FoundArgument {
  name: string
  required: boolean
  variadic: boolean
  description?: string
  choices: string[]
  default?: string
  type?: Exclude<ValueType, 'boolean' | 'enum' | 'array'>
  evidence: Evidence[]
}

export interface FoundSubcommand {
  name: string
  aliases: string[]
  description?: string
  group?: string
  /** Operands shown after its name, as written. */
  synopsis?: string
  evidence: Evidence[]
}

export function nothingFound(): FoundCommand {
  return { usage: [], options: [], arguments: [], commands: [], examples: [], traits: {} }
}

export function isEmpty(found: FoundCommand): boolean {
  return found.options.length === 0 && found.arguments.length === 0 && found.commands.length === 0
}
