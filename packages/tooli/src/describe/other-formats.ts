import type { Argument, AtipTool, Command, Option, Parameter } from '@atip/protocol'

/** Descriptions in other formats, from the same definition. Each has its own word that prints it. */
export type OtherFormat = 'introspect-cli' | 'cli-schema'

export const FORMAT_OF_WORD: Readonly<Record<string, OtherFormat>> = {
  '--introspect-cli': 'introspect-cli',
  __schema: 'cli-schema',
}

export function inFormat(tool: AtipTool, format: OtherFormat): object {
  return format === 'cli-schema' ? cliSchema(tool) : introspection(tool)
}

/** CLI introspection of the UAPI group, draft 0, as systemd prints it. */
function introspection(tool: AtipTool): object {
  const option = ({ flags, type, name, description }: Option) => ({
    names: flags,
    ...(type === 'boolean'
      ? { argument: 'no_argument' }
      : { argument: 'required_argument', metavar: name.toUpperCase() }),
    ...(description && { help: description }),
  })
  const verb = (name: string, command: Command): object => ({
    names: [name, ...aliasesOf(command)],
    abstract: [command.description],
    ...listed('options', (command.options ?? []).map(option)),
    ...listed(
      'verbs',
      named(command).map(([child, inner]) => verb(child, inner)),
    ),
    ...(command.commands?.[''] && { isDefault: true }),
  })
  const own = tool.commands?.['']?.options ?? []
  return {
    mediaType: 'application/vnd.io.systemd.cli-introspection-0',
    commands: [
      {
        names: [tool.name],
        version: tool.version,
        abstract: [tool.description],
        options: [...own, ...(tool.globalOptions ?? [])].map(option),
        ...listed(
          'verbs',
          named(tool).map(([name, command]) => verb(name, command)),
        ),
      },
    ],
  }
}

/** CLI Schema 1 (cli-schema.org). */
function cliSchema(tool: AtipTool): object {
  const own = tool.commands?.['']
  return {
    schemaVersion: 1,
    name: tool.name,
    version: tool.version,
    description: tool.description,
    reservedMetaCommands: ['__schema'],
    globalOptions: (tool.globalOptions ?? []).map(parameter),
    ...(own && { rootDefault: { kind: 'root', summary: own.description, parameters: parametersOf(own) } }),
    ...below(tool),
  }
}

function below(parent: Pick<Command, 'commands'>): object {
  const entries = named(parent)
  const leaves = entries.filter(([, command]) => command.commands === undefined)
  const groups = entries.filter(([, command]) => command.commands !== undefined)
  return {
    ...listed(
      'commands',
      leaves.map(([name, command]) => leaf(name, command)),
    ),
    ...listed(
      'namespaces',
      groups.map(([segment, group]) => {
        const own = group.commands?.['']
        const handler = own && { kind: 'namespace', summary: own.description, parameters: parametersOf(own) }
        return { segment, summary: group.description, ...(handler && { defaultCommand: handler }), ...below(group) }
      }),
    ),
  }
}

/** Undeclared effects are left out, because absent means unknown. */
function leaf(name: string, command: Command): object {
  const { destructive, idempotent } = command.effects ?? {}
  const intent = { ...(destructive !== undefined && { destructive }), ...(idempotent !== undefined && { idempotent }) }
  return {
    name,
    summary: command.description,
    ...listed('aliases', aliasesOf(command)),
    ...listed('examples', command.examples ?? []),
    parameters: parametersOf(command),
    ...(Object.keys(intent).length > 0 && { intent }),
  }
}

const TYPES: Readonly<Record<string, string>> = {
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  array: 'array',
  enum: 'enum',
}

function parametersOf({ arguments: args = [], options = [] }: Command): object[] {
  return [...args.map(parameter), ...options.map(parameter)]
}

function parameter(one: Argument | Option): object {
  const { name, type, description, enum: choices, variadic, required } = one as Parameter & Argument
  const flags = one.flags ?? []
  const long = flags.find((flag) => flag.startsWith('--'))?.slice(2)
  const short = flags.find((flag) => /^-[^-]$/.test(flag))?.slice(1)
  return {
    role: flags.length > 0 ? 'flag' : 'positional',
    name: long ?? name,
    ...(short && { shortName: short }),
    type: TYPES[type] ?? 'string',
    required: flags.length > 0 ? required === true : required !== false,
    ...(description && { summary: description }),
    ...(choices && { enumValues: choices.map(String) }),
    ...(variadic === true && { variadic: true }),
  }
}

function named({ commands = {} }: Pick<Command, 'commands'>): [string, Command][] {
  return Object.entries(commands).filter(([name]) => name !== '')
}

function aliasesOf(command: Command): readonly string[] {
  return command['x-atip']?.aliases ?? []
}

function listed<T>(key: string, list: readonly T[]): Record<string, readonly T[]> {
  return list.length === 0 ? {} : { [key]: list }
}
