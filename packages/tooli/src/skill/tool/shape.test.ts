import { expect, test } from 'vitest'
import type { Form } from '../../schema/form.js'
import { Schema, t } from '../../schema/t.js'
import { shapeOf } from './shape.js'

const schemas: [Schema<unknown, unknown>, string][] = [
  [t.string(), 'string'],
  [t.integer().nullable(), 'integer|null'],
  [t.array(t.enum(['a', 'b'])), '("a"|"b")[]'],
  [t.array(t.object({ id: t.integer(), 'odd key': t.string().optional() })), '{id: integer, "odd key"?: string}[]'],
  [t.record(t.number()), '{[key]: number}'],
  [t.union([t.string(), t.object({ ok: t.boolean() })]), 'string|{ok: boolean}'],
  [t.unknown(), 'any'],
] as never

test.each(schemas)('a schema %# reads as a type', (schema, expected) => {
  expect(shapeOf(schema.form)).toBe(expected)
})

test('a shape too long to read is told with less of what is inside', () => {
  const inner = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`field${index}`, t.string()]))
  const shape = shapeOf(t.object({ name: t.string(), rest: t.object(inner) }).form)
  expect(shape).toBe('{name: string, rest: {…}}')
})

test('values of secrets are not in a shape', () => {
  const form: Form = {
    type: 'object',
    properties: { token: { type: 'string', enum: ['HUSH'], 'x-cli': { secret: true } } },
    required: ['token'],
  }
  expect(shapeOf(form)).toBe('{token: string}')
})
