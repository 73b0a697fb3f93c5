import type { Argument, AtipDocument, AtipTool, ByName, Command, Option, Parameter, Pattern, Trust } from './types.js'

/**
 * One form for every version and for shims: `atip` is an object, `name` and `version` are there, `required` is
 * stated, a shim's signature stands in `shimIntegrity`. Everything else stays, in its order; names that come from
 * outside are kept in maps without a prototype. The input is not changed. Expects a document without errors.
 */
export function normalise(document: AtipDocument): AtipTool {
  const { atip, name, version, binary, ...rest } = document
  const tool: AtipTool = {
    atip: typeof atip === 'string' ? { version: atip } : atip,
    // A shim says whose it is under "binary" (decision 4).
    name: name ?? binary?.name ?? '',
    version: version ?? binary?.version ?? '',
    ...(binary === undefined ? {} : { binary }),
    ...rest,
  }
  if (document.trust !== undefined) tool.trust = normaliseTrust(document.trust)
  if (document.commands !== undefined) tool.commands = normaliseCommands(document.commands)
  if (document.globalOptions !== undefined) tool.globalOptions = document.globalOptions.map(normaliseOption)
  if (document.patterns !== undefined) tool.patterns = document.patterns.map(normalisePattern)
  return tool
}

/** Maps a record by name into one without a prototype, where `__proto__` is a key like any other. */
export function mapByName<T, R>(record: ByName<T>, change: (value: T) => R): ByName<R> {
  const result: ByName<R> = Object.create(null) as ByName<R>
  for (const name of Object.keys(record)) result[name] = change(record[name]!)
  return result
}

function normaliseCommands(commands: ByName<Command>): ByName<Command> {
  return mapByName(commands, normaliseCommand)
}

function normaliseCommand(command: Command): Command {
  const result = { ...command }
  if (command.arguments !== undefined) result.arguments = command.arguments.map(normaliseArgument)
  if (command.options !== undefined) result.options = command.options.map(normaliseOption)
  if (command.commands !== undefined) result.commands = normaliseCommands(command.commands)
  return result
}

/** Arguments are required unless stated, options are not (decision 25). */
function normaliseArgument(argument: Argument): Argument {
  return withRequired(argument, true)
}

function normaliseOption(option: Option): Option {
  return withRequired(option, false)
}

function withRequired<T extends Parameter>(parameter: T, preset: boolean): T {
  return parameter.required === undefined ? { ...parameter, required: preset } : parameter
}

function normalisePattern(pattern: Pattern): Pattern {
  const result = { ...pattern, executable: pattern.executable ?? false }
  if (pattern.variables !== undefined) result.variables = mapByName(pattern.variables, (variable) => variable)
  return result
}

/** A signature directly under `trust` (RFC 4.5) moves to where it is written today (decision 50). */
function normaliseTrust(trust: NonNullable<AtipDocument['trust']>): Trust {
  const { signature, ...rest } = trust
  if (signature === undefined) return trust
  if (trust.shimIntegrity?.signature !== undefined) return trust
  return { ...rest, shimIntegrity: { ...trust.shimIntegrity, signature } }
}
