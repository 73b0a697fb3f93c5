import type { SyntaxNode } from 'unbash'
import type { Stream } from './stream.js'
import { anyOf, UNKNOWN_VALUE, type Variable } from './variable.js'

/** A function, with every body it may have; unless it is certain, the name may also still be a program. */
export interface ShellFunction {
  bodies: readonly SyntaxNode[]
  isCertain: boolean
}

/** What a shell remembers from one command to the next. */
export interface ShellScope {
  variables: Map<string, Variable>
  functions: Map<string, ShellFunction>
  /** All that were ever set: whether a shell expands them depends on its kind and its options. */
  aliases: Map<string, readonly string[]>
  /** What process substitutions print, keyed by their `/dev/fd` path. */
  readonly descriptors: Map<string, Stream>
  /** What this very line wrote into files. */
  files: Map<string, Stream>
  /** Variables, and functions with `()`, that programs and other shells see. */
  exported: Set<string>
  /** Variables that may change at any time: what a trap sets, what has another name. */
  readonly volatile: Set<string>
  /** Positional parameters, if we are inside something that was called with known ones. */
  parameters: readonly string[] | undefined
  /** `$0`, where a shell was given one. */
  shellName: string | undefined
  cwd: string | undefined
  home: string
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
    variables: new Map<string, Variable>([['HOME', { kind: 'text', text: home }]]),
    functions: new Map(),
    aliases: new Map(),
    descriptors: new Map(),
    files: new Map(),
    exported: new Set(['HOME']),
    volatile: new Set(),
    parameters: undefined,
    shellName: undefined,
    cwd,
    home,
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
    aliases: new Map(scope.aliases),
    files: new Map(scope.files),
  }
}

/** What a subshell changes is lost with it; files stay. */
export function subshellOf(scope: ShellScope): ShellScope {
  return { ...forkOf(scope), files: scope.files, ...OUTSIDE }
}

/** Another shell sees what is exported, and knows nothing of functions and options of this one. */
export function childShellOf(scope: ShellScope, operands: readonly string[] | undefined): ShellScope {
  const { exported } = scope
  const child = { ...subshellOf(scope), exported: new Set(exported) }
  child.shellName = operands?.[0]
  child.parameters = operands?.slice(1)
  for (const [name, variable] of child.variables) {
    if (exported.has(name)) continue
    child.variables.set(name, anyOf([variable, { kind: 'unset' }]))
    child.hasAlternatives = true
  }
  child.variables.delete('IFS')
  for (const [name, { bodies }] of child.functions) {
    child.functions.set(name, { bodies, isCertain: exported.has(`${name}()`) })
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

/** Sets a variable; one that can change behind our back is not known afterwards either. */
export function assign(scope: ShellScope, name: string, variable: Variable): void {
  if (scope.variables.size > MOST_NAMES) throw new TooMuch('it sets more variables than are followed')
  scope.variables.set(name, scope.volatile.has(name) ? UNKNOWN_VALUE : variable)
  if (variable.kind === 'any') scope.hasAlternatives = true
}

/** Marks the values of these variables as unknown. */
export function makeVolatile(scope: ShellScope, names: Iterable<string>): void {
  for (const name of names) {
    scope.variables.set(name, UNKNOWN_VALUE)
    scope.volatile.add(name)
  }
}
