import type { Argument, Option } from '@atip/protocol'
import { foreignOf } from '../../define/foreign.js'
import type { CliDefinition, CommandMap } from '../../define/types.js'
import type { CommandModel, GroupModel, LazyModel, NodeModel, ParameterModel } from '../../model/model.js'
import { withInner } from '../../model/parameters.js'
import { flagsOf } from '../../model/scope.js'
import { toAtipCommand, toAtipGlobals, toOption as toAtipOption } from '../../model/to-atip.js'
import { loadCommand, ownCommandOf, ownOf, rootOf } from '../../model/tree.js'
import { builtInCommands } from './built-in-commands.js'
import { foreignTreeOf } from './foreign-tree.js'
import type {
  CompletionArgument,
  CompletionCommand,
  CompletionOption,
  CompletionTree,
  CompletionValue,
} from './types.js'

/**
 * Everything that completion needs to know about a tool. For a manifest, all commands are loaded. A tool without one
 * passes the words of the line; other commands then have only a description.
 */
export async function completionTreeOf(
  cli: CliDefinition<CommandMap>,
  words?: readonly string[],
): Promise<CompletionTree> {
  const foreign = foreignOf(cli)
  if (foreign !== undefined) return foreignTreeOf(foreign.tool)
  const isWanted = (model: CommandModel | LazyModel) =>
    words === undefined || namesOf(model, model.path.at(-1) ?? '').some((name) => words.includes(name))
  const tree = rootOf(cli)
  const own = cli.command === undefined ? sharedOf(tree) : parametersOf(ownCommandOf(cli)!)
  const commands = await childrenOf(tree, isWanted)
  const named = new Set(commands.map(({ name }) => name))
  const builtIn = builtInCommands()
    .filter(({ name }) => !named.has(name))
    // Next to the arguments of a tool with only one command, they would be in the way.
    .map((command) => (cli.command === undefined ? command : { ...command, isUnlisted: true as const }))
  const root = { name: cli.name, description: cli.description, ...own, commands: [...commands, ...builtIn] }
  return { root, builtIn: builtInOptions(cli) }
}

type IsWanted = (model: CommandModel | LazyModel) => boolean

async function childrenOf(group: GroupModel, isWanted: IsWanted): Promise<CompletionCommand[]> {
  const children: CompletionCommand[] = []
  for (const [name, node] of group.children) {
    if (name !== '' && !isHidden(node)) children.push(await toCommand(name, node, isWanted))
  }
  return children
}

async function toCommand(name: string, node: NodeModel, isWanted: IsWanted): Promise<CompletionCommand> {
  if (node.kind === 'group') {
    const own = ownOf(node)
    const model = own === undefined || !isWanted(own) ? undefined : own.kind === 'lazy' ? await loadCommand(own) : own
    const parameters = model === undefined ? sharedOf(node) : parametersOf(model)
    return { name, description: node.description, ...parameters, commands: await childrenOf(node, isWanted) }
  }
  const { description } = node.kind === 'lazy' ? node.lazy : node.command.definition
  const aliases = namesOf(node, name).slice(1)
  const model = !isWanted(node) ? undefined : node.kind === 'lazy' ? await loadCommand(node) : node
  return { name, description, ...(aliases.length > 0 && { aliases }), ...(model && parametersOf(model)) }
}

function isHidden(node: NodeModel): boolean {
  if (node.kind === 'lazy') return node.lazy.hidden === true
  return node.kind === 'command' && node.command.definition.hidden === true
}

function namesOf(node: CommandModel | LazyModel, name: string): string[] {
  const { aliases = [] } = node.kind === 'lazy' ? node.lazy : node.command.definition
  return [name, ...aliases]
}

/** Derived from the description that the parser uses, so that the two cannot disagree. */
function parametersOf(model: CommandModel): Pick<CompletionCommand, 'options' | 'arguments' | 'endsOptions'> {
  const command = toAtipCommand(model)
  const shown = withInner(model.parameters).filter(({ kind, hints }) => kind === 'argument' || hints.hidden !== true)
  const described = (parameter: ParameterModel) =>
    (parameter.kind === 'argument' ? command.arguments : command.options)!.find(({ name }) => name === parameter.key)!
  const args = shown.filter(({ kind }) => kind === 'argument')
  const options = shown.filter(({ kind }) => kind === 'option')
  return {
    ...(command['x-atip']?.syntax?.interspersed === false && { endsOptions: true as const }),
    ...(options.length > 0 && { options: options.map((one) => toOption(described(one) as Option, sourceOf(one))) }),
    ...(args.length > 0 && { arguments: args.map((one) => toArgument(described(one) as Argument, sourceOf(one))) }),
  }
}

/** The options of a group without a command of its own. */
function sharedOf({ parameters }: GroupModel): Pick<CompletionCommand, 'options'> {
  const shown = withInner(parameters).filter(({ hints }) => hints.hidden !== true)
  if (shown.length === 0) return {}
  return {
    options: shown.map((one) => ({ ...toOption(toAtipOption(one), sourceOf(one)), isShared: true as const })),
  }
}

/** Hints may be on a list or on its elements. */
function sourceOf({ hints, form }: ParameterModel): CompletionValue {
  const { path = hints.path, complete = hints.complete } = form.items?.['x-cli'] ?? {}
  return {
    ...(path && { path: path.kind === 'directory' ? 'directories' : 'files' }),
    ...(typeof complete === 'function' && { dynamic: true }),
  }
}

function builtInOptions(cli: CliDefinition<CommandMap>): CompletionOption[] {
  const flags = flagsOf(cli)
  const hidden = flags.filter(({ hidden }) => hidden === true).map(({ key }) => key as string)
  const shown = toAtipGlobals(flags).filter(({ name }) => !hidden.includes(name))
  return shown.map((option) => toOption(option, {}))
}

function toOption(option: Option, source: CompletionValue): CompletionOption {
  const { name, flags, type, description, variadic } = option
  return {
    key: name,
    flags,
    ...(description && { description }),
    ...(type !== 'boolean' && { takesValue: true }),
    ...((variadic === true || type === 'array') && { isRepeatable: true }),
    ...choicesOf(option),
    ...source,
  }
}

function toArgument(argument: Argument, source: CompletionValue): CompletionArgument {
  const { name, description, variadic } = argument
  return {
    key: name,
    ...(description && { description }),
    ...(variadic === true && { isVariadic: true }),
    ...choicesOf(argument),
    ...source,
  }
}

function choicesOf(parameter: Argument | Option): Pick<CompletionValue, 'choices'> {
  const choices = parameter.items?.enum ?? parameter.enum
  return choices === undefined ? {} : { choices: choices.map(String) }
}
