import type { CallOptions, Command, CommandDefinition } from '../define/types.js'
import type { JsonSchema, StandardSchema } from '../schema/standard.js'

/**
 * Defines a command. The result is a function that can be called, and a part of a `defineCli` map.
 *
 * The types of a Standard Schema are inferred straight from it (`I`n and `O`ut of arguments, options, result): a
 * conditional type on the schema would cost several times as much. `AJ` and `PJ` take plain JSON Schema, of which
 * nothing is known, and are `undefined` where there is no schema at all.
 */
export function command<
  AJ extends JsonSchema | undefined = undefined,
  PJ extends JsonSchema | undefined = undefined,
  AI = Untold<AJ>,
  AO = Untold<AJ>,
  PI = Untold<PJ>,
  PO = Untold<PJ>,
  RI = unknown,
  RO = RI,
>(
  definition: CommandDefinition<
    AO,
    PO,
    RI,
    StandardSchema<AI, AO> | AJ,
    StandardSchema<PI, PO> | PJ,
    StandardSchema<RI, RO> | JsonSchema
  >,
): Command<CommandInput<AJ, PJ, AI, PI>, RO> {
  const call = async (input: CommandInput<AJ, PJ, AI, PI>, options: CallOptions = {}) => {
    // Not needed to define or run a CLI, so not loaded for it.
    const { callCommand } = await import('../execute/call.js')
    return callCommand(call as never, input as Record<string, unknown>, options) as Promise<RO>
  }
  return Object.assign(call, { definition })
}

type Untold<J> = J extends undefined ? {} : Record<string, unknown>

/** Arguments and options as one flat object; what takes nothing must be given nothing. */
type CommandInput<AJ, PJ, AI, PI> = [AJ, PJ] extends [undefined, undefined] ? Record<string, never> : Flatten<AI & PI>
type Flatten<T> = { [K in keyof T]: T[K] }
