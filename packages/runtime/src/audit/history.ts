import { readFileSync } from 'node:fs'
import { isObject } from '@atip/protocol'
import type { ResultStatus, SideEffects } from '../records/vocabulary.js'
import { readChain, type ChainReading } from './chain.js'

/** One call, as recorded in the log. */
export interface CallHistory {
  invocation_id: string
  tool_id: string
  /** When it was made. */
  time: string
  /** The arguments, without secrets; missing if the log ends before the call did. */
  input?: unknown
  /** A person was asked, or would have been. */
  wasAsked: boolean
  decision?: 'allow' | 'ask' | 'deny' | 'passthrough'
  reason?: string
  status: ResultStatus
  side_effects: SideEffects
  /** The log ends before the call did. */
  synthetic?: true
}

/** The calls of a log in order, up to its first broken line, which `verification` names. */
export interface AuditHistory extends Pick<ChainReading, 'verification' | 'isTorn'> {
  calls: CallHistory[]
}

export function readHistory(file: string): AuditHistory {
  const { entries, verification, isTorn } = readChain(readFileSync(file, 'utf8'))
  const calls = new Map<string, CallHistory>()
  for (const entry of entries) {
    const { type, invocationid, toolid, time, data } = entry
    if (typeof invocationid !== 'string' || !isObject(data)) continue
    const call = calls.get(invocationid) ?? newCall(invocationid, String(time))
    calls.set(invocationid, call)
    if (toolid !== 'none') call.tool_id = String(toolid)
    tell(call, String(type), data)
  }
  return { calls: [...calls.values()], verification, isTorn }
}

function newCall(id: string, time: string): CallHistory {
  const nothing = { status: 'canceled', side_effects: 'none', synthetic: true } as const
  return { invocation_id: id, tool_id: '', time, wasAsked: false, ...nothing }
}

function tell(call: CallHistory, type: string, data: Record<string, unknown>): void {
  const { behavior, reason, status, side_effects, invocation, input } = data
  switch (type) {
    case 'tool.permission.requested':
      call.wasAsked = true
      call.input = input
      break
    case 'tool.permission.decided':
      call.decision = behavior as CallHistory['decision']
      if (isObject(reason) && typeof reason.message === 'string') call.reason = reason.message
      break
    case 'tool.invocation.started':
      call.side_effects = 'possible'
      break
    case 'tool.result.created':
      call.status = status as ResultStatus
      call.side_effects = side_effects as SideEffects
      if (isObject(invocation)) call.input = invocation.model_input
      delete call.synthetic
  }
}
