/** How often each caller may do something within a minute. */
export interface Rates {
  isAllowed(caller: string): boolean
}

const MINUTE = 60_000
/** Callers that are remembered at most; beyond that, new ones wait. */
const MOST_CALLERS = 10_000

export function createRates(perMinute: number, now = () => Date.now()): Rates {
  const counts = new Map<string, number>()
  let started = now()
  return {
    isAllowed(caller) {
      if (now() - started >= MINUTE) {
        counts.clear()
        started = now()
      }
      const count = counts.get(caller) ?? 0
      if (count >= perMinute || (count === 0 && counts.size >= MOST_CALLERS)) return false
      counts.set(caller, count + 1)
      return true
    },
  }
}
