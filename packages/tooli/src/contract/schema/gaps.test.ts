import { expect, test } from 'vitest'
import type { Form } from '../../schema/form.js'
import { gapsBetween } from './gaps.js'

const a = { type: 'string' } as const
const object = (parts: object): Form => ({ type: 'object', ...parts })

test.each<[string, Form, Form]>([
  ['a limit that counts itself', { exclusiveMinimum: 0 }, { minimum: 0 }],
  ['the same limits in other words', { minimum: 0, exclusiveMaximum: 5 }, { exclusiveMaximum: 5, minimum: -1 }],
  ['a whole number', { type: 'integer', minimum: 1 }, { type: 'number' }],
  ['choices of a pattern', { enum: ['a1', 'a2'] }, { type: 'string', pattern: '^a' }],
  ['choices of a format', { enum: ['https://example.org'] }, { type: 'string', format: 'uri' }],
  ['true and false', { type: 'boolean' }, { anyOf: [{ const: true }, { const: false }] }],
  ['one type of several', { type: ['string', 'null'] }, { anyOf: [{ type: 'null' }, a] }],
  ['oneOf, which is checked like anyOf', { oneOf: [a] }, { oneOf: [{ type: 'integer' }, a] }],
  ['a part of all', { type: 'integer', minimum: 3 }, { allOf: [{ minimum: 1 }, { type: 'integer' }] }],
  ['parts that are the same', { allOf: [a, { minLength: 2 }] }, { allOf: [{ minLength: 1 }] }],
  ['a keyword that only refuses, gone', { type: 'array', contains: a }, { type: 'array' }],
  ['a strange keyword on both sides', object({ patternProperties: { x: a } }), object({ patternProperties: { x: a } })],
  ['anything', object({ patternProperties: { x: a } }), {}],
  ['annotations', { type: 'string', title: 'A', 'x-mine': 1 } as Form, { type: 'string', description: 'B' }],
])('%s fits', (_, inner, outer) => {
  expect(gapsBetween(inner, outer, 'input')).toEqual([])
})

test.each<[string, Form, Form, string]>([
  ['a limit that no longer counts itself', { minimum: 0 }, { exclusiveMinimum: 0 }, 'exclusiveMinimum'],
  ['an upper one', { maximum: 5 }, { exclusiveMaximum: 5 }, 'exclusiveMaximum'],
  [
    'a key that was filled in',
    object({ properties: { a: { type: 'string', default: 'x' } }, required: ['a'] }),
    object({ properties: { a }, required: ['a'] }),
    'required',
  ],
  ['another pattern', { type: 'string', pattern: 'a' }, { type: 'string', pattern: 'b' }, 'pattern'],
  ['a multiple', { type: 'integer' }, { type: 'integer', multipleOf: 2 }, 'multipleOf'],
  ['entries that must differ', { type: 'array' }, { type: 'array', uniqueItems: true }, 'uniqueItems'],
  ['one of the parts of all', a, { allOf: [a, { minLength: 1 }] }, 'minLength'],
  ['no value at all', a, { not: {} }, 'not'],
])('%s does not fit', (_, inner, outer, keyword) => {
  const gaps = gapsBetween(inner, outer, 'input')
  expect(gaps.map((gap) => [gap.keyword, gap.isUntold])).toEqual([[keyword, undefined]])
})

test.each<[string, Form, Form]>([
  ['contains', { type: 'array' }, { type: 'array', contains: a }],
  [
    'patternProperties',
    object({ patternProperties: { x: a }, additionalProperties: false }),
    object({ properties: {} }),
  ],
  ['prefixItems', { type: 'array', prefixItems: [a] }, { type: 'array', items: a }],
  ['nullable', { type: 'string', nullable: true }, a],
  ['oneOf', a, { anyOf: [a], oneOf: [a] }],
])('%s cannot be compared, and that is said', (keyword, inner, outer) => {
  expect(gapsBetween(inner, outer, 'input')).toMatchObject([{ keyword, isUntold: true }])
})
