import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { command, defineCli, t } from '../index.js'
import { connect, run } from '../testing/index.js'

const deploy = command({
  description: 'Deploy',
  options: t.object({
    resources: t
      .object({
        cpu: t.integer('Cores').min(1),
        maxMemory: t.number('Gigabytes').default(2),
        gpu: t.boolean('With a GPU').default(false),
        zones: t.array(t.string()).default([]),
        limits: t.object({ io: t.enum(['low', 'high']).default('low') }).default({}),
      })
      .optional(),
    label: t.record(t.string(), 'Labels').optional(),
    weight: t.record(t.integer()).optional(),
    loud: t.count('Say more').short('l'),
  }),
  run: ({ options }) => options,
})
const cli = defineCli({ name: 'demo', version: '1.0.0', description: 'A demo', commands: { deploy } })

async function given(line: string[], env: Record<string, string> = {}): Promise<unknown> {
  const { document } = await run(cli, ['deploy', ...line], { env })
  const { ok, data, error } = document as { ok: boolean; data: unknown; error: { code: string; message: string } }
  return ok ? data : [error.code, error.message]
}

const usual = { cpu: 2, maxMemory: 2, gpu: false, zones: [], limits: { io: 'low' } }

describe('an option that is an object', () => {
  test('is written key by key, at any depth, or as JSON; a key wins over the whole', async () => {
    expect(await given(['--resources.cpu', '2'])).toEqual({ resources: usual, loud: 0 })
    const words = [
      '--resources.cpu=4',
      '--resources.max-memory',
      '0.5',
      '--resources.gpu',
      '--resources.limits.io',
      'high',
    ]
    const all = { cpu: 4, maxMemory: 0.5, gpu: true, zones: [], limits: { io: 'high' } }
    expect(await given(words)).toMatchObject({ resources: all })
    expect(await given(['--resources.zones', 'a', '--resources.zones', 'b', '--resources', '{"cpu":2}'])).toMatchObject(
      {
        resources: { ...usual, zones: ['a', 'b'] },
      },
    )
    expect(await given(['--input', '{"resources":{"cpu":2,"gpu":true}}', '--no-resources.gpu'])).toMatchObject({
      resources: usual,
    })
  })

  test('keeps the keys of its default that are not given', async () => {
    const act = command({
      description: 'x',
      options: t.object({
        area: t.object({ width: t.integer(), height: t.integer() }).default({ width: 1, height: 2 }),
      }),
      run: ({ options }) => options.area,
    })
    const tool = defineCli({ name: 'demo', version: '1.0.0', description: 'x', commands: { act } })
    expect((await run(tool, ['act', '--area.width', '5', '-o', 'raw'])).document).toEqual({ width: 5, height: 2 })
    expect((await run(tool, ['act', '-o', 'raw'])).document).toEqual({ width: 1, height: 2 })
  })

  test('may be left out with an empty default, and its keys get their own', async () => {
    const act = command({
      description: 'x',
      options: t.object({
        area: t.object({ width: t.integer().default(3), deep: t.boolean().optional() }).default({}),
      }),
      run: ({ options }): number => options.area.width,
    })
    const tool = defineCli({ name: 'demo', version: '1.0.0', description: 'x', commands: { act } })
    expect((await run(tool, ['act', '-o', 'raw'])).stdout).toBe('3\n')
    expect(await tool.call('act', {})).toBe(3)
    expect((await run(tool, ['act', '--area.deep', '-o', 'raw'])).stdout).toBe('3\n')
  })

  test('is checked like any other, and errors name the key as it is written', async () => {
    expect(await given(['--resources.cpu', '0'])).toEqual(['E1004', '--resources.cpu must be at least 1; found 0'])
    expect(await given(['--resources.gpu'])).toEqual(['E1004', '--resources.cpu is missing'])
    expect(await given(['--resources.cpu', 'x'])).toEqual([
      'E1004',
      '--resources.cpu must be a whole number; found "x"',
    ])
    expect(await given(['--resources', '{"cpu":1,"maxMemory":"x"}'])).toEqual([
      'E1004',
      '--resources.max-memory must be a number; found "x"',
    ])
    const { document } = await run(cli, ['deploy', '--resources.cpuu', '2'])
    expect(document).toMatchObject({ error: { suggestion: { example: 'demo deploy --resources.cpu 2' } } })
  })

  test('is one object in the schema of MCP, and its keys are in help, completions, the skill and for agents', async () => {
    const client = await connect(cli)
    const [tool] = await client.tools()
    await client.close()
    expect(Object.keys((tool as unknown as { inputSchema: { properties: object } }).inputSchema.properties)).toEqual([
      'resources',
      'label',
      'weight',
      'loud',
    ])
    for (const words of [
      ['deploy', '--help'],
      ['--agent'],
      ['skill', '-'],
      ['__complete', 'bash', '21', 'demo deploy --resourc'],
    ])
      expect((await run(cli, words)).stdout).toContain('--resources.max-memory')
    expect((await run(cli, ['deploy', '--help'])).stdout).toMatch(/--resources\.cpu N +Cores \[at least 1\]/)
  })
})

describe('an option that is a map', () => {
  test('takes KEY=VALUE, repeated, or JSON', async () => {
    expect(await given(['--label', 'a=b', '--label', 'c=d=e', '--label='])).toEqual([
      'E1004',
      '--label must look like KEY=VALUE; found ""',
    ])
    expect(await given(['--label', 'a=b', '--label', 'c=d=e'])).toMatchObject({ label: { a: 'b', c: 'd=e' } })
    expect(await given(['--label', '{"x=y":"z"}', '--label', 'a='])).toMatchObject({ label: { 'x=y': 'z', a: '' } })
    expect(await given(['--weight', 'a=1', '--weight', 'b=-2'])).toMatchObject({ weight: { a: 1, b: -2 } })
    expect(await given(['--weight', 'a=x'])).toEqual(['E1004', '--weight.a must be a whole number; found "x"'])
    expect(await given(['--label', '__proto__=x'])).toMatchObject({ label: JSON.parse('{"__proto__":"x"}') })
    expect((await run(cli, ['deploy', '--help'])).stdout).toMatch(/--label KEY=VALUE +Labels \[repeatable\]/)
  })

  test('gives back any map of texts that is written for it', async () => {
    const key = fc.string({ minLength: 1 }).filter((text) => !text.includes('=') && !text.startsWith('{'))
    await fc.assert(
      fc.asyncProperty(fc.dictionary(key, fc.string(), { minKeys: 1 }), async (map) => {
        const words = Object.entries(map).map(([name, value]) => `--label=${name}=${value}`)
        expect(((await given(words)) as { label: unknown }).label).toEqual({ ...map })
      }),
    )
  })
})

test('a counted flag counts its uses, and is a number elsewhere', async () => {
  expect(await given([])).toEqual({ loud: 0 })
  expect(await given(['-lll'])).toEqual({ loud: 3 })
  expect(await given(['--loud', '-l'])).toEqual({ loud: 2 })
  expect(await given(['--input', '{"loud":5}'])).toEqual({ loud: 5 })
  expect(await given(['--input', '{"loud":-1}'])).toEqual(['E1004', '--loud must be at least 0; found -1'])
  expect((await run(cli, ['deploy', '--help'])).stdout).toMatch(/-l, --loud +Say more \[repeatable\]/)
})

describe('a wrapper', () => {
  const wrap = command({
    description: 'Run a tool with our settings',
    args: t.object({ words: t.array(t.string(), 'Its words').default([]).cli({ passThrough: true }) }),
    options: t.object({ fast: t.boolean('Fast').default(false), mode: t.string().default('a') }),
    run: ({ args, options }) => [options.fast, options.mode, ...args.words],
  })
  const tool = defineCli({ name: 'demo', version: '1.0.0', description: 'A demo', commands: { wrap } })
  const passed = async (...words: string[]) =>
    (await run(tool, ['wrap', ...words], { env: { TOOLI_OUTPUT: 'raw' } })).document

  test('passes on the first word that is no option of its own, and all that follow, as they are', async () => {
    expect(await passed('--fast', 'eslint', '--fix', '--fast', '-o', 'x')).toEqual([
      true,
      'a',
      'eslint',
      '--fix',
      '--fast',
      '-o',
      'x',
    ])
    expect(await passed('--mode', 'b', '--watch', '--mode', 'c', '--', '-x')).toEqual([
      false,
      'b',
      '--watch',
      '--mode',
      'c',
      '--',
      '-x',
    ])
    expect(await passed('--watch=1', '--help')).toEqual([false, 'a', '--watch=1', '--help'])
    expect(await passed('--', '--fast')).toEqual([false, 'a', '--fast'])
    expect(await passed('-zfast')).toEqual([false, 'a', '-zfast'])
  })

  test('still answers for itself before that', async () => {
    expect((await run(tool, ['wrap', '--help', 'eslint'])).stdout).toContain('Run a tool with our settings')
    expect((await run(tool, ['wrap', 'eslint', '--help'])).document).toMatchObject({
      data: [false, 'a', 'eslint', '--help'],
    })
  })

  test('says in its description that options end at the first operand', async () => {
    const { document } = await run(tool, ['--agent'])
    expect(document).toMatchObject({ commands: { wrap: { 'x-atip': { syntax: { interspersed: false } } } } })
  })
})
