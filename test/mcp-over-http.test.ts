import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StreamableHTTPClientTransport, type Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientFor, ERAS, fixture, soon, type Era } from './fixtures/mcp-process.js'

const folder = mkdtempSync(join(tmpdir(), 'tooli-http-'))
const file = (name: string) => join(folder, name)
const contentOf = (name: string) => {
  try {
    return readFileSync(file(name), 'utf8')
  } catch {
    return undefined
  }
}

interface Running {
  child: ChildProcessWithoutNullStreams
  url: URL
  out: () => { stdout: string; stderr: string }
  over: Promise<{ code: number | null; signal: string | null }>
}

const children = new Set<ChildProcessWithoutNullStreams>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function start(words: readonly string[], env: Record<string, string> = {}): Omit<Running, 'url'> {
  const child = spawn(process.execPath, [fixture('mcp-misbehaves.mjs'), '--serve-mcp', 'http', ...words], {
    env: { PATH: process.env.PATH, ...env },
  })
  children.add(child)
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const over: Running['over'] = new Promise((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  )
  return { child, out: () => ({ stdout, stderr }), over }
}

/** Waits until the server prints its address. */
async function serve(words: readonly string[] = [], env: Record<string, string> = {}): Promise<Running> {
  const running = start(['--port', '0', ...words], env)
  const url = await soon(() => {
    const said = /http:\/\/\S+/.exec(running.out().stderr)?.[0]
    if (said === undefined) throw new Error('not yet')
    return new URL(said)
  })
  return { ...running, url }
}

async function clientOf({ url }: Running, era: Era, headers: Record<string, string> = {}): Promise<Client> {
  const client = clientFor(era)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  return client
}

/** Sends raw bytes, and returns the status of the response. */
function send(url: URL, text: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const socket = connect(Number(url.port), '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += String(chunk)
      socket.end()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]) || undefined))
    socket.write(text)
  })
}

describe('a server in a process of its own', () => {
  let running: Running
  beforeAll(async () => void (running = await serve()))

  test.each(ERAS)('serves a %s client, and prints only to stderr', async (era) => {
    const client = await clientOf(running, era)
    const { structuredContent } = await client.callTool({ name: 'waits_echo', arguments: { number: 4 } })
    expect(structuredContent).toEqual({ ok: true, data: 4 })
    expect(running.out().stdout).toBe('')
    expect(running.out().stderr).toContain('STRAY between')
    await client.close()
  })

  test.each(ERAS)('tells the command when a %s client goes away in the middle of a call', async (era) => {
    const name = `gone-${era}`
    const client = await clientOf(running, era)
    client.callTool({ name: 'waits_for-the-signal', arguments: { file: file(name) } }).catch(() => {})
    await soon(() => expect(contentOf(name)).toBe('begun'))
    // A connection may break and be resumed, so older clients end their session explicitly.
    if (era === 'legacy') await (client.transport as StreamableHTTPClientTransport).terminateSession()
    await client.close()
    await soon(() => expect(contentOf(name)).toBe('told'))
  })

  test.each([
    ['an address that is none', 'POST // HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    ['a method that the web does not have', 'TRACE /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    ['another host in the address', 'GET http://evil.example/mcp HTTP/1.1\r\nHost: localhost\r\n\r\n', 406],
    ['no host', 'GET /mcp HTTP/1.0\r\n\r\n', 403],
    ['no HTTP', 'hello\r\n\r\n', 400],
  ])('answers %s, and goes on', async (_, text, status) => {
    expect(await send(running.url, text)).toBe(status)
    expect(await send(running.url, 'GET /other HTTP/1.1\r\nHost: localhost\r\n\r\n')).toBe(404)
  })

  test.each([
    ['exits', 'fails_exits', { code: 3 }],
    ['throws later', 'fails_throws-later', {}],
  ])('goes on when a command %s', async (_, name, input) => {
    const client = await clientOf(running, 'modern')
    await client.callTool({ name, arguments: input })
    const { structuredContent } = await client.callTool({ name: 'waits_echo', arguments: { number: 1 } })
    expect(structuredContent).toEqual({ ok: true, data: 1 })
    await client.close()
  })

  test('ends promptly on Ctrl-C although clients listen and a command ignores its signal', async () => {
    const legacy = await clientOf(running, 'legacy')
    legacy.callTool({ name: 'waits_forever', arguments: { file: file('ctrl-c') } }).catch(() => {})
    await soon(() => expect(contentOf('ctrl-c')).toBe('begun'))
    running.child.kill('SIGINT')
    expect(await running.over).toEqual({ code: 0, signal: null })
    await legacy.close().catch(() => {})
  })
})

test('a port that is taken is a failure that says so', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  const { over, out } = start(['--port', String(port)])
  expect(await over).toEqual({ code: 69, signal: null })
  const { error } = JSON.parse(out().stdout) as { error: { message: string } }
  expect(error.message).toContain(`port ${port} (EADDRINUSE)`)
  other.close()
})

test('the token comes from a file or the environment, and the address may be IPv6', async () => {
  writeFileSync(file('token'), 'from-file\n')
  const [byFile, byEnv] = await Promise.all([
    serve(['--token-file', file('token'), '--host', '::1']),
    serve(['--host', 'localhost'], { TOOLI_MCP_TOKEN: 'from-env' }),
  ])
  expect(byFile.url.hostname).toBe('[::1]')
  const ask = async ({ url }: Running, token: string) =>
    (await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` } })).status
  expect(await ask(byFile, 'from-file')).toBe(406)
  expect(await ask(byFile, 'from-env')).toBe(401)
  expect(await ask(byEnv, 'from-env')).toBe(406)
  const client = await clientOf(byFile, 'modern', { authorization: 'Bearer from-file' })
  const { structuredContent } = await client.callTool({ name: 'waits_echo', arguments: { number: 1 } })
  expect(structuredContent).toEqual({ ok: true, data: 1 })
  for (const { out } of [byFile, byEnv]) expect(out().stderr).not.toMatch(/from-file|from-env/)
  await client.close()
})
