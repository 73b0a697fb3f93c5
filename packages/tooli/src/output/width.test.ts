import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KNOWN_WIDTHS, knownText, measured } from './known-widths.fixture.js'
import { cut, displayWidth, graphemesOf, padEnd, padStart } from './width.js'

describe('the width of a text', () => {
  test.each([
    ...KNOWN_WIDTHS,
    ['', 0],
    ['plain text', 10],
    ['not\u00a0broken', 10],
    ['\u001b[1mbold\u001b[22m', 4],
    ['\u001b]8;;https://example.org\u0007link\u001b]8;;\u0007', 4],
    ['\u200b', 0],
    ['1️⃣', 2],
    ['❤', 1],
    ['❤️', 2],
    ['각', 2],
    ['\u1100\u1161\u11a8', 2],
    ['𠮷', 2],
  ] as const)('%j takes %i columns', (text, width) => {
    expect(displayWidth(text)).toBe(width)
  })

  test('is the sum of its characters', () => {
    fc.assert(
      fc.property(knownText, (text) => {
        expect(displayWidth(text)).toBe(measured(text))
      }),
    )
  })
})

describe('a long text', () => {
  test('has the characters that Intl.Segmenter finds in it as a whole', () => {
    const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
    const long = fc.array(knownText, { minLength: 5, maxLength: 20 }).map((texts) => texts.join(''))
    fc.assert(
      fc.property(long, (text) => {
        expect([...graphemesOf(text)]).toEqual(Array.from(segmenter.segment(text), ({ segment }) => segment))
      }),
    )
  })

  test('a text of any length is measured', () => {
    // Segmenting this in one go takes minutes.
    expect(displayWidth('語'.repeat(300_000))).toBe(600_000)
  })
})

describe('cutting', () => {
  test.each([
    ['short', 5, 'short'],
    ['longer', 5, 'long…'],
    ['two words', 5, 'two…'],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
    ['👩‍👩‍👧👩‍👩‍👧', 3, '👩‍👩‍👧…'],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
    ['\u001b[31mred text\u001b[39m', 4, 'red…'],
    ['any', 1, '…'],
    ['any', 0, ''],
  ])('%j to %i columns is %j', (text, width, expected) => {
    expect(cut(text, width)).toBe(expected)
  })

  test('never takes more than the room, and never half a character', () => {
    fc.assert(
      fc.property(fc.oneof(knownText, fc.string({ unit: 'binary' })), fc.nat(30), (text, width) => {
        const result = cut(text, width)
        expect(displayWidth(result)).toBeLessThanOrEqual(width)
        expect(result.isWellFormed() || !text.isWellFormed()).toBe(true)
      }),
    )
  })
})

test('padding counts columns, not code units', () => {
  expect(padEnd('日本', 6)).toBe('日本  ')
  expect(padStart('\u001b[1m7\u001b[22m', 3)).toBe('  \u001b[1m7\u001b[22m')
  expect(padEnd('too long', 3)).toBe('too long')
})
