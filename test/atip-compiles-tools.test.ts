import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GIT, Place } from './fixtures/start-atip.js'

const place = new Place()
beforeAll(() => void place.write('git.json', readFileSync(GIT)))
afterAll(() => place.clear())

type Json = Record<string, unknown>
const raw = (...words: string[]) =>
  JSON.parse(place.run(['compile', 'git.json', '-o', 'raw', ...words]).stdout) as unknown

/** The place of name and schema for each provider, from its documentation. */
const SHAPES: [string, (tool: Json) => { name: unknown; schema: unknown }][] = [
  ['openai', (tool) => ({ name: (tool.function as Json).name, schema: (tool.function as Json).parameters })],
  ['openai-responses', ({ name, parameters }) => ({ name, schema: parameters })],
  ['anthropic', ({ name, input_schema: schema }) => ({ name, schema })],
  ['mcp', ({ name, inputSchema: schema }) => ({ name, schema })],
]

test.each(SHAPES)('raw output for %s is a list that can be sent as it is', (provider, shapeOf) => {
  const tools = raw('--provider', provider) as Json[]
  const shapes = tools.map(shapeOf)
  expect(shapes.map(({ name }) => name)).toEqual(['git_log', 'git_push', 'git_tag'])
  const check = new Ajv2020({ strict: false }).compile(shapes[1]!.schema as Json)
  expect(check({ repository: 'origin', force: true })).toBe(true)
  expect(check({ repository: 'origin', force: 'yes' })).toBe(false)
})

test('for Gemini it is a list of declarations, for the AI SDK an object by name with plain schemas', () => {
  expect((raw('-p', 'gemini') as Json[]).map(({ name }) => name)).toEqual(['git_log', 'git_push', 'git_tag'])
  const tools = raw('-p', 'ai-sdk') as Record<string, Json>
  expect(Object.keys(tools)).toEqual(['git_log', 'git_push', 'git_tag'])
  expect(tools.git_push!.inputSchema).toMatchObject({ type: 'object', properties: { force: { type: 'boolean' } } })
})

test('--strict is passed on', () => {
  const tools = raw('-p', 'openai', '--strict') as { function: { strict?: boolean; parameters: Json } }[]
  expect(tools.every((tool) => tool.function.strict === true)).toBe(true)
  expect(tools[0]!.function.parameters.additionalProperties).toBe(false)
})

test('with --index every name leads back to its command and every property to its parameter', () => {
  const { tools, index } = raw('-p', 'openai', '--index') as { tools: Json[]; index: Record<string, Json> }
  expect(Object.keys(index)).toEqual(tools.map((tool) => (tool.function as Json).name))
  expect(index.git_push).toMatchObject({
    tool: 'git',
    path: ['push'],
    properties: { repository: { kind: 'argument', name: 'repository' }, force: { kind: 'option', name: 'force' } },
  })
})

test('a listing and signatures are text, printed as it is', () => {
  const { stdout } = place.run(['compile', 'git.json', '--format', 'listing', '-o', 'raw'])
  expect(stdout.trimEnd().split('\n')).toHaveLength(3)
  expect(stdout).toMatch(/^git_log\(.*\) Show commits$/m)
  expect(place.read(['compile', 'git.json', '-f', 'signatures']).stdout).toContain(
    'declare function git_push(input?: {',
  )
})

test('a person sees the same JSON, and a program gets it in a document', () => {
  expect(JSON.parse(place.read(['compile', 'git.json', '-p', 'mcp']).stdout)).toEqual(raw('-p', 'mcp'))
  expect(place.data(['compile', 'git.json', '-p', 'mcp'])).toEqual(raw('-p', 'mcp'))
})

test.each<[string, string[], number]>([
  ['no provider', ['git.json'], 2],
  ['an unknown provider', ['git.json', '-p', 'opnai'], 2],
  ['a file that is no description', ['none.json', '-p', 'mcp'], 65],
  ['a file that is not there', ['nope.json', '-p', 'mcp'], 66],
])('%s: exit code of compile %j is %i', (_, words, code) => {
  place.write('none.json', '[]')
  expect(place.run(['compile', ...words]).code).toBe(code)
})
