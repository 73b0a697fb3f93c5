import type { CliDefinition, CommandMap } from '../define/types.js'
import type { CommandModel } from '../model/model.js'
import { gatherInput } from '../parse/gather-input.js'
import { nodeIo } from '../program/node-io.js'

/** Values from the server's environment and configuration, which clients then need not give. */
export function knownInput(cli: CliDefinition<CommandMap>, model: CommandModel): Promise<Record<string, unknown>> {
  return gatherInput(cli, model, {}, undefined, nodeIo)
}
