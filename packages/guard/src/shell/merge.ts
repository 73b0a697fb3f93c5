import { forkOf, type Scope, type ShellFunction } from './scope.js'
import { joined, type Stream } from './stream.js'
import { anyOf, isSame, UNKNOWN_VALUE, type Variable } from './variable.js'

/** The line goes on from one of these states; nobody knows from which. States that end the line do not count. */
export function mergeInto(scope: Scope, states: readonly Scope[]): void {
  const reached = states.filter(({ isGone }) => !isGone)
  const all = reached.length > 0 ? reached : states
  const [first, ...others] = all as [Scope, ...Scope[]]
  scope.isGone = reached.length === 0
  if (others.length === 0) {
    // A state may be one that is kept for later.
    adopt(scope, forkOf(first))
    return
  }
  scope.variables = mergedVariables(all)
  scope.hasAlternatives ||= [...scope.variables.values()].some(({ kind }) => kind === 'any')
  scope.functions = mergedFunctions(all)
  scope.aliases = mergedAliases(all)
  scope.files = mergedFiles(all)
  scope.cwd = others.every(({ cwd }) => cwd === first.cwd) ? first.cwd : undefined
  scope.parameters = others.every(({ parameters }) => parameters === first.parameters) ? first.parameters : undefined
}

/** A fork is what happened. */
export function adopt(scope: Scope, fork: Scope): void {
  if (scope === fork) return
  const { variables, functions, aliases, files, cwd, parameters, hasAlternatives } = fork
  Object.assign(scope, { variables, functions, aliases, files, cwd, parameters })
  scope.hasAlternatives ||= hasAlternatives
}

/** What a second look at a loop would find changed. */
export function changedVariables(before: Scope, after: Scope): string[] {
  return [...after.variables].filter(([name, variable]) => !isSame(before.variables.get(name), variable)).map(firstOf)
}

/** A loop that keeps changing something: no further round tells more. */
export function widen(scope: Scope, names: readonly string[]): void {
  for (const name of names) scope.variables.set(name, UNKNOWN_VALUE)
}

function mergedVariables(states: readonly Scope[]): Map<string, Variable> {
  const [first, ...others] = states as [Scope, ...Scope[]]
  const names = new Set(states.flatMap(({ variables }) => [...variables.keys()]))
  const merged = new Map<string, Variable>()
  for (const name of names) {
    const variable = first.variables.get(name)
    const isCertain = others.every((other) => isSame(other.variables.get(name), variable))
    const value = isCertain ? variable : anyOf(states.map(({ variables }) => variables.get(name)))
    if (value !== undefined) merged.set(name, value)
  }
  return merged
}

function mergedFunctions(states: readonly Scope[]): Map<string, ShellFunction> {
  const merged = new Map<string, ShellFunction>()
  for (const name of new Set(states.flatMap(({ functions }) => [...functions.keys()]))) {
    const all = states.map(({ functions }) => functions.get(name))
    const bodies = [...new Set(all.flatMap((one) => one?.bodies ?? []))]
    merged.set(name, { bodies, isCertain: all.every((one) => one?.isCertain === true) })
  }
  return merged
}

function mergedAliases(states: readonly Scope[]): Map<string, readonly string[]> {
  const merged = new Map<string, readonly string[]>()
  for (const { aliases } of states) {
    for (const [name, lines] of aliases) merged.set(name, [...new Set([...(merged.get(name) ?? []), ...lines])])
  }
  return merged
}

function mergedFiles(states: readonly Scope[]): Map<string, Stream> {
  const merged = new Map<string, Stream>()
  for (const path of new Set(states.flatMap(({ files }) => [...files.keys()]))) {
    const contents = states.map(({ files }) => files.get(path))
    const isCertain = contents.every((content) => content === contents[0])
    const { taints } = joined(contents.flatMap((content) => content ?? []))
    merged.set(path, isCertain ? contents[0]! : { taints })
  }
  return merged
}

function firstOf([name]: readonly [string, unknown]): string {
  return name
}
