import type { Effects } from '@atip/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { effectClassOf } from '@atip/guard/effects'
import { isWorseWithOptions, NOTHING_KNOWN } from './effect-bits.js'
import { effectsIn, factsOf } from './effect-facts.js'

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
      expect(effectClassOf(effectsIn(facts), undefined)).toBe(effectClassOf(given, undefined))
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

test('without stated effects, all facts are unknown', () => {
  expect(factsOf({})).toBe(NOTHING_KNOWN)
  expect(effectsIn(NOTHING_KNOWN)).toEqual({})
  expect(effectClassOf(effectsIn(NOTHING_KNOWN), undefined)).toBe('unknown')
})
