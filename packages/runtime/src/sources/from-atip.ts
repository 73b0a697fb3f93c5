import { declaredEffects, parseDuration, quoteLine, type AtipTool, type CallInput } from '@atip/protocol'
import { compileTools, resolveCall, type Resolution } from 'atip-bridge'
import { defineTool } from '../tool/define-tool.js'
import type { ExecutionContext, JsonSchemaObject, RuntimeTool } from '../tool/tool.js'

/** A call of a described command, both as argv and as values by parameter. */
export interface CommandRun {
  tool: AtipTool
  argv: string[]
  path: readonly string[]
  input: CallInput
}

export interface AtipSource {
  /** Starts the program, without a shell. */
  run(call: CommandRun, context: ExecutionContext): unknown
  /** Converts the result of `run` for a model. Default: text unchanged, anything else as JSON. */
  toModel?(output: never): string
  provider?: string
  /** Properties whose values are removed from records. */
  sensitive?: readonly string[]
}

/** Creates a tool for each command of a described program. Calls are judged by their command line. */
export function toolsFromAtip(tool: AtipTool, { run, toModel, provider, sensitive }: AtipSource): RuntimeTool[] {
  const { tools, index } = compileTools([tool], 'mcp')
  return tools.map(({ name, title, description, inputSchema }) => {
    const entry = index.get(name)!
    const path = entry.kind === 'command' ? entry.path : []
    const resolve = (input: unknown) => resolveCall(index, { id: name, name, input: input as Record<string, unknown> })
    const timeoutMs = timeoutOf(tool, path)
    return defineTool({
      id: [tool.name, ...path].join('.').replace(/[^\w.:/@-]/g, '_'),
      namespace: tool.name,
      name,
      title,
      description,
      kind: 'shell_command',
      trust: tool.trust?.source === 'native' || tool.trust?.source === 'inferred' ? 'untrusted' : 'trusted',
      native: { command_id: [tool.name, ...path].join(' ') },
      ...(provider !== undefined && { provider }),
      ...(sensitive !== undefined && { sensitive }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      // Processes can be killed.
      interrupt: 'cancel',
      metadata: tool,
      input: inputSchema as unknown as JsonSchemaObject,
      validate: (input: unknown) => problemsOf(resolve(input)),
      line: (input: unknown) => quoteLine(argvOf(resolve(input))),
      execute: (input: unknown, context: ExecutionContext) => run(callOf(resolve(input), tool), context),
      ...(toModel !== undefined && { toModel }),
    })
  })
}

function problemsOf(resolution: Resolution): string[] {
  return resolution.ok ? [] : resolution.problems.map(({ message }) => message)
}

/** An invalid call is judged as an empty one; `validate` refuses it. */
function argvOf(resolution: Resolution): string[] {
  return resolution.ok ? resolution.argv : []
}

function callOf(resolution: Resolution, tool: AtipTool): CommandRun {
  if (!resolution.ok) throw new Error(problemsOf(resolution).join('; '))
  const { argv, path, input } = resolution
  return { tool, argv, path, input }
}

function timeoutOf(tool: AtipTool, path: readonly string[]): number | undefined {
  const text = declaredEffects(tool, path).duration?.timeout
  return text === undefined ? undefined : parseDuration(text)?.max
}
