/** Lets long work yield to the event loop now and then, for signals, timers and progress output. */
export interface Breath {
  /** Whether to `await take()` now. Cheap to call. */
  isDue(): boolean
  /** Yields once. Throws if the work was aborted. */
  take(): Promise<void>
  throwIfStopped(): void
}

const MILLISECONDS_OF_WORK = 50

export function breathe(signal?: AbortSignal): Breath {
  // `performance` would take 2 ms to load. If the clock is set back, it is due as well.
  let last = Date.now()
  return {
    isDue: () => Math.abs(Date.now() - last) > MILLISECONDS_OF_WORK,
    async take() {
      signal?.throwIfAborted()
      await new Promise((resolve) => setImmediate(resolve))
      signal?.throwIfAborted()
      last = Date.now()
    },
    throwIfStopped: () => signal?.throwIfAborted(),
  }
}
