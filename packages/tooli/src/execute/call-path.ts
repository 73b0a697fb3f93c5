import type { CallOptions, CliDefinition, CommandMap } from '../define/types.js'
import { CODES, ToolError } from '../errors/error.js'
import { loadCommand } from '../model/tree.js'
import { findTarget } from '../parse/find-node.js'
import { callModel } from './call.js'

/** Calls a command of a tool by its path, in this process. */
export async function callPath(
  cli: CliDefinition<CommandMap>,
  path: string,
  input: Record<string, unknown>,
  options: CallOptions,
): Promise<unknown> {
  const words = path.split(' ').filter((word) => word !== '')
  const { node, stranger } = await findTarget(cli, words)
  const found = node.kind === 'lazy' ? await loadCommand(node) : node
  // A tool with only one command takes no path.
  const isMeant = stranger === undefined && found.path.join(' ') === words.join(' ')
  if (found.kind === 'command' && isMeant) return callModel(cli, found, input, options)
  throw new ToolError(CODES.unknownCommand, `${cli.name} has no command "${path}"`, { details: { command: path } })
}
