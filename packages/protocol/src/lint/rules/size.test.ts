import { expect, test } from 'vitest'
import { pointersFoundBy, sample } from '../../../testing/lint-sample.js'

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index}`, { description: `C ${index}` }]))
const binary = { hash: `sha256:${'0'.repeat(64)}`, name: 'demo', version: '1.0.0' }

test.each([
  [100, {}, []],
  [101, {}, ['']],
  [101, { atip: { version: '0.6', features: ['partial-discovery'] } }, []],
  [101, { binary }, []],
])('a tool with %i commands and %j', (count, parts, pointers) => {
  expect(pointersFoundBy('large-without-partial', sample({ commands: many(count), ...parts }))).toEqual(pointers)
})

test('groups do not count', () => {
  const commands = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`g${index}`, { description: 'G', commands: many(1) }]),
  )
  expect(pointersFoundBy('large-without-partial', sample({ commands }))).toEqual([])
})
