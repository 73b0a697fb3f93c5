import type { Batch } from '@atip/runtime'
import type { Context } from 'tooli'

/** Milliseconds without output after which a spinner is shown. */
const QUIET = 2000

export interface RunWatch {
  /** Forwards output, and notes when it came. */
  show(chunk: Uint8Array, to: 'stdout' | 'stderr'): void
  stop(): void
}

/** Shows that a long run continues. Cancels it on Ctrl-C, or when its output is no longer read. */
export function watchRun(ctx: Context, name: string, batch: () => Batch | undefined): RunWatch {
  const started = Date.now()
  let last = started
  let isUnread = false
  const timer = setInterval(() => {
    if (Date.now() - last < QUIET) return
    ctx.spinner(`${name}: ${Math.round((Date.now() - started) / 1000)} s`)
  }, 1000).unref()
  const cancel = () => batch()?.cancel('user_interruption')
  ctx.signal.addEventListener('abort', cancel, { once: true })
  return {
    show(chunk, to) {
      last = Date.now()
      if (isUnread) return
      try {
        ctx.show(chunk, to)
      } catch {
        isUnread = true
        cancel()
      }
    },
    stop() {
      clearInterval(timer)
      ctx.signal.removeEventListener('abort', cancel)
    },
  }
}
