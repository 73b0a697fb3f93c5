import type { Argument, Option } from '@atip/protocol'
import { expect, test } from 'vitest'
import { acting, argument, option } from '../../testing/samples.js'
import { toAnthropic, toGemini, toOpenAI, type CompileOptions, type ObjectSchema } from '../index.js'

function schemaOf(parameters: { options?: Option[]; arguments?: Argument[] }, options?: CompileOptions): ObjectSchema {
  return toOpenAI(acting(parameters), options)[0]!.function.parameters
}

const propertyOf = (parameter: Option, options?: CompileOptions) =>
  schemaOf({ options: [parameter] }, options).properties[parameter.name]

test.each<[Partial<Option>, object]>([
  [{ type: 'string' }, { type: 'string', description: 'An option' }],
  [{ type: 'integer' }, { type: 'integer', description: 'An option' }],
  [{ type: 'number' }, { type: 'number', description: 'An option' }],
  [{ type: 'boolean' }, { type: 'boolean', description: 'An option' }],
  [{ type: 'file' }, { type: 'string', description: 'An option (file path)' }],
  [{ type: 'directory' }, { type: 'string', description: 'An option (directory path)' }],
  [{ type: 'url' }, { type: 'string', description: 'An option (URL)' }],
  [{ type: 'array' }, { type: 'array', items: { type: 'string' }, description: 'An option' }],
  [
    { type: 'array', items: { type: 'integer' } },
    { type: 'array', items: { type: 'integer' }, description: 'An option' },
  ],
  [
    { type: 'array', items: { type: 'file' } },
    { type: 'array', items: { type: 'string' }, description: 'An option (file paths)' },
  ],
  [
    { type: 'file', variadic: true },
    { type: 'array', items: { type: 'string' }, description: 'An option (file paths)' },
  ],
  [
    { type: 'boolean', variadic: true },
    { type: 'array', items: { type: 'boolean' }, description: 'An option' },
  ],
  [
    { type: 'enum', enum: ['a', 'b'] },
    { type: 'string', enum: ['a', 'b'], description: 'An option' },
  ],
  [
    { type: 'enum', enum: [1, 2] },
    { type: 'integer', enum: [1, 2], description: 'An option' },
  ],
  [
    { type: 'enum', enum: [1, 2.5] },
    { type: 'number', enum: [1, 2.5], description: 'An option' },
  ],
  [
    { type: 'enum', enum: [1, 'auto', true] },
    { type: 'string', enum: ['1', 'auto', 'true'], description: 'An option' },
  ],
  [
    { type: 'enum', enum: ['a', 'a', '\uD83D'] },
    { type: 'string', enum: ['a'], description: 'An option' },
  ],
  [
    { type: 'string', enum: ['a', 'b'] },
    { type: 'string', enum: ['a', 'b'], description: 'An option' },
  ],
  [
    { type: 'integer', enum: ['1', 2] },
    { type: 'integer', enum: [2], description: 'An option' },
  ],
  [
    { type: 'enum', enum: ['a'], variadic: true },
    { type: 'array', items: { type: 'string', enum: ['a'] }, description: 'An option' },
  ],
  [{ default: 'x' }, { type: 'string', description: 'An option (default: x)' }],
  [
    { type: 'array', default: [1, 'a'] },
    { type: 'array', items: { type: 'string' }, description: 'An option (default: [1,"a"])' },
  ],
  [
    { description: 'Which (default: x)', default: 'x' },
    { type: 'string', description: 'Which (default: x)' },
  ],
  [
    { type: 'file', default: './a', description: undefined, name: 'max-depthOf' },
    { type: 'string', description: 'max depth of (file path) (default: ./a)' },
  ],
])('an option %j becomes %j', (parameter, expected) => {
  expect(propertyOf(option('x', parameter))).toEqual(expected)
})

test.each<[string, Partial<Option>, object]>([
  [
    'a value that may be left out',
    { 'x-atip': { optionalValue: true } },
    {
      anyOf: [{ type: 'string' }, { type: 'boolean', enum: [true] }],
      description: 'An option (true: without a value)',
    },
  ],
  [
    'two words each time',
    { 'x-atip': { arity: 2 } },
    { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2, description: 'An option (2 values)' },
  ],
  [
    'two words, many times',
    { variadic: true, 'x-atip': { arity: 2 } },
    {
      type: 'array',
      items: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
      description: 'An option (2 values)',
    },
  ],
  [
    'all words up to the next option',
    { variadic: true, 'x-atip': { greedy: true } },
    { type: 'array', items: { type: 'string' }, description: 'An option' },
  ],
  [
    'all words up to a semicolon',
    { 'x-atip': { until: [';'] } },
    { type: 'array', items: { type: 'string' }, description: 'An option' },
  ],
])('%s has the form that argv is written from', (_, parameter, expected) => {
  expect(propertyOf(option('x', parameter))).toEqual(expected)
})

test('arguments are required unless they say otherwise, options are not', () => {
  const parameters = {
    arguments: [argument('file'), argument('more', { required: false })],
    options: [option('title'), option('body', { required: true })],
  }
  expect(schemaOf(parameters).required).toEqual(['file', 'body'])
  expect(schemaOf({ options: [option('title')] })).not.toHaveProperty('required')
})

test('a list that must be given must hold something', () => {
  const { properties } = schemaOf({ arguments: [argument('files', { type: 'file', variadic: true })] })
  expect(properties.files!.minItems).toBe(1)
})

test.each<[Partial<Option>, object]>([
  [{}, { type: ['string', 'null'] }],
  [{ type: 'boolean' }, { type: ['boolean', 'null'] }],
  [
    { type: 'enum', enum: ['a'] },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  [{ type: 'array' }, { type: ['array', 'null'], items: { type: 'string' } }],
  [
    { 'x-atip': { optionalValue: true } },
    { anyOf: [{ type: 'string' }, { type: 'boolean', enum: [true] }, { type: 'null' }] },
  ],
  [{ required: true }, { type: 'string' }],
])('in strict mode an option %j becomes %j', (parameter, expected) => {
  expect(propertyOf(option('x', parameter), { strict: true })).toMatchObject(expected)
})

test('a strict tool requires every property, takes no others and has no default', () => {
  const schema = schemaOf(
    { arguments: [argument('file')], options: [option('title', { default: 'x' })] },
    { strict: true },
  )
  expect(schema).toMatchObject({ required: ['file', 'title'], additionalProperties: false })
  expect(JSON.stringify(schema)).not.toContain('"default"')
  expect(schemaOf({}, { strict: true })).toEqual({
    type: 'object',
    properties: {},
    required: [],
    additionalProperties: false,
  })
})

test('Anthropic may leave out what is optional, also in strict mode', () => {
  const [tool] = toAnthropic(acting({ arguments: [argument('file')], options: [option('title')] }), { strict: true })
  expect(tool).toMatchObject({
    strict: true,
    input_schema: {
      properties: { title: { type: 'string' } },
      required: ['file'],
      additionalProperties: false,
    },
  })
})

test('Gemini, which takes no empty text and no truth value as a choice, is told in words', () => {
  const options = [
    option('mode', { type: 'enum', enum: ['', 'a'] }),
    option('color', { 'x-atip': { optionalValue: true } }),
  ]
  const { properties } = toGemini(acting({ options }))[0]!.parametersJsonSchema
  expect(properties.mode).toEqual({ type: 'string', description: 'An option (one of "", "a")' })
  expect(properties.color!.anyOf).toEqual([{ type: 'string' }, { type: 'boolean' }])
})

test('a switch may be turned off where the tool has a word for it, and simply not be given', () => {
  const color = option('color', { type: 'boolean', flags: ['--color', '--no-color'] })
  expect(propertyOf(color)).toEqual({ type: 'boolean', description: 'An option' })
})
