import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decode, encode, opacityOf } from './encoded.js'
import { isSameWord, joinParts, ORIGINS, SHAPES, unknown, type ShellPart } from './word.js'

const part: fc.Arbitrary<ShellPart> = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.constantFrom('𐀀', '😀a', '-x', '--flag=').map((text) => text),
  fc.constantFrom('*', '?', '[a-z]').map((pattern) => ({ pattern })),
  fc.tuple(fc.constantFrom(...SHAPES), fc.subarray([...ORIGINS])).map(([shape, from]) => unknown(shape, ...from)),
)

test('a word is the same after it crossed a parser of text', () => {
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const word = joinParts(parts)
      expect(isSameWord(decode(encode(word)), word)).toBe(true)
    }),
  )
})

test('a piece of an encoded word keeps what is unknown in it', () => {
  const word = joinParts(['--file='], [unknown('words', 'program')], ['/'], [{ pattern: '*' }])
  expect(decode(encode(word).slice('--file='.length))).toEqual([unknown('words', 'program'), '/', { pattern: '*' }])
})

test.each([
  [['a b'], false],
  [[unknown('words', 'program')], true],
  [['x', unknown('words', 'program')], true],
  [[unknown('word', 'program')], 'word'],
  [['-', unknown('word', 'program')], 'word'],
  [['--x', unknown('plain', 'program')], 'word'],
  [['-s -X v=', unknown('plain', 'program')], false],
  [['-s -X v=', unknown('word', 'program')], 'word'],
  [['x', unknown('word', 'program')], false],
  [[unknown('operand', 'variable')], false],
  [[unknown('plain', 'program')], false],
  [[{ pattern: '*' }, '.ts'], true],
  [['./', { pattern: '*' }], false],
])('%j may be an option: %j', (word, opacity) => {
  expect(opacityOf(encode(word as ShellPart[]))).toBe(opacity)
})
