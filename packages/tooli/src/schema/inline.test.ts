import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { check } from './check.js'
import type { Form } from './form.js'
import { inline } from './inline.js'

test.each<[string, Form, Form]>([
  [
    'a definition',
    { type: 'object', properties: { a: { $ref: '#/$defs/text' } }, $defs: { text: { type: 'string', minLength: 2 } } },
    { type: 'object', properties: { a: { type: 'string', minLength: 2 } } },
  ],
  [
    'a definition as drafts before 2019 wrote it',
    { items: { $ref: '#/definitions/text' }, definitions: { text: { type: 'string' } } },
    { items: { type: 'string' } },
  ],
  [
    'one inside another',
    { $ref: '#/$defs/a', $defs: { a: { items: { $ref: '#/$defs/b' } }, b: { const: 1 } } },
    { items: { const: 1 } },
  ],
  [
    'another place of the same schema',
    { properties: { a: { type: 'string' }, 'b/c': { $ref: '#/properties/a' }, d: { $ref: '#/properties/b~1c' } } },
    { properties: { a: { type: 'string' }, 'b/c': { type: 'string' }, d: { type: 'string' } } },
  ],
  [
    'words beside a reference',
    {
      properties: { a: { $ref: '#/$defs/t', description: 'Mine' } },
      $defs: { t: { type: 'string', description: 'x' } },
    },
    { properties: { a: { type: 'string', description: 'Mine' } } },
  ],
  [
    'rules beside a reference',
    { $ref: '#/$defs/t', type: 'integer', $defs: { t: { type: ['integer', 'string'] } } },
    { type: 'integer', allOf: [{ type: ['integer', 'string'] }] },
  ],
  [
    'data that looks like a reference',
    { properties: { $ref: { const: { $ref: '#/$defs/no' } } }, default: { $ref: '#' } },
    { properties: { $ref: { const: { $ref: '#/$defs/no' } } }, default: { $ref: '#' } },
  ],
])('%s is put where it is used', (_, schema, form) => {
  expect(inline(schema)).toEqual(form)
})

test.each<[string, Form]>([
  ['#/$defs/node refers to itself', { $ref: '#/$defs/node', $defs: { node: { items: { $ref: '#/$defs/node' } } } }],
  ['# refers to itself', { properties: { parent: { $ref: '#' } } }],
  ['https://example.org/x leads to no schema', { $ref: 'https://example.org/x' }],
  ['#/$defs/gone leads to no schema', { $ref: '#/$defs/gone', $defs: {} }],
])('%s, and this is refused', (reason, schema) => {
  expect(() => inline(schema)).toThrow(reason)
})

test('what is checked without references is what ajv checks with them', () => {
  const leaf = fc.constantFrom<Form>({ type: 'string', minLength: 1 }, { type: 'integer' }, { enum: [1, 'a'] })
  const uses = fc.constantFrom<Form>(
    { $ref: '#/$defs/a' },
    { items: { $ref: '#/$defs/b' } },
    { properties: { a: { $ref: '#/$defs/b' } }, required: ['a'] },
    { $ref: '#/$defs/b', minimum: 2 },
    { anyOf: [{ $ref: '#/$defs/a' }, { type: 'null' }] },
  )
  const schema = fc.record({ use: uses, a: leaf, b: leaf })
  const value = fc.constantFrom<unknown>(
    '',
    'a',
    1,
    2,
    3,
    null,
    [],
    ['', 1],
    ['a'],
    {},
    { a: 1 },
    { a: 'a' },
    { a: null },
  )
  const ajv = new Ajv2020({ strict: false })
  fc.assert(
    fc.property(schema, value, ({ use, a, b }, one) => {
      const whole = { ...use, $defs: { a, b } }
      expect(check(inline(whole), one).issues.length === 0).toBe(ajv.validate(whole, one))
    }),
  )
})
