import { inspect, isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import * as mini from 'zod/mini'
import { z as z3 } from 'zod/v3'
import { formOf } from '../../model/parameters.js'
import { checkPlain } from './check.js'
import { formOfPlain } from './form.js'
import { anySchema, oddSchemas, unusual } from './schemas.fixture.js'

const SIDES = ['input', 'output'] as const
const OPTIONS = { target: 'draft-2020-12', libraryOptions: { unrepresentable: 'any' } } as const

/** What zod itself says. */
function converted(schema: z.ZodType, side: 'input' | 'output'): string | undefined {
  try {
    const { $schema: _, ...form } = schema['~standard'].jsonSchema[side](OPTIONS)
    return JSON.stringify(form)
  } catch {
    return undefined
  }
}

test('the form of a schema is zod’s own, in its order, and every plain schema is read without zod', () => {
  const seen = { plain: 0, other: 0 }
  fc.assert(
    fc.property(anySchema, ({ schema, isPlain }) => {
      seen[isPlain ? 'plain' : 'other']++
      for (const side of SIDES) {
        const form = formOfPlain(schema, side)
        if (isPlain || form !== undefined) expect(JSON.stringify(form)).toBe(converted(schema, side))
      }
    }),
    { numRuns: 1000 },
  )
  expect(seen.plain).toBeGreaterThan(500)
  expect(seen.other).toBeGreaterThan(100)
})

test('a value is taken only if zod takes it, and becomes what zod makes of it', () => {
  const seen = { taken: 0, refused: 0 }
  const pair = anySchema.chain((one) =>
    fc.record({ one: fc.constant(one), values: fc.array(fc.oneof(one.values, unusual), { maxLength: 6 }) }),
  )
  fc.assert(
    fc.property(pair, ({ one: { schema }, values }) => {
      for (const value of values) {
        const checked = checkPlain(schema, value)
        seen[checked === undefined ? 'refused' : 'taken']++
        if (checked === undefined) continue
        const { success, data } = schema.safeParse(value)
        expect(success).toBe(true)
        expect(shown(checked.value)).toBe(shown(data))
        expect(isDeepStrictEqual(checked.value, data)).toBe(true)
      }
    }),
    { numRuns: 1000 },
  )
  expect(seen.taken).toBeGreaterThan(500)
  expect(seen.refused).toBeGreaterThan(500)
})

const shown = (value: unknown) => inspect(value, { depth: Infinity })

test('what fits a plain schema needs no zod', () => {
  let taken = 0
  const pair = anySchema
    .filter(({ isPlain }) => isPlain)
    .chain((one) => fc.record({ one: fc.constant(one), values: fc.array(one.values, { maxLength: 6 }) }))
  fc.assert(
    fc.property(pair, ({ one: { schema }, values }) => {
      for (const value of values) {
        if (!schema.safeParse(value).success) continue
        expect(checkPlain(schema, value)).toBeDefined()
        taken++
      }
    }),
    { numRuns: 1000 },
  )
  expect(taken).toBeGreaterThan(500)
})

test('one part that is not plain leaves the whole to zod, wherever it stands', () => {
  const wholes = oddSchemas.flatMap((one) => [
    one,
    z.object({ a: one }),
    z.array(one),
    one.optional(),
    one.nullable(),
    one.default('x').describe('x'),
  ])
  const wrong = wholes.filter((whole) => formOfPlain(whole, 'input') !== undefined)
  expect(wrong.map((whole) => converted(whole, 'input'))).toEqual([])
})

const label = z.object({ text: z.string() })
interface Node {
  name: string
  next?: Node | undefined
}
const node: z.ZodType<Node> = z.object({
  name: z.string(),
  get next() {
    return node.optional()
  },
})
const saysItself = z.string()
Object.assign(saysItself._zod, { toJSONSchema: () => ({ type: 'string', format: 'own' }) })
const ofAnotherVersion = z.string()
ofAnotherVersion._zod.version = { major: 4, minor: 7, patch: 0 } as never

test.each<[string, object]>([
  ['one that contains itself', node],
  ['one that says its form itself', z.object({ own: saysItself })],
  ['one of a version nobody compared with', z.object({ other: ofAnotherVersion })],
  ['one of zod/mini', mini.object({ name: mini.string() })],
  ['one of zod 3', z3.object({ name: z3.string() })],
  ['one with a symbol as a key', z.object({ [Symbol('key')]: z.string() })],
  ['one with a default that is no value', z.string().default(undefined as never)],
  [
    'one whose keys fail',
    z.object({
      get name(): z.ZodType {
        throw new Error('not yet')
      },
    }),
  ],
  [
    'a class of the author’s',
    new (z.core.$constructor('Shout', (inst, def) => z.ZodString.init(inst as never, def as never)))({
      type: 'string',
    } as never) as object,
  ],
])('%s is left to zod', (_, schema) => {
  expect(formOfPlain(schema, 'input')).toBeUndefined()
  expect(checkPlain(schema, { name: 'Ann' })).toBeUndefined()
})

test('a property that looks like a reference is what it is without this', () => {
  const schema = z.object({ $ref: z.string() })
  expect(formOfPlain(schema, 'input')).toBeUndefined()
  expect(formOf(schema)).toEqual(formOf({ ...z.toJSONSchema(schema, { io: 'input' }) } as never))
})

test('every value gets a default of its own, from a function too, also after the form was asked for', () => {
  let calls = 0
  const schema = z.object({ list: z.array(z.string()).default([]), call: z.int().default(() => ++calls) })
  expect(formOfPlain(schema, 'input')).toMatchObject({ properties: { list: { default: [] } } })
  const [one, other] = [checkPlain(schema, {}), checkPlain(schema, {})].map(
    (made) => made!.value as z.infer<typeof schema>,
  )
  expect(one!.list).not.toBe(other!.list)
  expect(other!.call).toBe(one!.call + 1)
})

test('a result shares no object and no list with what was given', () => {
  const given = { labels: [{ text: 'a' }] }
  const { value } = checkPlain(z.object({ labels: z.array(label) }), given) as { value: typeof given }
  expect(value).toEqual(given)
  expect(value.labels).not.toBe(given.labels)
  expect(value.labels[0]).not.toBe(given.labels[0])
})
