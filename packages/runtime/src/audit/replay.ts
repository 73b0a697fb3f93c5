import { readFileSync } from 'node:fs'
import { isObject } from '@atip/protocol'
import type { ResultStatus, SideEffects } from '../records/vocabulary.js'
import { readChain, type AuditVerification } from './chain.js'

/** The outcome of a call, according to the log. */
export interface ReplayedCall {
  invocation_id: string
  native_call_id: string
  tool_id: string
  status: ResultStatus
  side_effects: SideEffects
  /** The log ends before the call did. */
  synthetic?: true
}

export function verifyAudit(file: string): AuditVerification {
  return readChain(readFileSync(file, 'utf8')).verification
}

/**
 * Every call of the log with exactly one terminal state: calls that have not ended at the end of the log are cancelled.
 */
export function replay(file: string): ReplayedCall[] {
  const { entries } = readChain(readFileSync(file, 'utf8'))
  const calls = new Map<string, ReplayedCall>()
  for (const { type, invocationid, toolid, data } of entries) {
    if (typeof invocationid !== 'string' || !isObject(data)) continue
    const call = calls.get(invocationid) ?? unfinished(invocationid, data)
    calls.set(invocationid, call)
    if (toolid !== 'none') call.tool_id = String(toolid)
    if (type === 'tool.invocation.started') call.side_effects = 'possible'
    if (type !== 'tool.result.created') continue
    call.status = data.status as ResultStatus
    call.side_effects = data.side_effects as SideEffects
    delete call.synthetic
  }
  return [...calls.values()]
}

function unfinished(id: string, { native_call_id }: Record<string, unknown>): ReplayedCall {
  return {
    invocation_id: id,
    native_call_id: String(native_call_id ?? ''),
    tool_id: '',
    status: 'canceled',
    side_effects: 'none',
    synthetic: true,
  }
}
