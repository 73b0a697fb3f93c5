/** Every surface announces and enforces the same schema, with any library. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { command, defineCli } from '../index.js'
import { connect, run } from '../testing/index.js'

const DEFINITIONS = { size: { type: 'object', properties: { w: { type: 'integer', minimum: 1 } }, required: ['w'] } }

function toolWith(options: object, output: object = {}) {
  const draw = command({
    description: 'Draw',
    options: options as { type: 'object' },
    output: output as { type: 'object' },
    effects: { filesystem: { write: false } },
    run: ({ options: given }) => given,
  })
  return defineCli({ name: 'demo', version: '1.0.0', description: 'Demo', commands: { draw } })
}

const CASES: [string, object, Record<string, unknown>, Record<string, unknown>][] = [
  [
    'a reference',
    { type: 'object', properties: { size: { $ref: '#/$defs/size' } }, $defs: DEFINITIONS },
    { size: { w: 1 } },
    { size: { w: 0 } },
  ],
  [
    'a reference to "definitions"',
    { type: 'object', properties: { size: { $ref: '#/definitions/size' } }, definitions: DEFINITIONS },
    { size: { w: 1 } },
    { size: {} },
  ],
  [
    'anyOf of the whole',
    {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    },
    { b: 'x' },
    {},
  ],
  [
    'allOf of the whole',
    {
      type: 'object',
      properties: { a: { type: 'string' } },
      allOf: [{ properties: { b: { type: 'integer' } }, required: ['b'] }],
    },
    { b: 1 },
    { a: 'x' },
  ],
  [
    'if of the whole',
    {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      if: { required: ['a'] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { required: ['b'] },
    },
    { a: 'x', b: 'y' },
    { a: 'x' },
  ],
]

test.each(CASES)(
  '%s holds on the command line, in calls and over MCP, which announces it',
  async (_, schema, right, wrong) => {
    const cli = toolWith(schema)
    const client = await connect(cli)
    const { inputSchema } = (await client.tools()).find(({ name }) => name === 'draw')!
    expect(JSON.stringify(inputSchema)).not.toContain('$ref')
    const fits = new Ajv2020({ strict: false }).compile(inputSchema as object)
    for (const [input, ok] of [
      [right, true],
      [wrong, false],
    ] as const) {
      expect(fits(input)).toBe(ok)
      expect((await client.call('draw', input)).isError).toBe(!ok)
      expect((await run(cli, ['draw', '--input', JSON.stringify(input)])).code).toBe(ok ? 0 : 2)
      const called = cli.call('draw', input)
      if (ok) expect(await called).toEqual(input)
      else await expect(called).rejects.toMatchObject({ category: 'input' })
    }
    await client.close()
  },
)

test.each([
  ['https://json-schema.org/draft/2020-12/schema', ['size']],
  // Clients refuse unknown dialects.
  ['http://json-schema.org/draft-07/schema#', undefined],
])('over MCP a schema in the dialect %s is a document with the definitions %j', async ($schema, kept) => {
  const size = { ...DEFINITIONS.size, $anchor: 'size' }
  const node = { items: { $ref: '#/$defs/node' } }
  const properties = { size: { $ref: '#/$defs/size', description: 'How large' } }
  const cli = toolWith({ $schema, type: 'object', properties, $defs: { size, node } }, { $schema, type: 'object' })
  const client = await connect(cli)
  const { inputSchema, outputSchema } = (await client.tools()).find(({ name }) => name === 'draw')!
  await client.close()
  const { $schema: dialect, $defs } = inputSchema as { $schema?: string; $defs?: object }
  expect({ dialect, kept: $defs && Object.keys($defs) }).toEqual({ dialect: kept && $schema, kept })
  expect(JSON.stringify(outputSchema)).not.toContain('$schema')
  const fits = new Ajv2020({ strict: false }).compile(inputSchema as object)
  expect([fits({ size: { w: 1 } }), fits({ size: { w: 0 } })]).toEqual([true, false])
})

test('a result is checked against what its references mean', async () => {
  const output = { $ref: '#/$defs/size', $defs: DEFINITIONS }
  const input = { type: 'object', properties: { w: { type: 'integer' } } }
  const cli = toolWith(input, output)
  expect((await run(cli, ['draw', '--w', '2'])).code).toBe(0)
  expect((await run(cli, ['draw', '--w', '0'])).document).toMatchObject({ error: { code: 'E5001' } })
})

test('both sides of an intersection are options', async () => {
  const both = z.intersection(z.object({ a: z.string() }), z.object({ b: z.number() }))
  const draw = command({ description: 'Draw', options: both, run: ({ options }) => options })
  const cli = defineCli({ name: 'demo', version: '1.0.0', description: 'Demo', commands: { draw } })
  expect((await run(cli, ['draw', '--a', 'x', '--b', '2'])).document).toMatchObject({ data: { a: 'x', b: 2 } })
})

test.each([
  ['a recursive schema', { properties: { tree: { $ref: '#' } } }, '# refers to itself'],
  ['a keyword that is not checked', { unevaluatedProperties: false }, 'use additionalProperties'],
])('%s is refused when the command is defined, with the reason', (_, schema, reason) => {
  expect(() => toolWith({ type: 'object', ...schema })).toThrow(`the JSON Schema of options of "Draw": `)
  expect(() => toolWith({ type: 'object', ...schema })).toThrow(reason)
})
