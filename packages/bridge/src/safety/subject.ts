import {
  CallError,
  canExecuteOmitted,
  effectsOf,
  parseArgv,
  toArgv,
  type AtipTool,
  type CallEffects,
  type CallInput,
  type Effects,
  type ParsedCall,
} from '@atip/protocol'
import { resolveCall } from '../calls/resolve.js'
import type { ToolCall, ToolIndex } from '../types.js'
import type { Violation } from './decision.js'

/** A call of a command by its path, if there is no compiled name. */
export interface CommandCall {
  tool: AtipTool | string
  path: readonly string[]
  input?: CallInput
}

/** A call with everything that a policy may need to know. */
export interface JudgedCall {
  tool: AtipTool
  path: readonly string[]
  effects: Effects
  /** The input, by property or parameter. */
  values: Readonly<Record<string, unknown>>
  /** The call as its tool reads it; undefined if the tool does not describe the command. */
  call?: ParsedCall
  meaning?: CallEffects
  /** Set if the command is neither described nor stated to be safe. */
  omitted?: Violation
}

type Found = JudgedCall | { violation: Violation }

/** Resolves a call. Descriptions come only from the given tools; the index only says which one is meant. */
export function findSubject(tools: readonly AtipTool[], call: ToolCall | CommandCall, index?: ToolIndex): Found {
  if ('path' in call) {
    const tool = findTool(tools, call.tool)
    const { arguments: given, options } = call.input ?? {}
    return tool === undefined
      ? unknownTool(call.tool)
      : describe(tool, call.path, call.input ?? {}, { ...given, ...options })
  }
  if (index === undefined) return deny('invalid-call', 'the call cannot be understood without the index of its tools')
  const resolution = resolveCall(index, call)
  if (!resolution.ok) {
    const isUnknown = resolution.problems[0]!.code === 'unknown-tool'
    const message = resolution.problems.map((problem) => problem.message).join('; ')
    return deny(isUnknown ? 'unknown-tool' : 'invalid-call', message)
  }
  const tool = findTool(tools, resolution.tool)
  return tool === undefined
    ? unknownTool(resolution.tool)
    : describe(tool, resolution.path, resolution.input, call.input, resolution.argv)
}

/** A name that two tools share identifies neither. */
function findTool(tools: readonly AtipTool[], wanted: AtipTool | string): AtipTool | undefined {
  if (typeof wanted !== 'string' && tools.includes(wanted)) return wanted
  const name = typeof wanted === 'string' ? wanted : wanted.name
  const named = tools.filter((tool) => tool.name === name)
  return named.length === 1 ? named[0] : undefined
}

function describe(
  tool: AtipTool,
  given: readonly string[],
  input: CallInput,
  values: JudgedCall['values'],
  words?: readonly string[],
): Found {
  const path = given.filter((name) => name !== '')
  const omission = canExecuteOmitted(tool, path)
  if (omission.decision === 'allow') return { tool, path, values, effects: { destructive: false } }
  if (omission.decision === 'ask') {
    const omitted: Violation = { code: 'omitted-command', decision: 'ask', message: omission.reason }
    return { tool, path, values, effects: {}, omitted }
  }
  const argv = words ?? writeWords(tool, path, input)
  if (typeof argv === 'string') return deny('invalid-call', argv)
  const call = parseArgv(tool, argv)
  if (call.path.join('\0') !== path.join('\0')) {
    return deny('invalid-call', `the call would be read as "${[tool.name, ...call.path].join(' ')}"`)
  }
  const meaning = effectsOf(tool, call)
  return { tool, path, values, call, meaning, effects: meaning.effects }
}

/** The argv of the call, or a message about what is wrong with it. */
function writeWords(tool: AtipTool, path: readonly string[], input: CallInput): string[] | string {
  try {
    return toArgv(tool, path, input)
  } catch (error) {
    if (error instanceof CallError) return error.message
    throw error
  }
}

function unknownTool(tool: AtipTool | string): Found {
  const name = typeof tool === 'string' ? tool : tool.name
  return deny('unknown-tool', `${JSON.stringify(name)} is none of the tools, or several`)
}

function deny(code: Violation['code'], message: string): Found {
  return { violation: { code, decision: 'deny', message } }
}
