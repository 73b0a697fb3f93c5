import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  clientFor,
  ERAS,
  fixture,
  serve,
  soon,
  strangersIn,
  type Served,
  type ServeOptions,
} from './fixtures/mcp-process.js'

const PROGRAM = 'mcp-misbehaves.mjs'
const folder = mkdtempSync(join(tmpdir(), 'tooli-mcp-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const running = new Set<Served>()
afterAll(() => {
  for (const { child } of running) child.kill('SIGKILL')
})

async function start(options: ServeOptions = {}): Promise<Served> {
  const served = await serve(PROGRAM, options)
  running.add(served)
  return served
}

const file = (name: string) => join(folder, name)
const contentOf = (name: string) => {
  try {
    return readFileSync(file(name), 'utf8')
  } catch {
    return undefined
  }
}

const OK = { ok: true }
const failed = (code: string) => ({ ok: false, error: { code } })

/** A command that misuses the streams, the answer to its caller, and the text that must be on stderr. */
const MISDEEDS: readonly [tool: string, answer: object, strays: readonly string[], input?: Record<string, unknown>][] =
  [
    ['prints_console', OK, ['console', 'info', 'table', 'kept function']],
    ['prints_stream', OK, ['stream']],
    ['prints_secret', OK, ['[secret] console', '[secret] descriptor'], { token: 'hunter8-secret' }],
    ['prints_kept-stream', OK, ['kept stream']],
    [
      'prints_descriptor',
      OK,
      ['writeSync', 'writeFileSync', 'appendFileSync', 'writevSync', 'write', 'writeFile', 'file'],
    ],
    ['prints_child', OK, ['inherit', 'number', '2>&1', 'kept']],
    [
      'prints_child-at-once',
      { ok: true, data: { captured: 'kept\n', cwd: '/\n' } },
      ['execSync', 'execFileSync', 'spawnSync', 'shell'],
    ],
    ['prints_fork', OK, ['fork']],
    ['prints_worker', OK, ['worker']],
    ['ends_stdout', OK, ['end']],
    ['ends_kept-stdout', OK, ['kept end']],
    ['prints_console', OK, ['console']],
    ['fails_exits', failed('E5002'), [], { code: 0 }],
    ['fails_exits', failed('E5002'), [], { code: 3 }],
    ['fails_exits-later', OK, []],
    ['fails_throws', failed('E5000'), []],
    ['fails_rejects', failed('E3001'), []],
    ['fails_throws-no-error', failed('E5000'), []],
    ['fails_throws-later', OK, ['later']],
    ['fails_rejects-unseen', OK, ['unseen']],
    ['returns_circle', failed('E5000'), []],
    ['returns_bigint', { ok: true, data: { size: '5' } }, []],
    ['returns_nothing', { ok: true, data: null }, []],
    ['returns_wrong', failed('E5001'), []],
    ['returns_odd', { ok: true, data: 'a\u0000b\n\u001B[31m\r\n\u2028 \uD800 lone \u{1F600}' }, []],
    ['reads_stream', { ok: true, data: '' }, []],
    ['reads_stream', { ok: true, data: '' }, []],
    ['reads_events', { ok: true, data: 'over' }, []],
    ['reads_descriptor', { ok: true, data: '' }, []],
    ['reads_bytes', { ok: true, data: 0 }, []],
    ['reads_child', { ok: true, data: '' }, []],
  ]

describe.each(ERAS)('over stdio, to a %s client', (era) => {
  let served: Served
  beforeAll(async () => void (served = await serve(PROGRAM, { era })))
  afterAll(() => served.close())

  test('whatever a command does, stdout carries messages only, strays go to stderr, and the next call answers', async () => {
    const { call, lines, stderr } = served
    for (const [place, [tool, answer, strays, input]] of MISDEEDS.entries()) {
      const before = stderr().length
      const { document } = await call(tool, input)
      expect({ tool, document }).toMatchObject({ tool, document: answer })
      const next = await call('waits_echo', { number: place })
      expect({ after: tool, ...next.document }).toEqual({ after: tool, ok: true, data: place })
      await soon(() => {
        const told = stderr().slice(before)
        expect(strays.filter((stray) => !told.includes(`STRAY ${stray}`))).toEqual([])
      })
    }
    expect(strangersIn(lines)).toEqual([])
    expect(stderr()).toContain('process.exit(3)')
    expect(stderr()).not.toContain('hunter8-secret')
  })

  test('fifty calls at once are all answered, each with its own result, beside one of five megabytes', async () => {
    const { call, lines } = served
    const numbers = Array.from({ length: 50 }, (_, number) => number)
    const large = call('returns_large')
    const answers = numbers.map((number) => call('waits_echo', { number, milliseconds: (number * 7) % 20 }))
    expect((await Promise.all(answers)).map(({ document }) => document.data)).toEqual(numbers)
    expect((await large).document.data).toBe('x'.repeat(5_000_000))
    expect(strangersIn(lines)).toEqual([])
  })

  test('a cancelled call tells its command, and the conversation goes on', async () => {
    const { client, call } = served
    const name = `cancelled-${era}`
    const giveUp = new AbortController()
    const params = { name: 'waits_for-the-signal', arguments: { file: file(name) } }
    const gone = client.callTool(params, { signal: giveUp.signal }).catch((error: unknown) => error)
    await soon(() => expect(contentOf(name)).toBe('begun'))
    giveUp.abort()
    await soon(() => expect(contentOf(name)).toBe('told'))
    expect(await gone).toBeInstanceOf(Error)
    expect((await call('waits_echo', { number: 7 })).document.data).toBe(7)
  })
})

test('a client that uses pipes instead of sockets is served as well, whatever is written to /dev/stdout', async () => {
  const { call, lines, stderr, close } = await start({ hasPipes: true })
  expect((await call('prints_device')).document).toMatchObject(OK)
  expect((await call('prints_descriptor')).document).toMatchObject(OK)
  expect((await call('returns_large', { letters: 300_000 })).document.data).toHaveLength(300_000)
  await soon(() => expect(stderr()).toMatch(/STRAY device[^]*STRAY promised device/))
  await close()
  expect(strangersIn(lines)).toEqual([])
})

test('garbage on stdin is answered with a parse error, and the conversation goes on', async () => {
  const { child, call, lines, close } = await start({ era: 'legacy' })
  child.stdin.write('hello\n{"jsonrpc":"2.0","id":9,"method"\n\n')
  const garbage = () => lines.map((line) => JSON.parse(line) as { error?: { code: number } })
  await soon(() => expect(garbage().filter(({ error }) => error?.code === -32700)).toHaveLength(2))
  expect(await call('prints_console')).toMatchObject({ document: { ok: true } })
  await close()
})

test('a client that stops reading for a while gets everything', async () => {
  const { call, child, close } = await start()
  child.stdout.pause()
  const answers = Promise.all([1, 2, 3].map(() => call('returns_large', { letters: 1_000_000 })))
  await new Promise((resolve) => setTimeout(resolve, 200))
  child.stdout.resume()
  expect((await answers).map(({ document }) => (document.data as string).length)).toEqual([1e6, 1e6, 1e6])
  await close()
})

test('a client that does not read stderr is answered all the same', async () => {
  const { call, child, close } = await start()
  child.stderr.destroy()
  for (const tool of ['prints_console', 'prints_stream', 'fails_throws-later', 'prints_console']) {
    expect((await call(tool)).document).toMatchObject(OK)
  }
  expect((await call('waits_echo', { number: 5 })).document.data).toBe(5)
  await close()
})

/** Starts a call that does not end by itself. */
async function hang(
  served: { call: (name: string, input: Record<string, unknown>) => Promise<unknown> },
  tool: string,
  name: string,
): Promise<void> {
  served.call(tool, { file: file(name) }).catch(() => {})
  await soon(() => expect(contentOf(name)).toBe('begun'))
}

describe.concurrent('the process ends', () => {
  test.each(ERAS)('when a %s client closes stdin, and tells the command that is at work', async (era) => {
    const served = await start({ era })
    await hang(served, 'waits_for-the-signal', `closed-${era}`)
    await served.close()
    expect(await served.over).toEqual({ code: 0, signal: null })
    expect(contentOf(`closed-${era}`)).toBe('told')
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('on %s, and tells the command that is at work', async (signal) => {
    const served = await start()
    await hang(served, 'waits_for-the-signal', signal)
    served.child.kill(signal)
    expect(await served.over).toEqual({ code: 0, signal: null })
    expect(contentOf(signal)).toBe('told')
  })

  test('although a command ignores its signal', async () => {
    const served = await start()
    await hang(served, 'waits_forever', 'ignores')
    await served.close()
    expect(await served.over).toEqual({ code: 0, signal: null })
  })

  test('although the client has stopped reading in the middle of a large result', async () => {
    const served = await start()
    served.child.stdout.pause()
    served.call('returns_large').catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, 200))
    served.child.kill('SIGTERM')
    const ended = new Promise((resolve) => served.child.once('exit', (code) => resolve(code)))
    expect(await ended).toBe(0)
  })

  test('when the client goes away without a word', async () => {
    const served = await start()
    served.child.stdin.destroy()
    served.child.stdout.destroy()
    served.child.stderr.destroy()
    expect((await served.over).signal).toBeNull()
  })

  test('when a message never ends', async () => {
    const served = await start()
    served.child.stdin.write('x'.repeat(11 * 1024 * 1024))
    expect(await served.over).toEqual({ code: 0, signal: null })
  })

  test('when the official transport closes it', async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [fixture(PROGRAM), '--serve-mcp', 'stdio'],
      stderr: 'ignore',
    })
    const client = clientFor('modern')
    await client.connect(transport)
    const { pid } = transport
    const call = (name: string, input?: Record<string, unknown>) => client.callTool({ name, arguments: input! })
    await hang({ call }, 'waits_forever', 'official')
    await client.close()
    expect(() => process.kill(pid!, 0)).toThrow('ESRCH')
  })
})
