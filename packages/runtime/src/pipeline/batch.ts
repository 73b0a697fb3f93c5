import type { InvocationRecord, ResultRecord } from '../records/records.js'
import type { AbortReason, SiblingFailurePolicy } from '../records/vocabulary.js'
import type { Invocation } from './invocation.js'
import type { RuntimeParts } from './parts.js'
import { runCall } from './run-call.js'

/** Calls that a model made together. Each has exactly one result, in the order of the calls. */
export interface Batch {
  /** Never rejects. */
  readonly results: Promise<ResultRecord[]>
  /** Their current state. */
  invocations(): InvocationRecord[]
  /** Yields each result when all earlier ones are complete. */
  ordered(): AsyncIterable<ResultRecord>
  /** Cancels one call, by the model's id or the runtime's, or all of them. */
  cancel(reason?: AbortReason, callId?: string): void
}

export interface BatchOptions {
  signal?: AbortSignal
  /** The caller, for the records. */
  actor?: string
  /** The effect of a failed call on the others. Default `ignore`. */
  siblingFailure?: SiblingFailurePolicy
}

export function startBatch(calls: readonly Invocation[], parts: RuntimeParts, options: BatchOptions): Batch {
  const { signal, siblingFailure = 'ignore' } = options
  const running: Promise<ResultRecord>[] = []
  for (const call of calls) {
    const earlier = calls.slice(0, running.length)
    for (const id of call.call.dependsOn ?? []) {
      const at = earlier.findIndex((other) => other.call.id === id)
      if (at !== -1) call.dependencies.push(running[at]!)
    }
    // The others are cancelled before anything that waits for this result continues.
    running.push(
      runCall(call, parts).then((result) => {
        for (const other of affectedBy(call, result, calls, siblingFailure)) cancelSafely(other, 'sibling_error')
        return result
      }),
    )
  }
  const cancel = (reason: AbortReason = 'user_interruption', callId?: string) => {
    for (const call of calls) {
      if (callId === undefined || callId === call.id || callId === call.call.id) cancelSafely(call, reason)
    }
  }
  const results = Promise.all(running)
  if (signal !== undefined) {
    const stop = () => cancel()
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    void results.then(() => signal.removeEventListener('abort', stop))
  }
  return {
    results,
    invocations: () => calls.map((call) => call.record()),
    async *ordered() {
      for (const one of running) yield await one
    },
    cancel,
  }
}

/** The calls that a failure cancels. */
function affectedBy(
  call: Invocation,
  { status, is_error }: ResultRecord,
  calls: readonly Invocation[],
  policy: SiblingFailurePolicy,
): Invocation[] {
  if (policy === 'ignore' || !is_error) return []
  if (policy === 'cancel_siblings') {
    return status === 'failed' || status === 'timed_out' ? calls.filter((other) => other !== call) : []
  }
  return calls.filter((other) => other.call.dependsOn?.includes(call.call.id) === true)
}

function cancelSafely(call: Invocation, reason: AbortReason): void {
  try {
    call.cancel(reason)
  } catch {
    // The request could not be logged, but the call must still stop.
    call.abort(reason)
  }
}
