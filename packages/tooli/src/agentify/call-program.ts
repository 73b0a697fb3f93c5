import { CallError, toArgv, type AtipTool, type CallInput } from '@atip/protocol'
import { CODES, EXIT, ToolError } from '../errors/error.js'
import type { ProgramOutput } from './output-form.js'
import { runProgram, type ProgramEnd } from './run-program.js'
import type { Program } from './vocabulary/types.js'

export interface ProgramCall {
  tool: AtipTool
  path: readonly string[]
  input: CallInput
  program: Program
  signal: AbortSignal
}

/** Starts the program with the words of a call. If the program fails, the call fails. */
export async function callProgram({ tool, path, input, program, signal }: ProgramCall): Promise<ProgramOutput> {
  const words = wordsOf(tool, path, input)
  if (program === undefined) {
    throw new ToolError(CODES.notStarted, `${tool.name} was not started from a file, so it cannot be started again`)
  }
  const [file, ...args] = program
  const end = await runProgram({ file, args: [...args, ...words], signal })
  if (end.exitCode !== 0) throw failureOf([tool.name, ...path].join(' '), end)
  const json = documentIn(end)
  return {
    exit_code: 0,
    stdout: end.stdout.text,
    stderr: end.stderr.text,
    ...(json !== undefined && { json }),
    ...truncationOf(end),
  }
}

function wordsOf(tool: AtipTool, path: readonly string[], input: CallInput): string[] {
  try {
    return toArgv(tool, path, input).slice(1)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const [first] = error.problems
    throw new ToolError(CODES.invalidInput, error.message, {
      ...(first?.parameter && { details: { parameter: first.parameter } }),
      cause: error,
    })
  }
}

/** Parses stdout if it is one JSON object or array; a lone number or word stays text. */
function documentIn({ stdout }: ProgramEnd): unknown {
  if (stdout.omitted > 0 || !/^\s*[[{]/.test(stdout.text)) return undefined
  try {
    return JSON.parse(stdout.text)
  } catch {
    return undefined
  }
}

function truncationOf({ stdout, stderr }: ProgramEnd): { truncated?: string } {
  const parts = [
    ...(stdout.omitted > 0 ? [`the last ${stdout.omitted} bytes of stdout`] : []),
    ...(stderr.omitted > 0 ? [`the first ${stderr.omitted} bytes of stderr`] : []),
  ]
  return parts.length === 0 ? {} : { truncated: `${parts.join(' and ')} are left out` }
}

/** The end of the output is the most likely reason. */
const SHOWN_LINES = 10
const SHOWN_CHARACTERS = 1000

function failureOf(line: string, end: ProgramEnd): ToolError {
  const { exitCode, killedBy, error, stdout, stderr } = end
  if (error !== undefined) throw new ToolError(CODES.notStarted, `${line} could not be started: ${error.message}`)
  const said = stderr.text.trim() === '' ? stdout.text : stderr.text
  const tail = said.trim().split('\n').slice(-SHOWN_LINES).join('\n').slice(-SHOWN_CHARACTERS)
  const how = killedBy === undefined ? `exited with ${exitCode}` : `was ended by ${killedBy}`
  return new ToolError(CODES.programFailed, `${line} ${how}${tail === '' ? '' : `: ${tail}`}`, {
    exitCode: exitCode ?? EXIT.failure,
    details: {
      ...(exitCode !== null && { exit_code: exitCode }),
      ...(killedBy !== undefined && { signal: killedBy }),
      stdout: stdout.text,
      stderr: stderr.text,
      ...truncationOf(end),
    },
  })
}
