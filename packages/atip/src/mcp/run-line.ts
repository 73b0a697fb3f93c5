import { tokenise } from '@atip/protocol'
import type { Context } from 'tooli'
import { ToolError } from 'tooli'
import { answerOf, type RunAnswer } from './run-answer.js'
import { makeCall } from './make-call.js'
import { programsOf } from './programs-of.js'
import type { ServerSettings } from './settings.js'

export interface LineCall {
  line: string
  /** Refuse everything that is not proven to change nothing. */
  isReadOnly: boolean
}

/** Runs one command line without a shell. */
export async function runLine(
  settings: ServerSettings,
  { line, isReadOnly }: LineCall,
  ctx: Context,
): Promise<RunAnswer> {
  const argv = wordsOf(line)
  const program = await programsOf(settings).named(argv[0]!, 'words')
  const made = await makeCall(program, { name: program.tool.name, input: { argv }, isReadOnly, ctx })
  return answerOf(line, made)
}

function wordsOf(line: string): string[] {
  const tokens = tokenise(line.trim())
  if (tokens.ok && tokens.words.length > 0) return tokens.words
  const problem = tokens.ok ? 'the command is empty' : tokens.message
  throw new ToolError('E1210', problem, {
    suggestion: {
      action: 'retry_with_modified_input',
      fix: 'Give one program and its arguments. There is no shell: run steps one by one, and read parts of long output with read_result',
      applicability: 'has_placeholders',
    },
  })
}
