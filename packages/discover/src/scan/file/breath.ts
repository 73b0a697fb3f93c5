/** Lets a long piece of work give way to the rest of the program now and then: signals, timers, a progress line. */
export interface Breath {
  /** Whether it is time to `await take()`. Asking is cheap. */
  isDue(): boolean
  /** Gives way once. Throws when the work is to end. */
  take(): Promise<void>
  throwIfStopped(): void
}

const MILLISECONDS_OF_WORK = 50

export function breathe(signal?: AbortSignal): Breath {
  // `performance` would be loaded for this, which takes 2 ms. A clock that is set back makes it due as well.
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
