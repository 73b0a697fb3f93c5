import type { Tool } from '@modelcontextprotocol/server'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { offersPrime, primeCommandDefinition, printsBare } from '../describe/prime.js'
import type { CommandModel, GroupModel, LazyModel } from '../model/model.js'
import { addedCommandOf, loadCommand, ownCommandOf, rootOf } from '../model/tree.js'
import { isContent } from '../schema/content.js'
import { knownInput } from './known-input.js'
import type { ResultKind } from './result.js'
import { hintsOf, leanHintsOf } from './tool-effects.js'
import { toolNames } from './tool-names.js'
import { inputSchemaOf, outputSchemaOf } from './tool-schema.js'

/** One command for clients, before it is loaded. */
export interface ServedCommand {
  name: string
  path: readonly string[]
  description: string
  load: () => Promise<CommandModel>
}

/** The commands that clients may call, by tool name. Loads no command. */
export function servedCommands(cli: CliDefinition<CommandMap>): Map<string, ServedCommand> {
  const found = [
    ...[ownCommandOf(cli)].filter((own) => own !== undefined).map(served),
    ...leavesOf(rootOf(cli)),
    ...(servesPrime(cli) ? [served(addedCommandOf(cli, primeCommandDefinition(cli), 'prime'))] : []),
  ]
  const paths = found.map(({ path }) => path)
  const nameOf = new Map([...toolNames(cli.name, paths)].map(([name, path]) => [path.join('\0'), name]))
  const named = found.map((command) => ({ ...command, name: nameOf.get(command.path.join('\0'))! }))
  return new Map(named.map((command) => [command.name, command]))
}

/** Whether `prime` is among the tools. */
export function servesPrime(cli: CliDefinition<CommandMap>): boolean {
  return offersPrime(cli) && (cli.mcp?.offers?.includes('prime') ?? true)
}

function leavesOf({ children }: GroupModel): Omit<ServedCommand, 'name'>[] {
  return [...children.values()].flatMap((node) => {
    if (node.kind === 'group') return leavesOf(node)
    const { hidden } = node.kind === 'lazy' ? node.lazy : node.command.definition
    return hidden === true ? [] : [served(node)]
  })
}

function served(node: CommandModel | LazyModel): Omit<ServedCommand, 'name'> {
  let loaded: Promise<CommandModel> | undefined
  const load = () => (loaded ??= node.kind === 'lazy' ? loadCommand(node) : Promise.resolve(node))
  const { description } = node.kind === 'lazy' ? node.lazy : node.command.definition
  return { path: node.path, description, load }
}

/** Claude Code truncates longer descriptions. */
export const LONGEST_DESCRIPTION = 2048

/** A command for `tools/list`. A broken one is listed with its name, and a call of it reports the problem. */
export async function toolOf(cli: CliDefinition<CommandMap>, command: ServedCommand): Promise<Tool> {
  try {
    return await describedTool(cli, command)
  } catch {
    return { name: command.name, description: command.description, inputSchema: { type: 'object' } }
  }
}

async function describedTool(cli: CliDefinition<CommandMap>, { name, path, load }: ServedCommand): Promise<Tool> {
  const model = await load()
  // A broken configuration file is reported by the call.
  const known = await knownInput(cli, model).catch(() => ({}))
  const inputSchema = inputSchemaOf(model, (key) => Object.hasOwn(known, key))
  if (cli.mcp?.lean === true) {
    const { description } = model.command.definition
    // Calls with other properties are refused even without it.
    const { additionalProperties: _, ...lean } = inputSchema
    return {
      name,
      description: cut(description, LONGEST_DESCRIPTION),
      inputSchema: lean,
      annotations: leanHintsOf(model),
    } as Tool
  }
  const outputSchema = outputSchemaOf(model, kindOf(cli, model) === 'bare')
  return {
    name,
    title: [cli.name, ...path].join(' '),
    description: descriptionOf(model),
    inputSchema,
    ...(outputSchema && { outputSchema }),
    annotations: hintsOf(model),
  } as Tool
}

export function kindOf({ mcp }: CliDefinition<CommandMap>, model: CommandModel): ResultKind {
  if (printsBare(model.command)) return 'bare'
  if (isContent(model.output)) return 'content'
  return mcp?.lean === true ? 'lean' : 'document'
}

function descriptionOf({ command: { definition } }: CommandModel): string {
  const { description, details, deprecated, errors = {} } = definition
  const codes = Object.entries(errors).map(([code, meaning]) => `${code}: ${meaning}`)
  const parts = [
    description,
    ...(deprecated === undefined ? [] : [`Deprecated: ${deprecated}`]),
    ...(details === undefined ? [] : [details]),
    ...(codes.length === 0 ? [] : [`Fails with ${codes.join('; ')}`]),
  ]
  return cut(parts.join('\n\n'), LONGEST_DESCRIPTION)
}

/** Truncates text to a number of bytes, without splitting characters. */
export function cut(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text
  const bytes = Buffer.from(text).subarray(0, most - 3)
  return `${bytes.toString('utf8').replace(/\uFFFD+$/, '')}…`
}
