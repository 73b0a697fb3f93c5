import { expect, test } from 'vitest'
import { command, defineCli, t } from '../index.js'
import { connect, run } from '../testing/index.js'

const SECRET = 'hunter2-and-more'

/** Results that hold a value where JSON would write `{}` or fail. */
const RESULTS: Record<string, (text: string) => unknown> = {
  map: (text) => new Map([[text, text]]),
  nested: (text) => new Map([['a', new Map([['b', [text]]])]]),
  set: (text) => ({ a: new Set([text]) }),
  error: (text) => ({ e: new Error(`no ${text}`) }),
  toJSON: (text) => ({ toJSON: () => new Map([['k', text]]) }),
  bigint: (text) => ({ n: 10n, text }),
}

const PLAIN: Record<string, (text: string) => unknown> = {
  map: (text) => ({ [text]: text }),
  nested: (text) => ({ a: { b: [text] } }),
  set: (text) => ({ a: [text] }),
  error: (text) => ({ e: `Error: no ${text}` }),
  toJSON: (text) => ({ k: text }),
  bigint: (text) => ({ n: '10', text }),
}

const show = command({
  description: 'Show a value',
  args: t.object({ kind: t.string() }),
  options: t.object({ token: t.secret('Token').env('SHOW_TOKEN').optional() }),
  effects: { filesystem: { read: false, write: false, delete: false }, network: false, destructive: false },
  run: ({ args, options }) => RESULTS[args.kind]!(options.token ?? 'text'),
})
const stream = command({
  description: 'Show values one by one',
  options: t.object({ token: t.secret('Token').env('SHOW_TOKEN') }),
  effects: { filesystem: { read: false, write: false, delete: false }, network: false, destructive: false },
  async *run({ options }) {
    for (const make of Object.values(RESULTS)) yield make(options.token) as never
  },
})
const fail = command({
  description: 'Fail with details',
  options: t.object({ token: t.secret('Token').env('SHOW_TOKEN') }),
  run: ({ options }) => {
    throw Object.assign(new Error('x'), { name: 'ToolError', ...failureWith(options.token) })
  },
})
const failureWith = (text: string) => ({
  code: 'E4001',
  exitCode: 1,
  toDocument: () => ({
    code: 'E4001',
    category: 'runtime',
    message: 'no',
    is_retryable: false,
    details: { cause: new Error(text), seen: new Set([text]) },
  }),
})
const cli = defineCli({ name: 'shows', version: '1', description: 'Shows', commands: { show, stream, fail } })
const env = { SHOW_TOKEN: SECRET }

for (const kind of Object.keys(RESULTS)) {
  test(`a result with a ${kind} is the same plain data on every surface`, async () => {
    const plain = PLAIN[kind]!('text')
    expect((await run(cli, ['show', kind, '-o', 'json'])).document).toMatchObject({ data: plain })
    expect(await show({ kind })).toEqual(plain)
    const { call, close } = await connect(cli)
    expect((await call('show', { kind })).document).toMatchObject({ data: plain })
    await close()
  })

  test(`a secret in a ${kind} is masked in every format`, async () => {
    for (const format of ['text', 'json', 'jsonl', 'raw']) {
      const { stdout, code } = await run(cli, ['show', kind, '-o', format], { env })
      expect([stdout, code]).toEqual([expect.not.stringContaining(SECRET), 0])
      expect(stdout).toContain('[secret]')
    }
  })
}

test('secrets in the items of a stream are masked', async () => {
  for (const format of ['text', 'json', 'jsonl']) {
    const { stdout, code } = await run(cli, ['stream', '-o', format], { env })
    expect([stdout, code]).toEqual([expect.not.stringContaining(SECRET), 0])
    expect(stdout).toContain('[secret]')
  }
})

test('secrets in the details of a failure are masked', async () => {
  const { stdout } = await run(cli, ['fail', '-o', 'json'], { env })
  expect(JSON.parse(stdout).error.details).toEqual({ cause: 'Error: [secret]', seen: ['[secret]'] })
})

test('a result that is plain already reaches callers in this process unchanged', async () => {
  const result = { when: new Date(0), list: [{ a: 1 }] }
  expect(await command({ description: 'Give', run: () => result })({})).toBe(result)
})
