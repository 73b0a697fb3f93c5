import { command, t } from 'tooli'
import { RUN_ERRORS } from '../run/errors.js'
import { TOOL } from './machine.js'
import { RUNS } from './run-options.js'
import { SERVER_OPTIONS, settingsOf, wishOf } from './server-options.js'

export const serveToolCommand = command({
  description: 'Serve one program to agents over MCP, each of its commands as a tool',
  details:
    'For a program that has no MCP server of its own. A program with more than 60 commands is served through tools that search, describe and run them. Calls are judged, run and recorded as those of atip mcp.',
  args: t.object({ tool: TOOL }),
  options: t.object(SERVER_OPTIONS),
  effects: RUNS,
  errors: { ...RUN_ERRORS, E3210: 'There is no such tool' },
  serves: true,
  endsItself: true,
  examples: [{ run: 'atip serve-tool jq', description: 'jq as an MCP server' }],

  async run({ args, options, ctx }) {
    const { serve } = await import('tooli/mcp')
    const { describedProgram } = await import('../mcp/command-tools.js')
    const { toolServer } = await import('../mcp/tool-server.js')
    const server = toolServer(settingsOf(options), await describedProgram(args.tool))
    ctx.exitWith(await serve(server, wishOf(options), `atip serve-tool ${args.tool}`))
  },
})
