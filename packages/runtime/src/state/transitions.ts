import type { InvocationStatus } from '../records/vocabulary.js'

/** The statuses that may follow each status. Anything else is a defect of the runtime. */
export const TRANSITIONS: Readonly<Record<InvocationStatus, readonly InvocationStatus[]>> = {
  planned: ['selected', 'blocked', 'canceled', 'failed'],
  selected: ['arguments_ready', 'schema_parse_failed', 'canceled', 'failed'],
  arguments_ready: ['pre_hooks_running', 'validation_failed', 'denied', 'blocked', 'canceled', 'failed'],
  pre_hooks_running: ['awaiting_approval', 'approved', 'denied', 'blocked', 'validation_failed', 'canceled', 'failed'],
  awaiting_approval: ['approved', 'denied', 'validation_failed', 'canceled', 'failed'],
  approved: ['queued', 'canceled', 'failed'],
  queued: ['running', 'awaiting_approval', 'denied', 'canceled', 'failed'],
  running: ['partial_result', 'needs_input', 'post_hooks_running', 'failed', 'canceled', 'timed_out'],
  partial_result: ['running', 'post_hooks_running', 'failed', 'canceled', 'timed_out'],
  needs_input: ['running', 'failed', 'canceled', 'timed_out'],
  post_hooks_running: ['succeeded', 'failed', 'canceled', 'timed_out'],
  schema_parse_failed: [],
  validation_failed: [],
  denied: [],
  blocked: [],
  succeeded: [],
  failed: [],
  canceled: [],
  timed_out: [],
}

export function isTerminal(status: InvocationStatus): boolean {
  return TRANSITIONS[status].length === 0
}

export function isLegal(from: InvocationStatus, to: InvocationStatus): boolean {
  return TRANSITIONS[from].includes(to)
}
