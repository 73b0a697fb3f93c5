import { ToolError } from 'tooli'

/** Exit codes for cases without an exit code of the tool, the same as those of `timeout` and `env` if possible. */
export const RUN_EXIT = {
  needsPerson: 123,
  timedOut: 124,
  setup: 125,
  denied: 126,
  noSuchTool: 127,
  interrupted: 130,
} as const

export const RUN_ERRORS = {
  E1210: 'The input is not valid for this tool',
  E2300: 'A rule or the guard denies the call',
  E2301: 'A person must approve the call, and has not',
  E3310: 'The tool has to be set up first, such as by logging in',
  E4300: 'The audit log or the folder for results cannot be used, so nothing runs',
  E4301: 'The tool cannot be run here',
} as const

/** The error for a run that cannot be recorded, and so is not started. */
export function stateError(what: string, error: unknown): ToolError {
  const { message } = error as Error
  return new ToolError('E4300', `nothing was run: ${what}: ${message}`, {
    exitCode: RUN_EXIT.setup,
    suggestion: {
      action: 'ask_user',
      fix: 'Make the folder writable, or set ATIP_STATE_DIR to another one; atip audit verify shows what is wrong with a log',
      applicability: 'maybe_incorrect',
    },
  })
}
