import { CallEnded } from '../state/ending.js'
import { checksOf } from '../tool/define-tool.js'
import { frozenClone } from '../values/frozen.js'
import type { Invocation } from './invocation.js'
import type { RuntimeParts } from './parts.js'
import { hookInput, hooksFor, runRecorded } from './pre-hooks.js'

/** Checks the output against its schema. */
export function checkOutput(call: Invocation, output: unknown): void {
  const problems = checksOf(call.tool!).output(output)
  if (problems.length > 0) throw new CallEnded('output_invalid', `The tool gave an invalid result: ${problems[0]}.`)
}

/** Hooks see all four inputs, and may replace the output. */
export async function postHooks(call: Invocation, parts: RuntimeParts, output: unknown): Promise<unknown> {
  call.advance('post_hooks_running')
  let current = output
  for (const hook of hooksFor(call, parts, 'post_tool_use')) {
    const input = { ...hookInput(call, 'post_tool_use'), output: shownToHook(current) }
    const run = await runRecorded(hook, call, parts, input)
    if (!run.ok) {
      if (hook.onError === 'ignore') continue
      throw new CallEnded('post_hook_failed', `The hook ${hook.id} failed, so the result is withheld: ${run.message}.`)
    }
    const { additionalContext, stop } = run.output
    if (stop !== undefined) throw new CallEnded('post_hook_failed', `The hook ${hook.id} withheld the result: ${stop}`)
    if (additionalContext !== undefined) call.addContext(additionalContext)
    if (Object.hasOwn(run.output, 'updatedOutput')) {
      current = run.output.updatedOutput
      checkOutput(call, current)
    }
  }
  return current
}

/** Only `updatedOutput` changes a result, so a hook gets a copy. */
function shownToHook(output: unknown): unknown {
  try {
    const copy = frozenClone(output)
    const [shown, seen] = [jsonOf(output), jsonOf(copy)]
    // A copy has no methods: what `toJSON` shows to the model, as of a URL, would be hidden from the hook.
    return shown === seen ? copy : frozenClone(JSON.parse(JSON.stringify(output)))
  } catch (error) {
    const why = (error as Error).message
    throw new CallEnded('post_hook_failed', `The result is withheld, because no hook can check it: ${why}.`)
  }
}

/** Undefined if there is none, as with a cycle. Bytes are copied as they are, but a Buffer and its copy have other JSON. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, function (this: Record<string, unknown>, key, one: unknown) {
      return ArrayBuffer.isView(this[key]) ? '' : one
    })
  } catch {
    return undefined
  }
}

/** Hooks are called after a failure and may add a text; they cannot change anything else. */
export async function failureHooks(call: Invocation, parts: RuntimeParts, ended: CallEnded): Promise<void> {
  if (call.tool === undefined) return
  const error = { code: ended.code, message: ended.message }
  for (const hook of hooksFor(call, parts, 'post_tool_use_failure')) {
    const run = await runRecorded(hook, call, parts, { ...hookInput(call, 'post_tool_use_failure'), error })
    if (run.ok && run.output.additionalContext !== undefined) call.addContext(run.output.additionalContext)
  }
}
