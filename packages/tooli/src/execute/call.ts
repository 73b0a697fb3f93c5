import type { Surface } from '../call/surface.js'
import type { AnyCommand, CallOptions } from '../define/types.js'
import { ToolError } from '../errors/error.js'
import type { CommandModel } from '../model/model.js'
import { modelOf } from '../model/tree.js'
import { execute, type Owner } from './execute.js'

/** Calls a single command in this process, outside of any CLI. */
export function callCommand(
  command: AnyCommand,
  input: Record<string, unknown>,
  options: CallOptions,
): Promise<unknown> {
  return callModel({ name: 'command', version: '0' }, modelOf(command, []), input, options)
}

/**
 * Calls a command in this process, through the same executor as everywhere. Returns the result, or throws the failure.
 */
export async function callModel(
  owner: Owner,
  model: CommandModel,
  input: Record<string, unknown>,
  options: CallOptions,
): Promise<unknown> {
  const outcome = await execute(owner, model, input ?? {}, options, programSurface(options))
  if (outcome.ok) return outcome.data
  const { code, message, suggestion, details, is_retryable: retryable } = outcome.error
  throw new ToolError(code, message, {
    ...(suggestion && { suggestion }),
    ...(details && { details }),
    retryable,
    exitCode: outcome.exitCode,
  })
}

function programSurface({ signal }: CallOptions): Surface {
  return {
    onGiveUp(stop) {
      if (signal?.aborted === true) stop()
      signal?.addEventListener('abort', stop, { once: true })
      return () => signal?.removeEventListener('abort', stop)
    },
    env: process.env,
    verbosity: 0,
    confirm: async () => undefined,
    progress: () => {},
    spinner: () => {},
    log: () => {},
    confirmWord: '{ yes: true }',
  }
}
