import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitrarySchema, changed, valueFor } from '../../../testing/arbitrary-schema.js'
import { check } from '../../schema/check.js'
import type { Form } from '../../schema/form.js'
import { gapsBetween } from './gaps.js'

/** A schema, what became of it, and values that fit one of the two. */
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

test('what is called breaking is mostly found in a value too', () => {
  let [told, found] = [0, 0]
  fc.assert(
    fc.property(change, ({ before, after, values }) => {
      if (gapsBetween(before, after, 'input').length === 0) return
      told++
      if (values.some((value) => accepts(before, value) && !accepts(after, value))) found++
    }),
    runs,
  )
  // A dozen random values do not hit every difference; an alarm at everything would be far below this.
  expect(found / told).toBeGreaterThan(0.5)
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

/** Readers pass over keys they do not know. */
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
