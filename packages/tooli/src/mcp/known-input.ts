import type { CliDefinition, CommandMap } from '../define/types.js'
import type { CommandModel } from '../model/model.js'
import { gatherInput } from '../parse/gather-input.js'
import { nodeIo } from '../run/io.js'

/** What the server's environment and configuration give: a client need not. */
export function knownInput(cli: CliDefinition<CommandMap>, model: CommandModel): Promise<Record<string, unknown>> {
  const config = async () =>
    cli.config === true ? (await import('../run/config.js')).readConfig(cli.name, model, nodeIo) : {}
  return gatherInput(model, {}, undefined, nodeIo, config)
}
