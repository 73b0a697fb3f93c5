import { timerMs } from '@atip/sandbox'
import { CallEnded, type EndingDetails } from '../state/ending.js'
import { digestOf } from '../values/canonical.js'
import { insideOf } from './inside.js'
import type { Invocation } from './invocation.js'
import type { RuntimeParts } from './parts.js'

/** Thrown by an executor to describe a failure more precisely. */
export class ToolFailure extends Error {
  constructor(
    message: string,
    readonly details: Omit<EndingDetails, 'abortReason'> = {},
  ) {
    super(message)
  }
}

/** Runs the tool. The start is logged before anything happens. */
export async function execute(call: Invocation, parts: RuntimeParts): Promise<unknown> {
  begin(call, parts)
  const timeoutMs = call.tool!.timeoutMs ?? parts.limits.timeoutMs
  const timer = setTimeout(() => call.abort('timeout'), timerMs(timeoutMs))
  const execution = insideOf(call, () => start(call, parts))
  try {
    return await untilAborted(execution, call, parts)
  } catch (error) {
    if (error instanceof CallEnded) throw error
    const details = error instanceof ToolFailure ? error.details : {}
    const message = error instanceof Error ? error.message : String(error)
    throw new CallEnded('execution_failed', message, details)
  } finally {
    clearTimeout(timer)
  }
}

function begin(call: Invocation, { results, policy }: RuntimeParts): void {
  try {
    results?.check()
  } catch (error) {
    throw new CallEnded('results_unavailable', `Results cannot be stored: ${(error as Error).message}.`)
  }
  if (call.inputs.call === undefined) call.set('call', call.inputs.permission)
  const decided = call.decisions.at(-1)
  if (decided?.behavior !== 'allow' || decided.input_digest !== digestOf(call.inputs.call)) {
    throw new CallEnded('permission_denied', 'Permission denied: the call is no longer the one that was decided about.')
  }
  if (decided.policy_epoch !== policy().epoch) {
    throw new CallEnded('permission_denied', 'Permission denied: the policy changed when the call was about to start.')
  }
  call.advance('running')
  call.span?.startExecution(call.tool!)
  call.emit('tool.invocation.started', { input_digest: decided.input_digest })
  call.hasStarted = true
}

async function start(call: Invocation, { sessionId, policy }: RuntimeParts): Promise<unknown> {
  const { tool, signal, id } = call
  const { cwd, home } = policy().places
  const traceparent = call.span?.traceparent
  return await tool!.execute(call.inputs.call as never, {
    signal,
    progress: (fact) => {
      if (call.status !== 'running') return
      call.emit('tool.invocation.progress', { ...(call.mask(fact) as object), status: 'running' })
    },
    invocationId: id,
    sessionId,
    cwd,
    home,
    ...(traceparent !== undefined && { traceparent }),
  })
}

/** After an abort the executor has a grace period; then the result is returned, and the locks stay until it ends. */
async function untilAborted(execution: Promise<unknown>, call: Invocation, { limits }: RuntimeParts): Promise<unknown> {
  let isSettled = false
  const settled = execution.then(
    () => void (isSettled = true),
    () => void (isSettled = true),
  )
  const { signal } = call
  const aborted = new Promise<'aborted'>((resolve) => {
    if (signal.aborted) resolve('aborted')
    signal.addEventListener('abort', () => resolve('aborted'), { once: true })
  })
  const first = await Promise.race([aborted, settled])
  if (first !== 'aborted') return execution
  let timer: NodeJS.Timeout | undefined
  const grace = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timerMs(limits.graceMs))
  })
  await Promise.race([settled, grace])
  // It would keep the process running.
  clearTimeout(timer)
  if (!isSettled) call.stuck = settled
  else await execution.catch((error: unknown) => moreOf(signal.reason, error))
  throw signal.reason
}

/** An executor may report what it had done before the abort. */
function moreOf(reason: unknown, error: unknown): void {
  if (error instanceof CallEnded && reason instanceof CallEnded && error.code === reason.code) throw error
}
