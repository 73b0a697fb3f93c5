import { parseArgv, type AtipTool, type Command as AtipCommand, type Option, type ParsedCall } from '@atip/protocol'
import { BUILT_IN_FLAGS, type BuiltInValues } from '../model/built-in-flags.js'
import type { CommandModel } from '../model/model.js'
import { toAtipCommand, toAtipGlobals } from '../model/to-atip.js'

export interface LineReading {
  parsed: ParsedCall
  /** The tool, reduced to this one command, as it was read with. */
  tool: AtipTool
  flags: BuiltInValues
  /** What the words gave, by key, as typed values. */
  given: Record<string, unknown>
}

/** Reads a command line for the command it names. */
export function readLine(name: string, model: CommandModel, words: readonly string[]): LineReading {
  const tool = toolAround(name, model)
  const parsed = parseArgv(tool, [name, ...words])
  const values: Record<string, unknown> = { ...parsed.arguments, ...parsed.options }
  const given = Object.fromEntries(Object.entries(values).filter(([key]) => !key.startsWith(BUILT_IN)))
  return { parsed, tool, flags: readFlags(values), given }
}

/** Set before the names of built-in flags, so that an option of the same key, written otherwise, does not hide them. */
const BUILT_IN = '\0'

function builtIns(replaced: ReadonlySet<string>): Option[] {
  return toAtipGlobals(replaced).map((option) => ({ ...option, name: BUILT_IN + option.name }))
}

/** The key of a parameter as it appears in what the reader left over. */
export function keyOf(name: string | undefined): string | undefined {
  return name?.startsWith(BUILT_IN) ? name.slice(BUILT_IN.length) : name
}

/** The flags of every command in a line that leads to no command: `tool --help`, `tool --agent`. */
export function readFlagsOnly(name: string, words: readonly string[]): BuiltInValues {
  const tool = { ...frame(name), globalOptions: builtIns(new Set()) }
  return readFlags(parseArgv(tool, [name, ...words.filter((word) => word !== '--')]).options)
}

function toolAround(name: string, model: CommandModel): AtipTool {
  const described = toAtipCommand(model)
  // Described anew where it is known to do nothing; here it is the flag of every command, and is read as that.
  const options = described.options?.filter(({ flags }) => !flags.includes('--dry-run'))
  const command: AtipCommand = { ...described, ...(options && { options }) }
  const replaced = new Set(model.parameters.flatMap(({ flags }) => flags))
  let inner: AtipCommand = command
  for (const step of model.path.slice(1).reverse()) inner = { description: '', commands: { [step]: inner } }
  return { ...frame(name), globalOptions: builtIns(replaced), commands: { [model.path[0] ?? '']: inner } }
}

function frame(name: string): AtipTool {
  return { atip: { version: '0.6' }, name, version: '', description: '' }
}

function readFlags(values: Readonly<Record<string, unknown>>): BuiltInValues {
  const flags: Record<string, unknown> = {}
  for (const { key } of BUILT_IN_FLAGS) {
    const value = values[BUILT_IN + key]
    if (value !== undefined) flags[key] = key === 'verbose' ? (value as unknown[]).length : value
  }
  return flags as BuiltInValues
}
