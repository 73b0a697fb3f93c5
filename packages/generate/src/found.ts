/**
 * What a text says about one command, before it is ATIP. Every reader of a text (help, man, roff, completion) makes
 * this; several of them can be laid over each other, because every fact knows where it stood and how sure we are.
 */

import type { ValueType } from '@atip/protocol'

export type SourceKind = 'help' | 'man' | 'roff' | 'completion'

/** The place a fact was read from: a table of options, a usage line, or a sentence that mentions it. */
export type Place = 'table' | 'usage' | 'prose'

export interface Evidence {
  source: SourceKind
  place: Place
  /** First and last line, counted from 1. */
  lines: [number, number]
  /** From 0 to 1. Above 0.8: stated in a form that leaves little doubt. Below 0.5: a guess from wording. */
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

/** How the program reads its words, as far as the text shows. */
export interface FoundTraits {
  /** Long options are written with one dash (`-verbose`). */
  singleDashLong?: boolean
  /** Most options are shown as `--[no-]name`: every switch can be turned off so. */
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
  /** Absent: the text shows a plain switch. */
  value?: FoundValue
  description?: string
  required: boolean
  /** May be given several times. */
  repeatable: boolean
  default?: string
  environment?: string
  /** The heading it stands under. */
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
  /** Words that one use takes, where the text shows more than one: `--arg NAME VALUE`. */
  arity?: number
  /** Several values in one word, with what stands between them. */
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
  /** Operands shown beside its name, as written. */
  synopsis?: string
  evidence: Evidence[]
}

export function nothingFound(): FoundCommand {
  return { usage: [], options: [], arguments: [], commands: [], examples: [], traits: {} }
}

export function isEmpty(found: FoundCommand): boolean {
  return found.options.length === 0 && found.arguments.length === 0 && found.commands.length === 0
}
