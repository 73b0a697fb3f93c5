import type { SyntaxNode } from 'unbash'
import type { Opened } from './descriptors.js'
import type { Move, Whereabouts } from './folders.js'
import { UNKNOWN, type Stream } from './stream.js'
import { isSame, anyOf, mixed, type Value, type Variable } from './variable.js'
import { mayHoldSecret } from '../places/index.js'
import { isUnknown, literal, literalOf, taintsOf, unknown, type TextOrigin, type Word } from './word.js'

/** A function, with every body it may have; unless it is certain, the name may also still be a program. */
export interface ShellFunction {
  bodies: readonly SyntaxNode[]
  isCertain: boolean
  /** It was handed on to this shell, which may be of a kind that takes none. */
  isInherited?: boolean
}

/** What a shell remembers from one command to the next. */
export interface ShellScope extends Whereabouts {
  variables: Map<string, Variable>
  functions: Map<string, ShellFunction>
  /** All that were ever set: whether a shell expands them depends on its kind and its options. */
  aliases: Map<string, readonly Word[]>
  /** What process substitutions print, keyed by their `/dev/fd` path. */
  readonly descriptors: Map<string, Stream>
  /** What the line opened on other descriptors than those of its input and output, by their numbers. */
  readonly opened: Map<string, Opened>
  /** What this very line wrote into files. */
  files: Map<string, Stream>
  /** Files that this line has certainly written anew: to delete them loses nothing more. */
  made: Set<string>
  /** Of these, files that something else may have replaced since, in whatever branch. */
  readonly replaced: Set<string>
  /** Variables, and functions with `()`, that programs and other shells see. */
  exported: Set<string>
  /** Variables that may change at any time: what a trap sets, what has another name. */
  readonly volatile: Set<string>
  /** Variables whose values the shell evaluates as arithmetic. */
  readonly integers: Set<string>
  /** Arrays whose keys are texts. */
  readonly associative: Set<string>
  /** Where the words came from that the shell has handled: what it sets by itself may be made of them. */
  readonly handled: Set<TextOrigin>
  /** Every value that the line gives a variable, wherever that happens. */
  readonly given: Map<string, Variable[]>
  /** A variable may have any of them at any time. */
  isAnyOrder: boolean
  /** What the line does with its own shell that is not followed exactly, in words for people. */
  readonly oddities: Set<string>
  /** Positional parameters, if we are inside something that was called with known ones. */
  parameters: readonly Word[] | undefined
  /** It is a shell that the line starts, and may know only what POSIX demands. */
  isPosix: boolean
  /** `$0`, where a shell was given one. */
  shellName: Word | undefined
  /** What the command just before did, if it was to change the folder. */
  moved: Move | undefined
  /** All folders in which the shell may have been. */
  readonly visited: Set<string>
  home: string
  /** The folder in which the line starts. */
  readonly project: string | undefined
  /** What the command reads that is looked at, and the substitutions in it. */
  input: Stream
  /** What is printed goes to another command of this line. */
  isPiped: boolean
  /** The shell prints every command with its words: `set -x`. */
  isTraced: boolean
  /** Every variable is exported: `set -a`. */
  exportsAll: boolean
  /** Some variable has alternatives: commands that use it are looked at once for each. */
  hasAlternatives: boolean
  /** The alternatives that were read since recording began. */
  asked: Map<string, readonly Variable[]> | undefined
  /** What follows is not reached: an `exit`, a `break`, a `return` came before. */
  isGone: boolean
  /** States at every `break` and `continue` of the loop that is looked at. */
  breaks: ShellScope[] | undefined
  /** In the loop itself, not in a function that it calls: shells do not agree what a `break` does there. */
  isInLoop: boolean
  /** States at every `return` of the function that is looked at. */
  returns: ShellScope[] | undefined
  /** What the variables were that the function declared as its own. */
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
    volatile: new Set(),
    integers: new Set(INTEGERS),
    associative: new Set(),
    handled: new Set(),
    given: new Map(),
    isAnyOrder: false,
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

/** The line does more than is looked at: loops in loops, functions that call themselves twice. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch'
}

/** More names than this are not kept, so that a copy costs little. */
const MOST_NAMES = 200

/** What may or may not happen next happens in a copy. */
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

/** What a subshell changes is lost with it; files stay. */
export function subshellOf(scope: ShellScope): ShellScope {
  return { ...forkOf(scope), files: scope.files, made: scope.made, ...OUTSIDE }
}

/** Another shell sees what is exported, and knows nothing of functions and options of this one. */
export function childShellOf(scope: ShellScope, operands: readonly Word[] | undefined): ShellScope {
  const { exported } = scope
  const child = { ...subshellOf(scope), exported: new Set(exported), isPosix: true }
  child.shellName = operands?.[0]
  child.parameters = operands?.slice(1)
  for (const [name, variable] of child.variables) {
    // What is exported may be taken away again on the way: `env -i`.
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

/** Integers from the beginning. */
const INTEGERS = ['RANDOM', 'SRANDOM', 'SECONDS', 'OPTIND', 'HISTCMD']

/** What a variable holds; of several alternatives the first; the caller repeats with the others. */
export function lookUp(name: string, scope: ShellScope): Value | undefined {
  const variable = scope.variables.get(name)
  if (variable?.kind !== 'any') return variable
  const [first] = variable.of as [Value]
  if (scope.asked === undefined) return mixed([variable])
  scope.asked.set(name, variable.of)
  scope.variables.set(name, first)
  return first
}

/** Sets a variable as the shell does: what an integer is given is evaluated, and may run what it contains. */
export function assign(scope: ShellScope, name: string, variable: Variable): void {
  if (isOfShell(name, variable)) scope.oddities.add(`it sets ${name}, which the shell uses itself`)
  // A text becomes the first element, and the others stay.
  if (variable.kind === 'text' && scope.variables.get(name)?.kind === 'array')
    scope.oddities.add('it gives an array the value of a text')
  if (scope.integers.has(name) && !isNumber(variable)) {
    throw new TooMuch('it gives an integer of the shell a value that may contain code')
  }
  bind(scope, name, variable)
}

/** Variables that a shell sets or reads by itself, apart from its integers. To separate words at white space only is what it does anyway. */
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

/** Numbers, and names of the system, which are no code. */
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

/** Gives a variable a value that is not evaluated; one that can change behind our back is not known afterwards either. */
export function bind(scope: ShellScope, name: string, variable: Variable): void {
  if (NAMES_OF_COMMANDS.test(name)) throw new TooMuch('it changes what command names refer to')
  if (scope.variables.size > MOST_NAMES) throw new TooMuch('it sets more variables than are followed')
  const isNamed = variable.kind === 'text' && mayHoldSecret(literalOf(variable.text) ?? '')
  const changing = isNamed ? SECRET_VALUE : mixed([variable, scope.variables.get(name)])
  const held = scope.volatile.has(name) ? changing : variable
  const given = scope.given.get(name) ?? []
  if (!given.some((other) => isSame(other, held)) && given.length <= MOST_GIVEN) scope.given.set(name, [...given, held])
  const any = given.length <= MOST_GIVEN ? anyOf(name, [held, ...given]) : mixed([held, ...given])
  const kept = scope.isAnyOrder ? any : held
  scope.variables.set(name, kept)
  if (kept.kind === 'any') scope.hasAlternatives = true
}

/** A variable that is given more values than this is followed in their order only. */
const MOST_GIVEN = 5

/** Whether some variable gets several values, so that it matters which of them it has when. */
export function isOrdered({ given }: ShellScope): boolean {
  return [...given.values()].some(({ length }) => length > 1)
}

/** Words that the shell has handled. */
export function handle({ handled }: ShellScope, words: readonly Word[]): void {
  for (const origin of taintsOf(words)) handled.add(origin)
}

/** What a variable holds that is another name of a secret one. */
export const SECRET_VALUE: Variable = { kind: 'text', text: [unknown('words', 'variable', 'secret')] }

/** Marks the values of these variables as unknown. */
export function makeVolatile(scope: ShellScope, names: Iterable<string>, value?: Variable): void {
  for (const name of names) {
    scope.variables.set(name, value ?? mixed([scope.variables.get(name)]))
    scope.volatile.add(name)
  }
}
