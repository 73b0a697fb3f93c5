import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeFilter, keyOf, openFilter } from './filter.js'
import { FormatError } from './format-error.js'

const hex = (text: string) => createHash('sha256').update(text).digest('hex')
const filterOf = (hashes: readonly string[]) => encodeFilter(BigUint64Array.from(hashes.map(keyOf)))

test.each([0, 1, 2, 127, 5_000])('%i hashes are all found, and hardly anything else', (count) => {
  const hashes = Array.from({ length: count }, (_, index) => hex(`in ${index}`))
  const filter = openFilter(filterOf(hashes))
  expect(filter.count).toBe(count)
  expect(hashes.every((one) => filter.mayHave(one))).toBe(true)
  const others = Array.from({ length: 10_000 }, (_, index) => hex(`out ${index}`)).filter((one) => filter.mayHave(one))
  // Ten are expected, one in 1,024. More than three times as many has a probability of about 10^-12, and the hashes are
  // fixed.
  expect(others.length).toBeLessThan(35)
})

test('it takes about 12 bits for each hash', () => {
  const bytes = filterOf(Array.from({ length: 50_000 }, (_, index) => hex(String(index))))
  expect((bytes.length * 8) / 50_000).toBeLessThan(12.5)
})

test('the order of the hashes does not matter', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { maxLength: 50 }), (texts) => {
      const hashes = texts.map(hex)
      expect(filterOf([...hashes].reverse())).toEqual(filterOf(hashes))
      expect(hashes.every(openFilter(filterOf(hashes)).mayHave)).toBe(true)
    }),
  )
})

test('damaged bytes are refused or answer something, and never hang or crash otherwise', () => {
  const good = filterOf(Array.from({ length: 3_000 }, (_, index) => hex(String(index))))
  fc.assert(
    fc.property(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), fc.boolean(), (at, change, cut) => {
      const bytes = Uint8Array.from(cut ? good.subarray(0, at) : good)
      if (!cut) bytes[at]! ^= change
      try {
        expect(typeof openFilter(bytes).mayHave(hex('0'))).toBe('boolean')
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError)
      }
    }),
  )
})
