import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitrarySchema, changed, valueFor } from '../../../testing/arbitrary-schema.js'
import { check } from '../../schema/check.js'
import type { Form } from '../../schema/form.js'
import { gapsBetween } from './gaps.js'

/** A schema, its changed version, and values that fit one of the two. */
const change = arbitrarySchema.chain((before) =>
  fc.tuple(fc.constant(before), changed(before)).chain(([old, now]) =>
    fc.record({
      before: fc.constant(old),
      after: fc.constant(now),
      values: fc.array(fc.oneof(valueFor(old), valueFor(now)), { minLength: 4, maxLength: 12 }),
    }),
  ),
)

const accepts = (form: Form, value: unknown) => check(form, value).issues.length === 0
const runs = { numRuns: 1000 }

test('what is called compatible for callers accepts every value that was accepted', () => {
  let tried = 0
  fc.assert(
    fc.property(change, ({ before, after, values }) => {
      if (gapsBetween(before, after, 'input').length > 0) return
      for (const value of values) {
        if (!accepts(before, value)) continue
        tried++
        expect(check(after, value).issues).toEqual([])
      }
    }),
    runs,
  )
  expect(tried).toBeGreaterThan(600)
})

test('what is called compatible for readers gives no value that could not come before, but for new keys', () => {
  let tried = 0
  fc.assert(
    fc.property(change, ({ before, after, values }) => {
      if (gapsBetween(after, before, 'output').length > 0) return
      for (const value of values) {
        const { value: filled, issues } = check(after, value)
        if (issues.length > 0) continue
        tried++
        expect(check(opened(before), filled).issues).toEqual([])
      }
    }),
    runs,
  )
  expect(tried).toBeGreaterThan(600)
})

test('what is called breaking is found in a value far more often than chance would have it', () => {
  const seen = { pairs: 0, broken: 0, told: 0, toldAndBroken: 0 }
  fc.assert(
    fc.property(change, ({ before, after, values }) => {
      const isTold = gapsBetween(before, after, 'input').length > 0
      const isBroken = values.some((value) => accepts(before, value) && !accepts(after, value))
      seen.pairs++
      if (isTold) seen.told++
      if (isBroken) seen.broken++
      if (isTold && isBroken) seen.toldAndBroken++
    }),
    runs,
  )
  // A dozen random values do not hit every difference. Reporting everything would be no better than chance.
  const chance = seen.broken / seen.pairs
  expect(seen.toldAndBroken / seen.told).toBeGreaterThan(1.4 * chance)
})

test('nothing differs from itself', () => {
  fc.assert(
    fc.property(arbitrarySchema, (form) => {
      const copy = structuredClone(form)
      expect(gapsBetween(form, copy, 'input')).toEqual([])
      expect(gapsBetween(form, copy, 'output')).toEqual([])
    }),
  )
})

/** Readers ignore unknown keys. */
function opened(form: Form): Form {
  const { additionalProperties, ...rest } = form
  const inner = (forms: Form[] | undefined) => forms?.map(opened)
  return {
    ...rest,
    ...(form.anyOf && { anyOf: inner(form.anyOf)! }),
    ...(form.items && { items: opened(form.items) }),
    ...(form.properties && {
      properties: Object.fromEntries(Object.entries(form.properties).map(([key, value]) => [key, opened(value)])),
    }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: opened(additionalProperties) }),
  }
}
