import type { AtipTool } from '@atip/protocol'
import { defineCli, type AnyCli } from 'tooli'
import { commandTools } from './command-tools.js'
import { readResultCommand } from './read-result.js'
import type { ServerSettings } from './settings.js'

/** The server of `atip serve-tool`: one program, whose commands are the tools. */
export function toolServer(settings: ServerSettings, tool: AtipTool): AnyCli {
  return defineCli({
    name: tool.name,
    version: tool.version,
    description: tool.description,
    commands: { ...commandTools(settings, tool), read_result: readResultCommand(settings) },
    mcp: { lean: true, offers: [] },
  })
}
