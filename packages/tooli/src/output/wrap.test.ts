import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { knownText, measured } from './known-widths.fixture.js'
import { wrap } from './wrap.js'

describe('wrapping', () => {
  test.each([
    ['fits', 10, ['fits']],
    ['one two three', 7, ['one two', 'three']],
    ['one  two', 20, ['one  two']],
    ['first\nsecond line', 8, ['first', 'second', 'line']],
    ['a\n\nb', 5, ['a', '', 'b']],
    ['  indented text here', 12, ['  indented', '  text here']],
    ['日本語の文章', 4, ['日本', '語の', '文章']],
    ['tail   ', 10, ['tail']],
    ['abcdefgh', 3, ['abc', 'def', 'gh']],
  ])('%j to %i columns', (text, width, expected) => {
    expect(wrap(text, width)).toEqual(expected)
  })

  test('words that will be copied can be kept whole', () => {
    expect(wrap('see https://example.org/a/b now', 10, 'keep')).toEqual(['see', 'https://example.org/a/b', 'now'])
  })

  test('no line is wider than asked', () => {
    fc.assert(
      fc.property(knownText, fc.integer({ min: 2, max: 60 }), (text, width) => {
        for (const line of wrap(text, width)) expect(measured(line)).toBeLessThanOrEqual(width)
      }),
    )
  })

  test('no character is lost, and words that fit are not broken', () => {
    const squeezed = (text: string) => text.replace(/\s/g, '')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 60 }), (text, width) => {
        expect(squeezed(wrap(text, width).join(''))).toBe(squeezed(text))
      }),
    )
    const narrow = fc.string({ unit: fc.constantFrom('a', '-', 'é', 'e\u0301'), minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(fc.array(narrow), fc.integer({ min: 12, max: 60 }), (words, width) => {
        const result = wrap(words.join(' '), width).join(' ').split(' ')
        expect(result.filter((word) => word !== '')).toEqual(words)
      }),
    )
  })
})
