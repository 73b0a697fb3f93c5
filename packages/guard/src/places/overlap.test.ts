import { nameFits } from '@atip/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { overlapOf } from './overlap.js'

const pattern = fc.stringMatching(/^[ab.*?]{0,6}$/)
const listed = fc.stringMatching(/^[ab.*]{0,6}$/)
const NAMES = ['']
for (let from = 0; from < NAMES.length && NAMES[from]!.length < 6; from++) {
  NAMES.push(...['a', 'b', '.'].map((letter) => NAMES[from]! + letter))
}

test('two patterns overlap exactly if a name fits both', () => {
  fc.assert(
    fc.property(pattern, listed, (one, other) => {
      fc.pre(!other.startsWith('.') || one.startsWith('.'))
      fc.pre(one.replace(/\*/g, '').length + other.replace(/\*/g, '').length <= 6)
      const fitsBoth = NAMES.some((name) => nameFits(one, name) && nameFits(other, name))
      expect(overlapOf(one, other) !== undefined).toBe(fitsBoth)
    }),
    { numRuns: 500 },
  )
})

test('a name shares all its letters with itself', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z_]{1,12}$/), (name) => {
      expect(overlapOf(name, name)).toBe(name.length)
    }),
  )
})

test('a hidden name is found only where the dot is written', () => {
  expect(overlapOf('*env', '.env')).toBeUndefined()
  expect(overlapOf('.e*', '.env')).toBe(1)
})
