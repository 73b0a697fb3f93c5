import { describe, expect, test } from 'vitest'
import { command, defineCli, group, t, ToolError, use, type AnyCli } from '../index.js'
import { connect, run } from '../testing/index.js'

/** Makes one call on every surface, and returns the outcomes, which must be equal. */
async function everywhere(cli: AnyCli, path: string, input: Record<string, unknown>): Promise<unknown[]> {
  const line = await run(cli, [...path.split(' '), '--input', JSON.stringify(input)])
  const { call } = cli as unknown as { call(path: string, input: unknown): Promise<unknown> }
  const direct = await call(path, input).catch((error: ToolError) => error.code)
  const client = await connect(cli)
  const remote = (await client.call(path.replaceAll(' ', '_'), input)).document as typeof line.document
  await client.close()
  return [line.document, remote].map(shown).concat([direct])
}

function shown(document: unknown): unknown {
  const { ok, data, error } = document as { ok: boolean; data?: unknown; error?: { code: string } }
  return ok ? data : error?.code
}

const thrice = <T>(value: T): T[] => [value, value, value]

const base = { name: 'demo', version: '1.0.0', description: 'A demo' }

describe('middleware', () => {
  const signedIn = use(async (_, next) => next({ user: 'ann' }))
  const whoAmI = command({ description: 'Who', use: signedIn, run: ({ ctx }) => `I am ${ctx.user}` })

  test('gives a command what it adds to the context, on every surface and in a plain call', async () => {
    const cli = defineCli({ ...base, commands: { who: whoAmI } })
    expect(await everywhere(cli, 'who', {})).toEqual(thrice('I am ann'))
    expect(await whoAmI({})).toBe('I am ann')
  })

  test('of the tool, the group and the command run from the outside in, each once', async () => {
    const seen: string[] = []
    const named = (name: string) =>
      use(async (_, next) => {
        seen.push(`${name} begins`)
        const passed = await next()
        seen.push(`${name} ends`)
        return passed
      })
    const [tool, inGroup, own] = [named('tool'), named('group'), named('command')]
    const act = command({ description: 'Act', use: own, run: () => void seen.push('body') })
    const both = command({ description: 'Act', use: tool, run: () => void seen.push('body') })
    const cli = defineCli({ ...base, use: tool, commands: { things: group({ use: inGroup }, { act, both }) } })
    await cli.call('things act', {})
    const around = (names: string[]) => [
      ...names.map((name) => `${name} begins`),
      'body',
      ...names.toReversed().map((name) => `${name} ends`),
    ]
    expect(seen.splice(0)).toEqual(around(['tool', 'group', 'command']))
    await cli.call('things both', {})
    expect(seen.splice(0)).toEqual(around(['tool', 'group']))
  })

  test('refuses, changes the result, or answers instead of the command', async () => {
    const bodies: string[] = []
    const body = (name: string) => () => {
      bodies.push(name)
      return name
    }
    const refuse = use(async () => {
      throw new ToolError('E2001', 'not signed in')
    })
    const loud = use(async (_, next) => ({ data: String((await next()).data).toUpperCase() }))
    const cached = use(async () => ({ data: 'kept' }))
    const commands = {
      refused: command({ description: 'x', use: refuse, run: body('refused') }),
      changed: command({ description: 'x', use: loud, run: body('changed') }),
      cached: command({ description: 'x', use: cached, run: body('cached') }),
    }
    const cli = defineCli({ ...base, commands })
    expect(await everywhere(cli, 'refused', {})).toEqual(thrice('E2001'))
    expect(await everywhere(cli, 'changed', {})).toEqual(thrice('CHANGED'))
    expect(await everywhere(cli, 'cached', {})).toEqual(thrice('kept'))
    expect(new Set(bodies)).toEqual(new Set(['changed']))
  })

  test('that changes the result cannot break what the command promises', async () => {
    const broken = use(async () => ({ data: 5 }))
    const act = command({ description: 'x', use: broken, output: t.string(), run: () => 'text' })
    expect(await everywhere(defineCli({ ...base, commands: { act } }), 'act', {})).toEqual(thrice('E5001'))
  })

  test('that forgets to return what next gave is an error, not an empty result', async () => {
    const forgetful = use((async (_: unknown, next: () => Promise<unknown>) => void (await next())) as never)
    const act = command({ description: 'x', use: forgetful, run: () => 'text' })
    const { document } = await run(defineCli({ ...base, commands: { act } }), ['act'])
    expect(document).toMatchObject({ ok: false, error: { code: 'E5000' } })
    expect(JSON.stringify(document)).toContain('must return what next() gave')
  })

  test('around a stream ends after its last entry, and every mode prints the same entries', async () => {
    const seen: unknown[] = []
    const watched = use(async (_, next) => {
      const passed = await next()
      seen.push('end', passed.data)
      return passed
    })
    const act = command({
      description: 'x',
      use: watched,
      async *run() {
        for (const n of [1, 2]) {
          seen.push(n)
          yield n
        }
      },
    })
    const cli = defineCli({ ...base, commands: { act } })
    expect((await run(cli, ['act', '-o', 'jsonl'])).stdout).toBe('1\n2\n')
    expect(seen.splice(0)).toEqual([1, 2, 'end', undefined])
    expect((await run(cli, ['act'])).document).toMatchObject({ data: [1, 2] })
    expect(seen.splice(0)).toEqual([1, 2, 'end', undefined])
  })

  test('runs only for calls that are checked and confirmed', async () => {
    let count = 0
    const counted = use(async (_, next) => {
      count++
      return next()
    })
    const act = command({
      description: 'x',
      use: counted,
      options: t.object({ n: t.integer().optional() }),
      effects: { destructive: true },
      run: () => null,
    })
    const cli = defineCli({ ...base, commands: { act } })
    await run(cli, ['act', '--n', 'x', '--yes'])
    await run(cli, ['act'])
    await run(cli, ['act', '--yes'], { env: { TOOLI_POLICY: 'read-only' } })
    expect(count).toBe(0)
    await run(cli, ['act', '--yes'])
    expect(count).toBe(1)
  })

  test('is under the timeout of the command, and sees what it is', async () => {
    const slow = use(async ({ command: { tool, path, effects } }, next) => {
      expect({ tool, path, effects }).toEqual({ tool: 'demo', path: ['act'], effects: { network: false } })
      await new Promise((resolve) => setTimeout(resolve, 5000).unref())
      return next()
    })
    const act = command({ description: 'x', use: slow, timeout: '5ms', effects: { network: false }, run: () => null })
    expect(await everywhere(defineCli({ ...base, commands: { act } }), 'act', {})).toEqual(thrice('E4900'))
  })
})

describe('shared options', () => {
  const account = use(
    t.object({ profile: t.string('Account').default('main').env('DEMO_PROFILE'), key: t.secret().optional() }),
  ).use(async ({ options }, next) => next({ account: `${options.profile}!` }))
  const list = command({
    description: 'List',
    use: account,
    args: t.object({ what: t.string('What') }),
    options: t.object({ all: t.boolean('All').default(false) }),
    run: ({ args, options, ctx }) => ({ ...args, ...options, account: ctx.account }),
  })
  const plain = command({ description: 'Plain', run: ({ options }) => options })
  const cli = defineCli({
    ...base,
    commands: { list, group: group({ description: 'Things', use: account }, { plain }) },
  })

  test('are options of each command, with defaults, on every surface', async () => {
    const input = { what: 'x', all: true }
    const result = { what: 'x', all: true, profile: 'main', account: 'main!' }
    expect(await everywhere(cli, 'list', input)).toEqual(thrice(result))
    const other = { ...result, profile: 'work', account: 'work!' }
    expect(await everywhere(cli, 'list', { ...input, profile: 'work' })).toEqual(thrice(other))
    expect(await everywhere(cli, 'list', { ...input, profile: 5 })).toEqual(thrice('E1004'))
    expect(await everywhere(cli, 'group plain', { profile: 'work' })).toEqual(thrice({ profile: 'work' }))
  })

  test('may be written before the name of the command, too', async () => {
    const tool = defineCli({ ...base, use: account, commands: { list, plain } })
    for (const line of ['--profile work list x', 'list --profile=work x', 'list x --profile work']) {
      const { document } = await run(tool, line.split(' '))
      expect(document).toMatchObject({ data: { what: 'x', profile: 'work', account: 'work!' } })
    }
  })

  test('come from the environment, and their secrets are masked', async () => {
    const echo = command({ description: 'x', use: account, run: ({ options }) => ({ said: `${options.key}` }) })
    const tool = defineCli({ ...base, commands: { echo, list } })
    expect((await run(tool, ['list', 'x'], { env: { DEMO_PROFILE: 'env' } })).document).toMatchObject({
      data: { profile: 'env' },
    })
    expect((await run(tool, ['echo', '--key', '@stdin'], { stdin: 'HUSH' })).document).toMatchObject({
      data: { said: '[secret]' },
    })
  })

  test('are in help, in the description for agents, in completions, the skill and MCP', async () => {
    const help = await run(cli, ['group', 'plain', '--help'])
    expect(help.stdout).toMatch(/--profile TEXT +Account/)
    expect((await run(cli, ['group', '--help'])).stdout).toMatch(/^Things/)
    for (const words of [['--agent'], ['skill', '-'], ['__complete', 'bash', '16', 'demo list --prof']]) {
      expect([words, (await run(cli, words)).stdout.includes('profile')]).toEqual([words, true])
    }
    const client = await connect(cli)
    const tools = await client.tools()
    await client.close()
    expect(tools.find(({ name }) => name === 'group_plain')).toMatchObject({
      inputSchema: { properties: { profile: { type: 'string', default: 'main' } } },
    })
  })

  test('may not have the key of an option of the command', async () => {
    const twice = command({
      description: 'x',
      use: account as never,
      options: t.object({ profile: t.integer() }),
      run: () => null,
    })
    const { stderr } = await run(defineCli({ ...base, commands: { twice } }), ['twice'])
    expect(stderr).toContain('two parameters \\"profile\\"')
  })
})
