import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { effects as arbitraryEffects } from '../../../protocol/testing/arbitraries.js'
import { tracedCall } from '../../testing/arbitrary-call.js'
import { arbitraryCli } from '../../testing/arbitrary-cli.js'
import { arbitrarySchema, valueFor } from '../../testing/arbitrary-schema.js'
import { callTool, ERAS, openClient, type Document } from '../../testing/open-client.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { PRIME_RESPONSE } from '../describe/prime-schema.js'
import { command, defineCli, t, ToolError, type AnyCli } from '../index.js'
import { instructionsFor } from './instructions.js'
import { servedCommands } from './served-commands.js'
import { createServing } from './serving.js'

afterEach(() => vi.unstubAllEnvs())

/** Parameters may have names that every object has, such as `constructor`. */
const ajv = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true })
/** Each schema is used once, so its compiled form is removed. */
const isValid = (schema: object, value: unknown): boolean => {
  const fits = ajv.compile(schema)(value) as boolean
  ajv.removeSchema(schema)
  return fits
}

const definitionOf = (commands: CommandMap, more: Partial<CliDefinition<CommandMap>> = {}) => ({
  name: 'demo',
  version: '1.0.0',
  description: 'A demo',
  commands,
  ...more,
})
const cliOf = (commands: CommandMap, more: Partial<CliDefinition<CommandMap>> = {}) =>
  defineCli(definitionOf(commands, more)) as AnyCli

/** The paths of all visible commands, read from the definition itself. */
function pathsIn(map: CommandMap, above: readonly string[] = []): string[] {
  return Object.entries(map).flatMap(([name, entry]) => {
    if (name === '' || typeof entry === 'string') return []
    const path = [...above, name]
    const definition = typeof entry === 'function' ? entry.definition : 'load' in entry ? entry : undefined
    if (definition === undefined || !('description' in definition)) return pathsIn(entry as CommandMap, path)
    return definition.hidden === true ? [] : [path.join(' ')]
  })
}

test('every command that is not hidden has a tool, under a name of its own that every provider takes', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryCli, async (definition) => {
      const commands = servedCommands(definition)
      const paths = [...commands.values()].map(({ path }) => path.join(' '))
      const wanted = [...(definition.command ? [''] : []), ...pathsIn(definition.commands ?? {})]
      expect(paths.filter((path) => path !== 'prime').sort()).toEqual(wanted.filter((path) => path !== 'prime').sort())
      const tools = await createServing({ ...definition, mcp: { tools: 'each' } }).tools()
      const names = tools.map(({ name }) => name)
      expect(new Set(names).size).toBe(paths.length)
      for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
      expect(tools.map(({ title }) => title)).toEqual(paths.map((path) => `${definition.name} ${path}`.trimEnd()))
    }),
    { numRuns: 60 },
  )
})

test('names that would be alike lead to different commands, and a shorter path keeps the plain name', async () => {
  const says = (word: string) => command({ description: word, run: () => word })
  const long = 'x'.repeat(80)
  const cli = cliOf({
    'a.b': says('dot'),
    'a-b': says('dash'),
    'a:b': says('colon'),
    a: { b: says('below') },
    a_b: says('underscore'),
    [`${long}1`]: says('first'),
    [`${long}2`]: says('second'),
    ü: says('umlaut'),
  })
  const client = await openClient(cli)
  const { tools } = await client.listTools()
  for (const { name } of tools) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
  const answers = await Promise.all(
    tools
      .filter(({ name }) => name !== 'prime')
      .map(async ({ name, description }) => {
        expect((await callTool(client, name)).data).toBe(description)
        return description!
      }),
  )
  expect(answers.sort()).toEqual(['below', 'colon', 'dash', 'dot', 'first', 'second', 'umlaut', 'underscore'])
  expect(tools.find(({ name }) => name === 'a_b')!.description).toBe('underscore')
  await client.close()
})

test('schemas are JSON Schema of 2020-12, texts fit into 2 KB, and no schema tells a secret', async () => {
  const meta = ajv.getSchema('https://json-schema.org/draft/2020-12/schema')!
  await fc.assert(
    fc.asyncProperty(arbitraryCli, fc.boolean(), async (definition, isSearched) => {
      const tools = await createServing({ ...definition, mcp: { tools: isSearched ? 'search' : 'each' } }).tools()
      for (const { inputSchema, outputSchema, description } of tools) {
        for (const schema of [inputSchema, outputSchema ?? { type: 'object' }]) {
          expect(meta(schema)).toBe(true)
          expect(schema.type).toBe('object')
          expect(() => isValid(schema, {})).not.toThrow()
        }
        expect(Buffer.byteLength(description ?? '')).toBeLessThanOrEqual(2048)
      }
      expect(JSON.stringify(tools)).not.toContain('HUSH')
    }),
    { numRuns: 40 },
  )
})

test('descriptions and instructions of any length are cut at 2 KB, and what is needed to call stays', async () => {
  const long = 'é€😀 '.repeat(1000)
  const one = command({ description: long, details: long, deprecated: long, errors: { E3001: long }, run: () => 1 })
  const prime = { do: [long], dont: [long], primaryIntents: [long] }
  for (const tools of ['each', 'search'] as const) {
    const definition = definitionOf({ one }, { description: long, prime, mcp: { tools } })
    for (const { description } of await createServing(definition).tools()) {
      expect(Buffer.byteLength(description!)).toBeLessThanOrEqual(2048)
      expect(description).not.toContain('\uFFFD')
    }
    const text = instructionsFor(definition, tools === 'search')
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048)
    expect(text).toContain('Call the tool prime once')
    expect(text).toContain('ask the user first')
    expect(text.includes('search_commands')).toBe(tools === 'search')
  }
})

test('a schema lets in what the command accepts, and nothing else', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(tracedCall, async ({ command: made, input, inputIs }) => {
      const [tool] = await createServing(definitionOf({ act: made })).tools()
      expect({ input, isValid: isValid(tool!.inputSchema, input) }).toEqual({ input, isValid: inputIs === 'fitting' })
      seen.add(inputIs)
    }),
    { numRuns: 250 },
  )
  expect([...seen].sort()).toEqual(['contradicting', 'fitting', 'foreign', 'missing', 'outside', 'unknown'])
})

test('what comes of a success fits the schema that was announced for it', async () => {
  let successes = 0
  const form = arbitrarySchema.chain((schema) => fc.tuple(fc.constant(schema), valueFor(schema)))
  await fc.assert(
    fc.asyncProperty(form, fc.option(fc.integer({ min: 1, max: 2 })), async ([output, value], limit) => {
      const cli = cliOf({ act: command({ description: 'x', output: output as never, run: () => value as never }) })
      const [{ outputSchema } = {}] = await createServing(cli.definition).tools()
      const client = await openClient(cli)
      const given = output.type === 'array' && limit !== null ? { limit } : {}
      const document = await callTool(client, 'act', given)
      await client.close()
      if (!document.ok) return
      successes++
      expect({ document, isValid: isValid(outputSchema!, document) }).toEqual({ document, isValid: true })
    }),
    { numRuns: 150 },
  )
  expect(successes).toBeGreaterThan(50)
})

test('nothing at all is a result too, and fits its schema', async () => {
  for (const output of [t.string().nullable(), undefined]) {
    const cli = cliOf({ act: command({ description: 'x', output: output as never, run: () => null as never }) })
    const client = await openClient(cli)
    const { outputSchema } = (await client.listTools()).tools[0]!
    const document = await callTool(client, 'act')
    expect(document).toEqual({ ok: true, data: null })
    expect(isValid(outputSchema!, document)).toBe(true)
    await client.close()
  }
})

describe('what a tool says about its effects', () => {
  const READS = { filesystem: { write: false, delete: false }, network: false, destructive: false }
  const someEffects = fc.oneof(
    arbitraryEffects,
    fc.constant(READS),
    arbitraryEffects.map((more) => ({ ...READS, ...more })),
  )

  test('is never milder than what the executor makes of them', async () => {
    const seen = { readOnly: 0, destructive: 0 }
    await fc.assert(
      fc.asyncProperty(someEffects, someEffects, async (own, worse) => {
        const options = t.object({ worse: t.boolean().default(false).cli({ effects: worse }) })
        const cli = cliOf({ act: command({ description: 'x', effects: own, options, run: () => 'done' }) })
        const client = await openClient(cli)
        const { readOnlyHint, destructiveHint } = (await client.listTools()).tools[0]!.annotations!
        for (const isWorse of [false, true]) {
          vi.stubEnv('TOOLI_POLICY', '')
          const free = await callTool(client, 'act', { worse: isWorse })
          if (free.error?.code === 'E3900') expect([readOnlyHint, destructiveHint]).toEqual([false, true])
          vi.stubEnv('TOOLI_POLICY', 'read-only')
          const bound = await callTool(client, 'act', { worse: isWorse })
          if (readOnlyHint === true) expect(bound.ok).toBe(true)
        }
        await client.close()
        if (readOnlyHint === true) seen.readOnly++
        if (destructiveHint === true) seen.destructive++
      }),
      { numRuns: 80 },
    )
    expect(Math.min(seen.readOnly, seen.destructive)).toBeGreaterThan(3)
  })

  test.each([
    ['nothing is known', {}, {}],
    [
      'it only reads',
      { filesystem: { write: false, delete: false }, network: false },
      { readOnlyHint: true, openWorldHint: false },
    ],
    [
      'it uses the network for something unknown',
      { filesystem: { write: false }, network: true },
      { openWorldHint: true },
    ],
    [
      'it cannot be undone',
      { filesystem: { write: false }, network: true, reversible: false },
      { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    ],
    ['it destroys', { destructive: true }, { readOnlyHint: false, destructiveHint: true }],
  ])('where %s', async (_, effects, hints) => {
    const [tool] = await createServing(
      definitionOf({ act: command({ description: 'x', effects, run: () => 1 }) }),
    ).tools()
    expect(tool!.annotations).toEqual(hints)
  })
})

test('the official client takes failures of a tool whose results have a schema', async () => {
  for (const era of ERAS) {
    const output = t.object({ size: t.integer() })
    const fails = command({ description: 'x', output, run: () => Promise.reject(new ToolError('E3001', 'no')) })
    const client = await openClient(cliOf({ fails }), { era })
    await client.listTools()
    expect(await callTool(client, 'fails')).toMatchObject({ ok: false, error: { code: 'E3001' } })
    await client.close()
  }
})

test('a command that cannot be loaded is listed, the others are whole, and a call of it says why', async () => {
  const broken = { description: 'Broken', load: () => Promise.reject(new Error('no such module')) }
  const client = await openClient(cliOf({ broken, fine: command({ description: 'Fine', run: () => 1 }) }))
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['broken', 'fine', 'prime'])
  expect(tools[0]).toEqual({ name: 'broken', description: 'Broken', inputSchema: { type: 'object' } })
  const { error } = await callTool(client, 'broken')
  expect(error).toMatchObject({ code: 'E5000', message: 'unexpected failure: no such module' })
  expect(await callTool(client, 'fine')).toEqual({ ok: true, data: 1 })
  await client.close()
})

test('an unknown tool is an error of the protocol', async () => {
  const client = await openClient(cliOf({ fine: command({ description: 'Fine', run: () => 1 }) }))
  for (const name of ['', 'other', 'constructor', '__proto__', 'toString']) {
    await expect(callTool(client, name)).rejects.toThrow(/there is no tool/)
  }
  await client.close()
})

describe('limit and cursor', () => {
  const list = command({ description: 'List', output: t.array(t.integer()), run: () => [1, 2, 3] })
  const own = command({
    description: 'Own',
    options: t.object({ limit: t.string() }),
    output: t.array(t.string()),
    run: ({ options }) => [options.limit],
  })

  test('lead through a list, and a wrong one is refused', async () => {
    const client = await openClient(cliOf({ list, own }))
    const first = await callTool(client, 'list', { limit: 2 })
    expect(first).toMatchObject({
      ok: true,
      data: [1, 2],
      meta: { truncated: { shown: 2, total: 3, cursor: '2', next: 'Repeat the call with "cursor": "2"' } },
    })
    const { cursor } = (first.meta as { truncated: { cursor: string } }).truncated
    expect(await callTool(client, 'list', { limit: 2, cursor })).toEqual({ ok: true, data: [3] })
    for (const given of [{ limit: 0 }, { limit: '2' }, { limit: 1.5 }, { limit: null }, { cursor: 2 }, { cursor: 'x' }])
      expect(await callTool(client, 'list', given)).toMatchObject({ ok: false, error: { code: 'E1004' } })
    await client.close()
  })

  test('are left to a command that has them itself', async () => {
    const client = await openClient(cliOf({ list, own }))
    expect(await callTool(client, 'own', { limit: 'mine' })).toEqual({ ok: true, data: ['mine'] })
    await client.close()
  })
})

describe('prime, as section 7 of its specification maps it', () => {
  const cli = cliOf(
    { go: command({ description: 'Go', run: () => 1 }) },
    { prime: { do: ['Be kind'], expiresIn: '1h' } },
  )

  test('is called prime, says that it is mandatory and idempotent, and takes a PrimeRequest', async () => {
    const client = await openClient(cli)
    const tool = (await client.listTools()).tools.find(({ name }) => name === 'prime')!
    expect(tool.description).toMatch(/mandatory/i)
    expect(tool.description).toMatch(/idempotent/i)
    const { properties, required, additionalProperties } = tool.inputSchema as Record<string, unknown>
    expect(Object.keys(properties as object).sort()).toEqual(
      ['agentId', 'capabilities', 'locale', 'metadata', 'sessionId', 'userRole'].sort(),
    )
    expect({ required, additionalProperties }).toEqual({
      required: ['agentId', 'sessionId'],
      additionalProperties: false,
    })
    expect((properties as { userRole: object }).userRole).toMatchObject({
      enum: ['end_user', 'admin', 'system'],
      default: 'end_user',
    })
    expect(tool.annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true })
    await client.close()
  })

  test('gives a PrimeResponse, the same each time', async () => {
    for (const era of ERAS) {
      const client = await openClient(cli, { era })
      await client.listTools()
      const ask = () => callTool(client, 'prime', { agentId: 'a', sessionId: 's', capabilities: { streams: true } })
      const [first, second] = [await ask(), await ask()] as unknown as Record<string, unknown>[]
      expect(isValid(PRIME_RESPONSE, first)).toBe(true)
      expect(first).toMatchObject({ version: '1.0.0', usageDirectives: { do: ['Be kind'] } })
      const { session: _, ...rest } = first!
      expect(second).toMatchObject(rest)
      expect((await callTool(client, 'prime', { agentId: 'a' })) as Document).toMatchObject({
        ok: false,
        error: { code: 'E1005' },
      })
      await client.close()
    }
  })

  test('is not there where an author has a command of that name', async () => {
    const client = await openClient(cliOf({ prime: command({ description: 'Mine', run: () => 'mine' }) }))
    expect((await client.listTools()).tools.map(({ description }) => description)).toEqual(['Mine'])
    await client.close()
  })
})
