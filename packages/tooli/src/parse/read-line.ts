import { parseArgv, type AtipTool, type Command as AtipCommand, type Option, type ParsedCall } from '@atip/protocol'
import type { BuiltInFlag, BuiltInValues } from '../model/built-in-flags.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import type { CommandModel } from '../model/model.js'
import { flagsOf, longFlag } from '../model/scope.js'
import { toAtipCommand, toAtipGlobals } from '../model/to-atip.js'

/** A part of the description, as `--commands` and `--depth` ask for it. */
export interface PartRequest {
  /** Comma list of paths with slashes: `pr/create,issue` (decision 16). */
  commands?: string | undefined
  /** Levels of subcommands to keep; 1 is the top level. */
  depth?: number | undefined
}

export interface LineReading {
  parsed: ParsedCall
  /** The description used for parsing: the tool reduced to this one command. */
  tool: AtipTool
  flags: BuiltInValues
  /** The values from the words, typed, by key. */
  given: Record<string, unknown>
}

/** Reads a command line for the command it names. */
export function readLine(name: string, model: CommandModel, words: readonly string[]): LineReading {
  const tool = toolAround(name, model)
  const parsed = parseWords(tool, [name, ...words], model)
  const values: Record<string, unknown> = { ...parsed.arguments, ...parsed.options }
  const given = Object.fromEntries(Object.entries(values).filter(([key]) => !key.startsWith(BUILT_IN)))
  for (const { key, hints } of model.parameters) {
    if (hints.count === true && Array.isArray(given[key])) given[key] = given[key].length
  }
  return { parsed, tool, flags: readFlags(model.flags, values), given }
}

/** A wrapper passes on all words from the first option that it does not have. */
function parseWords(tool: AtipTool, argv: readonly string[], { parameters }: CommandModel): ParsedCall {
  const parsed = parseArgv(tool, argv)
  if (parameters.every(({ hints }) => hints.passThrough !== true)) return parsed
  const first = parsed.leftovers.find(({ reason }) => reason === 'unknown-option')
  const isWhole = first !== undefined && argv[first.index] === first.word
  return isWhole ? parseArgv(tool, [...argv.slice(0, first.index), '--', ...argv.slice(first.index)]) : parsed
}

/** Prefix of the names of built-in flags, so that an option with the same key but another flag does not hide them. */
const BUILT_IN = '\0'

function builtIns(flags: readonly BuiltInFlag[], replaced?: ReadonlySet<string>): Option[] {
  return toAtipGlobals(flags, replaced).map((option) => ({ ...option, name: BUILT_IN + option.name }))
}

/** The key of a parameter that the parser names in its leftovers. */
export function keyOf(name: string | undefined): string | undefined {
  return name?.startsWith(BUILT_IN) ? name.slice(BUILT_IN.length) : name
}

/** Reads the flags of every command in a line without a command: `tool --help`, `tool --agent`. */
export function readFlagsOnly(cli: CliDefinition<CommandMap>, words: readonly string[]): BuiltInValues {
  return readFlags(flagsOf(cli), parseFlags(cli, words).options)
}

/** The part that `--agent` is asked for, whatever else is in the line. A depth that is not a number is NaN. */
export function readPart(cli: CliDefinition<CommandMap>, words: readonly string[]): PartRequest {
  const { options, leftovers } = parseFlags(cli, words)
  const { commands, depth } = readFlags(flagsOf(cli), options)
  const wrong = leftovers.map(({ parameter }) => keyOf(parameter))
  return {
    ...(commands !== undefined && { commands }),
    ...(wrong.includes('commands') && { commands: '' }),
    ...(depth !== undefined && { depth }),
    ...(wrong.includes('depth') && { depth: NaN }),
  }
}

function parseFlags(cli: CliDefinition<CommandMap>, words: readonly string[]): ParsedCall {
  const tool = { ...frame(cli.name), globalOptions: builtIns(flagsOf(cli)) }
  return parseArgv(tool, [cli.name, ...words.filter((word) => word !== '--')])
}

function toolAround(name: string, model: CommandModel): AtipTool {
  const described = toAtipCommand(model)
  // Removed, because here it is read as the flag of every command.
  const dryRun = longFlag(model.flags, 'dryRun') ?? ''
  const options = (described.options ?? []).filter(({ flags }) => !flags.includes(dryRun))
  const isShared = ({ name: key }: Option) => model.parameters.some((one) => one.key === key && one.isShared === true)
  const command: AtipCommand = { ...described, options: options.filter((option) => !isShared(option)) }
  const replaced = new Set(model.parameters.flatMap(({ flags }) => flags))
  let inner: AtipCommand = command
  for (const step of model.path.slice(1).reverse()) inner = { description: '', commands: { [step]: inner } }
  return {
    ...frame(name),
    globalOptions: [...options.filter(isShared), ...builtIns(model.flags, replaced)],
    commands: { [model.path[0] ?? '']: inner },
  }
}

function frame(name: string): AtipTool {
  return { atip: { version: '0.6' }, name, version: '', description: '' }
}

function readFlags(builtIn: readonly BuiltInFlag[], values: Readonly<Record<string, unknown>>): BuiltInValues {
  const flags: Record<string, unknown> = {}
  for (const { key } of builtIn) {
    const value = values[BUILT_IN + key]
    if (value !== undefined) flags[key] = key === 'verbose' ? (value as unknown[]).length : value
  }
  return flags as BuiltInValues
}
