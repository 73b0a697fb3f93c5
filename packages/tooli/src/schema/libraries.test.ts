import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { validate } from '@atip/protocol'
import { type } from 'arktype'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { command, defineCli, t, type AnyCli } from '../index.js'
import { run } from '../testing/index.js'

/* The same command with each library. */

const description = 'Scan a host'

const withZod = command({
  description,
  args: z.object({ host: z.string().min(2).describe('Host') }),
  options: z.object({
    port: z.int().min(1).max(65535).default(80),
    mode: z.enum(['tcp', 'udp']).optional(),
    ratio: z.number().optional(),
    tag: z.array(z.string()).default([]),
    deep: z.boolean().default(false),
    limits: z.object({ most: z.number() }).optional(),
    either: z.union([z.string(), z.number()]).optional(),
  }),
  output: z.object({ given: z.unknown(), note: z.string().default('none') }),
  run: ({ args, options }) => ({ given: { ...args, ...options } }),
})

const withValibot = command({
  description,
  args: toStandardJsonSchema(v.object({ host: v.pipe(v.string(), v.minLength(2), v.description('Host')) })),
  options: toStandardJsonSchema(
    v.object({
      port: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65535)), 80),
      mode: v.optional(v.picklist(['tcp', 'udp'])),
      ratio: v.optional(v.number()),
      tag: v.optional(v.array(v.string()), []),
      deep: v.optional(v.boolean(), false),
      limits: v.optional(v.object({ most: v.number() })),
      either: v.optional(v.union([v.string(), v.number()])),
    }),
  ),
  output: toStandardJsonSchema(v.object({ given: v.unknown(), note: v.optional(v.string(), 'none') })),
  run: ({ args, options }) => ({ given: { ...args, ...options } }),
})

const withArktype = command({
  description,
  args: type({ host: 'string >= 2' }),
  options: type({
    port: '1 <= number.integer <= 65535 = 80',
    'mode?': "'tcp' | 'udp'",
    'ratio?': 'number',
    tag: type('string[]').default(() => []),
    deep: 'boolean = false',
    'limits?': { most: 'number' },
    'either?': 'string | number',
  }),
  output: type({ given: 'unknown', note: "string = 'none'" }),
  run: ({ args, options }) => ({ given: { ...args, ...options } }),
})

const toolOf = (scan: typeof withZod | typeof withValibot | typeof withArktype): AnyCli =>
  defineCli({ name: 'net', version: '1.0.0', description: 'x', commands: { scan } })
const TOOLS: [string, AnyCli][] = [
  ['zod', toolOf(withZod)],
  ['valibot', toolOf(withValibot)],
  ['arktype', toolOf(withArktype)],
]

/** A line and the input that the command gets from it; the oracle for all three. */
const ACCEPTED: [string[], Record<string, unknown>][] = [
  [['ab'], { host: 'ab', port: 80, tag: [], deep: false }],
  [['22'], { host: '22', port: 80, tag: [], deep: false }],
  [['ab', '--port', '22'], { host: 'ab', port: 22, tag: [], deep: false }],
  [['ab', '--ratio=1.5', '--mode', 'udp'], { host: 'ab', port: 80, tag: [], deep: false, ratio: 1.5, mode: 'udp' }],
  [['ab', '--tag', '1', '--tag', 'b', '--deep'], { host: 'ab', port: 80, tag: ['1', 'b'], deep: true }],
  [['ab', '--no-deep'], { host: 'ab', port: 80, tag: [], deep: false }],
  [['ab', '--limits', '{"most":3}'], { host: 'ab', port: 80, tag: [], deep: false, limits: { most: 3 } }],
  [['ab', '--either', '5'], { host: 'ab', port: 80, tag: [], deep: false, either: 5 }],
  [['ab', '--either', 'five'], { host: 'ab', port: 80, tag: [], deep: false, either: 'five' }],
  [['--input', '{"host":"ab","port":1}'], { host: 'ab', port: 1, tag: [], deep: false }],
]

/** A line, its error code, and the beginning of its message. */
const REFUSED: [string[], string, string][] = [
  [[], 'E1005', 'HOST is missing'],
  [['--input', '{"port":1}'], 'E1005', 'HOST is missing'],
  [['a'], 'E1004', 'HOST'],
  [['ab', '--port', '70000'], 'E1004', '--port'],
  [['ab', '--port', 'x'], 'E1004', '--port must be a whole number; found "x"'],
  [['ab', '--port', '1.5'], 'E1004', '--port must be a whole number; found "1.5"'],
  [['ab', '--mode', 'tpc'], 'E1004', '--mode must be one of tcp, udp; found "tpc"'],
  [['ab', '--limits', '{"most":"b"}'], 'E1004', '--limits.most'],
  [['ab', '--limits', '{}'], 'E1004', '--limits.most'],
  [['ab', '--limits', '{'], 'E1007', '--limits must be JSON'],
  [['--input', '{"host":5}'], 'E1004', 'HOST'],
  [['--input', '{"host":"ab","prot":1}'], 'E1002', '"prot" is not known'],
]

for (const [library, cli] of TOOLS) {
  test.each(ACCEPTED)(`${library}: %j is understood, and defaults are filled in`, async (line, given) => {
    const { document } = await run(cli, ['scan', ...line])
    expect(document).toMatchObject({ ok: true, data: { given, note: 'none' } })
  })

  test.each(REFUSED)(`${library}: %j is refused with %s in one plain sentence`, async (line, code, start) => {
    const result = await run(cli, ['scan', ...line])
    const { error } = result.document as { error: { code: string; message: string } }
    expect({ exit: result.code, code: error.code }).toEqual({ exit: 2, code })
    expect(error.message.startsWith(start)).toBe(true)
    // Not a dump of issues; the name occurs only once.
    expect(error.message).not.toMatch(/[\n[\]]|"path"|"code"|ZodError|ValiError|ArkErrors/)
    expect(error.message.slice(start.length)).not.toContain(start.replace(/^--|[<>]/g, ''))
  })

  test(`${library}: the description of the tool is valid by the strict profile and knows types and choices`, async () => {
    const { document, stdout } = await run(cli, ['--agent'])
    expect(validate(stdout, { profile: 'strict' }).problems).toEqual([])
    const { scan } = (document as { commands: Record<string, Record<string, unknown>> }).commands
    expect(scan).toMatchObject({
      arguments: [{ name: 'host', type: 'string', required: true }],
      options: expect.arrayContaining([
        expect.objectContaining({ name: 'port', type: 'integer', flags: ['--port'] }),
        expect.objectContaining({ name: 'mode', type: 'enum', enum: ['tcp', 'udp'] }),
        expect.objectContaining({ name: 'tag', type: 'array', items: { type: 'string' } }),
        expect.objectContaining({ name: 'deep', type: 'boolean', flags: ['--deep', '--no-deep'] }),
      ]),
    })
  })
}

test.each([
  ['zod', z.array(z.object({ open: z.boolean() }))],
  ['valibot', toStandardJsonSchema(v.array(v.object({ open: v.boolean() })))],
  ['arktype', type({ open: 'boolean' }).array()],
  ['t', t.array(t.object({ open: t.boolean() }))],
  ['JSON Schema', { type: 'array', items: { type: 'object', properties: { open: { type: 'boolean' } } } }],
])('%s: a result that breaks its promise is the tool’s failure, on every surface', async (_, output) => {
  const body = () => [{ open: true }, { open: 'yes' }]
  const scan = command({ description, output: output as never, run: body as never })
  const cli = defineCli({ name: 'net', version: '1.0.0', description: 'x', commands: { scan } })
  const { code, document } = await run(cli, ['scan'])
  const { error } = document as { error: { code: string; message: string } }
  expect({ code, error: error.code }).toEqual({ code: 1, error: 'E5001' })
  expect(error.message).toMatch(/^the command broke its own promise: "1\.open" in the result(?: must be|: \w)/)
  await expect(cli.call('scan', {})).rejects.toMatchObject({ code: 'E5001', message: error.message })
  await expect(scan({})).rejects.toMatchObject({ code: 'E5001', message: error.message })
})

test('what a schema makes of a value is what the command gets and the caller sees, streamed or not', async () => {
  const length = z.string().transform((text) => text.length)
  const count = command({
    description: 'x',
    options: z.object({ word: length }),
    output: z.array(z.object({ size: length })),
    async *run({ options }) {
      yield { size: 'x'.repeat(options.word) }
    },
  })
  const cli = defineCli({ name: 'net', version: '1.0.0', description: 'x', commands: { count } })
  expect(await count({ word: 'four' })).toEqual([{ size: 4 }])
  expect((await run(cli, ['count', '--word', 'four'])).document).toMatchObject({ data: [{ size: 4 }] })
  expect((await run(cli, ['count', '--word', 'four', '--output', 'jsonl'])).stdout).toBe('{"size":4}\n')
})

test.each([
  ['zod', z.object({ since: z.coerce.date() }), z.object({ at: z.date() })],
  [
    'valibot',
    toStandardJsonSchema(v.object({ since: v.pipe(v.string(), v.toDate()) })),
    toStandardJsonSchema(v.object({ at: v.date() })),
  ],
  ['arktype', type({ since: 'string.date.parse' }), type({ at: 'Date' })],
])('%s: what JSON Schema has no word for is described as anything and still checked', async (_, options, output) => {
  const look = command({
    description: 'x',
    options: options as never,
    output: output as never,
    run: (({ options: { since } }: { options: { since: Date } }) => ({ at: since })) as never,
  })
  const cli = defineCli({ name: 'net', version: '1.0.0', description: 'x', commands: { look } })
  const at = '2020-01-02T00:00:00.000Z'
  expect((await run(cli, ['look', '--since', '2020-01-02'])).document).toMatchObject({ ok: true, data: { at } })
  expect(await run(cli, ['look', '--since', '2020-01-02'], { terminal: true })).toMatchObject({ code: 0, stderr: '' })
  expect((await run(cli, ['look', '--since', 'whenever'])).document).toMatchObject({ error: { code: 'E1004' } })
  const { stdout } = await run(cli, ['--agent'])
  expect(validate(stdout, { profile: 'strict' }).problems).toEqual([])
})

test('zod’s metadata carries hints for the command line', async () => {
  const options = z.object({
    token: z.string().meta({ 'x-cli': { secret: true } }),
    depth: z.int().meta({ 'x-cli': { short: 'd' } }),
  })
  const cli = defineCli({
    name: 'net',
    version: '1.0.0',
    description: 'x',
    commands: {
      scan: command({ description: 'x', options, run: ({ options: { depth, token } }) => ({ depth, token }) }),
    },
  })
  const { document } = await run(cli, ['scan', '-d', '3', '--token', '@stdin'], { stdin: 'hush\n' })
  expect(document).toMatchObject({ ok: true, data: { depth: 3, token: '[secret]' } })
})

test('a schema that cannot describe itself is refused with advice', async () => {
  const scan = command({ description: 'x', args: v.object({ host: v.string() }), run: () => 1 })
  const cli = defineCli({ name: 'net', version: '1.0.0', description: 'x', commands: { scan } })
  const { document } = await run(cli, ['scan', 'a'])
  expect(document).toMatchObject({ error: { message: expect.stringContaining('toStandardJsonSchema') } })
})

test('arktype sorts its keys, so two arguments from it are refused instead of swapped', async () => {
  const copy = command({ description: 'x', args: type({ source: 'string', into: 'string' }), run: ({ args }) => args })
  const cli = defineCli({ name: 'net', version: '1.0.0', description: 'x', commands: { copy } })
  const { document } = await run(cli, ['copy', 'from', 'to'])
  expect(document).toMatchObject({ ok: false, error: { message: expect.stringContaining('order') } })
})

test('zod: what has to wait is waited for, and what its check throws is an internal failure', async () => {
  const name = z.string().refine(async (value) => (await Promise.resolve(value)) !== 'nobody', 'nobody is no name')
  const greet = command({ description: 'Greet', args: z.object({ name }), run: ({ args }) => args.name })
  const cli = defineCli({ name: 'tool', version: '1.0.0', description: 'A tool', commands: { greet } })
  expect((await run(cli, ['greet', 'Ann'])).document).toMatchObject({ ok: true, data: 'Ann' })
  const refused = await run(cli, ['greet', 'nobody'])
  expect(refused.document).toMatchObject({
    error: { code: 'E1004', message: expect.stringContaining('nobody is no name') },
  })
})
