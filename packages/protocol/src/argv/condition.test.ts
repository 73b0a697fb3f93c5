import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holds, type Circumstances } from './condition.js'

/** A question mark stands for unknown text; a word with known text before it is only partly unknown. */
const withValue = (value: string): Circumstances => ({
  words: [value],
  given: () => 'no',
  absent: () => 'yes',
  valuesOf: () => [],
  isOpaque: (word) => word.includes('?'),
  isPartly: (word) => /^[^?]+[?]/.test(word),
})
const isLike = (value: string, pattern: string) => holds({ like: [pattern] }, withValue(value)) === 'yes'

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
  const unlike = (value: string, isNotLike: string[]) => holds({ isNotLike }, withValue(value))
  expect(unlike('color.ui=always', ['user.name=*', 'color.*'])).toBe('no')
  expect(unlike('core.pager=a/b', ['core.pager=*', 'color.*'])).toBe('yes')
  expect(unlike('?', ['*'])).toBe('maybe')
})

test('what is known of a value may be enough; otherwise the rest of it may be what is meant', () => {
  expect(holds({ startsWith: ['file://'] }, withValue('file://?'))).toBe('yes')
  expect(holds({ contains: ['secret'] }, withValue('se?'))).toBe('maybe')
  expect(holds({ is: ['secrets'] }, withValue('se?'))).toBe('maybe')
  expect(holds({ contains: ['secret'] }, withValue('pods'))).toBe('no')
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
