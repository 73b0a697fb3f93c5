import { command, t, type Command } from 'tooli'
import { agentServer } from '../mcp/agent-server.js'
import { keptDirectives } from '../mcp/kept-directives.js'
import type { ServerSettings } from '../mcp/settings.js'
import { RUN_ERRORS } from '../run/errors.js'
import { RUNS } from './run-options.js'
import { SERVER_OPTIONS, settingsOf, wishOf } from './server-options.js'

export const mcpServerCommand = command({
  description: 'Serve the tools of this machine to agents over MCP',
  details:
    'Agents get five tools, however many commands this machine has: search_tools, describe_tool, run_readonly, run and read_result. The guard and your policies judge what they run, and atip audit shows it. Where a person must approve a call, the client asks its user. Serves until the client disconnects, or Ctrl-C.',
  options: t.object({
    expose: t.string('Programs, separated by commas, each of whose commands also becomes a tool: git,gh').optional(),
    ...SERVER_OPTIONS,
  }),
  effects: RUNS,
  errors: { ...RUN_ERRORS, E3210: 'There is no such tool' },
  serves: true,
  endsItself: true,
  examples: [
    { run: 'atip mcp', description: 'On stdin and stdout, as agents start it' },
    { run: 'atip mcp --http --port 4444', description: 'At http://127.0.0.1:4444/mcp' },
  ],

  async run({ options, ctx }) {
    const { serve } = await import('tooli/mcp')
    const settings = settingsOf(options)
    const exposed = await exposedTools(settings, options.expose)
    ctx.exitWith(await serve(agentServer(settings, exposed, keptDirectives), wishOf(options), 'atip mcp'))
  },
})

async function exposedTools(settings: ServerSettings, list: string | undefined): Promise<Record<string, Command>> {
  if (list === undefined) return {}
  const { commandTools, describedProgram } = await import('../mcp/command-tools.js')
  const words = list.split(',').map((word) => word.trim())
  const tools = await Promise.all(words.filter((word) => word !== '').map(describedProgram))
  return Object.assign({}, ...tools.map((tool) => commandTools(settings, tool))) as Record<string, Command>
}
