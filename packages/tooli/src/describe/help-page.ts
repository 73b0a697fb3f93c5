import type { CliDefinition, CommandMap, Overview } from '../define/types.js'
import { isReader } from '../effects/reader.js'
import type { BuiltInFlag, BuiltInKey } from '../model/built-in-flags.js'
import type { CommandModel, GroupModel, NodeModel, ParameterModel } from '../model/model.js'
import { withInner } from '../model/parameters.js'
import { flagsOf, longFlag } from '../model/scope.js'
import { ownCommandOf, ownOf } from '../model/tree.js'
import { isIncluded } from '../program/rare-parts.js'
import { isList } from '../schema/content.js'
import { withProgram } from './agent-text.js'
import { type HelpCommand, listedCommands } from './help-commands.js'
import { effectsSentence } from './help-effects.js'
import { BUILT_IN_WORDS, offersWord } from './built-in-words.js'
import { builtInEntryOf, entryOf, type HelpEntry } from './help-entry.js'

/** Everything that help says about a command or a group, as plain data: the manifest stores it too. */
export interface HelpPage {
  /** `file-tools find-files` */
  program: string
  description: string
  details?: string
  /** Why, and what to use instead. */
  deprecated?: string
  /** Only on the tool's own page. */
  version?: string
  homepage?: string
  usage: string[]
  arguments: HelpEntry[]
  options: HelpGroup<HelpEntry>[]
  /** Flags that the tool's own page describes; a command's page only lists their names. */
  flagsEverywhere?: { names: string[]; explainedBy: string }
  commands: HelpGroup<HelpCommand>[]
  examples: { run: string; description: string }[]
  errors: { code: string; meaning: string }[]
  effects?: string
  /** Only on the tool's own page: what is shown without arguments. */
  overview?: HelpPageOverview
}

export interface HelpPageOverview {
  /** Titles of the groups in `commands` that are shown. */
  groups: string[]
  start?: string
}

export interface HelpGroup<Entry> {
  title: string
  entries: Entry[]
}

/** The options that the commands of a group share. */
const OPTIONS_OF_ALL = 'Options for all commands'

export const FLAGS_EVERYWHERE = 'Flags on every command'

function longName({ flags }: BuiltInFlag): string {
  return flags.find((flag) => flag.startsWith('--')) ?? flags[0]!
}

/** The page of a node; for a lazy command only what is known before it is loaded. */
export function helpPageOf(
  cli: CliDefinition<CommandMap>,
  node: NodeModel,
  own: CommandModel | undefined = ownModel(cli, node),
): HelpPage {
  const isRoot = node.path.length === 0
  const model = node.kind === 'command' ? node : own
  const program = [cli.name, ...node.path].join(' ')
  const known = model?.parameters ?? (node.kind === 'group' ? node.parameters : [])
  const shown = known.filter(({ hints, isRequired }) => hints.hidden !== true || isRequired)
  const args = shown.filter(({ kind }) => kind === 'argument').map(entryOf)
  const options = withInner(shown.filter(({ kind }) => kind === 'option'))
  const title = model === undefined ? OPTIONS_OF_ALL : 'Options'
  const overview = isRoot ? cli.overview : undefined
  const commands = node.kind === 'group' ? commandsOf(node, overview) : []
  const builtIns = builtInsFor(cli, known, commands.length > 0 ? [] : uselessFor(model))
  return {
    program,
    ...textOf(cli, node, model),
    usage: usageOf(
      program,
      args,
      options.map(entryOf),
      model !== undefined || node.kind === 'lazy',
      commands.length > 0,
    ),
    arguments: args,
    options: [
      ...grouped(options, (option) => [option.hints.group ?? title, entryOf(option)]),
      ...(isRoot ? [{ title: FLAGS_EVERYWHERE, entries: builtIns.map(builtInEntryOf) }] : []),
    ],
    ...(!isRoot && {
      flagsEverywhere: { names: builtIns.map(longName), explainedBy: `${cli.name} --help` },
    }),
    commands: isRoot && commands.length > 0 ? [...commands, builtInCommands(cli)] : commands,
    ...definedBy(cli, model),
    ...(overview && {
      overview: { groups: Object.keys(overview.groups), ...(overview.start && { start: overview.start }) },
    }),
  }
}

/** The command that a group, or the tool, runs by itself. */
function ownModel(cli: CliDefinition<CommandMap>, node: NodeModel): CommandModel | undefined {
  if (node.path.length === 0 && cli.command !== undefined) return ownCommandOf(cli)
  const own = node.kind === 'group' ? ownOf(node) : undefined
  return own?.kind === 'command' ? own : undefined
}

/** Sorts commands under the headings of the overview first, in its order; the others under their own headings. */
function commandsOf(node: GroupModel, { groups = {} }: Partial<Overview> = {}): HelpGroup<HelpCommand>[] {
  const listed = listedCommands(node)
  const main = Object.entries(groups).map(([title, names]) => ({
    title,
    entries: names
      .flatMap((name) => listed.filter(({ command }) => command.name === name))
      .map(({ command }) => command),
  }))
  const shown = new Set(Object.values(groups).flat())
  const others = listed.filter(({ command }) => !shown.has(command.name))
  const rest = main.length === 0 ? 'Commands' : 'More commands'
  return [...main, ...grouped(others, ({ group, command }) => [group ?? rest, command])]
}

/** The built-in commands of every tool with subcommands. */
function builtInCommands(cli: CliDefinition<CommandMap>): HelpGroup<HelpCommand> {
  const words = Object.entries(BUILT_IN_WORDS).filter(([word]) => offersWord(cli, word))
  const entries: HelpCommand[] = [
    { name: 'completion', description: 'Print or install completions of a shell' },
    ...words.map(([name, description]) => ({ name, description })),
    ...(isIncluded('mcp')
      ? [{ name: '--serve-mcp stdio', description: 'Serve MCP over stdio, or over http with --port' }]
      : []),
  ]
  return { title: 'Built in', entries: entries.filter(({ name }) => cli.commands?.[name] === undefined) }
}

function textOf(cli: CliDefinition<CommandMap>, node: NodeModel, model: CommandModel | undefined) {
  const isRoot = node.path.length === 0
  const definition = model?.command.definition
  const known = node.kind === 'lazy' ? node.lazy.description : node.kind === 'group' ? node.description : ''
  const details = isRoot ? (cli.details ?? definition?.details) : definition?.details
  return {
    description: isRoot ? cli.description : (definition?.description ?? known),
    ...(details && { details }),
    ...(definition?.deprecated && { deprecated: definition.deprecated }),
    ...(isRoot && { version: cli.version, ...(cli.homepage && { homepage: cli.homepage }) }),
  }
}

function definedBy(cli: CliDefinition<CommandMap>, model: CommandModel | undefined) {
  const { examples = [], errors = {}, effects = {} } = model?.command.definition ?? {}
  const sentence = effectsSentence(effects, longFlag(flagsOf(cli), 'yes') ?? '')
  return {
    examples: examples.map(({ run, description }) => ({ run: withProgram(run, cli.name, model!.path), description })),
    errors: Object.entries(errors).map(([code, meaning]) => ({ code, meaning })),
    ...(sentence && { effects: sentence }),
  }
}

function usageOf(
  program: string,
  args: readonly HelpEntry[],
  options: readonly HelpEntry[],
  isCommand: boolean,
  isGroup: boolean,
): string[] {
  const required = options
    .filter((option) => option.required)
    .map(({ flags, placeholder }) => [flags.find((flag) => flag.startsWith('--')), placeholder].join(' ').trim())
  const given = args.map(({ placeholder, multiple, required: isRequired }) => {
    const word = multiple ? `${placeholder}...` : placeholder!
    return isRequired ? word : `[${word}]`
  })
  return [
    ...(isCommand ? [[program, ...required, '[OPTIONS]', ...given].join(' ')] : []),
    ...(isGroup ? [`${program} COMMAND [OPTIONS]`] : []),
  ]
}

/** The built-in flags that do nothing for a command. Without a declared result, it may be a list. */
function uselessFor(model: CommandModel | undefined): BuiltInKey[] {
  const { dryRun, effects = {} } = model?.command.definition ?? {}
  const mayBeList = model?.output === undefined || isList(model.output)
  return [
    ...(dryRun === true || isReader(effects) ? [] : (['dryRun'] as const)),
    ...(mayBeList ? [] : (['limit', 'cursor'] as const)),
  ]
}

/** The built-in flags that no parameter replaces, and that work here. */
function builtInsFor(
  cli: CliDefinition<CommandMap>,
  parameters: readonly ParameterModel[],
  useless: readonly BuiltInKey[],
): BuiltInFlag[] {
  const replaced = new Set(parameters.flatMap(({ flags }) => flags))
  return flagsOf(cli).filter(
    ({ key, flags, hidden }) => hidden !== true && !flags.some((flag) => replaced.has(flag)) && !useless.includes(key),
  )
}

function grouped<T, Entry>(list: readonly T[], place: (item: T) => [title: string, entry: Entry]): HelpGroup<Entry>[] {
  const groups = new Map<string, Entry[]>()
  for (const item of list) {
    const [title, entry] = place(item)
    const entries = groups.get(title)
    if (entries === undefined) groups.set(title, [entry])
    else entries.push(entry)
  }
  return [...groups].map(([title, entries]) => ({ title, entries }))
}
