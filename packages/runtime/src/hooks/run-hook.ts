import { isObject } from '@atip/protocol'
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
      const output = (await hook.run(input)) ?? {}
      return isObject(output) ? { ok: true, output } : { ok: false, message: 'it gave no object' }
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
