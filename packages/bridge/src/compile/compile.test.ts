import { DocumentError, validate } from '@atip/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { document as anyDocument } from '../../../protocol/testing/arbitraries.js'
import { damaged } from '../../../protocol/testing/damaged.js'
import { renderListing } from '../render/listing.js'
import { acting, option, toolOf } from '../../testing/samples.js'
import { compileTools, toMcp, toOpenAI, type CommandEntry, type Provider } from '../index.js'

const names = (tool: ReturnType<typeof toolOf>) => toOpenAI(tool).map((compiled) => compiled.function.name)

describe('which commands become tools', () => {
  test('leaves do, groups that only hold others do not', () => {
    expect(
      names(
        toolOf({ pr: { description: 'x', commands: { list: { description: 'x' }, create: { description: 'x' } } } }),
      ),
    ).toEqual(['demo_pr_list', 'demo_pr_create'])
  })

  test('a group that can be run itself does', () => {
    const commands = { list: { description: 'x' } }
    expect(names(toolOf({ pr: { description: 'x', commands, options: [] } }))).toEqual(['demo_pr', 'demo_pr_list'])
  })

  test('a tool without commands is one tool without parameters', () => {
    const [tool] = toMcp(toolOf({}))
    expect(tool).toMatchObject({ name: 'demo', description: 'A tool', inputSchema: { properties: {} } })
    expect(names({ ...toolOf({}), commands: undefined })).toEqual(['demo'])
  })

  test('the empty name is the tool itself, or the group that holds it', () => {
    const tool = toolOf({
      '': { description: 'Itself' },
      pr: { description: 'x', options: [], commands: { '': { description: 'Itself' }, list: { description: 'x' } } },
    })
    const { index } = compileTools([tool], 'openai')
    expect([...index].map(([name, entry]) => [name, (entry as CommandEntry).path])).toEqual([
      ['demo', []],
      ['demo_pr', ['pr']],
      ['demo_pr_list', ['pr', 'list']],
    ])
  })

  test('what is below the empty name cannot be called, and is left out', () => {
    expect(
      names(toolOf({ '': { description: 'x', commands: { lost: { description: 'x' } } }, a: { description: 'x' } })),
    ).toEqual(['demo_a'])
  })

  test('a group whose commands were cut away is left out, and so is a partial tool that holds nothing', () => {
    expect(names(toolOf({ pr: { description: 'x', _truncated: true }, a: { description: 'x' } }))).toEqual(['demo_a'])
    expect(names(toolOf({}, { partial: true }))).toEqual([])
  })
})

test('the index holds the tool, the path and the properties of every name', () => {
  const tool = acting({ options: [option('title')] })
  const { index, provider, notes } = compileTools([tool], 'openai')
  expect(provider).toBe('openai')
  expect(notes).toEqual([])
  expect([...index]).toEqual([
    ['demo_act', { kind: 'command', tool, path: ['act'], properties: { title: { kind: 'option', name: 'title' } } }],
  ])
  expect((index.get('demo_act') as CommandEntry).tool).toBe(tool)
})

test('two tools of one name keep all their commands', () => {
  const { tools, index } = compileTools([acting({}), acting({ description: 'Acts otherwise' })], 'anthropic')
  expect(tools).toHaveLength(2)
  expect(index.size).toBe(2)
})

test('shims and old documents are normalised on the way', () => {
  const shim = {
    atip: '0.3',
    binary: { hash: 'sha256:0', name: 'curl', version: '8' },
    description: 'Fetch',
    commands: {},
  }
  expect(compileTools([shim], 'mcp').tools[0]).toMatchObject({ name: 'curl', title: 'curl' })
})

test('an unknown provider is an error that names those we know', () => {
  expect(() => compileTools([], 'grok' as Provider)).toThrow(
    'unknown provider "grok"; choose one of openai, openai-responses, anthropic, gemini, mcp, ai-sdk',
  )
  expect(() => compileTools([], 'toString' as Provider)).toThrow('unknown provider')
})

test('options that mean nothing to a provider are noted', () => {
  const { notes } = compileTools([acting({})], 'gemini', { strict: true, defer: true, cache: '5m', examples: true })
  expect(notes.map(({ code }) => code)).toEqual(Array.from({ length: 4 }, () => 'option-ignored'))
  expect(notes[0]!.message).toBe('"strict" is ignored: gemini has nothing of the kind')
})

test('more tools than a request takes are noted', () => {
  const commands = Object.fromEntries(Array.from({ length: 129 }, (_, index) => [`c${index}`, { description: 'x' }]))
  expect(compileTools([toolOf(commands)], 'openai').notes).toEqual([
    { code: 'over-limit', message: 'these are 129 tools; openai takes 128 in one request' },
  ])
})

test('compiling changes nothing in the tools', () => {
  const tool = acting({ options: [option('a', { type: 'enum', enum: ['x'] })], examples: ['demo act --a x'] })
  const before = JSON.stringify(tool)
  for (const strategy of ['discrete', 'action'] as const) {
    compileTools([tool], 'anthropic', { strict: true, strategy, examples: true, cache: '1h' })
    expect(JSON.stringify(tool)).toBe(before)
  }
})

test.each(['compileTools', 'renderListing'] as const)(
  '%s takes every valid document, and throws a DocumentError for any other value',
  (name) => {
    const use = {
      compileTools: (tools: never) => compileTools(tools, 'openai', { strict: 'auto', examples: true }),
      renderListing: (tools: never) => renderListing(tools),
    }[name]
    const valid = toolOf({ a: { description: 'x' } })
    const document = fc.oneof(fc.jsonValue(), damaged(anyDocument))
    fc.assert(
      fc.property(document, (value) => {
        const isValid = typeof value === 'object' && validate(value).valid
        const run = () => use([valid, value] as never)
        if (isValid) expect(run).not.toThrow()
        else expect(run).toThrow(DocumentError)
        if (!Array.isArray(value)) expect(() => use(value as never)).toThrow(DocumentError)
      }),
      { numRuns: 300 },
    )
  },
)

test('an invalid description is named by its place in the list', () => {
  expect(() => compileTools([toolOf({}), {}] as never, 'openai')).toThrow(
    /^tools\[1\] is not valid: "atip" is missing; add it \(and 3 more problems\); read it with readTool\(\) first/,
  )
  expect(() => compileTools({} as never, 'openai')).toThrow('tools must be an array of descriptions; found object')
})
