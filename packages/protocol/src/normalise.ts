import type { AtipDocument, AtipTool, ByName, Command, Omitted, Pattern, Trust } from './types/tool.js'

/**
 * One form for every version and for shims: `atip` is an object, `name` and `version` are there, a shim's signature
 * is in `shimIntegrity`. Everything else stays, in its order; maps with names as keys have no prototype.
 * The input is not changed, and unchanged parts are shared with it. Expects a document without errors.
 */
export function normalise(document: AtipDocument): AtipTool {
  const { atip, name: ownName, version: ownVersion, binary, ...rest } = document
  // A shim may state its name and version only under "binary", and a `binary` takes missing ones from the root
  // (decision 4).
  const name = ownName ?? binary?.name ?? ''
  const version = ownVersion ?? binary?.version ?? ''
  const tool: AtipTool = {
    atip: typeof atip === 'string' ? { version: atip } : atip,
    name,
    version,
    ...(binary === undefined
      ? {}
      : { binary: { ...binary, name: binary.name ?? name, version: binary.version ?? version } }),
    ...(rest as typeof rest & Pick<AtipTool, 'omitted'>),
  }
  if (document.omitted !== undefined) tool.omitted = normaliseOmitted(document.omitted)
  if (document.trust !== undefined) tool.trust = normaliseTrust(document.trust)
  if (document.commands !== undefined) tool.commands = normaliseCommands(document.commands)
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
  return command.commands === undefined ? command : { ...command, commands: normaliseCommands(command.commands) }
}

function normalisePattern(pattern: Pattern): Pattern {
  if (pattern.variables === undefined) return pattern
  return { ...pattern, variables: mapByName(pattern.variables, (variable) => variable) }
}

/** If nothing says how safe the omitted commands are, that is unknown, as in the RFC's own code (3.1.1). */
function normaliseOmitted(omitted: NonNullable<AtipDocument['omitted']>): Omitted {
  const { safetyAssumption } = omitted
  return safetyAssumption === undefined ? { ...omitted, safetyAssumption: 'unknown' } : (omitted as Omitted)
}

/** A signature directly under `trust` (RFC 4.5) moves to where it is written today (decision 50). */
function normaliseTrust(trust: NonNullable<AtipDocument['trust']>): Trust {
  const { signature, ...rest } = trust
  if (signature === undefined) return trust
  if (trust.shimIntegrity?.signature !== undefined) return trust
  return { ...rest, shimIntegrity: { ...trust.shimIntegrity, signature } }
}
