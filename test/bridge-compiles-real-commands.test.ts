import { countInvocable, normalise, type Argument, type AtipTool, type Command, type Option } from '@atip/protocol'
import {
  compileTools,
  type CommandEntry,
  type CompiledTools,
  type CompileOptions,
  type Provider,
  type ToolIndex,
} from 'atip-bridge'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadCorpus } from '../packages/bridge/testing/corpus.js'
import { problemsOf, requestProblemsOf, viewsOf } from '../packages/bridge/testing/rules/index.js'
import { document } from '../packages/protocol/testing/arbitraries.js'
import { arbitraryDocument } from '../packages/protocol/testing/arbitrary-document.js'

const PROVIDERS: Provider[] = ['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp', 'ai-sdk']
const STRICT: Provider[] = ['openai', 'openai-responses', 'anthropic', 'ai-sdk']

let corpus: AtipTool[]
/** The parameters of each callable command. */
let callable: ReadonlyMap<string, string[]>
beforeAll(async () => {
  corpus = await loadCorpus()
  callable = new Map(corpus.flatMap((tool) => [...callableOf(tool)]))
})

test('the corpus holds more than ten thousand commands of many tools', () => {
  const total = corpus.reduce((sum, tool) => sum + countInvocable(tool), 0)
  expect(total).toBeGreaterThan(10_000)
  expect(corpus.length).toBeGreaterThan(30)
})

const WAYS: [Provider, CompileOptions][] = PROVIDERS.flatMap((provider) => {
  const ways: CompileOptions[] = [{}, { strategy: 'action' }]
  if (STRICT.includes(provider)) ways.push({ strict: 'auto' }, { strict: true, strategy: 'action' })
  return ways.map((options): [Provider, CompileOptions] => [provider, options])
})

/** Responses and Chat Completions only differ in the wrapper, so compiling ten thousand commands once is enough. */
function isWorthwhile([provider, { strategy, strict }]: [Provider, CompileOptions]): boolean {
  if (provider === 'openai-responses') return strategy !== 'action' && strict === undefined
  return strategy !== 'action' || strict === true || !STRICT.includes(provider)
}

/** Ten thousand commands take a second to compile, so the second of two tests reuses the result of the first. */
const kept = new Map<string, CompiledTools>()
const LOOKED_AT_TWICE = ['openai {}', 'openai {"strict":"auto"}', 'anthropic {"strict":"auto"}']

function compileCorpus<P extends Provider>(provider: P, options: CompileOptions): CompiledTools<P> {
  const way = `${provider} ${JSON.stringify(options)}`
  const known = kept.get(way) as CompiledTools<P> | undefined
  const compiled = known ?? compileTools(corpus, provider, options)
  if (known !== undefined) kept.delete(way)
  else if (LOOKED_AT_TWICE.includes(way)) kept.set(way, compiled)
  return compiled
}

describe.each(WAYS.filter(isWorthwhile))('%s %j', (provider, options) => {
  test('takes every tool, and every tool leads back to its command', () => {
    const { tools, index, notes } = compileCorpus(provider, options)
    // With `strict: true` the caller decides, and is warned about what the provider will refuse.
    const warned = new Set(notes.filter(({ code }) => code === 'over-limit').map(({ name }) => name))
    const problems = problemsOf(provider, tools)
    expect(problems.filter(({ tool }) => options.strict !== true || !warned.has(tool)).slice(0, 5)).toEqual([])
    expect(problemsOfIndex(index, provider, tools).slice(0, 5)).toEqual([])
  })
})

const documents = fc.oneof(document, arbitraryDocument)

test.each(WAYS)('%s %j takes tools with unusual names and texts', (provider, options) => {
  const property = fc.property(documents, (one) => {
    expect(problemsOf(provider, compileTools([normalise(one)], provider, options).tools)).toEqual([])
  })
  fc.assert(property, { numRuns: 50 })
})

test('with "auto", no more tools are strict than one request may hold', () => {
  const { tools, notes } = compileCorpus('anthropic', { strict: 'auto' })
  expect(requestProblemsOf('anthropic', tools)).toEqual([])
  expect(tools.filter(({ strict }) => strict === true)).toHaveLength(20)
  expect(notes.filter(({ code }) => code === 'not-strict')).toHaveLength(tools.length - 20)
})

/** Thirty commands, each with two options of this kind. */
function withOptions(parts: Partial<Option>): AtipTool {
  const option = (name: string) => ({ name, flags: [`--${name}`], type: 'string' as const, ...parts })
  const command = { description: 'Acts', options: [option('one'), option('two')] }
  const commands = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`act${index}`, command]))
  return normalise({ atip: { version: '0.6' }, name: 'demo', version: '1', description: 'Demo', commands })
}

test.each([
  ['24 optional parameters', withOptions({}), 12],
  ['16 unions', withOptions({ required: true, 'x-atip': { optionalValue: true } }), 8],
])('with "auto", the tools of a request that are strict have %s and not one more', (_, tool, count) => {
  const { tools } = compileTools([tool], 'anthropic', { strict: 'auto' })
  expect(requestProblemsOf('anthropic', tools)).toEqual([])
  expect(tools.filter(({ strict }) => strict === true)).toHaveLength(count)
})

test('nearly all real commands can be strict with OpenAI', () => {
  const { tools } = compileCorpus('openai', { strict: 'auto' })
  const strict = tools.filter(({ function: { strict: isStrict } }) => isStrict === true)
  expect(strict.length / tools.length).toBeGreaterThan(0.99)
})

test('a list of tools that OpenAI would refuse for its length is noted', () => {
  const { tools, notes } = compileCorpus('openai', {})
  expect(requestProblemsOf('openai', tools).map(({ rule }) => rule)).toEqual(['too-many-tools'])
  expect(notes.filter(({ code, name }) => code === 'over-limit' && name === undefined)).toHaveLength(1)
})

test('however long a real description is, the flags are at its end', () => {
  const effects = { destructive: true, reversible: false, idempotent: false, cost: { billable: true } }
  const flags = '[⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE | ⚠️ NOT IDEMPOTENT | 💰 BILLABLE]'
  const dangerous = corpus.map((tool) => ({ ...tool, effects }))
  const { tools, notes } = compileTools(dangerous, 'openai')
  const descriptions = tools.map(({ function: { description } }) => description)
  expect(descriptions.filter((text) => !text.endsWith(flags) || text.length > 1024)).toEqual([])
  expect(notes.filter(({ code }) => code === 'description-cut').length).toBeGreaterThan(0)
})

/** Whether the index and the tools describe exactly the commands of the metadata. */
function problemsOfIndex(index: ToolIndex, provider: Provider, tools: unknown): string[] {
  const problems: string[] = []
  const wanted = new Map(callable)
  const views = new Map(viewsOf(provider, tools, () => {}).map((view) => [view.name, view]))
  if (views.size !== index.size) problems.push(`${views.size} tools, ${index.size} entries`)
  for (const [name, entry] of index) {
    const properties = Object.keys((views.get(name)?.schema.properties ?? {}) as object)
    const commands = entry.kind === 'command' ? [entry] : Object.values(entry.actions)
    const offered = new Set(commands.flatMap((command) => Object.keys(command.properties)))
    if (entry.kind === 'action') offered.add(entry.discriminator)
    if (!isSameSet(properties, offered)) problems.push(`${name} offers ${properties}, its index knows ${[...offered]}`)
    for (const command of commands) {
      const place = placeOf(command.tool, command.path)
      const parameters = wanted.get(place)
      if (parameters === undefined) problems.push(`${name} refers to "${place}", which is no command, or occurs twice`)
      else if (!wanted.delete(place) || !mapsTo(command, parameters)) problems.push(`${name} loses a parameter`)
    }
  }
  return [...problems, ...[...wanted.keys()].map((place) => `no name refers to "${place}"`)]
}

const placeOf = (tool: AtipTool, path: readonly string[]) => [tool.name, ...path].join(' ')

/** All callable commands, with the names of their parameters: `argument file`, `option force`. */
function* callableOf(tool: AtipTool): Generator<[place: string, parameters: string[]]> {
  function* below(command: Command, path: string[]): Generator<[string, string[]]> {
    const { commands = {}, arguments: own = [], options = [], effects } = command
    const isGroup = Object.keys(commands).length > 0
    if (!isGroup || own.length > 0 || options.length > 0 || effects !== undefined) {
      yield [placeOf(tool, path), parametersOf(tool, own, options)]
    }
    for (const [name, child] of Object.entries(commands)) yield* below(child, [...path, name])
  }
  for (const [name, command] of Object.entries(tool.commands ?? {})) yield* below(command, name === '' ? [] : [name])
}

function parametersOf(tool: AtipTool, own: Argument[], options: Option[]): string[] {
  const isAboutItself = ({ flags }: Option) => flags.some((flag) => /^--(help|version|agent)$/.test(flag))
  const names = new Set(options.map(({ name }) => name))
  const globals = (tool.globalOptions ?? []).filter((option) => !names.has(option.name) && !isAboutItself(option))
  return [...own.map(({ name }) => `argument ${name}`), ...[...options, ...globals].map(({ name }) => `option ${name}`)]
}

function mapsTo({ properties }: CommandEntry, parameters: string[]): boolean {
  const mapped = Object.values(properties).map(({ kind, name }) => `${kind} ${name}`)
  return mapped.length === parameters.length && isSameSet(mapped, new Set(parameters))
}

function isSameSet(list: readonly string[], set: ReadonlySet<string>): boolean {
  return list.length === set.size && list.every((entry) => set.has(entry))
}
