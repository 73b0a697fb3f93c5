import { expect, test } from 'vitest'
import { INVOCATION_STATUSES } from '../records/vocabulary.js'
import { ENDINGS } from './ending.js'
import { isTerminal, TRANSITIONS } from './transitions.js'

test('every status can be reached from the first one, and leads to an end', () => {
  const reached = new Set(['planned'])
  for (const status of reached) {
    for (const next of TRANSITIONS[status as keyof typeof TRANSITIONS]) reached.add(next)
  }
  expect([...reached].sort()).toEqual([...INVOCATION_STATUSES].sort())
  const ends = new Set(INVOCATION_STATUSES.filter(isTerminal))
  for (let size = 0; size !== ends.size;) {
    size = ends.size
    for (const status of INVOCATION_STATUSES) if (TRANSITIONS[status].some((next) => ends.has(next))) ends.add(status)
  }
  expect(ends.size).toBe(INVOCATION_STATUSES.length)
})

test('a call that has not ended can be cancelled at any time', () => {
  for (const status of INVOCATION_STATUSES) {
    if (!isTerminal(status)) expect(TRANSITIONS[status]).toContain('canceled')
  }
})

test('every ending is terminal', () => {
  for (const { status } of Object.values(ENDINGS)) expect(isTerminal(status)).toBe(true)
})
