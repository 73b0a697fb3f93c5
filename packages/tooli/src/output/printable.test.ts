import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printable, printableLines } from './printable.js'

test.each([
  ['plain', 'plain'],
  ['\u001b[31mred', '␛[31mred'],
  ['bell\u0007', 'bell␇'],
  ['back\rover', 'back␍over'],
  ['two\r\nlines', 'two↵lines'],
  ['a\tb', 'a b'],
  ['del\u007f', 'del␡'],
  ['csi\u009b2J', 'csi<U+009B>2J'],
  ['txt.\u202eexe', 'txt.<U+202E>exe'],
  ['half \ud83d', 'half \ufffd'],
  ['👩‍👩‍👧 é 語', '👩‍👩‍👧 é 語'],
])('%j is shown as %j', (text, expected) => {
  expect(printable(text)).toBe(expected)
})

test('lines stay lines, and tabs reach the next stop', () => {
  expect(printableLines('a\tb\n日本\tc\r\n\u001b')).toEqual(['a       b', '日本    c', '␛'])
})

test('nothing that is not a character to look at comes through', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(printable(text)).not.toMatch(/[\p{Cc}\p{Cs}]/u)
    }),
  )
})
