/** Limits the rate of requests to each host. */
export interface RateLimit {
  /** Resolves when the next request may be sent. */
  wait(host: string, signal?: AbortSignal): Promise<void>
  /** Pauses requests, because the host asked for it. */
  pause(host: string, milliseconds: number): void
}

/** Requests to a host start at least this far apart. */
export function createRateLimit(perSecond: (host: string) => number, now = () => performance.now()): RateLimit {
  const next = new Map<string, number>()
  return {
    async wait(host, signal) {
      const at = Math.max(now(), next.get(host) ?? 0)
      next.set(host, at + 1000 / perSecond(host))
      const rest = at - now()
      if (rest > 0) await sleep(rest, signal)
      signal?.throwIfAborted()
    },
    pause(host, milliseconds) {
      next.set(host, Math.max(next.get(host) ?? 0, now() + milliseconds))
    },
  }
}

export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    if (signal?.aborted === true) end()
    signal?.addEventListener('abort', end, { once: true })
  })
}
