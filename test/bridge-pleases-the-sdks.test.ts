import { isDeepStrictEqual } from 'node:util'
import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema'
import { normalise, type AtipTool } from '@atip/protocol'
import { CallToolResultSchema, ListToolsResultSchema } from '@modelcontextprotocol/core'
import { asSchema, generateText, toolModelMessageSchema, type ModelMessage } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { compileTools, handleToolResult, parseToolCall, type CompileOptions, type ObjectSchema } from 'atip-bridge'
import fc from 'fast-check'
import { toStrictJsonSchema } from 'openai/lib/transform'
import { beforeAll, expect, test } from 'vitest'
import { loadCorpus } from '../packages/bridge/testing/corpus.js'
import { document } from '../packages/protocol/testing/arbitraries.js'

/** Tools with different syntax and few commands. */
const REAL = 'git docker gh npm kubectl helm cargo tar ffmpeg vault curl yarn'.split(' ')

let tools: AtipTool[]
beforeAll(async () => {
  tools = [...(await loadCorpus(REAL)), ...fc.sample(document, { numRuns: 150, seed: 7 }).map(normalise)]
})

const BOTH: CompileOptions['strategy'][] = ['discrete', 'action']

test.each(BOTH)('OpenAI would change nothing to make a strict tool strict (%s)', (strategy) => {
  const chat = compileTools(tools, 'openai', { strict: true, strategy }).tools
  const responses = compileTools(tools, 'openai-responses', { strict: true, strategy }).tools
  const schemas = [
    ...chat.map(({ function: { parameters } }) => parameters),
    ...responses.flatMap((tool) => (tool.type === 'function' ? [tool.parameters] : [])),
  ]
  expect(schemas.length).toBeGreaterThan(strategy === 'action' ? 500 : 2000)
  expect(changedBy(toStrictJsonSchema, schemas, inOrder)).toEqual([])
})

/** Schemas that a library would change, with its result. Compared in their serialised form. */
function changedBy<T>(change: (schema: T) => unknown, schemas: T[], equate: (schema: T) => unknown = (same) => same) {
  const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
  return schemas
    .map((schema) => ({ ours: sent(equate(schema)), theirs: sent(equate(change(schema) as T)) }))
    .filter(({ ours, theirs }) => !isDeepStrictEqual(ours, theirs))
    .slice(0, 1)
}

/** The SDK lists required properties in the order of properties, where JavaScript puts numeric names first. */
function inOrder<T extends { required?: string[] }>(schema: T): T {
  return { ...schema, required: [...(schema.required ?? [])].sort() }
}

test.each(BOTH)('Anthropic would change nothing to make a strict tool strict (%s)', (strategy) => {
  const schemas = compileTools(tools, 'anthropic', { strict: true, strategy }).tools.map((tool) => tool.input_schema)
  expect(changedBy(transformJSONSchema, schemas, withoutTypeBesideEnum)).toEqual([])
})

/** The SDK omits a type that follows from the choices. Both forms are valid: its documentation has both. */
function withoutTypeBesideEnum(schema: ObjectSchema): unknown {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('enum' in value && Array.isArray(value.enum))) return value
    const { type: _type, ...rest } = value as { type?: unknown }
    return rest
  })
}

test.each(BOTH)("a list of tools is what MCP's own schema reads, without a loss (%s)", (strategy) => {
  const list = compileTools(tools, 'mcp', { strategy }).tools
  expect(changedBy((tool) => ListToolsResultSchema.parse({ tools: [tool] }).tools[0], list)).toEqual([])
})

test.each([false, true])(
  'the AI SDK hands a model our schema, closed, and nothing else (strict: %s)',
  async (strict) => {
    const ours = compileTools(tools.slice(0, 3), 'ai-sdk', { strict }).tools
    const names = Object.keys(ours)
    const model = new MockLanguageModelV4({
      doGenerate: { content: [], finishReason: FINISHED, usage: USAGE, warnings: [] },
    })
    await generateText({ model, prompt: 'x', tools: ours })
    const seen = model.doGenerateCalls[0]!.tools!
    expect(seen.map(({ name }) => name)).toEqual(names)
    for (const [index, tool] of seen.entries()) {
      const { description, inputSchema } = ours[names[index]!]!
      expect(tool).toMatchObject({ type: 'function', description, ...(strict ? { strict } : {}) })
      const closed = { ...inputSchema.jsonSchema, additionalProperties: false }
      expect(tool).toHaveProperty('inputSchema', closed)
      expect(asSchema(inputSchema).jsonSchema).toEqual(closed)
    }
  },
)

const RESULTS: unknown[] = ['text', '', 7, null, undefined, true, ['a', 1], { deep: { list: [null] } }, new Error('no')]

test('what is sent back is what the AI SDK and MCP read, without a loss', () => {
  for (const result of RESULTS) {
    const call = { id: 'call_1', name: 'git_init', input: {} }
    const message = handleToolResult('ai-sdk', call, result)
    expect(toolModelMessageSchema.parse(message)).toEqual(message)
    const answer = handleToolResult('mcp', call, result)
    expect(CallToolResultSchema.parse(answer)).toEqual(answer)
  }
})

test('a conversation through the AI SDK: tools out, a call in, its result back', async () => {
  const { tools: ours } = compileTools(tools.slice(0, 1), 'ai-sdk')
  const input = { directory: 'here', bare: true }
  const asked = { type: 'tool-call', toolCallId: 'call_1', toolName: 'git_init', input: JSON.stringify(input) } as const
  const answered = { type: 'text', text: 'Done.' } as const
  const model = new MockLanguageModelV4({ doGenerate: [turn(asked), turn(answered)] })
  const first = await generateText({ model, tools: ours, prompt: 'Make a repository' })
  const calls = parseToolCall('ai-sdk', first)
  expect(calls).toEqual([{ id: 'call_1', name: 'git_init', input }])
  const messages: ModelMessage[] = [
    { role: 'user', content: 'Make a repository' },
    ...first.response.messages,
    handleToolResult('ai-sdk', calls[0]!, 'Initialised'),
  ]
  const second = await generateText({ model, tools: ours, messages })
  expect(second.text).toBe('Done.')
  expect(model.doGenerateCalls[1]!.prompt.at(-1)).toMatchObject({
    role: 'tool',
    content: [{ toolCallId: 'call_1', toolName: 'git_init', output: { type: 'text', value: 'Initialised' } }],
  })
})

type Turn =
  Extract<MockLanguageModelV4['doGenerate'], (...args: never) => unknown> extends (
    ...args: never
  ) => PromiseLike<infer R>
    ? R
    : never

function turn(...content: Turn['content']): Turn {
  return { content, finishReason: FINISHED, usage: USAGE, warnings: [] }
}

const FINISHED = { unified: 'stop', raw: undefined } as const
const USAGE = {
  inputTokens: { total: 1, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: undefined, reasoning: undefined },
}
