import { demandsRecord } from '@atip/guard'
import { AuditUnavailable } from '../events/stream.js'
import type { PermissionVerdict } from '../permission/decide.js'
import { askPerson } from './approval.js'
import { classify } from './classify.js'
import type { Invocation } from './invocation.js'
import type { RuntimeParts } from './parts.js'
import { keepRate } from './prime-gate.js'
import { decide, refused, verdictOn } from './verdict.js'

/** Decides whether the call may run, and waits for its turn and the rate limit. A decision applies to one input under one policy. */
export async function permitAndQueue(call: Invocation, parts: RuntimeParts): Promise<void> {
  let verdict = await currentVerdict(call, parts)
  let isCounted = false
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
    for (;;) {
      if (!isCurrent(call, parts)) {
        verdict = await afterChange(call, parts)
        if (verdict.behavior !== 'allow') break
        decide(call, parts, verdict)
      } else if (isCounted) {
        return
      } else {
        // The policy may change during this wait, too.
        await keepRate(call, parts)
        isCounted = true
      }
    }
    if (verdict.behavior === 'ask') call.ticket.giveBack()
  }
}

/** Whether the call was judged under the current policy. */
function isCurrent(call: Invocation, { policy }: RuntimeParts): boolean {
  return call.judged!.epoch === policy().epoch
}

function requireRecord({ events, policy }: RuntimeParts): void {
  const { policies, linePolicies } = policy()
  if (events.isKept || !demandsRecord([...policies, ...linePolicies])) return
  throw new AuditUnavailable('a policy demands that every call is recorded, and this runtime has no audit log')
}

async function currentVerdict(call: Invocation, parts: RuntimeParts): Promise<PermissionVerdict> {
  if (!isCurrent(call, parts)) await classify(call, parts)
  return verdictOn(call, parts)
}

/** Decides again after the policy changed while the call waited. */
async function afterChange(call: Invocation, parts: RuntimeParts): Promise<PermissionVerdict> {
  const verdict = await currentVerdict(call, parts)
  const message = `policy changed while the call waited: ${verdict.reason.message}`
  return { ...verdict, reason: { ...verdict.reason, message } }
}
