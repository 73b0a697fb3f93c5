import type { CallOptions, Command, CommandDefinition, CommandInput, MaybeSchema } from './types.js'

/** Defines a command. The result is a function that can be called, and a part of a `defineCli` map. */
export function command<
  A extends MaybeSchema = undefined,
  P extends MaybeSchema = undefined,
  R extends MaybeSchema = undefined,
>(definition: CommandDefinition<A, P, R>): Command<A, P, R> {
  const call = async (input: CommandInput<A, P>, options: CallOptions = {}) => {
    // Not needed to define or run a CLI, so not loaded for it.
    const { callCommand } = await import('../run/call.js')
    return callCommand(call as never, input as never, options) as never
  }
  return Object.assign(call, { definition }) as Command<A, P, R>
}

export function isCommand(value: unknown): value is Command {
  return typeof value === 'function' && 'definition' in value
}
