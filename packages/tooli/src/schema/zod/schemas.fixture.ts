import fc from 'fast-check'
import { z } from 'zod'

/** A schema, whether it has to be read as plain, and values of which many fit it. */
export interface Case {
  schema: z.ZodType
  isPlain: boolean
  values: fc.Arbitrary<unknown>
}

/** Something that is done to a schema; the types of zod are too narrow for any schema to be meant. */
interface Step {
  does: (schema: never) => unknown
  isPlain: boolean
}

const plain = (does: Step['does']): Step => ({ does, isPlain: true })
const odd = (does: Step['does']): Step => ({ does, isPlain: false })

/** Mostly plain steps, since one other is enough to make the whole no longer plain. */
function after(from: fc.Arbitrary<Case>, plainOnes: fc.Arbitrary<Step>, others: readonly Step[]): fc.Arbitrary<Case> {
  const step = fc.oneof({ arbitrary: plainOnes, weight: 20 }, { arbitrary: fc.constantFrom(...others), weight: 1 })
  return fc.tuple(from, fc.array(step, { maxLength: 3 })).map(([{ schema, isPlain, values }, list]) => ({
    schema: list.reduce((before, { does }) => does(before as never) as z.ZodType, schema),
    isPlain: isPlain && list.every((one) => one.isPlain),
    values,
  }))
}

const leaf = (schema: () => z.ZodType, values: fc.Arbitrary<unknown>, isPlain = true): fc.Arbitrary<Case> =>
  fc.constant(null).map(() => ({ schema: schema(), isPlain, values }))

const word = fc.string({ maxLength: 5, unit: fc.constantFrom('a', 'B', ' ', '1', 'é') })
const size = fc.integer({ min: 0, max: 5 })
const bound = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.constantFrom(0.5, -2.5, 2 ** 53, -0))
const message = fc.constantFrom<[] | ['too odd']>([], ['too odd'])

const oddTexts: readonly Step[] = [
  odd((s: z.ZodString) => s.trim()),
  odd((s: z.ZodString) => s.toLowerCase()),
  odd((s: z.ZodString) => s.regex(/a/)),
  odd((s: z.ZodString) => s.startsWith('a')),
  odd((s: z.ZodString) => s.email()),
  odd((s: z.ZodString) => s.check(z.describe('said in a check'))),
]

const text = after(
  leaf(() => z.string(), word),
  fc.oneof(
    fc.tuple(size, message).map(([n, said]) => plain((s: z.ZodString) => s.min(n, ...said))),
    size.map((n) => plain((s: z.ZodString) => s.max(n))),
    size.map((n) => plain((s: z.ZodString) => s.length(n))),
    fc.constant(plain((s: z.ZodString) => s.nonempty())),
  ),
  oddTexts,
)

const oddAmounts: readonly Step[] = [
  odd((s: z.ZodNumber) => s.multipleOf(2)),
  odd((s: z.ZodNumber) => s.min(-Infinity)),
  odd((s: z.ZodNumber) => s.check(z.int32())),
  odd((s: z.ZodNumber) => s.check(z.int().min(2))),
]

const amount = after(
  fc.oneof(
    leaf(() => z.number(), fc.oneof(bound, fc.double())),
    leaf(() => z.int(), fc.oneof(fc.integer({ min: -9, max: 9 }), fc.maxSafeInteger(), bound)),
  ),
  fc.oneof(
    bound.map((n) => plain((s: z.ZodNumber) => s.min(n))),
    bound.map((n) => plain((s: z.ZodNumber) => s.max(n))),
    bound.map((n) => plain((s: z.ZodNumber) => s.gt(n, 'too odd'))),
    bound.map((n) => plain((s: z.ZodNumber) => s.lt(n))),
    fc.constantFrom(
      plain((s: z.ZodNumber) => s.int()),
      plain((s: z.ZodNumber) => s.positive()),
    ),
  ),
  oddAmounts,
)

const choice = fc.oneof(
  fc.uniqueArray(word, { minLength: 1, maxLength: 3 }).chain((words) =>
    fc.oneof(
      leaf(() => z.enum(words as [string]), fc.constantFrom(...words)),
      leaf(() => z.literal(words as [string]), fc.constantFrom(...words)),
    ),
  ),
  fc
    .uniqueArray(fc.constantFrom(null, true, false, 1, -0, 'x'), { minLength: 1, maxLength: 3 })
    .chain((values) => leaf(() => z.literal(values as [string]), fc.constantFrom(...values))),
)

const strange: readonly (readonly [() => z.ZodType, fc.Arbitrary<unknown>])[] = [
  [() => z.url(), word],
  [() => z.coerce.number(), word],
  [() => z.literal([undefined, 1n]), fc.constantFrom(undefined, 1n)],
  [() => z.enum({ A: 0, B: 1, C: 'c' }), fc.constantFrom(0, 1, 'c', 'A')],
  [() => z.union([z.string(), z.number()]), word],
  [() => z.unknown(), word],
  [() => z.enum([]), word],
  [() => z.literal(NaN), fc.constant(NaN)],
  [() => z.stringbool(), fc.constantFrom('yes', 'no')],
  [() => z.strictObject({ a: z.string() }), fc.record({ a: word, b: word }, { requiredKeys: ['a'] })],
  [() => z.looseObject({ a: z.string() }), fc.record({ a: word, b: word })],
  [() => z.object({ toString: z.string().optional() }), fc.constant({})],
  [() => z.object({ ['__proto__']: z.string() }), fc.constant({})],
]

/** What may be said about any schema, and be wrapped around it. */
const around: fc.Arbitrary<Step> = fc.oneof(
  word.map((said) => plain((s: z.ZodType) => s.describe(said))),
  fc
    .record(
      {
        title: word,
        description: fc.option(word, { nil: undefined }),
        deprecated: fc.boolean(),
        examples: fc.array(word, { maxLength: 1 }),
        'x-cli': fc.record({ short: word, complete: fc.constant(() => []) }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    )
    .map((meta) => plain((s: z.ZodType) => s.meta(meta))),
  fc.constantFrom(
    plain((s: z.ZodType) => s.optional()),
    plain((s: z.ZodType) => s.nullable()),
    plain((s: z.ZodType) => s.brand('x')),
  ),
  fc.tuple(fc.jsonValue({ maxDepth: 2 }), fc.boolean()).map(([value, isFunction]) => {
    const given = JSON.stringify(value).includes('"$ref"') ? null : value
    return plain((s: z.ZodType) => s.default(isFunction ? () => given : given))
  }),
)

let ids = 0
const aroundOddly: readonly Step[] = [
  odd((s: z.ZodType) => s.refine((value) => value !== 'a' && value !== 1)),
  odd((s: z.ZodType) => s.transform((value) => [value])),
  odd((s: z.ZodType) => s.exactOptional()),
  odd((s: z.ZodType) => s.nonoptional()),
  odd((s: z.ZodType) => s.prefault('a')),
  odd((s: z.ZodType) => s.catch('caught')),
  odd((s: z.ZodType) => s.readonly()),
  odd((s: z.ZodType) => s.pipe(z.unknown())),
  odd((s: z.ZodType) => s.overwrite((value) => value)),
  odd((s: z.ZodType) => s.meta({ id: `id${ids++}` })),
  odd((s: z.ZodType) => s.meta({ id: `id${ids++}` }).describe('made from one with an id')),
  odd((s: z.ZodType) => s.meta({ type: 'other' })),
  odd((s: z.ZodType) => s.meta({ default: 'other' })),
  odd((s: z.ZodType) => s.default(1n)),
  odd((s: z.ZodType) => s.or(z.boolean())),
  odd((s: z.ZodType) => z.lazy(() => s)),
]

const { any } = fc.letrec<{ any: Case; list: Case; record: Case }>((tie) => ({
  any: after(
    fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      {
        arbitrary: fc.oneof(
          text,
          amount,
          choice,
          leaf(() => z.boolean(), fc.boolean()),
        ),
        weight: 20,
      },
      { arbitrary: fc.oneof(...strange.map(([schema, values]) => leaf(schema, values, false))), weight: 2 },
      { arbitrary: tie('list'), weight: 6 },
      { arbitrary: tie('record'), weight: 12 },
    ),
    around,
    aroundOddly,
  ),
  list: after(
    tie('any').map(({ schema, isPlain, values }) => ({
      schema: z.array(schema),
      isPlain,
      values: fc.array(values, { maxLength: 3 }),
    })),
    fc.oneof(
      size.map((n) => plain((s: z.ZodArray) => s.min(n))),
      size.map((n) => plain((s: z.ZodArray) => s.max(n))),
      size.map((n) => plain((s: z.ZodArray) => s.length(n))),
    ),
    [odd((s: z.ZodArray) => s.refine((list) => list.length !== 1))],
  ),
  record: fc
    .dictionary(fc.constantFrom('a', 'b', 'maxDepth', '1', '0', 'x-y', '$id'), tie('any'), { maxKeys: 4 })
    .chain((cases) => {
      const entries = Object.entries(cases)
      const part = (of: (one: Case) => unknown) => Object.fromEntries(entries.map(([key, one]) => [key, of(one)]))
      return after(
        fc.constant({
          schema: z.object(part(({ schema }) => schema) as z.ZodRawShape),
          isPlain: entries.every(([, { isPlain }]) => isPlain),
          values: fc
            .record(part(({ values }) => values) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] })
            .chain((some) => fc.dictionary(fc.constantFrom('z', 'other'), word).map((more) => ({ ...more, ...some }))),
        }),
        fc.constantFrom(
          plain((s: z.ZodObject) => s.partial()),
          plain((s: z.ZodObject) => s.strip()),
          plain((s: z.ZodObject) => s.extend({ more: z.boolean().optional() })),
        ),
        [odd((s: z.ZodObject) => s.strict()), odd((s: z.ZodObject) => s.catchall(z.string()))],
      )
    }),
}))

export const anySchema = any

/** One of each that is not plain. */
export const oddSchemas: readonly z.ZodType[] = [
  ...strange.map(([schema]) => schema()),
  ...oddTexts.map(({ does }) => does(z.string() as never)),
  ...oddAmounts.map(({ does }) => does(z.number() as never)),
  ...aroundOddly.flatMap(({ does }) => [
    does(z.string() as never),
    does(z.boolean() as never),
    does(z.array(z.string()) as never),
    does(z.object({ a: z.string() }) as never),
    does(z.string().optional() as never),
  ]),
] as z.ZodType[]

/** Values nobody means to give, which zod has its own ways with. */
export const unusual: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything({
    withNullPrototype: true,
    withSparseArray: true,
    withBoxedValues: true,
    withBigInt: true,
    withDate: true,
  }),
  fc.record({ a: fc.constant(undefined), b: fc.constantFrom('\u{1f600}', '\ud800', Array(1), new Map(), new Date(0)) }),
  fc.constant(Object.create({ a: 'inherited' })),
  fc.constant(JSON.parse('{"__proto__": {"a": 1}, "a": "a"}')),
)
