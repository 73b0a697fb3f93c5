import type { Batch, RuntimeEvent } from '@atip/runtime'
import type { Context } from 'tooli'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchRun } from './watch.js'

const controller = new AbortController()
const cancel = vi.fn<(reason: string) => void>()
const batch = { cancel } as unknown as Batch
let spinner = false
const ctx = {
  signal: controller.signal,
  spinner: () => void (spinner = true),
  show: () => void (spinner = false),
} as unknown as Context
const event = (type: string) => ({ type, invocationid: 'inv_1' }) as RuntimeEvent

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a spinner is shown only while a quiet program runs, never over an open question', () => {
  const watch = watchRun(ctx, 'touch', () => batch)
  watch.hear(event('tool.permission.requested'))
  vi.advanceTimersByTime(10_000)
  expect(spinner).toBe(false)
  watch.hear(event('tool.invocation.started'))
  vi.advanceTimersByTime(10_000)
  expect(spinner).toBe(true)
  watch.hear(event('tool.result.created'))
  watch.hear(event('tool.permission.requested'))
  expect(spinner).toBe(false)
  vi.advanceTimersByTime(10_000)
  expect(spinner).toBe(false)
  watch.stop()
})

test('the end of --timeout is a timeout, and Ctrl-C an interruption', () => {
  watchRun(ctx, 'sleep', () => batch).cancel()
  expect(cancel).toHaveBeenLastCalledWith('user_interruption')
  watchRun(ctx, 'sleep', () => batch)
  controller.abort(Object.assign(new Error(), { code: 'E4900' }))
  expect(cancel).toHaveBeenLastCalledWith('timeout')
})
