import { randomUUID } from 'node:crypto'
import { timerMs } from '@atip/sandbox'
import type { ApprovalReply, ApprovalRequest, Approver } from '../approve/approver.js'
import type { PermissionVerdict } from '../permission/decide.js'
import { CallEnded } from '../state/ending.js'
import { classify, validateValues } from './classify.js'
import { cancellation, type Invocation } from './invocation.js'
import type { RuntimeParts } from './parts.js'
import { checkedInput } from './read-input.js'
import { decide, refused, verdictOn } from './verdict.js'

/** Returns if a person allows the call. A changed input is checked, classified and decided about again. */
export async function askPerson(call: Invocation, parts: RuntimeParts, verdict: PermissionVerdict): Promise<void> {
  const { approver } = parts
  if (approver === undefined) {
    const message = `non-interactive: no person can be asked, and ${verdict.reason.message}`
    throw refused(call, parts, { ...verdict, reason: { ...verdict.reason, message } })
  }
  call.advance('awaiting_approval')
  const request = requestFor(call, parts, verdict)
  call.emit('tool.permission.requested', { ...request })
  const reply = await replyTo(request, approver, call, parts)
  const by = { source: 'person', reason: { type: 'permission_prompt_tool' as const, message: 'a person decided' } }
  const more = {
    approval_id: request.approval_id,
    expires_at: request.expires_at,
    ...(reply.feedback !== undefined && { accept_feedback: call.clean(reply.feedback) }),
  }
  if (reply.behavior !== 'allow') {
    decide(call, parts, { behavior: 'deny', ...by }, more)
    const said = reply.feedback === undefined ? '' : ` and said: ${reply.feedback}`
    throw new CallEnded('approval_rejected', `A person rejected the call${said}.`)
  }
  const isEdited = await edit(call, parts, reply.updatedInput)
  if (call.judged!.epoch !== parts.policy().epoch) await classify(call, parts)
  const now = verdictOn(call, parts)
  if (now.behavior === 'deny') throw refused(call, parts, now)
  decide(call, parts, { behavior: 'allow', ...by }, { ...more, ...(isEdited && { user_modified: true }) })
}

async function edit(call: Invocation, parts: RuntimeParts, updatedInput: unknown): Promise<boolean> {
  if (updatedInput === undefined) return false
  const input = checkedInput(call, updatedInput, 'invalid_arguments')
  if (!call.rewrite('call', input, 'permission_prompt', 'approver')) return false
  await classify(call, parts)
  await validateValues(call, parts)
  return true
}

function requestFor(call: Invocation, parts: RuntimeParts, { reason }: PermissionVerdict): ApprovalRequest {
  const now = parts.now()
  return {
    approval_id: `app_${randomUUID()}`,
    invocation_id: call.id,
    tool_id: call.tool!.id,
    tool_name: call.tool!.name,
    input: call.mask(call.current),
    input_digest: call.digest,
    policy_epoch: call.judged!.epoch,
    reason: call.clean(reason.message),
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + timerMs(parts.limits.approvalTimeoutMs)).toISOString(),
    ...(call.judged!.line !== undefined && { line: call.clean(call.judged!.line) }),
  }
}

/** The person's reply. A failing approver and a reply to another question are denials. */
async function replyTo(
  request: ApprovalRequest,
  approver: Approver,
  call: Invocation,
  { limits }: RuntimeParts,
): Promise<ApprovalReply> {
  const done = new AbortController()
  const expired = new CallEnded('approval_expired', 'No one answered in time.')
  const timer = setTimeout(() => done.abort(expired), timerMs(limits.approvalTimeoutMs))
  const stop = () => done.abort(call.signal.reason)
  call.signal.addEventListener('abort', stop, { once: true })
  try {
    const aborted = new Promise<never>((_, reject) => {
      done.signal.addEventListener('abort', () => reject(done.signal.reason as Error), { once: true })
    })
    const { feedback, ...reply } = await Promise.race([approver(request, done.signal), aborted])
    if (reply.input_digest !== undefined && reply.input_digest !== request.input_digest) {
      throw new CallEnded('approval_rejected', 'The answer was about another call.')
    }
    return typeof feedback === 'string' ? { ...reply, feedback } : reply
  } catch (error) {
    if (error instanceof CallEnded) throw error
    if (done.signal.aborted) throw done.signal.reason
    // Ctrl-C at the question.
    if ((error as Error).name === 'AbortError') throw cancellation('user_interruption')
    throw new CallEnded('approval_rejected', `Approval could not be requested: ${(error as Error).message}.`)
  } finally {
    clearTimeout(timer)
    call.signal.removeEventListener('abort', stop)
  }
}
