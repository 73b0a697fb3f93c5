import { expect, test } from 'vitest'
import { runLoose } from './run-loose.js'

test.each([Infinity, 3e9, 2 ** 31])('a program has %d ms when it is given them', async (timeoutMs) => {
  const limits = { timeoutMs, graceMs: timeoutMs, maxOutputBytes: 1_000, memoryBytes: 2 ** 30 }
  const ending = await runLoose([process.execPath, '-e', 'setTimeout(() => {}, 50)'], { ...limits, cwd: '/', env: {} })
  expect(ending).toMatchObject({ status: 'exited', code: 0 })
})
