import { EXIT, ToolError } from 'tooli'

export const PORT_ERRORS = { E4203: 'The port cannot be used' } as const

/** The error of a server that cannot listen, with a command that takes any free port. */
export function noPort(port: number, error: NodeJS.ErrnoException, example: string): ToolError {
  const isTaken = error.code === 'EADDRINUSE'
  const message = isTaken ? `port ${port} is in use` : `port ${port} cannot be used: ${error.message}`
  return new ToolError('E4203', message, {
    exitCode: EXIT.unavailable,
    suggestion: {
      action: 'retry_with_modified_input',
      fix: 'Take any free port',
      example,
      applicability: 'maybe_incorrect',
    },
    cause: error,
  })
}
