import { isRequired, type Argument, type AtipTool, type ByName, type Option } from '@atip/protocol'
import type { CompilableCommand } from '../commands.js'
import { fittingName, unusedName } from '../names/property-names.js'
import type { Property } from '../schema/object.js'
import { propertyOf } from '../schema/property.js'
import type { PropertyEntry } from '../types.js'
import type { Setting } from './setting.js'

/** What a model can pass to a command: its arguments, its options, and the tool's global options (decision 30). */
export interface Parameters {
  properties: Property[]
  /** By property name, the parameter that it means. */
  entries: ByName<PropertyEntry>
  offered: (Argument | Option)[]
}

export function parametersOf(
  { command }: CompilableCommand,
  globals: readonly GlobalOption[],
  setting: Setting,
): Parameters {
  const parameters: Parameters = { properties: [], entries: Object.create(null) as ByName<PropertyEntry>, offered: [] }
  for (const argument of command.arguments ?? []) {
    add(parameters, argument, { kind: 'argument', name: argument.name }, setting)
  }
  const own = command.options ?? []
  for (const option of own) add(parameters, option, { kind: 'option', name: option.name }, setting)
  if (globals.length === 0) return parameters
  const shadowing = new Set(own.map(({ name }) => name))
  for (const { option, entry, property } of globals) {
    if (!shadowing.has(option.name)) add(parameters, option, entry, setting, property)
  }
  return parameters
}

/** A global option, described once for all commands of its tool. */
export interface GlobalOption {
  option: Option
  entry: PropertyEntry
  property: Property
}

export function globalOptionsOf(tool: AtipTool, setting: Setting): GlobalOption[] {
  return (tool.globalOptions ?? []).filter(isForCalls).map((option) => {
    const name = fittingName(option.name, setting.propertyNames, setting.names)
    return { option, entry: { kind: 'option', name: option.name }, property: toProperty(name, option, setting) }
  })
}

const ABOUT_ITSELF = ['help', 'version', 'agent']

/** `--help`, `--version` and `--agent` only show something about the tool. `--version 1.2` does something else. */
function isForCalls({ name, flags, type }: Option): boolean {
  return type !== 'boolean' || !ABOUT_ITSELF.some((word) => name === word || flags.includes(`--${word}`))
}

function add(
  { properties, entries, offered }: Parameters,
  parameter: Argument | Option,
  entry: PropertyEntry,
  setting: Setting,
  shared?: Property,
): void {
  let name = shared?.name ?? fittingName(entry.name, setting.propertyNames, setting.names)
  const other = entries[name]
  if (other !== undefined) {
    // For `toArgv`, the same parameter twice is one as well.
    if (other.kind === entry.kind && other.name === entry.name) return
    name = unusedName(name, entry, entries, setting.propertyNames)
  }
  entries[name] = entry
  offered.push(parameter)
  properties.push(shared?.name === name ? shared : toProperty(name, parameter, setting))
}

function toProperty(name: string, parameter: Argument | Option, { dialect }: Setting): Property {
  return { name, schema: propertyOf(parameter, dialect), isRequired: isRequired(parameter) }
}
