import { AuditUnavailable } from '../events/stream.js'
import type { ResultRecord } from '../records/records.js'
import { CallEnded, ENDINGS } from '../state/ending.js'
import { isLegal } from '../state/transitions.js'
import { classify, validateValues } from './classify.js'
import { execute } from './execute.js'
import { announce, failureOf, resultOf } from './finish.js'
import type { Invocation } from './invocation.js'
import type { RuntimeParts } from './parts.js'
import { permitAndQueue } from './permission.js'
import { checkOutput, failureHooks, postHooks } from './post-hooks.js'
import { preHooks } from './pre-hooks.js'
import { passPrimeGate } from './prime-gate.js'
import { observe, parseSchema } from './read-input.js'
import { resolve } from './resolve.js'

type Phase = (call: Invocation, parts: RuntimeParts) => void | Promise<void>

/** All phases before the tool runs, in order. Each ends the call by throwing. */
const BEFORE: readonly Phase[] = [
  resolve,
  parseSchema,
  observe,
  classify,
  validateValues,
  preHooks,
  passPrimeGate,
  permitAndQueue,
]

/** Runs a call to its one terminal result. Never rejects. */
export async function runCall(call: Invocation, parts: RuntimeParts): Promise<ResultRecord> {
  try {
    const result = await terminalResult(call, parts)
    endSpan(call, result)
    return announce(call, result)
  } finally {
    releaseTicket(call)
  }
}

async function terminalResult(call: Invocation, parts: RuntimeParts): Promise<ResultRecord> {
  try {
    call.emit('tool.invocation.planned', { native_call_id: call.call.id, name: call.call.name, actor: call.actor })
    for (const phase of BEFORE) await unlessAborted(call.signal, () => phase(call, parts))
    const output = await execute(call, parts)
    checkOutput(call, output)
    const final = await postHooks(call, parts, output)
    const result = resultOf(call, parts, final)
    showDirectives(call, parts, result)
    call.advance('succeeded')
    return result
  } catch (error) {
    return await endWith(call, parts, asEnding(error, call))
  }
}

function endSpan(call: Invocation, { error, status, side_effects: sideEffects }: ResultRecord): void {
  try {
    call.span?.end({ toolId: call.tool?.id ?? '', status, sideEffects, error: error?.error_class })
  } catch {
    // Failing telemetry must not change a result.
  }
}

async function unlessAborted(signal: AbortSignal, phase: () => void | Promise<void>): Promise<void> {
  if (signal.aborted) throw signal.reason
  const work = phase()
  if (work === undefined) return
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function asEnding(error: unknown, call: Invocation): CallEnded {
  if (error instanceof CallEnded) return error
  if (error instanceof AuditUnavailable) return new CallEnded('audit_unavailable', `${error.message}.`)
  const message = error instanceof Error ? error.message : String(error)
  return new CallEnded('runtime_failed', `The runtime failed while the call was ${call.status}: ${message}.`)
}

async function endWith(call: Invocation, parts: RuntimeParts, ended: CallEnded): Promise<ResultRecord> {
  const { status } = ENDINGS[ended.code]
  call.advance(isLegal(call.status, status) ? status : 'failed')
  try {
    await failureHooks(call, parts, ended)
  } catch {
    // The log failed, and the call has ended already.
  }
  return failureOf(call, parts, ended)
}

/** Adds the provider's directives to its first result. */
function showDirectives(call: Invocation, { gate }: RuntimeParts, result: ResultRecord): void {
  const directives = gate.directives(call.tool!.provider)
  if (directives === undefined) return
  const text = call.clean(directives)
  result.additional_context = [...(result.additional_context ?? []), text]
  result.model_facing_content = [...result.model_facing_content, { type: 'text', text }]
}

/** A call that still runs keeps its locks. */
function releaseTicket(call: Invocation): void {
  if (call.stuck === undefined) return call.ticket.release()
  void call.stuck.then(() => {
    call.ticket.release()
    try {
      call.emit('tool.invocation.progress', { status: 'late_settlement' })
    } catch {
      // The log failed. Nothing depends on this event.
    }
  })
}
