import { command, t } from 'tooli'
import { examineMachine } from '@atip/discover/scan'
import { AGENT_NAMES } from '../agents/agents.js'
import { machineHere } from '../home.js'
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
    'Checks the sandbox, PATH, the catalog, its folders, the manual pages and the registries. With --live, starts each agent on this machine with its own configuration and a scripted model on loopback, and sends a harmless and a forbidden call through it; the forbidden one would do no harm. Exits with 1 if something is wrong.',
  args: t.object({
    agents: t.array(t.enum(AGENT_NAMES), 'With --live: which agents').optional().cli({ placeholder: 'AGENT' }),
  }),
  options: t.object({
    live: t.boolean('Try the hooks with the real agents').default(false),
    patience: t.integer('With --live: seconds for each agent').min(1).default(90),
  }),
  output: REPORT,
  effects: { ...ASKS, filesystem: { read: true, write: false, delete: false }, creates: [] },
  examples: [
    { run: 'atip doctor', description: 'Look at everything' },
    { run: 'atip doctor --live', description: 'Try the hooks with the real agents' },
  ],

  async run({ args, options, ctx }) {
    if (options.live) {
      const agents = args.agents !== undefined && args.agents.length > 0 ? args.agents : AGENT_NAMES
      const { liveChecks } = await import('../live/live-checks.js')
      const checks = await liveChecks(
        agents,
        { limit: options.patience * 1000, isNamed: agents !== AGENT_NAMES },
        ctx.spinner,
      )
      const healthy = checks.every(({ status }) => status !== 'problem')
      if (!healthy) ctx.exitWith(1)
      return { healthy, checks }
    }
    const { openSandbox } = await import('@atip/sandbox')
    const { checkRegistries } = await import('@atip/discover/registries')
    const checks = [...(await examineMachine(machineHere(), openSandbox)), ...checkRegistries(machineHere())]
    const healthy = checks.every(({ status }) => status !== 'problem')
    if (!healthy) ctx.exitWith(1)
    return { healthy, checks }
  },

  text: async (report, screen) => (await import('../report/doctor-text.js')).doctorText(report, screen),
})
