import {
  humanise,
  PROTOCOL_VERSION,
  walkCommands,
  type AtipTool,
  type ByName,
  type Command as AtipCommand,
  type Option,
  type Syntax,
} from '@atip/protocol'
import { foreignOf } from '../define/foreign.js'
import type { AnyCommand, CliDefinition, CommandMap } from '../define/types.js'
import type { CommandModel, LoadedGroup } from '../model/model.js'
import { flagsOf } from '../model/scope.js'
import { toAtipGlobals } from '../model/to-atip.js'
import { addedCommandOf, loadTree, ownCommandOf } from '../model/tree.js'
import { describeCommand } from './agent-command.js'
import { brief } from './agent-text.js'
import { offersPrime, primeCommandDefinition } from './prime.js'

/** How tooli's command line is parsed (docs/x-atip.md). Every `--no-x` that exists is listed, so none is implied. */
export const SYNTAX: Syntax = {
  abbreviatedOptions: false,
  abbreviatedCommands: false,
  interspersed: true,
  bundledFlags: true,
  doubleDash: true,
  implicitNegation: false,
}

/** The whole ATIP document of a tool, from its definition. Loads every lazy command; a built manifest avoids that. */
export async function describeTool(cli: CliDefinition<CommandMap>): Promise<AtipTool> {
  const foreign = foreignOf(cli)
  if (foreign !== undefined) return foreign.tool
  const root = ownCommandOf(cli)
  const isPrimed = offersPrime(cli)
  const commands = describeChildren(cli.name, await loadTree(cli), isPrimed ? ['prime'] : [])
  const tool: AtipTool = {
    atip: { version: PROTOCOL_VERSION },
    name: cli.name,
    version: cli.version,
    ...describeText(cli.description),
    ...(cli.homepage && { homepage: cli.homepage }),
    trust: { source: 'native' },
    commands: byName([
      ...(root ? [['', describeCommand(cli.name, root)] as const] : []),
      ...commands,
      ...(isPrimed ? [['prime', describePrime(cli)] as const] : []),
    ]),
    globalOptions: globalsBeside(cli, root),
    ...(cli.authentication && { authentication: cli.authentication }),
    ...(cli.patterns?.length && { patterns: cli.patterns }),
    'x-atip': { syntax: SYNTAX },
  }
  tool.atip.features = featuresOf(tool)
  return tool
}

type Entry = readonly [name: string, command: AtipCommand]

/** Hidden commands are not described to agents either. */
function describeChildren(tool: string, { children }: LoadedGroup, builtIn: readonly string[] = []): Entry[] {
  const entries: Entry[] = []
  const taken = new Set([...builtIn, ...children.keys()])
  for (const [name, node] of children) {
    if (node.kind === 'command') {
      const { aliases = [], hidden } = node.command.definition
      // An alias that several commands claim belongs to the first.
      const own = aliases.filter((alias) => !taken.has(alias))
      for (const alias of own) taken.add(alias)
      if (hidden !== true) entries.push([name, describeCommand(tool, node, own)])
      continue
    }
    const below = describeChildren(tool, node)
    // An empty group would look like a command that can be called.
    if (below.length === 0) continue
    entries.push([name, { ...describeText(node.description || humanise(name)), commands: byName(below) }])
  }
  return entries
}

/** `constructor` and `__proto__` are names like any other. */
function byName(entries: readonly Entry[]): ByName<AtipCommand> {
  const map = Object.create(null) as ByName<AtipCommand>
  for (const [name, command] of entries) map[name] = command
  return map
}

function describeText(text: string): { description: string; 'x-tooli'?: { description: string } } {
  const description = brief(text)
  return description === text ? { description } : { description, 'x-tooli': { description: text } }
}

function describePrime(cli: CliDefinition<CommandMap>): AtipCommand {
  const command = primeCommandDefinition(cli) as AnyCommand
  return describeCommand(cli.name, addedCommandOf(cli, command, 'prime'))
}

/** Commands that do not declare `--dry-run` refuse it, so only those that do list it. */
function globalsBeside(cli: CliDefinition<CommandMap>, root: CommandModel | undefined): Option[] {
  const replaced = new Set(root?.parameters.flatMap(({ flags }) => flags))
  const globals = toAtipGlobals(flagsOf(cli), replaced).filter(({ name }) => name !== 'dryRun')
  // An agent would not read `color: true` as "without colour".
  return globals.map((option) => (option.name === 'color' ? { ...option, name: 'noColor' } : option))
}

export function featuresOf(tool: AtipTool): string[] {
  const asks = [...walkCommands(tool)].some(({ command }) => command.effects?.interactive !== undefined)
  return [
    'partial-discovery',
    ...(asks ? ['interactive-effects'] : []),
    'trust-v1',
    ...(tool.patterns === undefined ? [] : ['patterns-v1']),
  ]
}
