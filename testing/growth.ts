import { expect } from 'vitest'

/** In microseconds, allowed to any text: so little tells nothing of how it grows. */
const ALLOWANCE = 20_000

/**
 * That work grows with a text and not with its square: four times the text may take ten times as long, for caches and
 * garbage; quadratic growth would take sixteen. CPU time of this process, so that a busy machine does not matter.
 */
export function expectLinearGrowth(make: (size: number) => string, work: (text: string) => void): void {
  const cpuOf = (text: string) => {
    const before = process.cpuUsage()
    work(text)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const small = make(30_000)
  const large = make(120_000)
  // First the large one, which compiles what the small ones are measured with.
  let after = cpuOf(large)
  if (after < ALLOWANCE) return
  const most = 10 * Math.min(cpuOf(small), cpuOf(small)) + ALLOWANCE
  // Garbage of what ran before may be collected in the middle: only what is too slow every time is too slow.
  for (let tries = 1; tries < 5 && after >= most; tries++) after = Math.min(after, cpuOf(large))
  expect(after).toBeLessThan(most)
}
