import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { command, defineCli, t, ToolError } from '../index.js'
import { connect, run } from '../testing/index.js'

const act = command({
  description: 'Act',
  options: t.object({
    all: t
      .boolean('Everything')
      .optional()
      .cli({ conflicts: ['name', 'tag'] }),
    name: t.string('One').optional(),
    tag: t.array(t.string()).optional(),
    user: t
      .string('Who')
      .optional()
      .cli({ requires: ['token'], conflicts: ['anonymous'] }),
    token: t.string('Key').optional(),
    anonymous: t.boolean().optional(),
    purge: t
      .boolean('All traces')
      .optional()
      .cli({ implies: { force: true, depth: 9 } }),
    force: t
      .boolean()
      .default(false)
      .cli({ implies: { quick: true }, effects: { destructive: true } }),
    quick: t.boolean().optional(),
    depth: t.integer().default(1),
  }),
  run: ({ options }) => options,
})
const cli = defineCli({ name: 'demo', version: '1.0.0', description: 'A demo', commands: { act } })

describe('options that depend on each other', () => {
  test.each([
    [{ all: true, name: 'x' }, '--all cannot be given with --name'],
    [{ all: true, tag: ['x'] }, '--all cannot be given with --tag'],
    [{ user: 'x' }, '--user can only be given with --token'],
    [{ user: 'x', token: 'y', anonymous: true }, '--user cannot be given with --anonymous'],
  ])('%j is refused', async (input, message) => {
    const line = await run(cli, ['act', '--input', JSON.stringify(input)])
    expect([line.code, line.document]).toMatchObject([2, { error: { code: 'E1011', message } }])
    await expect(cli.call('act', input)).rejects.toMatchObject({ code: 'E1011', message })
  })

  test.each([
    [
      { all: false, name: 'x' },
      { all: false, name: 'x' },
    ],
    [
      { user: 'x', token: 'y' },
      { user: 'x', token: 'y' },
    ],
    [{ quick: false }, { quick: false, force: false, depth: 1 }],
  ])('%j is fine', async (input, expected) => {
    expect(await cli.call('act', input)).toMatchObject(expected)
  })

  test('an implied value counts where none is given, also for what it implies and for its effects', async () => {
    expect(await cli.call('act', { purge: true }, { yes: true })).toEqual({
      purge: true,
      force: true,
      depth: 9,
      quick: true,
    })
    expect(await cli.call('act', { purge: true, depth: 2, force: false })).toEqual({
      purge: true,
      force: false,
      depth: 2,
    })
    await expect(cli.call('act', { purge: true })).rejects.toMatchObject({ code: 'E3900' })
  })

  test('help, the description for agents, the skill and MCP say so', async () => {
    expect((await run(cli, ['act', '--help'])).stdout).toMatch(/--all +Everything \[not with --name, --tag\]/)
    expect((await run(cli, ['act', '--help'])).stdout).toMatch(/All traces \[sets --force, --depth to 9\]/)
    expect((await run(cli, ['skill', '-'])).stdout).toContain('needs --token')
    expect((await run(cli, ['--agent'])).stdout).toContain('Who (not with --anonymous; needs --token)')
    const client = await connect(cli)
    const [tool] = await client.tools()
    await client.close()
    expect(JSON.stringify(tool)).toContain('Everything (not with \\"name\\", \\"tag\\")')
    expect(Object.keys((tool as unknown as { inputSchema: object }).inputSchema)).not.toContain('allOf')
  })

  test('the schema that MCP announces accepts exactly what the command accepts', async () => {
    const client = await connect(cli)
    const { inputSchema } = (await client.tools())[0] as unknown as { inputSchema: object }
    await client.close()
    const isValid = new Ajv2020({ strict: false }).compile(inputSchema)
    const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
    const inputs = fc.record({
      all: maybe(true, false),
      name: maybe('x'),
      tag: maybe(['x'], []),
      user: maybe('x'),
      token: maybe('x', ''),
      anonymous: maybe(true, false),
      purge: maybe(true, false),
    })
    await fc.assert(
      fc.asyncProperty(inputs, async (input) => {
        const given = JSON.parse(JSON.stringify(input)) as Record<string, never>
        const outcome = await cli.call('act', given, { yes: true }).then(
          () => true,
          (error: ToolError) => (error.code === 'E1011' ? false : error),
        )
        expect([given, isValid(given)]).toEqual([given, outcome])
      }),
    )
  })

  test('a key that the command does not have is a mistake in the definition', async () => {
    const wrong = command({
      description: 'x',
      options: t.object({
        a: t
          .string()
          .optional()
          .cli({ requires: ['b'] }),
      }),
      run: () => null,
    })
    const { stderr } = await run(defineCli({ name: 'demo', version: '1.0.0', description: 'x', commands: { wrong } }), [
      'wrong',
    ])
    expect(stderr).toContain('the option \\"a\\" names \\"b\\"')
  })
})
