/** Random forms, small changes of them, and values that probably fit, for tests that compare schemas. */
import fc from 'fast-check'
import type { Form } from '../src/schema/form.js'

const KEYS = ['a', 'b', 'constructor'] as const
const WORDS = ['', 'a', 'ab', 'abc', 'https://example.org']

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const size = fc.integer({ min: 0, max: 3 })
const number = fc.constantFrom(-1, 0, 0.5, 1, 2, 3)
const key = fc.constantFrom<string>(...KEYS)

/** The possible values of each keyword of a type; `undefined` leaves it out. */
type Keywords = Record<string, fc.Arbitrary<unknown>>

const TEXT: Keywords = {
  minLength: maybe(size),
  maxLength: maybe(size),
  pattern: maybe(fc.constantFrom('^a', 'b$')),
  format: maybe(fc.constant('uri')),
}

const NUMBER: Keywords = {
  type: fc.constantFrom('integer', 'number'),
  minimum: maybe(number),
  maximum: maybe(number),
  exclusiveMinimum: maybe(number),
  exclusiveMaximum: maybe(number),
}

const CHOICE: Keywords = {
  enum: fc.uniqueArray(fc.constantFrom<unknown>('a', 'ab', 1, 2, 0.5, true, null), { minLength: 1, maxLength: 4 }),
}

const OTHERS: readonly Form[] = [
  {},
  { type: 'boolean' },
  { type: 'null' },
  { type: ['string', 'null'] },
  { type: ['boolean', 'null'] },
  { const: 'a' },
  { const: true },
  { enum: [true] },
]

const listOf = (inner: fc.Arbitrary<Form>): Keywords => ({ items: maybe(inner), minItems: maybe(size) })

const objectOf = (inner: fc.Arbitrary<Form>): Keywords => ({
  properties: fc.oneof(
    { weight: 5, arbitrary: fc.dictionary(key, withDefault(inner), { maxKeys: 3, noNullPrototype: true }) },
    fc.constant(undefined),
  ),
  required: maybe(fc.uniqueArray(key, { maxLength: 2 })),
  additionalProperties: fc.oneof(fc.constantFrom(undefined, true, false, false), inner),
})

function withDefault(form: fc.Arbitrary<Form>): fc.Arbitrary<Form> {
  return fc
    .tuple(form, fc.nat(3))
    .map(([one, rare]) => (rare === 0 && one.type === 'string' ? { type: 'string', default: 'a' } : one))
}

/** Removes keywords that are undefined. */
const given = (form: object): Form =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))

const made = (keywords: Keywords, type?: Form['type']): fc.Arbitrary<Form> =>
  fc.record(keywords).map((form) => given({ ...(type !== undefined && { type }), ...form }))

const simple: fc.Arbitrary<Form> = fc.oneof(
  made(TEXT, 'string'),
  made(NUMBER),
  made(CHOICE),
  fc.constantFrom(...OTHERS),
)

const deeper = (inner: fc.Arbitrary<Form>): fc.Arbitrary<Form> =>
  fc.oneof(
    { weight: 2, arbitrary: simple },
    { weight: 2, arbitrary: made(listOf(inner), 'array') },
    { weight: 5, arbitrary: made(objectOf(inner), 'object') },
    { weight: 1, arbitrary: fc.array(inner, { minLength: 1, maxLength: 3 }).map((anyOf): Form => ({ anyOf })) },
  )

export const arbitrarySchema: fc.Arbitrary<Form> = deeper(deeper(simple))

/** The schema with one thing replaced, added or removed. */
export function changed(form: Form): fc.Arbitrary<Form> {
  const inside = insideChanges(form)
  return fc.oneof(
    { weight: 6, arbitrary: oneKeyword(form) },
    { weight: 1, arbitrary: arbitrarySchema },
    { weight: 1, arbitrary: simple.map((other): Form => ({ anyOf: [form, other] })) },
    ...(inside.length === 0 ? [] : [{ weight: 6, arbitrary: fc.oneof(...inside) }]),
  )
}

/** Changes one keyword. */
function oneKeyword(form: Form): fc.Arbitrary<Form> {
  const keywords = keywordsOf(form)
  const names = Object.keys(keywords)
  if (names.length === 0) return simple
  return fc.constantFrom(...names).chain((name) => keywords[name]!.map((value) => given({ ...form, [name]: value })))
}

function keywordsOf({ type, enum: choices }: Form): Keywords {
  if (choices !== undefined) return CHOICE
  if (type === 'string') return TEXT
  if (type === 'integer' || type === 'number') return NUMBER
  if (type === 'array') return listOf(simple)
  return type === 'object' ? objectOf(simple) : {}
}

function insideChanges(form: Form): fc.Arbitrary<Form>[] {
  const { items, anyOf, properties } = form
  const ways: fc.Arbitrary<Form>[] = []
  if (items !== undefined) ways.push(changed(items).map((other) => ({ ...form, items: other })))
  for (const [index, one] of (anyOf ?? []).entries()) {
    ways.push(changed(one).map((other) => ({ ...form, anyOf: anyOf!.with(index, other) })))
    if (anyOf!.length > 1) ways.push(fc.constant({ ...form, anyOf: anyOf!.toSpliced(index, 1) }))
  }
  for (const [name, inner] of Object.entries(properties ?? {})) {
    ways.push(changed(inner).map((other) => ({ ...form, properties: { ...properties, [name]: other } })))
    const { [name]: _, ...others } = properties!
    ways.push(fc.constant({ ...form, properties: others }))
  }
  return ways
}

const anyValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom<unknown>(...WORDS, -1, 0, 0.5, 1, 2, 3, true, false, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS, 'other'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value

/** A value that probably fits the schema. */
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
