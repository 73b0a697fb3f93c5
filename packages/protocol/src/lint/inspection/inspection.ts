import { inheritedEffects } from '../../effects/inherit.js'
import type { AdviceBudget } from '../../text/closest.js'
import { isInvocable, type Lineage } from '../../tree.js'
import type { Argument, AtipDocument, AtipTool, Command, Effects, Option } from '../../types/tool.js'
import type { CommandExtension } from '../../types/x-atip.js'
import type { Keys } from './rule.js'

/** A document laid out for the rules: everything they look at, with its place in the original. */
export interface Inspection {
  document: AtipDocument | AtipTool
  /** The tool's name; a shim's is its binary's (decision 4). */
  name: string
  /** All names it is called by: a shim's are those of its binary too. */
  programs: ReadonlySet<string>
  /** The tool itself, then every group and command, parents first. */
  levels: Level[]
  /** The levels that can be run. */
  commands: Level[]
  parameters: ParameterSite[]
  /** The budget for did-you-mean suggestions in one run, shared by all rules. */
  advice: AdviceBudget
}

/** The tool, a group or a command. */
export interface Level {
  keys: Keys
  /** Names from the tool down. `commands[""]` has the place of its parent, so both have one path. */
  path: string[]
  /** Its name in messages. */
  title: string
  parent: Level | undefined
  /** Its subcommands by name and, where no name is in the way, by alias. */
  children: Map<string, Level>
  lineage: Lineage
  node: LevelNode
  /** Its known effects, including those of its groups. */
  effects: Effects
  isInvocable: boolean
}

export interface LevelNode {
  description: string
  arguments?: Argument[]
  options?: Option[]
  commands?: Record<string, Command>
  effects?: Effects
  examples?: string[]
  _truncated?: boolean
  'x-atip'?: CommandExtension
}

export type ParameterSite =
  | { kind: 'argument'; keys: Keys; parameter: Argument; level: Level }
  /** A global option belongs to the tool. */
  | { kind: 'option' | 'globalOption'; keys: Keys; parameter: Option; level: Level }

/** About 200 ms: enough for every typo in a document of ordinary size, and a limit for a hostile one. */
const ADVICE_BUDGET = 200_000

export function inspect(document: AtipDocument | AtipTool): Inspection {
  const { binary } = document
  const name = document.name ?? binary?.name ?? ''
  const levels = [...walk(toolLevel(document, name))]
  return {
    document,
    name,
    programs: new Set([name, ...(binary === undefined ? [] : [binary.name ?? name, ...(binary.aliases ?? [])])]),
    levels,
    commands: levels.filter(({ isInvocable }) => isInvocable),
    parameters: levels.flatMap((level) => parametersOf(level, document)),
    advice: { comparisons: ADVICE_BUDGET },
  }
}

/** A tool without commands is itself the one thing to run (decision 28). */
function toolLevel(document: AtipDocument | AtipTool, name: string): Level {
  const { description, commands, effects, 'x-atip': extension } = document
  // The type of an unnormalised document does not declare "x-atip", but it was validated all the same.
  const node: LevelNode = { description, commands, effects, 'x-atip': extension as CommandExtension | undefined }
  const isInvocable = commands === undefined || Object.keys(commands).length === 0
  return {
    keys: [],
    path: [],
    title: name,
    parent: undefined,
    children: new Map(),
    lineage: [node],
    node,
    effects: effects ?? {},
    isInvocable,
  }
}

function* walk(level: Level): Generator<Level> {
  yield level
  const children = Object.entries(level.node.commands ?? {}).map(([name, command]) => below(level, name, command))
  for (const child of children) level.children.set(String(child.keys.at(-1)), child)
  for (const child of children) {
    for (const alias of child.node['x-atip']?.aliases ?? []) {
      if (!level.children.has(alias)) level.children.set(alias, child)
    }
  }
  for (const child of children) yield* walk(child)
}

function below(parent: Level, name: string, node: Command): Level {
  return {
    keys: [...parent.keys, 'commands', name],
    path: name === '' ? parent.path : [...parent.path, name],
    title: name === '' ? parent.title : `${parent.title} ${name}`,
    parent,
    children: new Map(),
    lineage: [...parent.lineage, node],
    node,
    effects: inheritedEffects([parent, node]),
    isInvocable: isInvocable(node),
  }
}

function parametersOf(level: Level, { globalOptions = [] }: AtipDocument | AtipTool): ParameterSite[] {
  const { keys, node } = level
  const globals = level.parent === undefined ? globalOptions : []
  return [
    ...globals.map((parameter, index) => ({
      kind: 'globalOption' as const,
      keys: ['globalOptions', index],
      parameter,
      level,
    })),
    ...(node.arguments ?? []).map((parameter, index) => ({
      kind: 'argument' as const,
      keys: [...keys, 'arguments', index],
      parameter,
      level,
    })),
    ...(node.options ?? []).map((parameter, index) => ({
      kind: 'option' as const,
      keys: [...keys, 'options', index],
      parameter,
      level,
    })),
  ]
}

/** Whether a call of this command may use such an option: its own or a global one (decision 29). */
export function optionFinder(
  { document }: Inspection,
  isWanted: (option: Option) => boolean,
): (level: Level) => boolean {
  const isGlobal = (document.globalOptions ?? []).some(isWanted)
  return ({ node }) => isGlobal || (node.options ?? []).some(isWanted)
}
