import { basename } from 'node:path'
import { planPattern, quoteLine, type AtipTool, type Pattern, type PlannedStep } from '@atip/protocol'
import type { Batch } from '@atip/runtime'
import { command, EXIT, t, ToolError } from 'tooli'
import type { Machine } from '@atip/discover'
import { storedPatterns } from '@atip/discover/patterns'
import { homeFolder, machineHere } from '../home.js'
import { argvTool, type Processes } from '../run/argv-tool.js'
import { callReport, CALL_REPORT, exitCodeOf, refusal, type CallReport } from '../run/call-report.js'
import { programNamed } from '../run/describe.js'
import { RUN_ERRORS } from '../run/errors.js'
import { openSession } from '../run/session.js'
import { watchRun } from '../run/watch.js'
import { MACHINE_ERRORS, TOOL } from './machine.js'
import { policiesBy } from './policies.js'
import { askingOf, RUN_OPTIONS, RUNS, sayQuestion } from './run-options.js'

export const patternRunCommand = command({
  description: 'Run the steps of a pattern for a tool, each one checked',
  details:
    'The pattern is part of the description of the tool, or a file whose steps call the tool. Only patterns that say "executable": true run (RFC 3.9), and none that a registry delivered. Each step is judged like a command line of atip run, as it will run, with its values. The first step that does not succeed ends the pattern; what came before is not undone.',
  args: t.object({ tool: TOOL, pattern: t.string('The name of the pattern').cli({ placeholder: 'PATTERN' }) }),
  options: t.object({
    set: t.record(t.string(), 'A value for a variable: --set branch=fix').optional(),
    ...RUN_OPTIONS,
  }),
  output: t.object({
    pattern: t.string(),
    passed: t.boolean('Every step succeeded'),
    steps: t.array(t.object({ line: t.string(), description: t.string().optional(), report: CALL_REPORT.optional() })),
  }),
  effects: RUNS,
  endsItself: true,
  errors: {
    ...RUN_ERRORS,
    ...MACHINE_ERRORS,
    E1211: 'The pattern must not be run, or a variable has no safe value',
    E3311: 'There is no such pattern',
  },
  examples: [{ run: 'atip pattern run notes archive --set folder=old', description: 'With a value for a variable' }],

  async run({ args, options, ctx }) {
    const machine = machineHere()
    const { tool } = await programNamed(machine, args.tool)
    const pattern = patternNamed(machine, tool, args.pattern)
    const { plan, programs } = await planned(pattern, options.set ?? {})
    const policies = await policiesBy(options.policy)(process.cwd(), homeFolder())
    let batch: Batch | undefined
    const watch = watchRun(ctx, args.pattern, () => batch)
    const described = programs.map((one) => one.tool)
    const session = openSession({
      policies,
      mode: options.mode,
      asking: askingOf(options.ask),
      described,
      programOf: ({ name }) => programs.find((one) => one.tool.name === name)!.path,
      minutes: options.minutes,
      onOutput: (chunk, to) => watch.show(chunk, to),
      onEvent: (event) => watch.hear(event),
      primeSignal: () => ctx.signal,
      onQuestion: (id, reason) => ctx.log(sayQuestion(id, reason)),
    })
    try {
      const processes: Processes = new Map()
      const { runtime, surface } = session.start(described.map((one) => argvTool(one, session.runner, processes)))
      const steps: { line: string; description?: string; report?: CallReport }[] = plan.map(
        ({ argv, description }) => ({
          line: quoteLine(argv),
          ...(description !== undefined && { description }),
        }),
      )
      for (const [index, { argv }] of plan.entries()) {
        ctx.log(`${index + 1}/${plan.length} ${steps[index]!.line}`)
        batch = runtime.run(surface, [{ id: String(index + 1), name: argv[0]!, input: { argv } }])
        if (ctx.signal.aborted) watch.cancel()
        const [result] = await batch.results
        const process = processes.get(result!.invocation_id)
        const refused = refusal(result!, processes.has(result!.invocation_id), argv)
        if (refused !== undefined) throw stoppedAt(refused, index, steps[index]!.line)
        const { redactions, log } = session
        const report = callReport({ tool: argv[0]!, result: result!, process, redactions, log })
        steps[index]!.report = report
        if (report.status === 'succeeded') continue
        ctx.exitWith(exitCodeOf(report))
        ctx.log(`stopped at step ${index + 1} of ${plan.length}: ${report.message ?? report.status}`)
        return { pattern: pattern.name, passed: false, steps }
      }
      return { pattern: pattern.name, passed: true, steps }
    } finally {
      watch.stop()
      await session.close()
    }
  },

  text: () => '',
})

/** A pattern of the tool's description, or else of a file whose steps call the tool. */
function patternNamed(machine: Machine, { name, patterns: own = [] }: AtipTool, wanted: string): Pattern {
  const stored = storedPatterns(machine).patterns.filter(({ tools }) => tools.includes(basename(name)))
  const patterns = [...own, ...stored.map(({ pattern }) => pattern)]
  const found = patterns.find((one) => one.name === wanted)
  if (found !== undefined) return found
  const names = [...new Set(patterns.map((one) => one.name))]
  const others = names.length === 0 ? 'there is none for it' : `it has ${names.join(', ')}`
  throw new ToolError('E3311', `${name} has no pattern ${JSON.stringify(wanted)}: ${others}`, {
    exitCode: EXIT.noInput,
  })
}

/** The steps and their programs, which are all resolved before the first step starts. */
async function planned(
  pattern: Pattern,
  values: Readonly<Record<string, string>>,
): Promise<{ plan: PlannedStep[]; programs: { tool: AtipTool; path: string }[] }> {
  const machine = machineHere()
  // The values come from the command line, and so from the user; each step is judged as it will run.
  const given = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { value, from: 'user' as const }]),
  )
  const first = planPattern(pattern, given)
  const words = [...new Set(first.steps.map(({ argv }) => argv[0]!))]
  const isReady = pattern.executable === true
  const programs = isReady ? await Promise.all(words.map((word) => programNamed(machine, word))) : []
  const { steps, mayExecute, obstacles } = planPattern(
    pattern,
    given,
    programs.map(({ tool }) => tool),
  )
  if (!mayExecute) {
    throw new ToolError('E1211', `${pattern.name} is not run: ${obstacles.join('; ')}`, { details: { obstacles } })
  }
  return { plan: steps, programs }
}

function stoppedAt(error: ToolError, index: number, line: string): ToolError {
  const { code, message, exitCode, suggestion, details } = error
  return new ToolError(code, `step ${index + 1}, ${line}: ${message}`, {
    exitCode,
    details: { ...details, step: index + 1 },
    ...(suggestion && { suggestion }),
  })
}
