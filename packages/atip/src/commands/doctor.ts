import { command, t } from 'tooli'
import { examineMachine } from '@atip/discover/scan'
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
  description: 'Check what works on this machine, and how to fix the rest',
  details:
    'Checks the sandbox, PATH, the catalog, its folders and the manual pages. Exits with 1 if something is wrong.',
  output: REPORT,
  effects: { ...ASKS, filesystem: { read: true, write: false, delete: false }, creates: [] },
  examples: [{ run: 'atip doctor', description: 'Look at everything' }],

  async run({ ctx }) {
    const { openSandbox } = await import('@atip/sandbox')
    const checks = await examineMachine(machineHere(), openSandbox)
    const healthy = checks.every(({ status }) => status !== 'problem')
    if (!healthy) ctx.exitWith(1)
    return { healthy, checks }
  },

  text: async (report, screen) => (await import('../report/doctor-text.js')).doctorText(report, screen),
})
