import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holds } from './condition.js'

const isLike = (value: string, pattern: string) =>
  holds(
    { like: [pattern] },
    { words: [value], given: () => 'no', absent: () => 'yes', valuesOf: () => [], isOpaque: () => false },
  ) === 'yes'

test.each([
  ['owner/repository', '*/*', true],
  ['example.org/owner/repository', '*/*', false],
  ['example.org/owner/repository', '*.*/*/*', true],
  ['./evil.rb', '*.rb', false],
  ['a', 'a*a', false],
  ['', '*', true],
])('%s is like %s: %s', (value, pattern, expected) => {
  expect(isLike(value, pattern)).toBe(expected)
})

test('a value is unlike all patterns exactly if it is like none of them', () => {
  const unlike = (value: string, isNotLike: string[]) =>
    holds(
      { isNotLike },
      { words: [value], given: () => 'no', absent: () => 'yes', valuesOf: () => [], isOpaque: (word) => word === '?' },
    )
  expect(unlike('color.ui=always', ['user.name=*', 'color.*'])).toBe('no')
  expect(unlike('core.pager=a/b', ['core.pager=*', 'color.*'])).toBe('yes')
  expect(unlike('?', ['*'])).toBe('maybe')
})

test('a star is any text without a slash, as in a regular expression', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '/'), maxLength: 8 })
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '.', '/', '*'), maxLength: 6 })
  fc.assert(
    fc.property(text, pattern, (value, like) => {
      const expression = like.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]*')
      expect(isLike(value, like)).toBe(new RegExp(`^${expression}$`).test(value))
    }),
    { numRuns: 2000 },
  )
})
