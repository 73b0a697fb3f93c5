import { command } from '../define/command.js'
import type { CliDefinition, Command, CommandMap } from '../define/types.js'

/** The built-in `skill`: writes the SKILL.md of a tool, or checks that it is up to date. */
export function skillCommand(_cli: CliDefinition<CommandMap>): Command {
  return command({ description: 'Write SKILL.md', run: () => null }) as unknown as Command
}
