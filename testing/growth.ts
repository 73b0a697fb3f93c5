import { expect } from 'vitest'

/** In microseconds, allowed to any text: so little tells nothing of how it grows. */
const ALLOWANCE = 20_000
const SMALL = 30_000
const LARGE = 4 * SMALL
/** More than one repetition of what the texts are made of. */
const STEP = 500

/**
 * Expects work to grow with a text and not with its square: four times the text may take ten times as long, for caches
 * and garbage; quadratic growth would take sixteen. Each text is used once, because results may be cached. Measures CPU
 * time of this process, so that a busy machine does not matter.
 */
export function expectLinearGrowth(make: (size: number) => string, work: (text: string) => void): void {
  const cpuOf = (size: number) => {
    const text = make(size)
    const before = process.cpuUsage()
    work(text)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  // First the large one, which compiles what the small ones are measured with.
  let after = cpuOf(LARGE)
  if (after < ALLOWANCE) return
  const most = 10 * Math.min(cpuOf(SMALL), cpuOf(SMALL + STEP)) + ALLOWANCE
  // Garbage of what ran before may be collected in the middle: only what is too slow every time is too slow.
  for (let tries = 1; tries < 5 && after >= most; tries++) after = Math.min(after, cpuOf(LARGE - tries * STEP))
  expect(after).toBeLessThan(most)
}
