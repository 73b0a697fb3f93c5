import type { RawCall } from './raw-call.js'

/**
 * Marks a call that the model did not finish. Incomplete JSON text is detected anyway, but arguments that are absent,
 * or that the provider completed on its own, look like a call without arguments.
 */
export function incomplete(call: RawCall, reason: string): RawCall {
  return { ...call, problem: call.problem ?? `the call is not complete: ${reason}` }
}

export const STREAM_ENDED = 'the stream ended before it'

/** Whether there are no arguments at all: none were wanted, or they were still to come. */
export function isBlank(input: unknown): boolean {
  return input === undefined || input === null || (typeof input === 'string' && input.trim() === '')
}
