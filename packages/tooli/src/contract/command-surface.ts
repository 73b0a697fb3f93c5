import { parseDuration, type Command as AtipCommand, type Effects, type Option } from '@atip/protocol'
import { isReader } from '../effects/reader.js'
import type { CommandModel } from '../model/model.js'
import { longFlag } from '../model/scope.js'
import { toAtipCommand, toAtipGlobals } from '../model/to-atip.js'
import type { Form } from '../schema/form.js'
import { plainSchema, sorted } from './plain-schema.js'
import { parameterSurface, withSortedLists } from './parameter-surface.js'

/** What a contract stores about a command and ATIP has no field for. */
export interface CommandSurface {
  /** Not in listings, and so not promised. */
  hidden?: true
  /** JSON Schema of the result. */
  output?: Form
  errors?: Record<string, string>
  timeout?: string
  streaming?: true
  deprecated?: true
  /** Name of the tool that an MCP server offers for it. */
  mcp?: string
}

/** One command in a contract: everything that callers can call and rely on, without prose. */
export function commandSurface(model: CommandModel, aliases: readonly string[], mcp: string | undefined): AtipCommand {
  const { arguments: args, options = [], effects } = toAtipCommand(model)
  const extension = extensionOf(model, mcp)
  // Options for the keys of an object are implied by its schema.
  const isInner = ({ name }: Option) => model.parameters.some(({ inner }) => inner?.some(({ key }) => key === name))
  const accepted = [...options.filter((option) => !isInner(option)), ...dryRunOf(model, options)]
  return {
    description: '',
    ...(args && { arguments: args.map((argument) => parameterSurface(argument, model)) }),
    ...(accepted.length > 0 && { options: byName(accepted.map((option) => parameterSurface(option, model))) }),
    ...(effects && { effects: plainEffects(effects) }),
    ...(aliases.length > 0 && { 'x-atip': { aliases: sorted(aliases) } }),
    ...(Object.keys(extension).length > 0 && { 'x-tooli': extension }),
  }
}

/** A read-only command accepts --dry-run without declaring it. */
function dryRunOf({ command: { definition }, flags: builtIn }: CommandModel, options: readonly Option[]): Option[] {
  const isNamed = options.some(({ flags }) => flags.includes(longFlag(builtIn, 'dryRun') ?? ''))
  if (isNamed || !isReader(definition.effects ?? {})) return []
  return toAtipGlobals(builtIn).filter(({ name }) => name === 'dryRun')
}

function extensionOf({ command: { definition }, output }: CommandModel, mcp: string | undefined): CommandSurface {
  const { errors, timeout, deprecated, hidden } = definition
  return {
    ...(hidden === true && { hidden }),
    ...(output && { output: plainSchema(output) }),
    ...(errors && { errors: { ...errors } }),
    ...(timeout && { timeout }),
    ...(definition.run instanceof AsyncGeneratorFunction && { streaming: true as const }),
    ...(deprecated && { deprecated: true as const }),
    ...(mcp !== undefined && { mcp }),
  }
}

// Not a global: it is reachable only through its instances.
const AsyncGeneratorFunction = async function* () {}.constructor as new () => object

/** A command of a foreign program, with all commands below it. */
export function foreignSurface(command: AtipCommand): AtipCommand {
  const { examples: _, commands, options, arguments: args, effects, ...rest } = command
  const { description: __, deprecated, ...extension } = (rest['x-tooli'] ?? {}) as Record<string, unknown>
  const surface = { ...extension, ...(deprecated !== undefined && { deprecated: true }) }
  return {
    ...rest,
    description: '',
    ...(args && { arguments: args.map(withoutProse) }),
    ...(options && { options: byName(options.map(withoutProse)) }),
    ...(effects && { effects: plainEffects(effects) }),
    ...(Object.keys(surface).length > 0 && { 'x-tooli': surface }),
    ...(commands && {
      commands: Object.fromEntries(Object.entries(commands).map(([name, one]) => [name, foreignSurface(one)])),
    }),
  }
}

export function withoutProse<T extends Option | NonNullable<AtipCommand['arguments']>[number]>(parameter: T): T {
  const { description: _, ...rest } = parameter
  return withSortedLists(rest as T)
}

export function byName<T extends { name: string }>(parameters: readonly T[]): T[] {
  return parameters.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/** Drops typical durations, which vary from day to day, and sorts lists, whose order means nothing. */
function plainEffects({ duration, ...effects }: Effects): Effects {
  const { creates, modifies, deletes, filesystem } = effects
  return {
    ...effects,
    ...(creates && { creates: sorted(creates) }),
    ...(modifies && { modifies: sorted(modifies) }),
    ...(deletes && { deletes: sorted(deletes) }),
    ...(filesystem?.paths && { filesystem: { ...filesystem, paths: sorted(filesystem.paths) } }),
    ...(duration?.timeout && { duration: { timeout: duration.timeout } }),
  }
}

export function surfaceOfCommand(command: AtipCommand): CommandSurface {
  return (command['x-tooli'] ?? {}) as CommandSurface
}

/** The timeout in milliseconds; Infinity if there is no limit. */
export function limitOf({ timeout }: CommandSurface): number {
  return timeout === undefined ? Infinity : (parseDuration(timeout)?.max ?? Infinity)
}
