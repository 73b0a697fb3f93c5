import { command, t, ToolError } from 'tooli'
import { machineHere } from '../home.js'
import { ASKS, MACHINE_ERRORS, TOOL, toolNamed } from './machine.js'

const REPORT = t.object({
  name: t.string(),
  path: t.string(),
  outcome: t.string('"described", or the kind of failure'),
  reason: t.string('The outcome as a sentence'),
  metadata: t.record(t.unknown(), 'What it says about itself, in ATIP').optional(),
})

const NEXT: Readonly<Record<string, string>> = {
  described: ' atip show shows the description.',
  'not-described': '\nIt does not describe itself; atip show reads its manual page and help instead.',
}

export const probeCommand = command({
  description: 'Run one program with --agent in the sandbox',
  details:
    'Works for any program, even one that does not look ATIP-aware. The sandbox has no network, discards what the program writes, and kills everything it started. The answer is cached until the program changes.',
  args: t.object({ tool: TOOL }),
  output: REPORT,
  effects: ASKS,
  errors: { ...MACHINE_ERRORS, E3200: 'No sandbox works here, so nothing is run' },
  examples: [{ run: 'atip probe ./mytool', description: 'Test --agent of your own program' }],

  async run({ args, ctx }) {
    const machine = machineHere()
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

  text: ({ name, reason, outcome }) => `${name}: ${reason}${/[.…]"?$/.test(reason) ? '' : '.'}${NEXT[outcome] ?? ''}`,
})
