/** The longest time that a timer can wait: 24.8 days. Node fires one with a longer time at once. */
const LONGEST_MS = 2 ** 31 - 1

/** A time for `setTimeout`. Longer ones, such as `Infinity`, become the longest that is possible. */
export function timerMs(ms: number): number {
  return Math.min(ms, LONGEST_MS)
}
