/**
 * The `x-atip` extension: what a call does when that depends on its options and arguments.
 * Specified in docs/x-atip.md, published as schema/x-atip.json (decision 15).
 */

import type { ByName, Effects } from './tool.js'

/** On an option or an argument: one rule, further rules under `cases`, and how its words are read. */
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
   * default, revokes an inherited `no-effect`.
   */
  unlisted?: 'no-effect' | 'unknown'
  /** Other names of this subcommand; `describe-*` matches all words with that prefix. */
  aliases?: string[]
  /** The service the user is logged in to: calls go to that account, not to a host that the line names. */
  account?: string
  /** What the call prints, as far as that matters to its reader. */
  prints?: PrintMeaning | PrintMeaning[]
  /** It runs what the configuration of its repository names: hooks, filters, pagers. */
  repository?: boolean
  /** Paths and hosts that it uses only for itself: its own cache, log or update check. */
  incidental?: Incidental
  /** It runs until it is stopped. */
  endless?: boolean
  /** True: it finds or searches hidden files, too. False: it searches whole folders without them. */
  hidden?: boolean
  reach?: Reach
  /**
   * On the tool: the calls in everyday use, as the program with its commands, and their options; `*` is any option.
   * If this is stated, the description is trusted for these calls only.
   */
  ordinary?: ByName<string[]>
  /** Of a command that states that it is destructive; inherited together with that statement. */
  loss?: Loss
  note?: string
}

/**
 * `project`: everything that it changes, fetches and runs by itself belongs to the project in which it is called.
 * `routine`: in addition, it only tests, checks, formats or builds the project, or records it in the local history.
 * `beyond` revokes that.
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
 * `number`, `revision`, `path` and `name`: one plain word that is no option and no code. `temporary`: the same, for a
 * file or folder that the call just made. `ids`: several such words, such as the names of objects in an account.
 * `word`, `base`, `folder` and `absolute`: the operand as it is, its last name, its folder, or its absolute path.
 * `input`: what came in, as with `cat`; `lines`: some lines of it. `names`: names of files; `paths`: each begins with a
 * path of the call. `program`: the path of that program. `decoded`: text that could not be read before. `secret`: a
 * credential. `environment`: the variables of the environment.
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

/** What the presence of something changes, while `when` holds. */
export interface CommandRule {
  when?: Condition
  /** Merged over the call's effects, worst value wins; an absent field says nothing. */
  effects?: Effects
  /** The call only shows something. With `effects`: what remains of them (a dry run that still uses the network). */
  harmless?: Harmless
  /** With `harmless`: it holds even if another option of the call says that it changes something. */
  wins?: boolean
  /** Other effects are possible: a plugin is loaded, a script of the project is run. */
  unknown?: boolean
  /** The call prints this, whatever its command says. */
  prints?: Printed
  /** It runs until it is stopped: `tail -f`. */
  endless?: boolean
  /** It finds or searches hidden or ignored files, too: `fd -H`. */
  hidden?: boolean
  /** `beyond`: the call reaches further than its command: `npm install -g`. */
  reach?: Reach
  /** Of a rule that states `destructive: true`. */
  loss?: Loss
  note?: string
}

export interface ParameterRule extends CommandRule {
  value?: ValueMeaning
  /** The program uses the value to authenticate, and does not pass it on: `ssh -i KEY`. */
  credential?: boolean
  /** It changes the identity or the endpoint with which an account-bound program works: `--as`, `--endpoint-url`. */
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
  /** Values by parameter name: each parameter is given, every time with one of its values. */
  values?: ByName<string[]>
}

/** `stat`: shows facts about the file, not its contents. */
export type PathAccess = 'read' | 'write' | 'delete' | 'execute' | 'stat'

/**
 * What a folder is to a call. `cwd`: it runs there, as with `make -C`. `operands`: its operands are relative to it, as
 * with `tar -C`. `repository`: it works on the repository there.
 */
export type FolderRole = 'cwd' | 'operands' | 'repository'

/**
 * What a value is, beyond its type. The meaning starts after the text `after` (`ProxyCommand=`), and ends at the text
 * `before`, as in `-v FOLDER:MOUNT`.
 */
export type ValueMeaning =
  | {
      kind: 'path'
      access: PathAccess[]
      /** The value is an address, and the file is named after its last part: `curl -O URL`. */
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
      /**
       * Texts that are replaced by file names. With an empty one, and none of the others in use, names are appended.
       */
      names?: string[]
      /** Placeholders that are replaced by other values of the call, or by its input. */
      fills?: Fills
      /** It runs in the folder of each file that is found: `find -execdir`. */
      place?: 'found'
      /**
       * Programs are looked up in the project's environment first: one without a description belongs to the project.
       */
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
  /** Selects the files that are found or searched by their names: `find -name PATTERN`. */
  | {
      kind: 'filter'
      language: FilterLanguage
      /** Words that reverse it, directly before the option or at the beginning of the value: `find ! -name X`, `rg -g !X`. */
      not?: string[]
      /** Words between alternatives. With one, files that do not fit are found, too: `find -name X -o -true`. */
      either?: string[]
      /** Files that fit are found in addition to others: it restricts nothing. */
      adds?: boolean
      after?: string
    }
  /** Neither a file nor code: a message, a format, the name of something. */
  | { kind: 'text' }

/** How values are put into a shell line that a call runs. If the line has no place for it, input is appended. */
export interface Fills {
  /**
   * Words of the command after which are values for `{}`: `parallel gzip {} ::: a b`. They are quoted for the shell.
   */
  behind?: string[]
  /** Options with a name and values, which replace `{NAME}` unquoted: `hyperfine -L n 1,2 'f {n}'`. */
  options?: string[]
}

/** `glob`: `*.ts`. `regex`: a regular expression, which may fit a part. `part`: any part of a name. `ending`: `ts`. */
export type FilterLanguage = 'glob' | 'regex' | 'part' | 'ending'

/** What the command does with its standard input. */
export interface StdinMeaning {
  when?: Condition
  /**
   * `arguments`: read and appended to the command that is run, as with xargs. `names`: names of files, which it reads.
   * `sent`: sent to the other machine.
   */
  kind: 'data' | 'code' | 'arguments' | 'names' | 'secret' | 'sent'
  language?: string
  /** With `names`: the text after which the name starts in each line, if it occurs there: `REVISION:FILE`. */
  after?: string
  /** With `arguments`: names of the options that control how input becomes words. */
  split?: ArgumentsSplit
}

export interface ArgumentsSplit {
  /** Options whose value is replaced by each line: `xargs -I{}`. */
  placeholder?: string[]
  /** Options with which words end at a zero byte, or at the option's value. */
  zero?: string[]
  delimiter?: string[]
  /** Options with which the command runs several times, each time with some of the words. */
  each?: string[]
  /** Options that name a file from which the words come instead of standard input. */
  file?: string[]
  /** Options whose value ends the words if it is one of them. */
  stop?: string[]
}

export interface ParameterSyntax {
  /** The value may be left out, and must be attached: `--color[=WHEN]`, `-i[SUFFIX]`. */
  optionalValue?: boolean
  /** With `optionalValue`: the value may also be the next word, unless that looks like an option. */
  nextWord?: boolean
  /** How many words one occurrence takes, if not one: `--arg NAME VALUE`. */
  arity?: number
  /** One occurrence takes all words up to the next option: `--files a b c`. */
  greedy?: boolean
  /** The value is not the next word but the first operand: `sh -cx LINE`. On options only. */
  operand?: boolean
  /**
   * One occurrence takes all words up to one of these: `-exec … ;`. With a blank, up to a word after another: `{} +`.
   */
  until?: string[]
  /** Nothing after this option is read as an option: `python -c CODE …`. */
  endsOptions?: boolean
  /** A dash directly followed by a value means this option: `head -5`, `kill -TERM`. */
  bareValue?: 'integer' | 'word'
  /** Of several options with the same mode only one counts, and the program decides which. On options only. */
  mode?: string
  /** The operand is written `KEYWORD=VALUE`, in any place: `dd if=a of=b`. On arguments only. */
  keyword?: string
  /** Takes the leading operands that look like `NAME=VALUE` and no others: `env A=1 B=2 make`. On arguments only. */
  assignments?: boolean
}

export interface Syntax {
  /** An unambiguous abbreviation of a long option is accepted. Default false. */
  abbreviatedOptions?: boolean
  /** An abbreviation of a subcommand's name is accepted; the first listed wins. Default false. */
  abbreviatedCommands?: boolean
  /** Options may follow operands. Default true. */
  interspersed?: boolean
  /** `-abc` is `-a -b -c`. Default true. */
  bundledFlags?: boolean
  /** A first word without a dash is a bundle of short options: `tar xf`. Default false. */
  bareFlags?: boolean
  /** `--` ends the options. Default true. */
  doubleDash?: boolean
  /** With `doubleDash: false`: `--` is an operand, so that the word after it is not the first. Default false. */
  dashOperand?: boolean
  /** `-name` and `--name` are the same option. Default false. */
  eitherDash?: boolean
  /** In `-o=json` the equals sign is not part of the value. Default false. */
  shortEquals?: boolean
  /** After a word that is or ends with this text, another call of the same tool follows: `tmux ls ';' kill-server`. */
  separator?: string
  /** A word `true` or `false` after a switch is its value: `--force false`. Default false. */
  booleanWords?: boolean
  /** `--no-x` turns off every boolean option `--x`, listed or not. Default false. */
  implicitNegation?: boolean
}
