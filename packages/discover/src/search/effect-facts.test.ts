import type { Effects } from '@atip/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verdictOf } from '@atip/guard/effects'
import { effectsIn, factsOf, isWorseWithOptions, NOTHING_KNOWN } from './effect-facts.js'

const flag = fc.option(fc.boolean(), { nil: undefined })
const list = fc.option(fc.array(fc.string(), { maxLength: 2 }), { nil: undefined })
const effects = fc
  .record({
    destructive: flag,
    reversible: flag,
    idempotent: flag,
    network: flag,
    subprocess: flag,
    filesystem: fc.option(fc.record({ read: flag, write: flag, delete: flag }), { nil: undefined }),
    creates: list,
    modifies: list,
    deletes: list,
  })
  .map((drawn) => JSON.parse(JSON.stringify(drawn)) as Effects)

test('what is kept of effects leads to the same verdict as all of them', () => {
  fc.assert(
    fc.property(effects, fc.boolean(), (given, worse) => {
      const facts = factsOf(given, worse)
      expect(facts).toBeLessThan(2 ** 16)
      expect(verdictOf(effectsIn(facts), undefined)).toBe(verdictOf(given, undefined))
      expect(isWorseWithOptions(facts)).toBe(worse)
    }),
  )
})

test('no field is kept that was not stated, and none that was stated otherwise', () => {
  fc.assert(
    fc.property(effects, (given) => {
      const { filesystem, creates: _, modifies: __, deletes: ___, ...flags } = effectsIn(factsOf(given))
      expect(given).toMatchObject(flags)
      if (filesystem !== undefined) expect(given.filesystem).toMatchObject(filesystem)
    }),
  )
})

test('where nobody said anything, nothing is known', () => {
  expect(factsOf({})).toBe(NOTHING_KNOWN)
  expect(effectsIn(NOTHING_KNOWN)).toEqual({})
  expect(verdictOf(effectsIn(NOTHING_KNOWN), undefined)).toBe('unknown')
})
