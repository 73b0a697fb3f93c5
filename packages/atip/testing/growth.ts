import { expect } from 'vitest'

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
  const small = make(60_000)
  const large = make(240_000)
  // The first of the three compiles.
  const before = Math.min(cpuOf(small), cpuOf(small), cpuOf(small))
  const most = 10 * before + 20_000
  // Garbage of what ran before may be collected in the middle: only what is too slow every time is too slow.
  let after = cpuOf(large)
  for (let tries = 1; tries < 5 && after >= most; tries++) after = Math.min(after, cpuOf(large))
  expect(after).toBeLessThan(most)
}
