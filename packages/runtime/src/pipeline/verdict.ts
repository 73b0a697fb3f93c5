import { randomUUID } from 'node:crypto'
import { decideAlso, type PermissionVerdict } from '../permission/decide.js'
import type { PermissionRecord } from '../records/records.js'
import { SCHEMA_VERSION } from '../records/vocabulary.js'
import { CallEnded } from '../state/ending.js'
import type { Invocation } from './invocation.js'
import type { RuntimeParts } from './parts.js'

export function verdictOn(call: Invocation, parts: RuntimeParts): PermissionVerdict {
  const why = parts.forbids(call.tool!)
  if (why !== undefined) return { behavior: 'deny', source: 'delegation', reason: { type: 'policy', message: why } }
  return decideAlso(call.judged!, call.votes)
}

/** Records a decision. */
export function decide(
  call: Invocation,
  parts: RuntimeParts,
  { behavior, source, reason }: PermissionVerdict,
  more: Partial<PermissionRecord> = {},
): PermissionRecord {
  const record: PermissionRecord = {
    schema_version: SCHEMA_VERSION,
    decision_id: `dec_${randomUUID()}`,
    invocation_id: call.id,
    behavior,
    decided_at: new Date(parts.now()).toISOString(),
    mode: call.judged!.ruling.modes.join(' '),
    source,
    reason: { ...reason, message: call.clean(reason.message) },
    input_digest: call.digest,
    policy_epoch: call.judged!.epoch,
    ...more,
  }
  call.decisions.push(record)
  call.emit('tool.permission.decided', { ...record })
  return record
}

export function refused(call: Invocation, parts: RuntimeParts, verdict: PermissionVerdict): CallEnded {
  decide(call, parts, { ...verdict, behavior: 'deny' })
  return new CallEnded('permission_denied', `Permission denied: ${verdict.reason.message}.`)
}
