import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { t } from '../index.js'
import { check } from './check.js'
import type { Form } from './form.js'

test.each([
  ['a choice', t.enum(['a', 'b']).nullable()],
  ['a union', t.union([t.string(), t.integer()]).nullable()],
  ['a text', t.string().nullable()],
  ['anything of a kind', t.object({ a: t.string() }).nullable()],
])('%s that may be null may be null', (_, schema) => {
  expect(check(schema.form, null).issues).toEqual([])
  expect(check(schema.form, true).issues).not.toEqual([])
})

/** Nested forms with every keyword that is checked, except defaults, which change the value. */
const form: fc.Arbitrary<Form> = fc
  .letrec<{ form: Form }>((tie) => {
    const small = fc.integer({ min: 0, max: 3 })
    const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
    const fields = fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('form'), { maxKeys: 2 })
    const leaf = fc.oneof(
      fc.record({ type: fc.constant('string' as const), minLength: some(small), maxLength: some(small) }),
      fc.record({ type: fc.constant('integer' as const), minimum: some(small), exclusiveMaximum: some(small) }),
      fc.record({ type: fc.constant('number' as const), multipleOf: fc.constantFrom(2, 0.5) }),
      fc.record({ const: fc.constantFrom<unknown>(1, ['a'], { a: 1, b: ['b'] }) }),
      fc.record({ enum: fc.constantFrom([1, 'a'], ['b', null], [true]) }),
      fc.constant<Form>({ type: ['boolean', 'null'] }),
    )
    const listWith = (more: Record<string, fc.Arbitrary<unknown>>) =>
      fc.record({
        type: fc.constant('array' as const),
        items: some(fc.oneof(tie('form'), fc.constant(false))),
        uniqueItems: some(fc.boolean()),
        minItems: some(small),
        ...more,
      })
    // Not both: ajv ignores "contains" next to "prefixItems" for an empty list.
    const list = fc.oneof(
      listWith({ prefixItems: some(fc.array(tie('form'), { minLength: 1, maxLength: 2 })) }),
      listWith({ contains: tie('form') }),
    )
    const object = fc.record({
      type: fc.constant('object' as const),
      properties: some(fields),
      required: some(fc.subarray(['a', 'b'])),
      additionalProperties: some(fc.oneof(fc.boolean(), tie('form'))),
      patternProperties: some(fc.dictionary(fc.constantFrom('^a', 'd', '.'), tie('form'), { maxKeys: 1 })),
      propertyNames: some(fc.constantFrom({ enum: ['a', 'b'] }, { maxLength: 0 })),
      dependentRequired: some(fc.constantFrom({ a: ['b'] }, { d: ['a', 'b'] })),
      dependentSchemas: some(fc.record({ a: tie('form') })),
      maxProperties: some(small),
      minProperties: some(fc.constantFrom(0, 1)),
    })
    const parts = fc.array(tie('form'), { minLength: 1, maxLength: 2 })
    const joined = fc.oneof(
      fc.record({ anyOf: parts }),
      fc.record({ allOf: parts }),
      fc.record({ oneOf: parts, anyOf: some(parts) }),
      fc.record({ not: tie('form') }),
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      fc.record({ if: tie('form'), then: some(tie('form')), else: some(tie('form')) }),
      fc.record({ anyOf: parts, allOf: parts, type: some(fc.constantFrom('string' as const, 'object' as const)) }),
    )
    return {
      form: fc.oneof({ maxDepth: 3 }, { weight: 3, arbitrary: leaf }, list, object, joined) as fc.Arbitrary<Form>,
    }
  })
  .form.map((made) => JSON.parse(JSON.stringify(made)) as Form)

const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom('', 'a', 'b', 'long', 0, 1, 2, 5, 1.5, true, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'd'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value

test('accepts and refuses what a validator of JSON Schema does', () => {
  const ajv = new Ajv2020({ strict: false })
  const seen = { fitting: 0, wrong: 0 }
  fc.assert(
    fc.property(form, fc.array(value, { minLength: 9, maxLength: 9 }), (made, values) => {
      const accepts = ajv.compile(made)
      for (const one of values) {
        const fits = accepts(one)
        expect({ made, one, fits: check(made, one).issues.length === 0 }).toEqual({ made, one, fits })
        seen[fits ? 'fitting' : 'wrong']++
      }
    }),
    { numRuns: 400 },
  )
  // Usually about 170, but it depends on chance.
  expect(Math.min(seen.fitting, seen.wrong)).toBeGreaterThan(50)
})
