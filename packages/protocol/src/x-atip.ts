/**
 * The `x-atip` extension: what a call does when that depends on its options and arguments.
 * Specified in docs/x-atip.md, published as schema/x-atip.json (decision 15).
 */

import type { Effects } from './types.js'

/** On an option or an argument: one rule, further rules under `cases`, and how it is written. */
export interface ParameterExtension extends ParameterRule, ParameterSyntax {
  cases?: ParameterRule[]
}

/** On a command, a group or the tool itself. */
export interface CommandExtension {
  cases?: CommandRule[]
  stdin?: StdinMeaning | StdinMeaning[]
  /** How the words of a call are read; inherited from the tool down to the command, field by field. */
  syntax?: Syntax
  /**
   * `no-effect`: options and operands that are not listed here do not change what the call does. `unknown`, the
   * default, takes an inherited `no-effect` back.
   */
  unlisted?: 'no-effect' | 'unknown'
  /** Other names of this subcommand. */
  aliases?: string[]
  note?: string
}

/** While `when` holds, what the presence of something changes. */
export interface CommandRule {
  when?: Condition
  /** Merged over the call's effects, worst value wins; an absent field says nothing. */
  effects?: Effects
  /** The call only tells something. With `effects`: what remains of them (a dry run that still uses the network). */
  harmless?: Harmless
  /** What else happens is not known: a plugin is loaded, a script of the project is run. */
  unknown?: boolean
  note?: string
}

export interface ParameterRule extends CommandRule {
  value?: ValueMeaning
}

export type Harmless = 'help' | 'version' | 'dry-run'

/** All parts must hold. The value conditions are about the parameter that has the rule. */
export interface Condition {
  is?: string[]
  isNot?: string[]
  startsWith?: string[]
  contains?: string[]
  ignoreCase?: boolean
  /** Names of parameters, all of which are given in the call. */
  with?: string[]
  /** Names of parameters, none of which is given in the call. */
  without?: string[]
}

export type PathAccess = 'read' | 'write' | 'delete' | 'execute'

/** What a value is, beyond its type. `after` names the text behind which the meaning starts (`ProxyCommand=`). */
export type ValueMeaning =
  | { kind: 'path'; access: PathAccess[]; after?: string }
  | {
      kind: 'command'
      /** `argv`: the words are a program and its arguments. `shell`: the words, joined by spaces, are a shell line. */
      form: 'argv' | 'shell'
      where?: 'here' | 'remote' | 'container'
      after?: string
    }
  | { kind: 'code'; language: string; after?: string }
  | { kind: 'environment' }
  | { kind: 'host' }
  | { kind: 'secret' }

/** What the command does with its standard input. */
export interface StdinMeaning {
  when?: Condition
  /** `arguments`: read and appended to the command that is run, as xargs does. */
  kind: 'data' | 'code' | 'arguments' | 'secret'
  language?: string
}

export interface ParameterSyntax {
  /** The value may be left out, and is given attached only: `--color[=WHEN]`, `-i[SUFFIX]`. */
  optionalValue?: boolean
  /** With `optionalValue`: the value may also be the next word, unless that looks like an option. */
  nextWord?: boolean
  /** Words that one occurrence takes, where it is not one: `--arg NAME VALUE`. */
  arity?: number
  /** One occurrence takes all words up to the next option: `--files a b c`. */
  greedy?: boolean
  /** One occurrence takes all words up to one of these: `-exec … ;`. */
  until?: string[]
  /** Nothing after this option is read as an option: `python -c CODE …`. */
  endsOptions?: boolean
  /** A dash directly followed by the value means this option: `head -5`, `kill -TERM`. */
  bareValue?: 'integer' | 'word'
  /** The operand is written `KEYWORD=VALUE`, in any place: `dd if=a of=b`. On arguments only. */
  keyword?: string
  /** Takes the leading operands that look like `NAME=VALUE` and no others: `env A=1 B=2 make`. On arguments only. */
  assignments?: boolean
}

export interface Syntax {
  /** An unambiguous beginning of a long option stands for it. Default false. */
  abbreviatedOptions?: boolean
  /** A beginning of a subcommand's name stands for it; the first listed wins. Default false. */
  abbreviatedCommands?: boolean
  /** Options may follow operands. Default true. */
  interspersed?: boolean
  /** `-abc` is `-a -b -c`. Default true. */
  bundledFlags?: boolean
  /** A first word without a dash is a bundle of short options: `tar xf`. Default false. */
  bareFlags?: boolean
  /** `--` ends the options. Default true. */
  doubleDash?: boolean
  /** `-name` and `--name` are the same option. Default false. */
  eitherDash?: boolean
  /** In `-o=json` the equals sign is not part of the value. Default false. */
  shortEquals?: boolean
  /** A word `true` or `false` behind a switch is its value: `--force false`. Default false. */
  booleanWords?: boolean
  /** `--no-x` turns off every boolean option `--x`, listed or not. Default false. */
  implicitNegation?: boolean
}
