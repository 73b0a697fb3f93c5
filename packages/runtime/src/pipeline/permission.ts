import { demandsRecord } from '@atip/guard'
import { AuditUnavailable } from '../events/stream.js'
import type { PermissionVerdict } from '../permission/decide.js'
import { askPerson } from './approval.js'
import { classify } from './classify.js'
import type { Invocation } from './invocation.js'
import type { RuntimeParts } from './parts.js'
import { decide, refused, verdictOn } from './verdict.js'

/** Decides whether the call may run, and waits for its turn. A decision applies to one input under one policy. */
export async function permitAndQueue(call: Invocation, parts: RuntimeParts): Promise<void> {
  let verdict = await currentVerdict(call, parts)
  for (;;) {
    requireRecord(parts)
    if (verdict.behavior === 'deny') throw refused(call, parts, verdict)
    if (verdict.behavior === 'ask') await askPerson(call, parts, verdict)
    else decide(call, parts, verdict)
    call.advance('approved')
    call.advance('queued')
    call.emit('tool.invocation.queued')
    await Promise.allSettled(call.dependencies)
    await call.ticket.admit(call.signal)
    if (call.judged!.epoch === parts.policy().epoch) return
    verdict = await afterChange(call, parts)
    if (verdict.behavior === 'allow') return void decide(call, parts, verdict)
    if (verdict.behavior === 'ask') call.ticket.giveBack()
  }
}

function requireRecord({ events, policy }: RuntimeParts): void {
  const { policies, linePolicies } = policy()
  if (events.isKept || !demandsRecord([...policies, ...linePolicies])) return
  throw new AuditUnavailable('a policy demands that every call is recorded, and this runtime has no audit log')
}

async function currentVerdict(call: Invocation, parts: RuntimeParts): Promise<PermissionVerdict> {
  if (call.judged!.epoch !== parts.policy().epoch) await classify(call, parts)
  return verdictOn(call, parts)
}

/** Decides again after the policy changed while the call waited. */
async function afterChange(call: Invocation, parts: RuntimeParts): Promise<PermissionVerdict> {
  const verdict = await currentVerdict(call, parts)
  const message = `policy changed while the call waited: ${verdict.reason.message}`
  return { ...verdict, reason: { ...verdict.reason, message } }
}
