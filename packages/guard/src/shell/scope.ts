import type { SyntaxNode } from 'unbash'
import type { Opened } from './descriptors.js'
import type { Move, Whereabouts } from './folders.js'
import { UNKNOWN, type Stream } from './stream.js'
import { anyOf, mixed, type Value, type Variable } from './variable.js'
import { isUnknown, literal, literalOf, taintsOf, unknown, type TextOrigin, type Word } from './word.js'

/** A function with all the bodies it may have. Unless it is certain, the name may also be that of a program. */
export interface ShellFunction {
  bodies: readonly SyntaxNode[]
  isCertain: boolean
  /** It comes from the parent shell; only some shells inherit functions. */
  isInherited?: boolean
}

/** The state that a shell preserves from one command to the next. */
export interface ShellScope extends Whereabouts {
  variables: Map<string, Variable>
  functions: Map<string, ShellFunction>
  /** All aliases that were ever set: whether a shell expands them depends on its kind and its options. */
  aliases: Map<string, readonly Word[]>
  /** The output of process substitutions, by their `/dev/fd` paths. */
  readonly descriptors: Map<string, Stream>
  /** Files and texts that the line opened on descriptors from 3 on, by their numbers. */
  readonly opened: Map<string, Opened>
  /** The content that this line wrote into files. */
  files: Map<string, Stream>
  /** Files that this line has certainly written anew, so deleting them loses nothing. */
  made: Set<string>
  /** Those of these files that something else may have replaced since, in any branch. */
  readonly replaced: Set<string>
  /** Variables, and functions as `NAME()`, that are exported to programs and other shells. */
  exported: Set<string>
  /** Variables whose values the shell evaluates as arithmetic. */
  readonly integers: Set<string>
  /** Arrays whose keys are texts. */
  readonly associative: Set<string>
  /** Origins of the words that the shell has handled: variables that it sets itself may contain them. */
  readonly handled: Set<TextOrigin>
  /** What the line does to its own shell that is not modelled exactly, in words for the user. */
  readonly oddities: Set<string>
  /** Positional parameters, if they are known. */
  parameters: readonly Word[] | undefined
  /** A shell that the line starts, and that may support only POSIX. */
  isPosix: boolean
  /** `$0`, if the shell was given a name. */
  shellName: Word | undefined
  /** The possible outcomes of the previous command, if it changes the folder. */
  moved: Move | undefined
  /** All folders in which the shell may have been. */
  readonly visited: Set<string>
  home: string
  /** The folder in which the line starts. */
  readonly project: string | undefined
  /** Stdin of the current command and of its substitutions. */
  input: Stream
  /** Stdout goes to another command of this line. */
  isPiped: boolean
  /** The shell prints every command with its words: `set -x`. */
  isTraced: boolean
  /** Every variable is exported: `set -a`. */
  exportsAll: boolean
  /** Some variable has alternatives, so commands that use it are evaluated once for each. */
  hasAlternatives: boolean
  /** The alternatives that were read since recording began. */
  asked: Map<string, readonly Variable[]> | undefined
  /** The code that follows is unreachable, after an `exit`, a `break` or a `return`. */
  isGone: boolean
  /** States at every `break` and `continue` of the current loop. */
  breaks: ShellScope[] | undefined
  /** In the loop itself, not in a function that it calls: shells disagree about a `break` there. */
  isInLoop: boolean
  /** States at every `return` of the current function. */
  returns: ShellScope[] | undefined
  /** The outer values of the variables that the current function declared as local. */
  locals: Map<string, Variable | undefined> | undefined
}

export function newScope(cwd: string | undefined, home: string): ShellScope {
  return {
    variables: new Map<string, Variable>([['HOME', { kind: 'text', text: literal(home) }]]),
    functions: new Map(),
    aliases: new Map(),
    descriptors: new Map(),
    opened: new Map(),
    files: new Map(),
    made: new Set(),
    replaced: new Set(),
    exported: new Set(['HOME']),
    integers: new Set(INTEGERS),
    associative: new Set(),
    handled: new Set(),
    oddities: new Set(),
    parameters: undefined,
    isPosix: false,
    shellName: undefined,
    cwd,
    others: [],
    isAnywhere: cwd === undefined,
    moved: undefined,
    visited: new Set(cwd === undefined ? [] : [cwd]),
    home,
    project: cwd,
    input: UNKNOWN,
    isPiped: false,
    isTraced: false,
    exportsAll: false,
    hasAlternatives: false,
    asked: undefined,
    isGone: false,
    breaks: undefined,
    isInLoop: false,
    returns: undefined,
    locals: undefined,
  }
}

/** The line does more than the guard follows: nested loops, functions that call themselves twice. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch'
}

/** Limit for the names of one kind, so that copies of a scope are cheap. */
const MOST_NAMES = 200

/** A copy of the state, for commands that may not run. */
export function forkOf(scope: ShellScope): ShellScope {
  const { functions, aliases, files } = scope
  if (functions.size > MOST_NAMES || aliases.size > MOST_NAMES || files.size > MOST_NAMES) {
    throw new TooMuch('it names more functions and files than are followed')
  }
  return {
    ...scope,
    variables: new Map(scope.variables),
    functions: new Map(scope.functions),
    associative: new Set(scope.associative),
    aliases: new Map(scope.aliases),
    files: new Map(scope.files),
    made: new Set(scope.made),
  }
}

/** Changes of a subshell are lost when it ends, except those of files. */
export function subshellOf(scope: ShellScope): ShellScope {
  return { ...forkOf(scope), files: scope.files, made: scope.made, ...OUTSIDE }
}

/** In a child shell, any variable may be missing, and a function is certain only if it is exported. */
export function childShellOf(scope: ShellScope, operands: readonly Word[] | undefined): ShellScope {
  const { exported } = scope
  const child = { ...subshellOf(scope), exported: new Set(exported), isPosix: true }
  child.shellName = operands?.[0]
  child.parameters = operands?.slice(1)
  for (const [name, variable] of child.variables) {
    // `env -i` and the like may remove exported variables.
    if (name === 'HOME') continue
    child.variables.set(name, anyOf(name, [variable, { kind: 'unset' }]))
    child.hasAlternatives = true
  }
  child.variables.delete('IFS')
  for (const [name, { bodies }] of child.functions) {
    child.functions.set(name, { bodies, isCertain: exported.has(`${name}()`), isInherited: true })
  }
  return child
}

const OUTSIDE = {
  asked: undefined,
  isGone: false,
  breaks: undefined,
  isInLoop: false,
  returns: undefined,
  locals: undefined,
} as const

/** Arrays that a shell uses to resolve command names. */
const NAMES_OF_COMMANDS = /^(?:BASH_ALIASES|BASH_CMDS)$/

/** Variables that are integers from the start. */
const INTEGERS = ['RANDOM', 'SRANDOM', 'SECONDS', 'OPTIND', 'HISTCMD']

/** The value of a variable. Of alternatives it returns and records the first; the caller repeats with the others. */
export function lookUp(name: string, scope: ShellScope): Value | undefined {
  const variable = scope.variables.get(name)
  if (variable?.kind !== 'any') return variable
  const [first] = variable.of as [Value]
  if (scope.asked === undefined) return mixed([variable])
  scope.asked.set(name, variable.of)
  scope.variables.set(name, first)
  return first
}

/** Sets a variable as the shell does. A shell evaluates the value of an integer and may run code in it. */
export function assign(scope: ShellScope, name: string, variable: Variable): void {
  if (isOfShell(name, variable)) scope.oddities.add(`it sets ${name}, which the shell uses itself`)
  // In the shell, the text replaces only the first element.
  if (variable.kind === 'text' && scope.variables.get(name)?.kind === 'array')
    scope.oddities.add('it gives an array the value of a text')
  if (scope.integers.has(name) && !isNumber(variable)) {
    throw new TooMuch('it gives an integer of the shell a value that may contain code')
  }
  bind(scope, name, variable)
}

/** Variables that a shell sets or reads itself, except its integers. An `IFS` of white space changes little. */
export function isOfShell(name: string, variable?: Variable): boolean {
  if (name === 'IFS') return variable?.kind !== 'text' || !/^[ \t\n]*$/.test(literalOf(variable.text) ?? 'x')
  return OF_SHELL.test(name)
}

const OF_SHELL = new RegExp(
  `^(?:${[
    'BASH|BASH_\\w+|BASHOPTS|BASHPID|COLUMNS|COPROC|DIRSTACK|ENV|EPOCHREALTIME|EPOCHSECONDS|EUID|EXECIGNORE|FIGNORE|FUNCNAME',
    'FUNCNEST|GLOBIGNORE|GROUPS|LINENO|LINES|MAPFILE|OLDPWD|OPTARG|OPTERR|PIPESTATUS|POSIXLY_CORRECT|PPID',
    'PROMPT_COMMAND|PS[0-4]|PWD|READLINE_\\w+|REPLY|SHELLOPTS|SHLVL|TIMEFORMAT|UID',
  ].join('|')})$`,
)

/** Whether it is certainly no code: a number, or an unknown name. */
function isNumber(variable: Variable): boolean {
  switch (variable.kind) {
    case 'unset':
      return true
    case 'text':
      return variable.text.every((part) =>
        isUnknown(part)
          ? part.shape === 'plain' || part.shape === 'operand'
          : typeof part === 'string' && /^[-+\d\s]*$/.test(part),
      )
    case 'array':
      return variable.words.every((text) => isNumber({ kind: 'text', text }))
    case 'any':
      return variable.of.every(isNumber)
  }
}

/** Sets a variable without evaluating the value. */
export function bind(scope: ShellScope, name: string, variable: Variable): void {
  if (NAMES_OF_COMMANDS.test(name)) throw new TooMuch('it changes what command names refer to')
  if (scope.variables.size > MOST_NAMES) throw new TooMuch('it sets more variables than are followed')
  scope.variables.set(name, variable)
  if (variable.kind === 'any') scope.hasAlternatives = true
}

/** Records the origins of words that the shell handles. */
export function handle({ handled }: ShellScope, words: readonly Word[]): void {
  for (const origin of taintsOf(words)) handled.add(origin)
}

/** The value of a variable that is another name of a secret one. */
export const SECRET_VALUE: Variable = { kind: 'text', text: [unknown('words', 'variable', 'secret')] }

/** Makes these variables unknown. */
export function forget(scope: ShellScope, names: Iterable<string>, value?: Variable): void {
  for (const name of names) scope.variables.set(name, value ?? mixed([scope.variables.get(name)]))
}
