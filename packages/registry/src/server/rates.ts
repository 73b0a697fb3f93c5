/** A rate limit for each caller, per minute. */
export interface Rates {
  isAllowed(caller: string): boolean
}

const MINUTE = 60_000
/** The maximum number of remembered callers; beyond it, new ones are refused. */
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
