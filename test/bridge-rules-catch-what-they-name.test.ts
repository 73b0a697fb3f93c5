import { readdirSync, readFileSync } from 'node:fs'
import { jsonSchema } from 'ai'
import type { Provider } from 'atip-bridge'
import { expect, test } from 'vitest'
import { problemsOf, requestProblemsOf } from '../packages/bridge/testing/rules/index.js'
import type { Schema } from '../packages/bridge/testing/rules/places.js'

interface Parts {
  name?: unknown
  description?: unknown
  schema?: unknown
  strict?: unknown
  [field: string]: unknown
}

const text = (more: Schema = {}): Schema => ({ type: 'string', description: 'A text', ...more })

/** Valid for every provider, and strict where there is a strict mode. */
const FINE: Parts = {
  name: 'demo_act',
  description: 'Acts',
  schema: {
    type: 'object',
    properties: { file: text(), mode: text({ type: undefined, enum: ['a', 'b'] }) },
    required: ['file', 'mode'],
    additionalProperties: false,
  },
}

/** Tools with these parts in a provider's format, written by its documentation. */
function toolsOf(provider: Provider, ...list: Parts[]): unknown {
  const tools = list.map((parts) => {
    const { name, description, schema, strict, ...more } = withoutUndefined({ ...FINE, ...parts })
    const isStrict = strict === undefined ? {} : { strict }
    switch (provider) {
      case 'openai':
        return { type: 'function', function: { name, description, parameters: schema, ...isStrict, ...more } }
      case 'openai-responses':
        return { type: 'function', name, description, parameters: schema, strict: false, ...isStrict, ...more }
      case 'anthropic':
        return { name, description, input_schema: schema, ...isStrict, ...more }
      case 'gemini':
        return { name, description, parametersJsonSchema: schema, ...more }
      case 'mcp':
        return { name, description, inputSchema: schema, ...more }
      case 'ai-sdk':
        return [name, { description, inputSchema: jsonSchema(schema as object), ...isStrict, ...more }] as const
    }
  })
  return provider === 'ai-sdk' ? Object.fromEntries(tools as [string, unknown][]) : tools
}

function withoutUndefined<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}

const object = (properties: Schema, more: Schema = {}): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
})
const with1 = (property: Schema, name = 'file'): Parts => ({ schema: object({ [name]: property }) })
const strictly = (parts: Parts): Parts => ({ ...parts, strict: true })
const many = (count: number, make: (index: number) => unknown = (index) => `value ${index}`) =>
  Array.from({ length: count }, (_, index) => make(index))
const properties = (count: number, make: () => Schema = text, name = 'property') =>
  Object.fromEntries(many(count, (index) => [`${name}${index}`, make()]) as [string, Schema][])

function nested(levels: number): Schema {
  return levels === 0 ? text() : object({ inner: nested(levels - 1) }, { description: 'A level' })
}

const EVERY: Provider[] = ['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp', 'ai-sdk']
const OPENAI: Provider[] = ['openai', 'openai-responses', 'ai-sdk']
const STRICT: Provider[] = [...OPENAI, 'anthropic']

/** For every rule, a tool that breaks it, and the providers for which it must be reported. */
const BROKEN: [rule: string, providers: Provider[], parts: Parts][] = [
  ['our-name', EVERY, { name: '9lives' }],
  ['our-name', EVERY, { name: 'a.b' }],
  ['our-name-length', EVERY, { name: 'a'.repeat(48) }],
  ['name', EVERY, { name: 'a b' }],
  ['name', EVERY, { name: 'a'.repeat(129) }],
  ['name', ['gemini', 'ai-sdk'], { name: '9lives' }],
  ['no-description', EVERY, { description: ' ' }],
  ['half-character', EVERY, { description: 'cut \uD83D' }],
  ['half-character', EVERY, with1(text({ description: 'cut \uD83D' }))],
  ['description-length', OPENAI, { description: 'a'.repeat(1025) }],
  ['no-schema', EVERY, { schema: 'none' }],
  ['unknown-field', EVERY, { inputs: {} }],
  ['root-not-object', EVERY, { schema: { type: 'string' } }],
  ['union-at-root', EVERY, { schema: { ...object({}), anyOf: [object({})] } }],
  ['unknown-type', EVERY, with1(text({ type: 'file' }))],
  ['array-without-items', EVERY, with1(text({ type: ['array', 'null'] }))],
  ['our-no-format', EVERY, with1(text({ format: 'uri' }))],
  ['empty-enum', EVERY, with1(text({ enum: [] }))],
  ['repeated-choice', EVERY, with1(text({ enum: ['a', 'a'] }))],
  ['our-null', EVERY, with1(text({ type: ['string', 'null'], enum: ['a'] }))],
  ['complex-choice', EVERY, with1(text({ enum: [['a']] }))],
  ['required-not-declared', EVERY, { schema: object({}, { required: ['file'] }) }],
  ['our-description', EVERY, with1({ type: 'string' })],
  ['property-name', ['anthropic', 'gemini', 'mcp', 'ai-sdk'], with1(text(), 'a b')],
  ['property-name', ['anthropic', 'gemini', 'mcp', 'ai-sdk'], with1(text(), 'a'.repeat(65))],
  ['property-name', ['gemini', 'ai-sdk'], with1(text(), 'dry-run')],
  ['property-name', ['gemini', 'ai-sdk'], with1(text(), '9')],
  ['keyword', ['gemini'], with1(text({ default: 'x' }))],
  ['choice', ['gemini'], with1(text({ enum: ['a', null] }))],
  ['choice', ['gemini'], with1(text({ enum: ['a', ''] }))],
  ['not-json-schema', ['mcp'], with1(text({ minItems: -1 }))],
  ['annotations', ['mcp'], { annotations: { readOnlyHint: 'yes' } }],
  ['annotations', ['mcp'], { annotations: { safe: true } }],
  ['annotations', ['mcp'], { annotations: { title: 1 } }],
  ['annotations', ['mcp'], { annotations: [] }],
  ['strict-keyword', STRICT, strictly(with1(text({ uniqueItems: true })))],
  ['strict-keyword', OPENAI, strictly(with1(text({ default: 'x' })))],
  ['strict-keyword', ['anthropic', 'ai-sdk'], strictly(with1(text({ minimum: 1 })))],
  ['strict-open', STRICT, strictly({ schema: { ...object({}), additionalProperties: true } })],
  ['strict-open', STRICT, strictly(with1(object({}, { description: 'x', additionalProperties: {} })))],
  ['strict-not-required', OPENAI, strictly({ schema: object({ a: text() }, { required: [] }) })],
  ['strict-depth', OPENAI, strictly({ schema: nested(11) })],
  ['strict-properties', OPENAI, strictly({ schema: object(properties(5001)) })],
  ['strict-choices', OPENAI, strictly(with1(text({ enum: many(1001, (index) => index) })))],
  ['strict-long-enum', OPENAI, strictly(with1(text({ enum: many(251, (index) => `${index}`.padEnd(60, 'x')) })))],
  ['strict-characters', OPENAI, strictly({ schema: object(properties(2000, text, 'n'.repeat(60))) })],
  ['strict-min-items', ['anthropic', 'ai-sdk'], strictly(with1(text({ type: 'array', items: text(), minItems: 2 })))],
]

const rulesOf = (provider: Provider, ...parts: Parts[]) => [
  ...new Set(problemsOf(provider, toolsOf(provider, ...parts)).map(({ rule }) => rule)),
]

test.each(EVERY)('%s: a tool that breaks nothing passes, strict or not', (provider) => {
  expect(problemsOf(provider, toolsOf(provider, FINE))).toEqual([])
  if (STRICT.includes(provider)) expect(problemsOf(provider, toolsOf(provider, strictly(FINE)))).toEqual([])
})

test.each(BROKEN)('%s is noticed for %j', (rule, providers, parts) => {
  const noticing = EVERY.filter((provider) => rulesOf(provider, parts).includes(rule))
  expect(noticing.sort()).toEqual([...providers].sort())
})

test('limits are met exactly, not one short', () => {
  const fits: Parts[] = [
    { name: 'a'.repeat(47), description: 'a'.repeat(1024) },
    strictly({ schema: nested(10) }),
    strictly({ schema: object(properties(5000)) }),
    strictly(with1(text({ enum: many(1000, (index) => index) }))),
    strictly(with1(text({ enum: many(250, (index) => `${index}`.padEnd(100, 'x')) }))),
  ]
  for (const parts of fits) expect(rulesOf('openai', parts)).toEqual([])
})

test('what is not a list of functions is noticed', () => {
  expect(problemsOf('openai', {}).map(({ rule }) => rule)).toEqual(['wrong-collection'])
  expect(problemsOf('ai-sdk', []).map(({ rule }) => rule)).toEqual(['wrong-collection'])
  const [tool] = toolsOf('openai', FINE) as [object]
  expect(problemsOf('openai', [{ ...tool, type: 'tool' }]).map(({ rule }) => rule)).toEqual(['not-a-function'])
  expect(problemsOf('openai', [{ ...tool, strict: true }]).map(({ rule }) => rule)).toEqual(['unknown-field'])
})

test('the same name twice, and fields that JSON would lose, are noticed', () => {
  for (const provider of EVERY.filter((name) => name !== 'ai-sdk')) {
    expect(rulesOf(provider, FINE, FINE)).toEqual(['repeated-name'])
  }
  const [tool] = toolsOf('anthropic', FINE) as [object]
  expect(problemsOf('anthropic', [{ ...tool, strict: undefined }]).map(({ rule }) => rule)).toEqual(['undefined-field'])
})

test('Responses must be told that a tool is not strict', () => {
  const [{ strict: _, ...silent }] = toolsOf('openai-responses', FINE) as [Schema]
  expect(problemsOf('openai-responses', [silent]).map(({ rule }) => rule)).toEqual(['strict-not-said'])
})

test('budgets of a request are noticed when they are exceeded, and only then', () => {
  const request = (provider: Provider, list: Parts[]) =>
    requestProblemsOf(provider, toolsOf(provider, ...list)).map(({ rule }) => rule)
  const tools = (count: number, parts: Parts) => many(count, (index) => ({ ...parts, name: `t${index}` })) as Parts[]
  const optional = (count: number) => strictly({ schema: object(properties(count), { required: [] }) })
  const unions = (count: number) =>
    strictly({ schema: object(properties(count, () => text({ type: ['string', 'null'] }))) })
  expect(request('anthropic', tools(20, strictly(FINE)))).toEqual([])
  expect(request('anthropic', tools(21, strictly(FINE)))).toEqual(['strict-tools'])
  expect(request('anthropic', tools(500, FINE))).toEqual([])
  expect(request('anthropic', tools(2, optional(12)))).toEqual([])
  expect(request('anthropic', tools(5, optional(5)))).toEqual(['strict-optional'])
  expect(request('anthropic', tools(4, unions(4)))).toEqual([])
  expect(request('anthropic', tools(1, unions(17)))).toEqual(['strict-unions'])
  expect(request('openai', tools(128, FINE))).toEqual([])
  expect(request('openai', tools(129, FINE))).toEqual(['too-many-tools'])
})

test('every rule of the judge has an example that breaks it', () => {
  const folder = new URL('../packages/bridge/testing/rules/', import.meta.url)
  const source = readdirSync(folder)
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n')
  const rules = new Set([...source.matchAll(/(?:tell\(|report\([^,']*'?'?, )'([a-z-]+)'/g)].map(([, rule]) => rule!))
  const here = readFileSync(new URL(import.meta.url), 'utf8')
  expect([...rules].filter((rule) => !here.includes(`['${rule}'`))).toEqual([])
  expect(rules.size).toBeGreaterThan(30)
})
