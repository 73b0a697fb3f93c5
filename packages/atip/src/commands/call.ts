import { compileTools } from 'atip-bridge'
import { isObject, type AtipTool } from '@atip/protocol'
import { textForModel, toolsFromAtip, type Batch, type CommandRun, type ExecutionContext } from '@atip/runtime'
import { findTool, type Machine } from '@atip/discover'
import { untilLoaded } from '@atip/guard'
import { command, t, ToolError } from 'tooli'
import { FILE_ERRORS } from '../documents/errors.js'
import { readText } from '../documents/read-file.js'
import { homeFolder, machineHere } from '../home.js'
import { knownTools } from '../known-tools.js'
import { noted, type Processes } from '../run/argv-tool.js'
import { callReport, exitCodeOf, refusal } from '../run/call-report.js'
import { RUN_EXIT } from '../run/errors.js'
import { openSession } from '../run/session.js'
import { watchRun } from '../run/watch.js'
import { policiesBy } from './policies.js'
import { askingOf, RUN_OPTIONS, RUNS_ONE, sayQuestion } from './run-options.js'

export const callCommand = command({
  description: "Make a model's tool call: a name, and arguments as JSON",
  details:
    'The name is that of a compiled tool, as atip compile and MCP servers have it: git_status. The arguments are checked against its schema, the call is judged like a command line, and the text that a model would get is printed. Exit codes are those of atip run; 2 means that the arguments are not valid.',
  args: t.object({ name: t.string('The name of a tool').cli({ placeholder: 'NAME' }) }),
  options: t.object({
    input: t.string('The arguments, as a JSON object: text, @FILE, or - for stdin').default('{}'),
    ...RUN_OPTIONS,
  }),
  ...RUNS_ONE,
  errors: { ...RUNS_ONE.errors, ...FILE_ERRORS },
  examples: [
    { run: 'atip call git_status --input \'{"short":true}\'', description: 'One call' },
    { run: "atip call git_push --ask queue --input '{}'", description: 'Let someone else answer, with atip approvals' },
  ],

  async run({ args, options, ctx }) {
    const input = readInput(options.input)
    const machine = machineHere()
    const { tool, path } = await toolOfCall(machine, args.name)
    const policies = await policiesBy(options.policy)(process.cwd(), homeFolder())
    let batch: Batch | undefined
    const watch = watchRun(ctx, args.name, () => batch)
    const session = openSession({
      policies,
      mode: options.mode,
      asking: askingOf(options.ask),
      described: [tool],
      programOf: () => path,
      minutes: options.minutes,
      onEvent: (event) => watch.hear(event),
      primeSignal: () => ctx.signal,
      onQuestion: (id, reason) => ctx.log(sayQuestion(id, reason)),
    })
    try {
      const processes: Processes = new Map()
      const run = (call: CommandRun, context: ExecutionContext) =>
        noted(processes, context.invocationId, () => session.runner.run(call, context))
      const { runtime, surface } = session.start(toolsFromAtip(tool, { run, toModel: session.runner.toModel }))
      batch = runtime.run(surface, [{ id: 'call', name: args.name, input }])
      if (ctx.signal.aborted) watch.cancel()
      const [result] = await batch.results
      const process = processes.get(result!.invocation_id)
      const refused = refusal(result!, processes.has(result!.invocation_id))
      if (refused !== undefined) throw refused
      const { redactions, log } = session
      const report = callReport({ tool: args.name, result: result!, process, redactions, log })
      ctx.exitWith(exitCodeOf(report))
      return { ...report, text: textForModel(result!) }
    } finally {
      watch.stop()
      await session.close()
    }
  },

  text: ({ text = '' }) => text,
})

/** The framework decodes files and stdin, with this character in place of invalid UTF-8. */
const NO_TEXT = '\ufffd'

function readInput(given: string): Record<string, unknown> {
  const text = namesFile(given) ? readText(given.slice(1)) : given
  if (text.includes(NO_TEXT)) throw new ToolError('E1210', 'the input is not UTF-8', { exitCode: 2 })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new ToolError('E1210', `the input is not JSON: ${(error as Error).message}`, { exitCode: 2 })
  }
  if (isObject(value)) return value
  throw new ToolError('E1210', `the input must be a JSON object; found ${text.slice(0, 40)}`, { exitCode: 2 })
}

/** Only a word of the command line names a file: the framework has read stdin already, and its content is data. */
function namesFile(given: string): boolean {
  return given.startsWith('@') && process.argv.some((word) => word === given || word === `--input=${given}`)
}

/** Finds the program of a compiled name: `git_remote_add` belongs to `git`, unless there is a program `git_remote`. */
async function toolOfCall(machine: Machine, name: string): Promise<{ tool: AtipTool; path: string }> {
  const lookup = knownTools(machine)
  const ends = [...name].flatMap((character, at) => (character === '_' && at > 0 ? [at] : []))
  for (const end of [...ends, name.length].toReversed()) {
    const word = name.slice(0, end)
    const tool = await untilLoaded(() => lookup(word))
    if (tool === undefined || !compileTools([{ ...tool, name: word }], 'mcp').index.has(name)) continue
    const found = await findTool(machine, word)
    if (found.ok) return { tool: { ...tool, name: word }, path: found.program.path }
  }
  throw new ToolError('E3210', `no program of this machine has a tool ${JSON.stringify(name)}`, {
    exitCode: RUN_EXIT.noSuchTool,
    suggestion: {
      action: 'retry_with_modified_input',
      fix: 'See the names of the tools of a program',
      example: 'atip compile git',
      applicability: 'maybe_incorrect',
    },
  })
}
