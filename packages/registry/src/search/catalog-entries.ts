import {
  findCommand,
  inheritedEffects,
  isInvocable,
  plainEffects,
  walkCommands,
  type AtipTool,
  type Command,
  type CommandNode,
  type Option,
  type Parameter,
} from '@atip/protocol'
import type { SearchEntry } from './build-index.js'
import type { EffectFacts } from './effect-bits.js'
import { factsOf } from './effect-facts.js'

/** The search entries of a tool: the tool itself, and every command that can be called. */
export function* entriesOf(tool: AtipTool): Generator<SearchEntry> {
  yield toolEntry(tool)
  for (const node of commandsBelow(tool)) yield commandEntry(tool, node)
}

/** Every callable command below a tool, each once, with the words that call it. */
export function* commandsBelow(tool: AtipTool): Generator<CommandNode> {
  for (const { path, command, lineage } of walkCommands(tool)) {
    const words = path.filter((name) => name !== '')
    if (words.length > 0 && isInvocable(command) && !hasUnnamed(command)) yield { path: words, command, lineage }
  }
}

/** The effects of calling the tool without a command, and whether its options make them worse. */
export function factsOfTool(tool: AtipTool): EffectFacts {
  const { command, lineage } = findCommand(tool, [])!
  return factsOfCommand(command, lineage, tool.globalOptions)
}

/** The tool's own entry also covers its unnamed command and its global options. */
function toolEntry(tool: AtipTool): SearchEntry {
  const { command } = findCommand(tool, [])!
  const told = command.description === tool.description ? [] : [command.description]
  const patterns = (tool.patterns ?? []).flatMap(({ name, description }) => [name, description])
  const options = tool.globalOptions ?? []
  return {
    name: tool.name,
    tool: tool.name,
    description: tool.description,
    parameters: joined([...told, ...parameterTexts(command), ...options.flatMap(textsOf), ...patterns]),
    effects: factsOfTool(tool),
  }
}

function commandEntry(tool: AtipTool, { path, command, lineage }: CommandNode): SearchEntry {
  const above = [tool.name, ...path.slice(0, -1)]
  return {
    name: [tool.name, ...path].join(' '),
    tool: tool.name,
    command: path.join(' '),
    aliases: (command['x-atip']?.aliases ?? []).map((alias) => [...above, alias].join(' ')),
    description: command.description,
    parameters: joined(parameterTexts(command)),
    effects: factsOfCommand(command, lineage),
  }
}

function factsOfCommand(command: Command, lineage: CommandNode['lineage'], more: readonly Option[] = []): EffectFacts {
  const effects = plainEffects(inheritedEffects(lineage), command.arguments ?? [])
  return factsOf(effects, canDestroy(command, [...more, ...parametersOf(command)]))
}

/** A group with an unnamed command is callable itself, and its path means that command. */
function hasUnnamed({ commands }: Command): boolean {
  return commands !== undefined && Object.hasOwn(commands, '')
}

function parametersOf({ arguments: operands = [], options = [] }: Command): (Parameter | Option)[] {
  return [...operands, ...options]
}

function parameterTexts(command: Command): string[] {
  return [...parametersOf(command).flatMap(textsOf), ...(command.examples ?? [])]
}

/** Every tool has these, so they do not help search. */
const EVERYWHERE = new Set(['help', 'version', 'agent'])

function textsOf(parameter: Parameter | Option): string[] {
  const { name, description, enum: values = [], items } = parameter
  if (EVERYWHERE.has(name)) return []
  const flags = 'flags' in parameter ? (parameter.flags ?? []) : []
  const long = flags.map((flag) => flag.replace(/^-+/, '')).filter((flag) => flag.length > 1)
  return [...new Set([name, ...long]), description ?? '', ...[...values, ...(items?.enum ?? [])].map(String)]
}

/** Some programs list thousands of options, so the text is cut here. */
const LONGEST_PARAMETERS = 40_000

function joined(texts: readonly string[]): string {
  return texts.join(' ').slice(0, LONGEST_PARAMETERS)
}

/** Whether some parameter or case makes the call destructive. */
function canDestroy(command: Command, parameters: readonly Parameter[]): boolean {
  const extensions = parameters.map((parameter) => parameter['x-atip'])
  const rules = [...extensions, ...extensions.flatMap((rule) => rule?.cases ?? []), ...(command['x-atip']?.cases ?? [])]
  return rules.some((rule) => rule?.effects?.destructive === true)
}
