import { command, t } from 'tooli'
import { examineMachine } from '@atip/discover/scan'
import { AGENT_NAMES } from '../agents/agents.js'
import { machineHere } from '../home.js'
import { ownProgram } from '../install/own-program.js'
import { placesHere } from './agent-files.js'
import { ASKS } from './machine.js'

const REPORT = t.object({
  healthy: t.boolean('No problems; there may be warnings'),
  checks: t.array(
    t.object({
      name: t.string(),
      status: t.enum(['ok', 'warning', 'problem']),
      message: t.string('What was found'),
      fix: t.array(t.string(), 'What to do about it').optional(),
    }),
  ),
})

export const doctorCommand = command({
  description: 'Check what works on this machine, and say how to fix the rest',
  details:
    'Checks the sandbox, PATH, the catalog, its folders, the manual pages, the registries, and the configuration of agents that atip is installed in. With AGENT, checks only the configuration of these agents. With --live, starts each agent on this machine with its own configuration and a scripted model on loopback, and sends a harmless and a forbidden call through it; the forbidden one would do no harm. Exits with 1 if something is wrong.',
  args: t.object({
    agents: t.array(t.enum(AGENT_NAMES), 'Only these agents').optional().cli({ placeholder: 'AGENT' }),
  }),
  options: t.object({
    live: t.boolean('Try the hooks with the real agents').default(false),
    patience: t.integer('With --live: seconds for each agent').min(1).default(90),
  }),
  output: REPORT,
  effects: { ...ASKS, filesystem: { read: true, write: false, delete: false }, creates: [] },
  examples: [
    { run: 'atip doctor', description: 'Look at everything' },
    { run: 'atip doctor claude-code', description: 'Look at the configuration of one agent' },
    { run: 'atip doctor --live', description: 'Try the hooks with the real agents' },
  ],

  async run({ args, options, ctx }) {
    const agents = args.agents !== undefined && args.agents.length > 0 ? args.agents : AGENT_NAMES
    const isNamed = agents !== AGENT_NAMES
    const checks = options.live ? await live() : [...(isNamed ? [] : await machineChecks()), ...(await hooks())]
    const healthy = checks.every(({ status }) => status !== 'problem')
    if (!healthy) ctx.exitWith(1)
    return { healthy, checks }

    async function live() {
      const { liveChecks } = await import('../live/live-checks.js')
      return liveChecks(agents, { limit: options.patience * 1000, isNamed }, ctx.spinner)
    }

    async function hooks() {
      const { hookChecks } = await import('../live/hook-checks.js')
      return hookChecks(agents, isNamed, placesHere(), ownProgram())
    }
  },

  text: async (report, screen) => (await import('../report/doctor-text.js')).doctorText(report, screen),
})

async function machineChecks() {
  const { openSandbox } = await import('@atip/sandbox')
  const { checkRegistries } = await import('@atip/discover/registries')
  return [...(await examineMachine(machineHere(), openSandbox)), ...checkRegistries(machineHere())]
}
