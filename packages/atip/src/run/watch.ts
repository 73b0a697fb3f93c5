import type { Batch } from '@atip/runtime'
import type { Context } from 'tooli'

/** A program that says nothing for so long gets a spinner, in milliseconds. */
const QUIET = 2000

export interface RunWatch {
  /** Passes on output, and notices that it came. */
  show(chunk: Uint8Array, to: 'stdout' | 'stderr'): void
  stop(): void
}

/** Shows that a long run goes on, and ends it on Ctrl-C or when no one reads its output any more. */
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
