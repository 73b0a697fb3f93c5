import { nameFits } from '@atip/protocol'
import type { HookEvent, HookInput, HookOutput, RuntimeHook } from '../hooks/hook.js'
import { runHook } from '../hooks/run-hook.js'
import type { HookRecord } from '../records/records.js'
import { SCHEMA_VERSION } from '../records/vocabulary.js'
import { CallEnded } from '../state/ending.js'
import { classify, validateValues } from './classify.js'
import type { Invocation } from './invocation.js'
import type { RuntimeParts } from './parts.js'
import { checkedInput } from './read-input.js'

/** Runs hooks in the order of registration. Each sees the changes of the earlier ones. */
export async function preHooks(call: Invocation, parts: RuntimeParts): Promise<void> {
  call.advance('pre_hooks_running')
  call.set('permission', call.current)
  for (const hook of hooksFor(call, parts, 'pre_tool_use')) {
    call.signal.throwIfAborted()
    const run = await runRecorded(hook, call, parts, hookInput(call, 'pre_tool_use'))
    if (!run.ok) {
      if (hook.onError === 'ignore') continue
      throw new CallEnded('hook_failed', `The hook ${hook.id} failed: ${run.message}.`)
    }
    await apply(hook, run.output, call, parts)
  }
}

async function apply(hook: RuntimeHook, output: HookOutput, call: Invocation, parts: RuntimeParts): Promise<void> {
  const { stop, updatedInput, permission, reason, additionalContext, progress } = output
  if (stop !== undefined) throw new CallEnded('hook_stopped', `The hook ${hook.id} stopped the call: ${stop}`)
  if (progress !== undefined)
    call.emit('tool.invocation.progress', { status: 'running', message: call.clean(progress) })
  if (additionalContext !== undefined) call.addContext(additionalContext)
  if (permission !== undefined) call.votes.push({ decision: permission, hook: hook.id, reason })
  if (updatedInput === undefined) return
  const input = checkedInput(call, updatedInput, 'invalid_arguments')
  if (!call.rewrite('permission', input, 'hook', hook.id)) return
  await classify(call, parts)
  await validateValues(call, parts)
}

export function hooksFor(call: Invocation, { hooks }: RuntimeParts, event: HookEvent): RuntimeHook[] {
  const { id, name } = call.tool!
  return hooks.filter(({ event: one, match = '*' }) => one === event && (nameFits(match, id) || nameFits(match, name)))
}

export function hookInput(call: Invocation, event: HookEvent): HookInput {
  const { model, observable, permission, call: last } = call.inputs
  return {
    event,
    invocationId: call.id,
    toolId: call.tool!.id,
    modelInput: model,
    observableInput: observable,
    permissionInput: permission,
    ...(call.judged && { facts: call.judged.facts }),
    ...(last !== undefined && { callInput: last }),
  }
}

export async function runRecorded(hook: RuntimeHook, call: Invocation, parts: RuntimeParts, input: HookInput) {
  const phase = hook.event === 'pre_tool_use' ? 'pre' : 'post'
  const time = () => new Date(parts.now()).toISOString()
  const startedAt = time()
  call.emit(`tool.hook.${phase}.started`, { hook_id: hook.id })
  const run = await runHook(hook, input)
  const record: HookRecord = {
    schema_version: SCHEMA_VERSION,
    hook_id: hook.id,
    hook_event: hook.event,
    invocation_id: call.id,
    tool_id: call.tool!.id,
    outputs: run.ok ? Object.keys(run.output) : [],
    ...(run.ok && run.output.permission && { permission_result: run.output.permission }),
    started_at: startedAt,
    ended_at: time(),
    ...(!run.ok && { error: call.clean(run.message) }),
  }
  call.emit(`tool.hook.${phase}.completed`, { ...record })
  return run
}
