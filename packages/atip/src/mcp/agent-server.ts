import { defineCli, type AnyCli, type Command } from 'tooli'
import { VERSION } from '../version.js'
import { describeTool } from './describe-tool.js'
import { instructions } from './instructions.js'
import { readResultCommand } from './read-result.js'
import { runCommands } from './run-commands.js'
import { searchTools } from './search-tools.js'
import type { ServerSettings } from './settings.js'

/**
 * The server of `atip mcp`: a CLI whose commands are the tools for models. Their code is loaded when they are called.
 */
export function agentServer(
  settings: ServerSettings,
  exposed: Readonly<Record<string, Command>>,
  told: (room: number) => readonly string[],
): AnyCli {
  return defineCli({
    name: 'atip',
    version: VERSION,
    description: 'Find, understand and safely run the command-line tools of this machine',
    commands: {
      search_tools: searchTools,
      describe_tool: describeTool,
      ...runCommands(settings),
      read_result: readResultCommand(settings),
      ...exposed,
    },
    mcp: { tools: 'each', lean: true, offers: [], instructions: () => instructions(told) },
  })
}
