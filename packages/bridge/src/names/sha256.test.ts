import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256 } from './sha256.js'

const byNode = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

test.each([0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000])(
  'a text of %i characters hashes as in Node',
  (size) => {
    expect(sha256('a'.repeat(size))).toBe(byNode('a'.repeat(size)))
  },
)

test('any text hashes as in Node, whatever it is made of', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ unit: 'grapheme', maxLength: 80 }))
  fc.assert(fc.property(text, (value) => sha256(value) === byNode(value)))
})

test('half a surrogate pair is hashed as the replacement character', () => {
  expect(sha256('a\uD83D')).toBe(byNode('a\uFFFD'))
})
