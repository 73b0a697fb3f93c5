import type { Batch, RuntimeEvent } from '@atip/runtime'
import type { Context, ToolError } from 'tooli'

/** Milliseconds without output after which a spinner is shown. */
const QUIET = 2000

/** The framework's code for the end of `--timeout`. */
const TIMED_OUT = 'E4900'

export interface RunWatch {
  /** Forwards output, and notes when it came. */
  show(chunk: Uint8Array, to: 'stdout' | 'stderr'): void
  /** Notes which calls run, by the events of the runtime. */
  hear(event: RuntimeEvent): void
  cancel(): void
  stop(): void
}

/** Shows that a long run continues. Cancels it on Ctrl-C, or when its output is no longer read. */
export function watchRun(ctx: Context, name: string, batch: () => Batch | undefined): RunWatch {
  const started = Date.now()
  const running = new Set<string | undefined>()
  let last = started
  let isUnread = false
  const timer = setInterval(() => {
    // A spinner would erase an open question.
    if (running.size === 0 || Date.now() - last < QUIET) return
    ctx.spinner(`${name}: ${Math.round((Date.now() - started) / 1000)} s`)
  }, 1000).unref()
  const cancel = () => {
    const { code } = (ctx.signal.reason ?? {}) as Partial<ToolError>
    batch()?.cancel(code === TIMED_OUT ? 'timeout' : 'user_interruption')
  }
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
    hear({ type, invocationid }) {
      if (type === 'tool.invocation.started') {
        running.add(invocationid)
        last = Date.now()
      }
      if (type === 'tool.result.created') running.delete(invocationid)
      // Output of any length removes the spinner.
      if (type === 'tool.permission.requested') ctx.show(new Uint8Array(), 'stderr')
    },
    cancel,
    stop() {
      clearInterval(timer)
      ctx.signal.removeEventListener('abort', cancel)
    },
  }
}
