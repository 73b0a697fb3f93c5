import { inheritedEffects, isInvocable, quoteLine, walkCommands, type CommandNode, type Effects } from '@atip/protocol'
import { foreignOf } from '../../define/foreign.js'
import type { CliDefinition, CommandMap } from '../../define/types.js'
import type { TooliExtension } from '../../describe/agent-command.js'
import { withProgram } from '../../describe/agent-text.js'
import { describeTool } from '../../describe/agent.js'
import { offersPrime } from '../../describe/prime.js'
import type { BuiltInKey } from '../../model/built-in-flags.js'
import type { CommandModel, LoadedGroup } from '../../model/model.js'
import { flagsOf, longFlag } from '../../model/scope.js'
import { loadTree, ownCommandOf } from '../../model/tree.js'
import type { Form } from '../../schema/form.js'
import { ownParameters, foreignParameters, type SkillParameter } from './skill-parameter.js'

/** The data of a skill, before it is written as text. */
export interface SkillTool {
  cli: CliDefinition<CommandMap>
  /** Written with another framework: it has none of our flags, and its own output format. */
  isForeign: boolean
  commands: SkillCommand[]
  /** Descriptions of groups by path, words separated by spaces. */
  groups: Map<string, string>
  /** The spelling of a flag of every command; undefined if this tool has none. */
  flag: (key: BuiltInKey) => string | undefined
  /** The global options of a foreign program. */
  globals: SkillParameter[]
}

export interface SkillCommand {
  path: string[]
  /** `notes tag add` */
  line: string
  description: string
  details?: string | undefined
  deprecated?: string | undefined
  aliases: string[]
  parameters: SkillParameter[]
  effects: Effects
  /** Built-in flags that its own options replace. */
  replaced: Set<string>
  dryRun: boolean
  streams: boolean
  timeout?: string | undefined
  output?: Form | undefined
  errors: [code: string, meaning: string][]
  examples: { run: string; description: string }[]
}

/** Reads a definition, without what it hides from agents. */
export async function skillTool(cli: CliDefinition<CommandMap>): Promise<SkillTool> {
  const tool = await describeTool(cli)
  const isForeign = foreignOf(cli) !== undefined
  const models = isForeign ? undefined : await modelsOf(cli)
  const nodes = [...walkCommands(tool)].filter(({ path }) => !isBuiltIn(cli, path))
  return {
    cli,
    isForeign,
    commands: nodes.filter(({ command }) => isInvocable(command)).map((node) => readCommand(cli, node, models)),
    groups: groupsOf(nodes),
    flag: (key) => longFlag(flagsOf(cli), key),
    globals: isForeign ? foreignParameters(tool.globalOptions ?? []) : [],
  }
}

/** `prime` is described with the other ways to ask the tool. */
function isBuiltIn(cli: CliDefinition<CommandMap>, path: readonly string[]): boolean {
  return path.length === 1 && path[0] === 'prime' && offersPrime(cli)
}

function groupsOf(nodes: readonly CommandNode[]): Map<string, string> {
  const groups = nodes.filter(({ command }) => !isInvocable(command))
  return new Map(groups.map(({ path, command }) => [path.join(' '), fullText(command)]))
}

function fullText(command: CommandNode['command']): string {
  return extensionOf(command).description ?? command.description
}

function extensionOf(command: CommandNode['command']): TooliExtension {
  return (command['x-tooli'] ?? {}) as TooliExtension
}

async function modelsOf(cli: CliDefinition<CommandMap>): Promise<Map<string, CommandModel>> {
  const models = new Map<string, CommandModel>()
  const own = ownCommandOf(cli)
  if (own !== undefined) models.set('', own)
  const collect = ({ children }: LoadedGroup) => {
    for (const node of children.values()) {
      if (node.kind === 'group') collect(node)
      else models.set(keyOf(node.path), node)
    }
  }
  collect(await loadTree(cli))
  return models
}

/** Names may contain spaces. */
function keyOf(path: readonly string[]): string {
  return path.join('\0')
}

function readCommand(
  cli: CliDefinition<CommandMap>,
  node: CommandNode,
  models: ReadonlyMap<string, CommandModel> | undefined,
): SkillCommand {
  const { command, lineage } = node
  // A group's own command is called by the group's name.
  const path = node.path.filter((word) => word !== '')
  const base = {
    path,
    line: quoteLine([cli.name, ...path]),
    description: fullText(command),
    aliases: command['x-atip']?.aliases ?? [],
    streams: extensionOf(command).streaming === true,
  }
  const model = models?.get(keyOf(path))
  if (model !== undefined) return { ...base, ...ownParts(cli.name, model) }
  const examples = (command.examples ?? []).map((run) => ({ run: withProgram(run, cli.name, path), description: '' }))
  return {
    ...base,
    parameters: foreignParameters([...(command.arguments ?? []), ...(command.options ?? [])]),
    effects: inheritedEffects(lineage),
    replaced: new Set(),
    dryRun: false,
    errors: [],
    examples,
  }
}

type Stated = 'path' | 'line' | 'description' | 'aliases' | 'streams'

function ownParts(tool: string, model: CommandModel): Omit<SkillCommand, Stated> {
  const { command, path, output, parameters } = model
  const { details, deprecated, effects = {}, dryRun, timeout, errors = {}, examples = [] } = command.definition
  return {
    details,
    deprecated,
    parameters: ownParameters(parameters),
    effects,
    replaced: new Set(parameters.flatMap(({ flags }) => flags)),
    dryRun: dryRun === true,
    timeout,
    output,
    errors: Object.entries(errors),
    examples: examples.map(({ run: line, description }) => ({ run: withProgram(line, tool, path), description })),
  }
}
