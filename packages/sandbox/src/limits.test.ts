import { expect, test } from 'vitest'
import { DEFAULT_LIMITS, limitsFrom, toPrlimit } from './limits.js'
import { countsAlone, withOwnProcesses } from './process-count.js'

test('a limit comes from the first who names it', () => {
  const limits = limitsFrom({ timeoutMs: 1 }, { timeoutMs: 2, processes: 3 })
  expect(limits).toEqual({ ...DEFAULT_LIMITS, timeoutMs: 1, processes: 3 })
})

test.each([0, -1, 1.5, Number.NaN, Infinity])('%s is no limit', (timeoutMs) => {
  expect(() => limitsFrom({ timeoutMs })).toThrow(`timeoutMs must be a whole number from 1 on, got ${timeoutMs}`)
})

const OWN = `Limit                     Soft Limit           Hard Limit           Units
Max cpu time              unlimited            unlimited            seconds
Max file size             unlimited            unlimited            bytes
Max data size             unlimited            unlimited            bytes
Max processes             96343                96343                processes
Max open files            256                  512                  files
`

test('a limit that is lower already is not raised, which would fail', () => {
  const args = toPrlimit({ ...DEFAULT_LIMITS, cpuSeconds: 5, processes: 100 }, OWN)
  expect(args).toContain('--nofile=512')
  expect(args).toContain('--nproc=100')
  expect(args).toContain('--cpu=5:6')
  expect(args).toContain('--core=0:0')
})

test('an old kernel counts the processes that we have already', () => {
  const mapped = { way: 'map', id: 65_534 } as const
  expect(countsAlone(mapped, '5.10.0-28-amd64')).toBe(false)
  expect(countsAlone({ way: 'drop', id: 61_184 }, '4.18.0')).toBe(true)
  expect(countsAlone(mapped, '5.14.0-503.el9')).toBe(true)
  expect(countsAlone(mapped, '6.1.0')).toBe(true)
  const limits = { ...DEFAULT_LIMITS, processes: 10 }
  expect(withOwnProcesses(limits, mapped, '5.4.0', () => 300).processes).toBe(310)
  expect(withOwnProcesses(limits, mapped, '5.4.0').processes).toBeGreaterThan(10)
})
