import { CODES, EXIT, ToolError, type ErrorDocument } from '../errors/error.js'

/** The outcome of a call. Every surface shows this and nothing else. */
export type Outcome = Success | Failure

export interface Success {
  ok: true
  data: unknown
  meta: Meta
}

export interface Failure {
  ok: false
  error: ErrorDocument
  exitCode: number
  meta: Meta
}

export interface Meta {
  tool: string
  version: string
  command: string
  duration_ms?: number
  /** The effects that a dry run skipped. */
  plan?: string[]
  dry_run?: true
  /** The answer of an earlier call with the same idempotency key. */
  replayed?: true
  truncated?: Truncation
  /** The exit code that the command chose, if not 0. */
  exit_code?: number
}

/** How much is shown, and how to get the rest. */
export interface Truncation {
  shown: number
  total?: number
  cursor: string
  next: string
}

/** Turns anything that was thrown into the error to show. */
export function toToolError(thrown: unknown): ToolError {
  if (thrown instanceof ToolError) return thrown
  if (thrown instanceof Error && 'syscall' in thrown && thrown.syscall === 'uv_cwd')
    return new ToolError(CODES.unreadableFile, 'the current folder does not exist any more: go to another one', {
      exitCode: EXIT.noInput,
      cause: thrown,
    })
  if (isInterrupt(thrown)) return new ToolError(CODES.cancelled, 'cancelled', { exitCode: EXIT.interrupted })
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  const stack = thrown instanceof Error ? thrown.stack : undefined
  const details =
    stack === undefined
      ? undefined
      : {
          stack: stack
            .split('\n')
            .slice(1, 6)
            .map((line) => line.trim()),
        }
  return new ToolError(CODES.unexpected, `unexpected failure: ${message}`, {
    ...(details && { details }),
    cause: thrown,
  })
}

/** Ctrl-C at a question that a command asks with `node:readline/promises`. */
function isInterrupt(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'AbortError' && thrown.message === 'Aborted with Ctrl+C'
}

export function failure(thrown: unknown, meta: Meta): Failure {
  const error = toToolError(thrown)
  return { ok: false, error: error.toDocument(), exitCode: error.exitCode, meta }
}
