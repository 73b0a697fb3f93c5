import { isObject, type Decision } from '@atip/protocol'
import { timerMs } from '@atip/sandbox'
import type { HookInput, HookOutput, RuntimeHook } from './hook.js'

export type HookRun = { ok: true; output: HookOutput } | { ok: false; message: string }

const DEFAULT_TIMEOUT = 60_000

/** Never throws; a hook that exceeds its timeout has failed. */
export async function runHook(hook: RuntimeHook, input: HookInput): Promise<HookRun> {
  const { timeoutMs = DEFAULT_TIMEOUT } = hook
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<HookRun>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, message: `it took longer than ${timeoutMs} ms` }), timerMs(timeoutMs))
  })
  const run = (async (): Promise<HookRun> => {
    try {
      return { ok: true, output: outputOf((await hook.run(input)) ?? {}) }
    } catch (error) {
      return { ok: false, message: error instanceof Error ? error.message : String(error) }
    }
  })()
  try {
    return await Promise.race([run, timeout])
  } finally {
    clearTimeout(timer)
  }
}

const TEXTS = ['reason', 'additionalContext', 'stop', 'progress'] as const

/** Throws if a field has a value that it cannot have: a hook that means to deny must not be ignored. */
function outputOf(value: unknown): HookOutput {
  if (!isObject(value)) throw new TypeError('it gave no object')
  const { permission, updatedInput } = value
  if (permission !== undefined && !DECISIONS.includes(permission)) {
    throw new TypeError(`its permission must be allow, ask or deny, got ${JSON.stringify(permission)}`)
  }
  const texts = TEXTS.map((name) => [name, value[name]] as const).filter(([, text]) => text !== undefined)
  for (const [name, text] of texts) {
    if (typeof text !== 'string') throw new TypeError(`its ${name} must be a text, got ${JSON.stringify(text)}`)
  }
  return {
    ...Object.fromEntries(texts),
    ...(permission !== undefined && { permission: permission as Decision }),
    ...(updatedInput !== undefined && { updatedInput }),
    ...(Object.hasOwn(value, 'updatedOutput') && { updatedOutput: value.updatedOutput }),
  }
}

const DECISIONS: readonly unknown[] = ['allow', 'ask', 'deny'] satisfies Decision[]
