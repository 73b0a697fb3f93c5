import { randomUUID } from 'node:crypto'
import { programProvider, primeProblems, type PrimeAnswer } from '@atip/runtime'
import { command, t, ToolError } from 'tooli'
import { homeFolder, machineHere } from '../home.js'
import { hasPrime, programNamed } from '../run/describe.js'
import { RUN_ERRORS, RUN_EXIT } from '../run/errors.js'
import { openSession } from '../run/session.js'
import { MACHINE_ERRORS, TOOL } from './machine.js'
import { MINUTES } from './parameters.js'
import { policiesBy } from './policies.js'
import { askingOf, RUN_OPTIONS, RUNS, sayQuestion } from './run-options.js'

export const primeCommand = command({
  description: 'Ask a tool how it wants to be used by agents',
  details:
    'Runs TOOL prime, as the Prime RFC defines it, and checks the answer. atip run, atip call and atip pattern run do the same before the first call of a tool that has a prime command. The text of a tool is data for a model, not an instruction. Policies decide about this call as about any other. The exit code is 125 if the tool has no such command, or if its answer is not valid; 123 if a person must approve the call, 126 if it is denied.',
  args: t.object({ tool: TOOL }),
  options: t.object({
    ...RUN_OPTIONS,
    minutes: MINUTES.default(1),
    agentId: t.string('Who asks').default('atip'),
    sessionId: t.string('The session; a new one, if none is given').optional(),
  }),
  output: t.record(t.unknown(), "The tool's answer"),
  // `prime` only returns instructions and changes nothing (Prime RFC 4.2).
  effects: { ...RUNS, destructive: false },
  errors: { ...RUN_ERRORS, ...MACHINE_ERRORS },
  examples: [{ run: 'atip prime atip', description: 'What atip itself asks of agents' }],

  async run({ args, options, ctx }) {
    const { tool, path } = await programNamed(machineHere(), args.tool)
    if (!hasPrime(tool)) throw unprimed(`${args.tool} has no prime command, as far as its description says`)
    const policies = await policiesBy(options.policy)(process.cwd(), homeFolder())
    const session = openSession({
      policies,
      mode: options.mode,
      asking: askingOf(options.ask),
      onQuestion: (id, reason) => ctx.log(sayQuestion(id, reason)),
      described: [tool],
      programOf: () => path,
      minutes: options.minutes,
    })
    try {
      const primer = session.primer(tool)
      const { agentId, sessionId = randomUUID() } = options
      const answer = await programProvider(args.tool, (argv) => primer.ask(argv, ctx.signal)).prime!({
        agentId,
        sessionId,
      })
      const [problem] = primeProblems(answer)
      if (problem !== undefined) throw unprimed(`the answer of ${args.tool} is not valid: ${problem}`)
      return answer as Record<string, unknown>
    } catch (error) {
      if (error instanceof ToolError) throw error
      throw unprimed(`${args.tool} could not be primed: ${(error as Error).message.split('\n')[0]}`)
    } finally {
      await session.close()
    }
  },

  text: async (answer, screen) =>
    (await import('../report/prime-text.js')).primeText(answer as unknown as PrimeAnswer, screen),
})

function unprimed(message: string): ToolError {
  return new ToolError('E3310', message, { exitCode: RUN_EXIT.setup })
}
