import { asSchema } from 'ai'
import type { Effects } from '@atip/protocol'
import { describe, expect, test } from 'vitest'
import { acting, argument, option, toolOf, withEffects } from '../../testing/samples.js'
import { compileTools, toAiSdk, toAnthropic, toGemini, toMcp, toOpenAI, toOpenAIResponses } from '../index.js'

const sample = acting({
  options: [option('title'), option('count', { type: 'integer' })],
  effects: { destructive: true },
  examples: [
    'demo act --title "Fix bug" --count 2',
    'demo act | less',
    'demo other',
    'demo act --nonsense',
    'rm -rf /',
  ],
})
const schema = {
  type: 'object',
  properties: {
    title: { type: 'string', description: 'An option' },
    count: { type: 'integer', description: 'An option' },
  },
}
const description = 'Acts [⚠️ DESTRUCTIVE]'

test('Chat Completions', () => {
  expect(toOpenAI(sample)).toEqual([
    { type: 'function', function: { name: 'demo_act', description, parameters: schema, strict: false } },
  ])
})

test('Gemini', () => {
  expect(toGemini(sample)).toEqual([{ name: 'demo_act', description, parametersJsonSchema: schema }])
})

test('Anthropic', () => {
  expect(toAnthropic(sample)).toEqual([{ name: 'demo_act', description, input_schema: schema }])
})

describe('Responses', () => {
  test('a tool says whether it is strict, and is deferred if asked', () => {
    const tool = { type: 'function', name: 'demo_act', description, parameters: schema, strict: false }
    expect(toOpenAIResponses(sample)).toEqual([tool])
    expect(toOpenAIResponses(sample, { defer: true })).toEqual([{ ...tool, defer_loading: true }])
  })

  const gh = toolOf(
    {
      status: { description: 'Status' },
      pr: { description: 'Pull requests', commands: { list: { description: 'x' }, create: { description: 'x' } } },
    },
    { name: 'gh' },
  )

  test('commands are wrapped in a namespace for their program, and keep their names', () => {
    const { tools, index } = compileTools([gh], 'openai-responses', { namespaces: 'tool', defer: true })
    expect(tools).toMatchObject([
      {
        type: 'namespace',
        name: 'gh',
        description: 'A tool',
        tools: [{ name: 'gh_status', defer_loading: true }, { name: 'gh_pr_list' }, { name: 'gh_pr_create' }],
      },
    ])
    expect([...index.keys()]).toEqual(['gh_status', 'gh_pr_list', 'gh_pr_create'])
  })

  test('or in one for each group', () => {
    const tools = toOpenAIResponses(gh, { namespaces: 'group' })
    expect(tools).toMatchObject([
      { name: 'gh', tools: [{ name: 'gh_status' }] },
      { name: 'gh_pr', description: 'Pull requests', tools: [{ name: 'gh_pr_list' }, { name: 'gh_pr_create' }] },
    ])
  })

  test('a namespace never has the name of a function', () => {
    const itself = toolOf({ '': { description: 'Itself' } }, { name: 'gh' })
    const [space] = toOpenAIResponses(itself, { namespaces: 'tool' })
    expect(space).toMatchObject({ type: 'namespace', tools: [{ name: 'gh' }] })
    expect(space!.name).toMatch(/^gh_[0-9a-f]{6}$/)
  })
})

describe('Anthropic', () => {
  test('examples become inputs, if they are read without a doubt', () => {
    expect(toAnthropic(sample, { examples: true })[0]!.input_examples).toEqual([{ title: 'Fix bug', count: 2 }])
    expect(toAnthropic(sample)[0]).not.toHaveProperty('input_examples')
  })

  test('examples use the names and types that the model sees', () => {
    const tool = acting({
      arguments: [argument('dry?run')],
      options: [option('level', { type: 'enum', enum: [1, 'max'] })],
      examples: ['demo act --level 1 x'],
    })
    expect(toAnthropic(tool, { examples: true })[0]!.input_examples).toEqual([{ dry_run: 'x', level: '1' }])
  })

  test('the last tool that is not deferred bears the mark of the cache', () => {
    const tool = toolOf({ a: { description: 'x' }, b: { description: 'x' }, c: { description: 'x' } })
    const tools = toAnthropic(tool, { cache: '1h', defer: ({ path }) => path[0] === 'c' })
    expect(tools.map(({ defer_loading, cache_control }) => [defer_loading, cache_control])).toEqual([
      [undefined, undefined],
      [undefined, { type: 'ephemeral', ttl: '1h' }],
      [true, undefined],
    ])
    expect(JSON.stringify(toAnthropic(tool, { cache: '5m', defer: true }))).not.toContain('cache_control')
  })
})

describe('MCP', () => {
  const NONE = { creates: [], modifies: [], deletes: [] }
  test.each<[Effects, object]>([
    [{}, {}],
    [
      { network: false, filesystem: { write: false, delete: false } },
      { readOnlyHint: true, openWorldHint: false },
    ],
    [{ network: true }, { openWorldHint: true }],
    [{ filesystem: { write: true } }, { readOnlyHint: false }],
    [{ creates: ['x'] }, { readOnlyHint: false }],
    [{ destructive: true }, { readOnlyHint: false, destructiveHint: true }],
    [{ destructive: false }, { destructiveHint: false }],
    [{ destructive: false, modifies: ['x'] }, { readOnlyHint: false }],
    [
      { destructive: false, deletes: ['x'] },
      { readOnlyHint: false, destructiveHint: true },
    ],
    [
      { destructive: false, filesystem: { delete: true } },
      { readOnlyHint: false, destructiveHint: true },
    ],
    [{ idempotent: true }, { idempotentHint: true }],
    [{ idempotent: false }, { idempotentHint: false }],
    [
      { network: true, filesystem: { write: false, delete: false }, destructive: false, ...NONE },
      { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
    ],
    [
      { network: true, destructive: false, ...NONE },
      { destructiveHint: false, openWorldHint: true },
    ],
  ])('%j is annotated %j: what is not known is left out', (effects, annotations) => {
    expect(toMcp(withEffects(effects))[0]!.annotations).toEqual(annotations)
  })

  test('annotations speak of the worst use, because clients take them for all', () => {
    const force = option('force', { type: 'boolean', 'x-atip': { effects: { destructive: true, idempotent: false } } })
    const [tool] = toMcp(acting({ options: [force], effects: { destructive: false, idempotent: true } }))
    expect(tool!.annotations).toEqual({ readOnlyHint: false, destructiveHint: true, idempotentHint: false })
  })

  test('a tool is titled as people call it', () => {
    expect(toMcp(sample)[0]).toMatchObject({ name: 'demo_act', title: 'demo act', description, inputSchema: schema })
  })
})

describe('AI SDK', () => {
  test('tools are listed by name, and their schema is one the SDK takes', async () => {
    const tools = toAiSdk(sample)
    expect(Object.keys(tools)).toEqual(['demo_act'])
    const { inputSchema } = tools.demo_act!
    expect(inputSchema.jsonSchema).toEqual(schema)
    const taken = asSchema(inputSchema)
    expect(await taken.jsonSchema).toEqual({ ...schema, additionalProperties: false })
    expect(inputSchema.jsonSchema).toEqual(schema)
    expect(await taken.validate!({ title: 'x' })).toEqual({ success: true, value: { title: 'x' } })
  })

  test('a strict tool has examples in which everything is said', () => {
    const tools = toAiSdk(acting({ options: [option('a'), option('b')], examples: ['demo act --a x'] }), {
      strict: true,
      examples: true,
    })
    expect(tools.demo_act).toMatchObject({ strict: true, inputExamples: [{ input: { a: 'x', b: null } }] })
  })
})
