import { quoteLine, type AtipTool } from '@atip/protocol'
import { defineTool, ToolFailure, type CommandRunner, type ProcessResult, type RuntimeTool } from '@atip/runtime'

/** The processes that were started, with their results if they have one, besides those that models get. */
export type Processes = Map<string, ProcessResult | undefined>

/** A tool that runs a program with the given words. Calls are judged by their command line. */
export function argvTool(tool: AtipTool, runner: CommandRunner, processes: Processes): RuntimeTool {
  type Input = { argv: string[] }
  return defineTool({
    id: tool.name.replace(/[^\w.:/@-]/g, '_'),
    namespace: tool.name,
    name: tool.name,
    description: tool.description,
    kind: 'shell_command',
    interrupt: 'cancel',
    metadata: tool,
    input: {
      type: 'object',
      properties: { argv: { type: 'array', items: { type: 'string' }, minItems: 1 } },
      required: ['argv'],
      additionalProperties: false,
    },
    validate: ({ argv }: Input) => (argv.some((word) => word.includes('\0')) ? ['a word holds a NUL character'] : []),
    line: ({ argv }: Input) => quoteLine(argv),
    execute: ({ argv }: Input, context) =>
      noted(processes, context.invocationId, () =>
        runner.run({ tool, argv: [...argv], path: [], input: { arguments: {}, options: {} } }, context),
      ),
    toModel: runner.toModel,
  })
}

/** Records that a process was started, and its result, even if it failed. */
export async function noted(
  processes: Processes,
  id: string,
  run: () => Promise<ProcessResult>,
): Promise<ProcessResult> {
  try {
    const result = await run()
    processes.set(id, result)
    return result
  } catch (error) {
    const { details } = error as Partial<ToolFailure>
    if (details?.didNotRun !== true) processes.set(id, details?.output as ProcessResult | undefined)
    throw error
  }
}
