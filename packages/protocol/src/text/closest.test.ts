import { expect, test } from 'vitest'
import { closest } from './closest.js'

test.each([
  ['comit', ['commit', 'comment'], 'commit'],
  ['Force', ['force'], 'force'],
  ['psuh', ['push', 'pull'], 'push'],
  ['grpe', ['grype', 'grep', 'gripe'], 'grep'],
  ['jsonn', ['json', 'jsonl'], 'json'],
  ['zzz', ['commit'], undefined],
  ['a', ['', 'bcd'], undefined],
  ['x'.repeat(100), ['x'.repeat(99)], undefined],
])('%s among %j is likely %s', (word, candidates, expected) => {
  expect(closest(word, candidates)).toBe(expected)
})

test('once a shared budget is spent, nothing is suggested any more', () => {
  const budget = { comparisons: 3 }
  expect(closest('puhs', ['pull', 'push'], budget)).toBe('push')
  expect(closest('puhs', ['pull', 'push'], budget)).toBeUndefined()
  let asked = 0
  const endless = (function* () {
    for (;;) {
      asked++
      yield 'push'
    }
  })()
  expect(closest('puhs', endless, budget)).toBeUndefined()
  expect(asked).toBe(1)
})
