/**
 * The `x-atip` extension: what a call does when that depends on its options and arguments.
 * Specified in docs/x-atip.md, published as schema/x-atip.json (decision 15).
 */

import type { ByName, Effects } from './tool.js'

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
  /** Other names of this subcommand; `describe-*` matches all words that begin so. */
  aliases?: string[]
  /** The service the user is logged in to: calls go to that account, not to a host that the line names. */
  account?: string
  /** What the call prints, as far as that matters to what reads it. */
  prints?: PrintMeaning | PrintMeaning[]
  /** It runs what the configuration of the repository names in which it works: hooks, filters, pagers. */
  repository?: boolean
  /** What it writes and contacts only for itself: its own cache, log or update check. */
  incidental?: Incidental
  /** It runs until it is stopped. */
  endless?: boolean
  /** Hidden files are among those that it finds or searches. False: it searches whole folders without them. */
  hidden?: boolean
  reach?: Reach
  /**
   * On the tool: the calls that are in everyday use, as the program with its commands, and their options; `*` is any option.
   * Where this is stated, the description is trusted for these calls only.
   */
  ordinary?: ByName<string[]>
  /** Of a command that states that it is destructive; goes with that statement to those that inherit it. */
  loss?: Loss
  note?: string
}

/**
 * `project`: everything that it changes, fetches and runs by itself belongs to the project in which it is called.
 * `routine`: besides, it only tests, checks, formats or builds the project, or records it in the local history.
 * `beyond` takes that back.
 */
export type Reach = 'routine' | 'project' | 'beyond'

/** `narrow`: what is lost is one local, named, ordinary thing, such as a process, a container or a branch. */
export type Loss = 'narrow'

/** What standard output is. The first whose `when` holds counts. */
export interface PrintMeaning {
  when?: Condition
  kind: Printed
}

/**
 * `number`, `revision`, `path` and `name` are one plain word that is no option and no code; so is `temporary`, a file or
 * folder that was made just now. `ids` are several such words, as the names of what is in an account. `word`, `base`, `folder` and `absolute` are the operand of the call: as it is, its last
 * name, the folder it is in, or the path from the root. `input`: what came in, as `cat` does;
 * `lines`: some lines of it. `names`: names of files; `paths`: each begins with a path that the call names. `program`: where the program of that name is. `decoded`: text that could not be
 * read before. `secret`: a credential. `environment`: the variables of the environment.
 */
export type Printed =
  | 'number'
  | 'revision'
  | 'path'
  | 'temporary'
  | 'name'
  | 'ids'
  | 'word'
  | 'base'
  | 'folder'
  | 'absolute'
  | 'input'
  | 'lines'
  | 'names'
  | 'paths'
  | 'program'
  | 'decoded'
  | 'secret'
  | 'environment'

export interface Incidental {
  /** Places it writes, `~` for the home folder. */
  paths?: string[]
  /** Hosts it contacts. */
  hosts?: string[]
}

/** While `when` holds, what the presence of something changes. */
export interface CommandRule {
  when?: Condition
  /** Merged over the call's effects, worst value wins; an absent field says nothing. */
  effects?: Effects
  /** The call only tells something. With `effects`: what remains of them (a dry run that still uses the network). */
  harmless?: Harmless
  /** With `harmless`: it holds also where another option of the call says that it changes something. */
  wins?: boolean
  /** What else happens is not known: a plugin is loaded, a script of the project is run. */
  unknown?: boolean
  /** The call prints this, whatever its command says. */
  prints?: Printed
  /** It runs until it is stopped: `tail -f`. */
  endless?: boolean
  /** Hidden or ignored files are among those that it finds or searches: `fd -H`. */
  hidden?: boolean
  /** `beyond`: the call reaches further than its command: `npm install -g`. */
  reach?: Reach
  /** Of a rule that states that the call is destructive. */
  loss?: Loss
  note?: string
}

export interface ParameterRule extends CommandRule {
  value?: ValueMeaning
  /** The program uses the value to say who it is, and does not hand it on: `ssh -i KEY`. */
  credential?: boolean
  /** It changes as whom or to which service an account-bound program speaks: `--as`, `--endpoint-url`. */
  changes?: 'identity' | 'endpoint'
}

export type Harmless = 'help' | 'version' | 'dry-run'

/** All parts must hold. The value conditions are about the parameter that has the rule. */
export interface Condition {
  is?: string[]
  isNot?: string[]
  startsWith?: string[]
  contains?: string[]
  /** The whole value fits one of these, in which `*` is any text without a slash. */
  like?: string[]
  /** The whole value fits none of these. */
  isNotLike?: string[]
  ignoreCase?: boolean
  /** Names of parameters, all of which are given in the call. */
  with?: string[]
  /** Names of parameters, none of which is given in the call. */
  without?: string[]
  /** By name of a parameter, values: it is given, and each time with one of them. */
  values?: ByName<string[]>
}

/** `stat`: tells about the file, and not what is in it. */
export type PathAccess = 'read' | 'write' | 'delete' | 'execute' | 'stat'

/**
 * What a folder is to a call. `cwd`: it takes place there, as with `make -C`. `operands`: its operands are relative to it, as
 * with `tar -C`. `repository`: it works on the repository there.
 */
export type FolderRole = 'cwd' | 'operands' | 'repository'

/**
 * What a value is, beyond its type. `after` names the text behind which the meaning starts (`ProxyCommand=`), `before` the
 * one at which it ends, as in `-v FOLDER:MOUNT`.
 */
export type ValueMeaning =
  | {
      kind: 'path'
      access: PathAccess[]
      /** The value is an address, and the file is named after its end: `curl -O URL`. */
      from?: 'url'
      place?: FolderRole
      after?: string
      before?: string
    }
  | {
      kind: 'command'
      /** `argv`: the words are a program and its arguments. `shell`: the words, joined by spaces, are a shell line. */
      form: 'argv' | 'shell'
      where?: 'here' | 'remote' | 'container'
      /** All words that follow belong to the command, too: `python3 -m pip list` is `pip list`. */
      rest?: boolean
      /** Texts that are replaced by names of files; an empty one: without any of the others, names are appended. */
      names?: string[]
      /** Texts of the command that are replaced by other values of the call, or by what it reads. */
      fills?: Fills
      /** It runs in the folder of each file that is found: `find -execdir`. */
      place?: 'found'
      /** Programs are found in the environment of the project first: one without a description belongs to the project. */
      programs?: 'project'
      /** The option whose value is the program, if it is given; the words are its arguments: `docker run --entrypoint`. */
      program?: string
      after?: string
    }
  | { kind: 'code'; language: string; after?: string }
  | { kind: 'environment' }
  | { kind: 'host' }
  | { kind: 'secret' }
  /** Names what is installed: each value is another package. */
  | { kind: 'package' }
  /** Names a script or target of the project: `npm run NAME`. */
  | { kind: 'script' }
  /** What is looked for in files: `grep PATTERN`. */
  | { kind: 'pattern' }
  /** Names a variable that is shown: `printenv NAME`. */
  | { kind: 'variable' }
  /** By their names, the files that are found or searched: `find -name PATTERN`. */
  | {
      kind: 'filter'
      language: FilterLanguage
      /** Words that reverse it, directly before the option or at the beginning of the value: `find ! -name X`, `rg -g !X`. */
      not?: string[]
      /** Words between alternatives: where one is given, files are found that the filter does not fit, `find -name X -o -true`. */
      either?: string[]
      /** Files that fit are found besides others: it restricts nothing. */
      adds?: boolean
      after?: string
    }
  /** Neither a file nor code: a message, a format, the name of something. */
  | { kind: 'text' }

/** How values come into a shell line that a call runs. Without a place in the line, what is read is appended. */
export interface Fills {
  /** Words of the command behind which are values for `{}`: `parallel gzip {} ::: a b`. They are quoted for the shell. */
  behind?: string[]
  /** Options with a name and values, which are put as they are in the place of `{NAME}`: `hyperfine -L n 1,2 'f {n}'`. */
  options?: string[]
}

/** `glob`: `*.ts`. `regex`: a regular expression, which may fit a part. `part`: any part of a name. `ending`: `ts`. */
export type FilterLanguage = 'glob' | 'regex' | 'part' | 'ending'

/** What the command does with its standard input. */
export interface StdinMeaning {
  when?: Condition
  /**
   * `arguments`: read and appended to the command that is run, as xargs does. `names`: names of files, which it reads.
   * `sent`: goes to the other machine.
   */
  kind: 'data' | 'code' | 'arguments' | 'names' | 'secret' | 'sent'
  language?: string
  /** With `names`: the text behind which the name starts in each line, where it is there: `REVISION:FILE`. */
  after?: string
  /** With `arguments`: names of the options that say how input becomes words. */
  split?: ArgumentsSplit
}

export interface ArgumentsSplit {
  /** Options whose value is replaced by each line: `xargs -I{}`. */
  placeholder?: string[]
  /** Options with which words end at a zero byte, or at the option's value. */
  zero?: string[]
  delimiter?: string[]
  /** Options with which the command runs several times, with some of the words each. */
  each?: string[]
  /** Options that name a file with the words, so that they do not come from standard input. */
  file?: string[]
  /** Options whose value ends the words where it is one of them. */
  stop?: string[]
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
  /** The value is not the next word but the first operand: `sh -cx LINE`. On options only. */
  operand?: boolean
  /** One occurrence takes all words up to one of these: `-exec … ;`. With a blank, up to a word behind another: `{} +`. */
  until?: string[]
  /** Nothing after this option is read as an option: `python -c CODE …`. */
  endsOptions?: boolean
  /** A dash directly followed by the value means this option: `head -5`, `kill -TERM`. */
  bareValue?: 'integer' | 'word'
  /** Of several options with the same mode only one counts, and which one is up to the program. On options only. */
  mode?: string
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
  /** With `doubleDash: false`: `--` is an operand, so that what is behind it is not the first. Default false. */
  dashOperand?: boolean
  /** `-name` and `--name` are the same option. Default false. */
  eitherDash?: boolean
  /** In `-o=json` the equals sign is not part of the value. Default false. */
  shortEquals?: boolean
  /** Behind a word that is this, or ends so, another call of the same tool follows: `tmux ls ';' kill-server`. */
  separator?: string
  /** A word `true` or `false` behind a switch is its value: `--force false`. Default false. */
  booleanWords?: boolean
  /** `--no-x` turns off every boolean option `--x`, listed or not. Default false. */
  implicitNegation?: boolean
}
