/** Random forms, small changes of them, and values that are likely to fit: for tests of how schemas compare. */
import fc from 'fast-check'
import type { Form } from '../src/schema/form.js'

const KEYS = ['a', 'b', 'constructor'] as const
const WORDS = ['', 'a', 'ab', 'abc', 'https://example.org']

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 1 })
const size = fc.integer({ min: 0, max: 3 })
const number = fc.constantFrom(-1, 0, 0.5, 1, 2, 3)

/** Without what was left out. */
const given = (form: Record<string, unknown>): Form =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))

const text = fc
  .record({
    type: fc.constant('string' as const),
    minLength: maybe(size),
    maxLength: maybe(size),
    pattern: maybe(fc.constantFrom('^a', 'b$')),
    format: maybe(fc.constant('uri')),
  })
  .map(given)

const numeric = fc
  .record({
    type: fc.constantFrom('integer' as const, 'number' as const),
    minimum: maybe(number),
    maximum: maybe(number),
    exclusiveMinimum: maybe(number),
    exclusiveMaximum: maybe(number),
  })
  .map(given)

const choice = fc
  .uniqueArray(fc.constantFrom<unknown>('a', 'ab', 1, 2, 0.5, true, null), { minLength: 1, maxLength: 4 })
  .map((values): Form => ({ enum: values }))

const simple = fc.oneof(
  text,
  numeric,
  choice,
  fc.constantFrom<Form>({}, { type: 'boolean' }, { type: 'null' }, { type: ['string', 'null'] }, { const: 'a' }),
)

export const arbitrarySchema: fc.Arbitrary<Form> = fc.letrec<{ schema: Form }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    simple,
    fc.record({ type: fc.constant('array' as const), items: maybe(tie('schema')), minItems: maybe(size) }).map(given),
    fc
      .record({
        type: fc.constant('object' as const),
        properties: maybe(fc.dictionary(fc.constantFrom(...KEYS), withDefault(tie('schema')), { maxKeys: 3 })),
        required: maybe(fc.uniqueArray(fc.constantFrom<string>(...KEYS))),
        additionalProperties: maybe(fc.oneof(fc.boolean(), tie('schema'))),
      })
      .map(given),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf): Form => ({ anyOf })),
  ),
})).schema

function withDefault(form: fc.Arbitrary<Form>): fc.Arbitrary<Form> {
  return fc
    .tuple(form, fc.nat(5))
    .map(([one, rare]) => (rare === 0 && one.type === 'string' ? { type: 'string', default: 'a' } : one))
}

/** The schema with one thing in it replaced, added or taken away. */
export function changed(form: Form): fc.Arbitrary<Form> {
  const keys = Object.keys(form)
  const without = keys.map((key) => Object.fromEntries(Object.entries(form).filter(([other]) => other !== key)) as Form)
  const ways: fc.Arbitrary<Form>[] = [
    arbitrarySchema,
    arbitrarySchema.map((other): Form => ({ anyOf: [form, other] })),
    simple.map((other) => ({ ...form, ...other })),
    ...(without.length > 0 ? [fc.constantFrom(...without)] : []),
  ]
  if (form.items !== undefined) ways.push(changed(form.items).map((items) => ({ ...form, items })))
  if (form.anyOf !== undefined && form.anyOf.length > 1) ways.push(fc.constant({ ...form, anyOf: form.anyOf.slice(1) }))
  if (form.enum !== undefined) ways.push(fc.subarray([...form.enum], { minLength: 1 }).map((list) => ({ enum: list })))
  for (const [key, inner] of Object.entries(form.properties ?? {})) {
    ways.push(changed(inner).map((other) => ({ ...form, properties: { ...form.properties, [key]: other } })))
    const { [key]: _, ...others } = form.properties!
    ways.push(fc.constant({ ...form, properties: others }))
  }
  return fc.oneof(...ways)
}

const anyValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom<unknown>(...WORDS, -1, 0, 0.5, 1, 2, 3, true, false, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS, 'other'), tie('value'), { maxKeys: 3 }),
  ),
})).value

/** A value that most likely fits the schema. */
export function valueFor(form: Form): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 1, arbitrary: anyValue }, { weight: 6, arbitrary: fitting(form) })
}

function fitting(form: Form): fc.Arbitrary<unknown> {
  if (form.anyOf !== undefined) return fc.oneof(...form.anyOf.map(valueFor))
  if (form.enum !== undefined) return fc.constantFrom(...form.enum)
  if (form.const !== undefined) return fc.constant(form.const)
  switch ([form.type].flat()[0]) {
    case 'string':
      return fc.constantFrom(...WORDS)
    case 'integer':
    case 'number':
      return number
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valueFor(form.items ?? {}), { maxLength: 4 })
    case 'object':
      return objectFor(form)
    default:
      return anyValue
  }
}

function objectFor({ properties = {}, required = [] }: Form): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, valueFor(inner)]))
  const requiredKeys = required.filter((key) => Object.hasOwn(fields, key))
  return fc.record(fields, { requiredKeys, noNullPrototype: true })
}
