import type { Recoverability } from '../records/records.js'
import type { AbortReason, ErrorClass, InvocationStatus, ResultStatus } from '../records/vocabulary.js'

interface EndingKind {
  status: InvocationStatus
  result: ResultStatus
  class: ErrorClass
  recoverability: Recoverability
}

/** Every way in which a call can end without success. The key is the `error_code`. */
export const ENDINGS = {
  unknown_tool: ending('blocked', 'synthetic_error', 'unknown_tool', 'discover_first'),
  schema_not_loaded: ending('blocked', 'synthetic_error', 'schema_not_loaded', 'discover_first'),
  blocked_tool: ending('blocked', 'synthetic_error', 'policy_blocked', 'change_arguments_or_policy'),
  schema_validation_failed: ending('schema_parse_failed', 'failed', 'schema_validation_failed', 'change_arguments'),
  invalid_arguments: ending('validation_failed', 'failed', 'invalid_arguments', 'change_arguments'),
  input_mutation_failed: ending('failed', 'failed', 'execution_failed', 'change_arguments'),
  hook_stopped: ending('blocked', 'denied', 'hook_blocked', 'change_arguments_or_policy'),
  hook_failed: ending('denied', 'denied', 'hook_blocked', 'change_arguments_or_policy'),
  permission_denied: ending('denied', 'denied', 'permission_denied', 'change_arguments_or_policy'),
  approval_rejected: ending('denied', 'rejected', 'approval_rejected', 'change_arguments'),
  approval_expired: ending('denied', 'rejected', 'approval_rejected', 'ask_again'),
  prime_failed: ending('failed', 'failed', 'setup_required', 'set_up'),
  rate_limited: ending('failed', 'failed', 'rate_limited', 'retry'),
  audit_unavailable: ending('failed', 'failed', 'dependency_unavailable', 'retry'),
  runtime_failed: ending('failed', 'failed', 'execution_failed', 'check_state_first'),
  execution_failed: ending('failed', 'failed', 'execution_failed', 'check_state_first'),
  output_invalid: ending('failed', 'failed', 'execution_failed', 'check_state_first'),
  result_mapping_failed: ending('failed', 'failed', 'execution_failed', 'check_state_first'),
  post_hook_failed: ending('failed', 'failed', 'hook_blocked', 'check_state_first'),
  results_unavailable: ending('failed', 'failed', 'dependency_unavailable', 'check_state_first'),
  canceled: ending('canceled', 'canceled', 'canceled', 'check_state_first'),
  sibling_canceled: ending('canceled', 'canceled', 'sibling_canceled', 'retry'),
  streaming_fallback_discarded: ending('canceled', 'discarded', 'streaming_fallback_discarded', 'check_state_first'),
  timeout: ending('timed_out', 'timed_out', 'timeout', 'check_state_first'),
} as const satisfies Record<string, EndingKind>

export type EndingCode = keyof typeof ENDINGS

export interface EndingDetails {
  /** In seconds. */
  retryAfter?: number
  abortReason?: AbortReason
  /** The executor's own, more precise error. */
  errorClass?: ErrorClass
  errorCode?: string
  /** Nothing was started. */
  didNotRun?: true
  /** The partial result, if there is one. */
  output?: unknown
}

/** Thrown in the pipeline; becomes the one terminal result of the call. */
export class CallEnded extends Error {
  constructor(
    readonly code: EndingCode,
    message: string,
    readonly details: EndingDetails = {},
  ) {
    super(message)
  }
}

function ending(
  status: InvocationStatus,
  result: ResultStatus,
  errorClass: ErrorClass,
  recoverability: Recoverability,
): EndingKind {
  return { status, result, class: errorClass, recoverability }
}
