import { command, t, ToolError } from 'tooli'
import { thisMachine } from '@atip/discover'
import { ASKS, MACHINE_ERRORS, TOOL, toolNamed } from './machine.js'

const REPORT = t.object({
  name: t.string(),
  path: t.string(),
  outcome: t.string('"described", or how it failed'),
  reason: t.string('The same in a sentence'),
  metadata: t.record(t.unknown(), 'What it says about itself, in ATIP').optional(),
})

export const probeCommand = command({
  description: 'Ask one program to describe itself, whatever its bytes say',
  details:
    'Calls it with --agent in a sandbox: no network, nothing it writes is kept, and it is ended with all it started. The answer is kept until the bytes of the program change.',
  args: t.object({ tool: TOOL }),
  output: REPORT,
  effects: ASKS,
  errors: { ...MACHINE_ERRORS, E3200: 'Nothing can be run safely here' },
  examples: [{ run: 'atip probe ./mytool', description: 'Try the --agent of a program you write' }],

  async run({ args, ctx }) {
    const machine = thisMachine()
    const { program } = await toolNamed(machine, args.tool, { command: 'probe' })
    const { probe } = await import('@atip/discover/native')
    const { openSandbox } = await import('@atip/sandbox')
    const options = { store: machine.places, insist: true, signal: ctx.signal }
    const { results } = await probe(openSandbox, [program], options)
    const { outcome, reason, tool } = results[0]!
    if (outcome === 'no-sandbox') throw new ToolError('E3200', reason, { exitCode: 69 })
    if (!args.tool.includes('/')) {
      const { refreshTool } = await import('@atip/discover/describe')
      await refreshTool(machine, program)
    }
    if (outcome !== 'described') ctx.exitWith(1)
    const { name, path } = program
    return { name, path, outcome, reason, ...(tool && { metadata: tool as unknown as Record<string, unknown> }) }
  },

  text: ({ name, reason, outcome }) =>
    outcome === 'described' ? `${name}: ${reason}. atip show ${name} shows it.` : `${name}: ${reason}.`,
})
