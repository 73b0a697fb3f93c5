import type { OutputOf } from '../schema/standard.js'
import type { AnyCommand, CallOptions, Command, CommandDefinition, CommandInput, MaybeSchema } from './types.js'

/** Defines a command. The result is a function that can be called, and a part of a `defineCli` map. */
export function command<
  A extends MaybeSchema = undefined,
  P extends MaybeSchema = undefined,
  R extends MaybeSchema = undefined,
>(definition: CommandDefinition<A, P, R>): Command<CommandInput<A, P>, OutputOf<R>> {
  const call = async (input: CommandInput<A, P>, options: CallOptions = {}) => {
    // Not needed to define or run a CLI, so not loaded for it.
    const { callCommand } = await import('../run/call.js')
    return callCommand(call as never, input as Record<string, unknown>, options) as Promise<OutputOf<R>>
  }
  return Object.assign(call, { definition })
}

export function isCommand(value: unknown): value is AnyCommand {
  return typeof value === 'function' && 'definition' in value
}
