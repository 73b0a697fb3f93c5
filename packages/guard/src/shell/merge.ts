import { mergedPlace, settle, whereaboutsOf } from './folders.js'
import { forkOf, type ShellScope, type ShellFunction } from './scope.js'
import { COPIED, unitedTaints, UNKNOWN, type Stream } from './stream.js'
import { anyOf, areNumbers, isSame, mixed, SOME_NUMBER, type Variable } from './variable.js'
import type { Word } from './word.js'

/** Joins the states in which the line may continue. States that end the line do not count. */
export function mergeInto(scope: ShellScope, states: readonly ShellScope[]): void {
  const reached = states.filter(({ isGone }) => !isGone)
  const all = reached.length > 0 ? reached : states
  const [first, ...others] = all as [ShellScope, ...ShellScope[]]
  scope.isGone = reached.length === 0
  if (others.length === 0) {
    // The caller may still need the state, so it is copied.
    adopt(scope, forkOf(first))
    return
  }
  scope.variables = mergedVariables(all)
  scope.hasAlternatives ||= [...scope.variables.values()].some(({ kind }) => kind === 'any')
  scope.functions = mergedFunctions(all)
  scope.aliases = mergedAliases(all)
  scope.files = mergedFiles(all)
  scope.made = new Set([...first.made].filter((path) => others.every(({ made }) => made.has(path))))
  settle(scope, mergedPlace(all))
  scope.moved = undefined
  for (const state of all) keepOptions(scope, state)
  keepKinds(scope, all)
  scope.parameters = others.every(({ parameters }) => parameters === first.parameters) ? first.parameters : undefined
}

/** Takes over the state of a fork, because its commands were certainly run. */
export function adopt(scope: ShellScope, fork: ShellScope): void {
  if (scope === fork) return
  const { variables, functions, aliases, files, made, moved, parameters, hasAlternatives } = fork
  Object.assign(scope, { variables, functions, aliases, files, made, moved, parameters, ...whereaboutsOf(fork) })
  scope.hasAlternatives ||= hasAlternatives
  keepOptions(scope, fork)
  for (const name of fork.associative) scope.associative.add(name)
}

/** Whether an array is associative affects all of its elements. */
function keepKinds(scope: ShellScope, states: readonly ShellScope[]): void {
  const names = new Set(states.flatMap(({ associative }) => [...associative]))
  const isCertain = [...names].every((name) => states.every(({ associative }) => associative.has(name)))
  if (!isCertain) scope.oddities.add('it perhaps makes an array whose keys are texts')
  for (const name of names) scope.associative.add(name)
}

/** An option that was set in any state counts as set from then on. */
function keepOptions(scope: ShellScope, { isTraced, exportsAll }: ShellScope): void {
  scope.isTraced ||= isTraced
  scope.exportsAll ||= exportsAll
}

/** Variables that a round of a loop changed, so that another round may have other results. */
export function changedVariables(before: ShellScope, after: ShellScope): string[] {
  return [...after.variables].filter(([name, variable]) => !isSame(before.variables.get(name), variable)).map(firstOf)
}

/** Whether a round changed anything else: options, functions, aliases, folders and parameters. */
export function isChanged(before: ShellScope, after: ShellScope): boolean {
  if (before.isTraced !== after.isTraced || before.exportsAll !== after.exportsAll) return true
  if (before.cwd !== after.cwd || before.parameters !== after.parameters) return true
  if (before.aliases.size !== after.aliases.size || before.others.length !== after.others.length) return true
  return [...after.functions].some(([name, { bodies }]) => {
    const known = before.functions.get(name)?.bodies ?? []
    return bodies.some((body) => !known.includes(body))
  })
}

/** Makes variables unknown that a loop changes in every round. Numbers stay numbers. */
export function widen(scope: ShellScope, names: readonly string[]): void {
  for (const name of names) {
    const variable = scope.variables.get(name)
    scope.variables.set(name, areNumbers([variable]) ? SOME_NUMBER : mixed([variable]))
  }
}

function mergedVariables(states: readonly ShellScope[]): Map<string, Variable> {
  const [first, ...others] = states as [ShellScope, ...ShellScope[]]
  const names = new Set(states.flatMap(({ variables }) => [...variables.keys()]))
  const merged = new Map<string, Variable>()
  for (const name of names) {
    const variable = first.variables.get(name)
    const isCertain = others.every((other) => isSame(other.variables.get(name), variable))
    const value = isCertain
      ? variable
      : anyOf(
          name,
          states.map(({ variables }) => variables.get(name)),
        )
    if (value !== undefined) merged.set(name, value)
  }
  return merged
}

function mergedFunctions(states: readonly ShellScope[]): Map<string, ShellFunction> {
  const merged = new Map<string, ShellFunction>()
  for (const name of new Set(states.flatMap(({ functions }) => [...functions.keys()]))) {
    const all = states.map(({ functions }) => functions.get(name))
    const bodies = [...new Set(all.flatMap((one) => one?.bodies ?? []))]
    const isInherited = all.some((one) => one?.isInherited === true)
    merged.set(name, { bodies, isCertain: all.every((one) => one?.isCertain === true), isInherited })
  }
  return merged
}

function mergedAliases(states: readonly ShellScope[]): Map<string, readonly Word[]> {
  const merged = new Map<string, readonly Word[]>()
  for (const { aliases } of states) {
    for (const [name, lines] of aliases) merged.set(name, [...new Set([...(merged.get(name) ?? []), ...lines])])
  }
  return merged
}

function mergedFiles(states: readonly ShellScope[]): Map<string, Stream> {
  const merged = new Map<string, Stream>()
  for (const path of new Set(states.flatMap(({ files }) => [...files.keys()]))) {
    const contents = states.map(({ files }) => files.get(path))
    const isCertain = contents.every((content) => content === contents[0])
    const taints = unitedTaints(contents.map((content) => content ?? UNKNOWN))
    const mayBeCopied = taints.size === 0 && contents.includes(COPIED)
    merged.set(path, isCertain ? contents[0]! : mayBeCopied ? COPIED : { taints })
  }
  return merged
}

function firstOf([name]: readonly [string, unknown]): string {
  return name
}
