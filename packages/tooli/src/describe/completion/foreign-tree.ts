import type { Argument, AtipTool, Command, Option } from '@atip/protocol'
import { builtInCommands } from './built-in-commands.js'
import type {
  CompletionArgument,
  CompletionCommand,
  CompletionOption,
  CompletionTree,
  CompletionValue,
} from './types.js'

/** The completion tree of a foreign program: its own words, and none of our flags. */
export function foreignTreeOf({ name, description, commands = {}, globalOptions = [] }: AtipTool): CompletionTree {
  const root = toCommand(name, { description, commands })
  const named = new Set(root.commands?.map((command) => command.name))
  // Users know the program, so commands for agents and set-up scripts are not listed among its own.
  const builtIn = builtInCommands().filter((command) => !named.has(command.name))
  const shown = [...(root.commands ?? []), ...builtIn.map((command) => ({ ...command, isUnlisted: true as const }))]
  return { root: { ...root, commands: shown.map(unlistedPrime) }, builtIn: globalOptions.map(toOption) }
}

/** `prime` is in the document for agents only. */
function unlistedPrime(command: CompletionCommand): CompletionCommand {
  return command.name === 'prime' ? { ...command, isUnlisted: true } : command
}

function toCommand(name: string, { description, commands, ...own }: Command): CompletionCommand {
  const { '': itself = own, ...children } = commands ?? ({} as Record<string, Command>)
  const { options, arguments: args } = itself as Command
  const aliases = own['x-atip']?.aliases
  const below = Object.entries(children).map(([child, command]) => toCommand(child, command))
  return {
    name,
    description,
    ...(aliases && { aliases }),
    ...(options && { options: options.map(toOption) }),
    ...(args && { arguments: args.map(toArgument) }),
    ...(below.length > 0 && { commands: below }),
  }
}

function toOption(option: Option): CompletionOption {
  const { name, flags, description, type } = option
  const { optionalValue, nextWord } = option['x-atip'] ?? {}
  return {
    key: name,
    flags,
    ...(description && { description }),
    ...(type !== 'boolean' && (optionalValue !== true || nextWord === true) && { takesValue: true }),
    ...(isList(option) && { isRepeatable: true }),
    ...valuesOf(option),
  }
}

function toArgument(argument: Argument): CompletionArgument {
  const { name, description } = argument
  return {
    key: name,
    ...(description && { description }),
    ...(isList(argument) && { isVariadic: true }),
    ...valuesOf(argument),
  }
}

function isList({ variadic, type }: Argument | Option): boolean {
  return variadic === true || type === 'array'
}

function valuesOf({ type, items, enum: listed }: Argument | Option): CompletionValue {
  const choices = items?.enum ?? listed
  const value = type === 'array' ? items?.type : type
  return {
    ...(choices && { choices: choices.map(String) }),
    ...(value === 'file' && { path: 'files' }),
    ...(value === 'directory' && { path: 'directories' }),
  }
}
