import type { CallOptions, Command, CommandDefinition } from '../define/types.js'
import type { Shared } from '../define/shared.js'
import { selfContained, selfContainedInput } from '../schema/plain.js'
import type { JsonSchema, StandardSchema } from '../schema/standard.js'

/**
 * Defines a command. The result is a function that can be called, and a part of a `defineCli` map.
 *
 * The types of a Standard Schema are inferred straight from it (`I`n and `O`ut of arguments, options, result): a
 * conditional type on the schema would cost several times as much. `AJ` and `PJ` take plain JSON Schema, of which
 * nothing is known, and are `undefined` where there is no schema at all. `X`, `SO` and `SI` are what is shared.
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
  X = {},
  SO = {},
  SI = {},
>(
  given: CommandDefinition<
    AO,
    PO & SO,
    RI,
    StandardSchema<AI, AO> | AJ,
    StandardSchema<PI, PO> | PJ,
    StandardSchema<RI, RO> | JsonSchema,
    X,
    Shared<X, SO, SI>
  >,
): Command<CommandInput<AJ, PJ, AI & PI, SI>, RO> {
  const { description, args, options, output } = given
  const definition = {
    ...given,
    ...(args && { args: selfContainedInput(args, `args of "${description}"`) }),
    ...(options && { options: selfContainedInput(options, `options of "${description}"`) }),
    ...(output && { output: selfContained(output, `output of "${description}"`) }),
  }
  const call = async (input: CommandInput<AJ, PJ, AI & PI, SI>, options: CallOptions = {}) => {
    // Not needed to define or run a CLI, so not loaded for it.
    const { callCommand } = await import('../execute/call.js')
    return callCommand(call as never, input as Record<string, unknown>, options) as Promise<RO>
  }
  return Object.assign(call, { definition })
}

type Untold<J> = J extends undefined ? {} : Record<string, unknown>

/** Arguments and options as one flat object; a command without parameters takes an empty one. */
type CommandInput<AJ, PJ, I, SI> = [AJ, PJ, keyof SI] extends [undefined, undefined, never]
  ? Record<string, never>
  : Flatten<I & SI>
type Flatten<T> = { [K in keyof T]: T[K] }
