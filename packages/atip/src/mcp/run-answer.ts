import type { ErrorRecord, ProcessResult } from '@atip/runtime'
import { ToolError, type Suggestion } from 'tooli'
import { NOT_PROVEN, type MadeCall } from './make-call.js'
import { resultId } from './result-id.js'

/** The answer to a model about a program that ran. */
export interface RunAnswer extends Record<string, unknown> {
  stdout: string
  stderr?: string
  /** Ids for `read_result`, if an output is too long. */
  stored?: { stdout?: string; stderr?: string }
  /** It runs on. */
  background?: string
  notes?: string[]
}

/** The answer of a successful call. Otherwise throws an error that tells the model what happened. */
export function answerOf(line: string, { result, process, asked }: MadeCall): RunAnswer {
  const { error, additional_context } = result
  if (error === undefined && process !== undefined) {
    return { ...outputsOf(process), ...(additional_context && { notes: additional_context }) }
  }
  if (error === undefined) return { stdout: result.content.map(({ text }) => text).join('\n') }
  throw process === undefined ? refusal(line, error, asked) : failure(error, process)
}

function outputsOf({ stdout, stderr, stdout_ref, stderr_ref, background }: ProcessResult): RunAnswer {
  const stored = {
    ...(stdout_ref && { stdout: resultId(stdout_ref.uri) }),
    ...(stderr_ref && { stderr: resultId(stderr_ref.uri) }),
  }
  return {
    stdout,
    ...(stderr !== '' && { stderr }),
    ...(Object.keys(stored).length > 0 && { stored }),
    ...(background !== undefined && { background }),
  }
}

/** The error of a program that ran and failed. Its output is in the details. */
function failure({ error_class, message }: ErrorRecord, process: ProcessResult): ToolError {
  const { exit_code, signal } = process
  const details = {
    ...(exit_code !== null && { exitCode: exit_code }),
    ...(signal !== null && { signal }),
    ...outputsOf(process),
  }
  const code = error_class === 'canceled' ? 'E4900' : error_class === 'timeout' ? 'E4303' : 'E4302'
  return new ToolError(code, sentence(message.split('\n')[0]!), { details })
}

/** The error of a program that did not run: what was stopped, why, and what would be acceptable. */
function refusal(line: string, { error_class, error_code, message }: ErrorRecord, asked?: string): ToolError {
  const why = sentence(
    message
      .split('\n')[0]!
      .replace(/^Permission denied: /, '')
      .replace(/^non-interactive: .*?, and /, ''),
  )
  const stopped = (code: string, text: string, suggestion?: Suggestion) =>
    new ToolError(code, text, { details: { reason: error_code }, ...(suggestion && { suggestion }) })
  switch (error_class) {
    case 'permission_denied':
    case 'policy_blocked':
    case 'hook_blocked': {
      if (why === NOT_PROVEN) {
        return stopped('E2302', `not run: ${line}: ${why}`, {
          action: 'use_different_tool',
          fix: 'If it has to be this command, call it with run, where the user may be asked',
          applicability: 'maybe_incorrect',
        })
      }
      if (message.includes('non-interactive')) {
        return stopped(
          'E2301',
          `not run: ${line}: it needs the consent of the user, whom this client cannot ask, because it ${why}`,
          ACCEPTABLE,
        )
      }
      return stopped('E2300', `not run: ${line}: ${why}`, ACCEPTABLE)
    }
    case 'approval_rejected':
      return stopped('E2301', `not run: ${line}: ${why}; the question was asked because it ${asked}`, ACCEPTABLE)
    case 'schema_validation_failed':
    case 'invalid_arguments':
      return stopped('E1210', why)
    case 'setup_required':
    case 'credential_missing':
      return stopped('E3310', why)
    case 'canceled':
      return stopped('E4900', why)
    default:
      return stopped('E4301', why)
  }
}

const ACCEPTABLE: Suggestion = {
  action: 'ask_user',
  fix: 'Acceptable: a command that only reads, or a narrower one that can be undone. Otherwise tell the user what you want to do and why, so that they can do it or allow it',
  applicability: 'maybe_incorrect',
}

/** Formats a message like our own errors: in lower case, without a full stop. */
function sentence(text: string): string {
  return text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()).replace(/\.$/, '')
}
