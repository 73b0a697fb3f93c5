import { command, t } from 'tooli'
import type { Batch } from '@atip/runtime'
import { STDIN } from '../documents/find-files.js'
import { readBytes } from '../documents/read-file.js'
import { homeFolder, machineHere } from '../home.js'
import { argvTool, type Processes } from '../run/argv-tool.js'
import { callReport, exitCodeOf, refusal } from '../run/call-report.js'
import { programNamed } from '../run/describe.js'
import { openSession } from '../run/session.js'
import { watchRun } from '../run/watch.js'
import { runText } from '../report/run-text.js'
import { policiesBy } from './policies.js'
import { askingOf, RUN_OPTIONS, RUNS_ONE, sayQuestion } from './run-options.js'

export const runCommand = command({
  description: 'Run a program with permission, limits, redaction and an audit log',
  details:
    'The guard and your policies judge the command line first. The program gets no secrets of other tools, and runs in the sandbox if its description is unverified. When it ends, everything that it started ends too. Its output is streamed, with secrets redacted. The exit code is that of the program, or 123 if a person must approve the call, 124 after a timeout, 125 if something is missing on this machine, 126 if the call is denied, 127 if there is no such program. Put options of atip before the program.',
  args: t.object({
    line: t
      .array(t.string('A word'), 'The program and its arguments')
      .min(1)
      .cli({ placeholder: 'TOOL', passThrough: true }),
  }),
  options: t.object({
    ...RUN_OPTIONS,
    stdin: t.boolean('Pass standard input on to the program').default(false),
  }),
  ...RUNS_ONE,
  examples: [
    { run: 'atip run git status --short', description: 'A command that only reads' },
    { run: 'atip run --ask queue npm publish', description: 'Let a person answer later, with atip approvals' },
    { run: 'atip run -o json git log -1', description: 'Output, exit code and what was redacted, as JSON' },
  ],

  async run({ args, options, ctx }) {
    const [word = '', ...words] = args.line
    const machine = machineHere()
    const { tool, path } = await programNamed(machine, word)
    const policies = await policiesBy(options.policy)(process.cwd(), homeFolder())
    let batch: Batch | undefined
    const watch = watchRun(ctx, word, () => batch)
    const session = openSession({
      policies,
      mode: options.mode,
      asking: askingOf(options.ask),
      described: [tool],
      programOf: () => path,
      stdin: options.stdin ? readBytes(STDIN) : undefined,
      minutes: options.minutes,
      onOutput: (chunk, to) => watch.show(chunk, to),
      onEvent: (event) => watch.hear(event),
      primeSignal: () => ctx.signal,
      onQuestion: (id, reason) => ctx.log(sayQuestion(id, reason)),
    })
    try {
      const processes: Processes = new Map()
      const isPrimed = words[0] === 'prime'
      const { runtime, surface } = session.start([argvTool(tool, session.runner, processes)], { isPrimed })
      batch = runtime.run(surface, [{ id: 'run', name: tool.name, input: { argv: [word, ...words] } }])
      if (ctx.signal.aborted) watch.cancel()
      const [result] = await batch.results
      const process = processes.get(result!.invocation_id)
      const refused = refusal(result!, processes.has(result!.invocation_id), args.line)
      if (refused !== undefined) throw refused
      const { redactions, log } = session
      const report = callReport({ tool: word, result: result!, process, redactions, log })
      ctx.exitWith(exitCodeOf(report))
      const said = runText(report)
      if (said !== '') ctx.log(said)
      return report
    } finally {
      watch.stop()
      await session.close()
    }
  },

  // All output was already streamed.
  text: () => '',
})
