import { inheritedEffects } from '../effects/inherit.js'
import { isInvocable, walkCommands, type CommandNode, type Lineage } from '../tree.js'
import type { AtipTool, ByName, Command, Effects, Omitted } from '../types/tool.js'
import type { ParameterRule } from '../types/x-atip.js'

export interface FilterOptions {
  /** Subtrees to keep, each a path with slashes: `pr`, `pr/create` (decision 16). */
  commands?: readonly string[]
  /**
   * Levels of subcommands to keep; 1 is the top level. A subtree that `commands` names is kept down to its own level.
   */
  depth?: number
}

/**
 * The requested part of a tool (RFC 3.1.1), with counts and a safety assumption about the rest. Names that do not exist
 * are listed under `_unknownCommands`. A group that lost commands is marked `_truncated` (decision 17). Everything that
 * is not a command stays.
 */
export function filter(tool: AtipTool, { commands: wanted, depth }: FilterOptions): AtipTool {
  if (wanted === undefined && depth === undefined) return tool
  if (depth !== undefined && !(Number.isInteger(depth) && depth >= 0)) {
    throw new RangeError(`depth must be a whole number from 0 on; found ${depth}`)
  }
  const selection = wanted === undefined ? undefined : select(wanted)
  const commands = prune(tool.commands ?? {}, selection, { depth: depth ?? Infinity, level: 1 })
  const result: AtipTool = {
    ...tool,
    commands,
    filter: { commands: wanted ? [...wanted] : null, depth: depth ?? null },
  }
  const unknown = (wanted ?? []).filter((path) => !exists(tool, path))
  if (unknown.length > 0) result._unknownCommands = unknown
  result.totalCommands = tool.totalCommands ?? countInvocable(tool)
  result.includedCommands = countInvocable(result)
  const omitted = omittedFrom(tool, result, selection !== undefined)
  if (omitted !== undefined) Object.assign(result, { partial: true, omitted })
  return result
}

/** How many commands can be called; groups that only hold others do not count (decision 17). */
export function countInvocable(tool: AtipTool): number {
  let count = 0
  for (const { command } of walkCommands(tool)) if (isInvocable(command)) count++
  return count
}

/** Names to keep at one level; `all` keeps everything below. */
interface Selection {
  all: boolean
  children: Map<string, Selection>
}

function select(paths: readonly string[]): Selection {
  const root: Selection = { all: false, children: new Map() }
  for (const path of paths) {
    let place = root
    for (const name of path.split('/')) {
      let child = place.children.get(name)
      if (child === undefined) place.children.set(name, (child = { all: false, children: new Map() }))
      place = child
    }
    place.all = true
  }
  return root
}

function prune(
  commands: ByName<Command>,
  selection: Selection | undefined,
  at: { depth: number; level: number },
): ByName<Command> {
  const kept = Object.create(null) as ByName<Command>
  if (selection === undefined && at.level > at.depth) return kept
  for (const name of Object.keys(commands)) {
    const chosen = selection?.children.get(name)
    if (selection !== undefined && chosen === undefined) continue
    kept[name] = pruneCommand(commands[name]!, chosen?.all === true ? undefined : chosen, at)
  }
  return kept
}

function pruneCommand(
  command: Command,
  selection: Selection | undefined,
  at: { depth: number; level: number },
): Command {
  const { commands, ...rest } = command
  if (commands === undefined) return command
  const before = Object.keys(commands).length
  // A path that `commands` names leads through levels that the depth alone would cut.
  const isCut = at.level >= at.depth && selection === undefined
  const kept = isCut ? {} : prune(commands, selection, { ...at, level: at.level + 1 })
  const after = Object.keys(kept).length
  if (after === before) return { ...command, commands: kept }
  return { ...rest, ...(after > 0 && { commands: kept }), _truncated: true }
}

function exists(tool: AtipTool, path: string): boolean {
  let place: { commands?: ByName<Command> } = tool
  for (const name of path.split('/')) {
    if (place.commands === undefined || !Object.hasOwn(place.commands, name)) return false
    place = place.commands[name]!
  }
  return true
}

function omittedFrom(tool: AtipTool, result: AtipTool, isFiltered: boolean): Omitted | undefined {
  const present = new Set<string>()
  for (const { path } of walkCommands(result)) present.add(path.join('\0'))
  const missing: CommandNode[] = []
  for (const node of walkCommands(tool)) {
    if (!present.has(node.path.join('\0')) && isInvocable(node.command)) missing.push(node)
  }
  if (missing.length === 0) return tool.omitted
  const own: Omitted = {
    reason: isFiltered ? 'filtered' : 'depth-limited',
    safetyAssumption: assumptionFor(missing),
  }
  return tool.omitted === undefined ? own : { ...own, safetyAssumption: lessSafe(own, tool.omitted) }
}

/** The safety assumption for all omitted commands together. */
function assumptionFor(missing: readonly CommandNode[]): Omitted['safetyAssumption'] {
  const verdicts = new Set(missing.map(destructivenessOf))
  if (verdicts.has(true)) return 'known-unsafe'
  return verdicts.has(undefined) ? 'unknown' : 'known-safe'
}

/** Whether any way of calling the command destroys something; undefined if that is not known. */
export function destructivenessOf({ lineage }: Pick<CommandNode, 'lineage'>): boolean | undefined {
  const rules = rulesThatMayApply(lineage)
  const declared = inheritedEffects(lineage)
  if (destroys(declared) || rules.some(({ effects }) => effects !== undefined && destroys(effects))) return true
  return declared.destructive === false && !runsAnything(lineage, rules) ? false : undefined
}

function destroys({ destructive, filesystem, deletes }: Effects): boolean {
  return destructive === true || filesystem?.delete === true || (deletes !== undefined && deletes.length > 0)
}

function runsAnything(lineage: Lineage, rules: readonly ParameterRule[]): boolean {
  const inputs = lineage.flatMap((node) => node['x-atip']?.stdin ?? [])
  return (
    rules.some(({ value }) => value?.kind === 'command' || value?.kind === 'code') ||
    inputs.some(({ kind }) => kind === 'code' || kind === 'arguments')
  )
}

/** Every x-atip rule that some call of a command can trigger: its own, those of its groups and of global options. */
function rulesThatMayApply(lineage: Lineage): ParameterRule[] {
  const parameters = (lineage as readonly Partial<AtipTool & Command>[]).flatMap((node) => [
    ...(node.arguments ?? []),
    ...(node.options ?? []),
    ...(node.globalOptions ?? []),
  ])
  const ofParameters = parameters.flatMap(({ 'x-atip': x }) => (x === undefined ? [] : [x, ...(x.cases ?? [])]))
  return [...ofParameters, ...lineage.flatMap((node) => node['x-atip']?.cases ?? [])]
}

const LESS_SAFE: readonly Omitted['safetyAssumption'][] = ['known-safe', 'same-as-included', 'unknown', 'known-unsafe']

function lessSafe(a: Omitted, b: Omitted): Omitted['safetyAssumption'] {
  const rank = (omitted: Omitted) => LESS_SAFE.indexOf(omitted.safetyAssumption)
  return rank(a) >= rank(b) ? a.safetyAssumption : b.safetyAssumption
}
