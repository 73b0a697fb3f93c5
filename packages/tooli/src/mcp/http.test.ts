import { randomUUID } from 'node:crypto'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { callTool, clientFor, ERAS } from '../../testing/open-client.js'
import { command, defineCli } from '../index.js'
import { createHttp, type HttpOptions } from './http.js'

/** Enough for a busy machine. */
const PATIENT = { timeout: 250_000, interval: 5 }

const begun = vi.fn<() => void>()
const told = vi.fn<() => void>()
let changed = () => {}
const stopped = vi.fn<() => void>()

const cli = defineCli({
  name: 'demo',
  version: '1.0.0',
  description: 'A demo',
  commands: {
    hello: command({ description: 'Say hello', run: () => 'hello' }),
    wait: command({
      description: 'Wait until the caller gives up',
      run: ({ ctx }) =>
        new Promise<never>(() => {
          ctx.signal.addEventListener('abort', told)
          begun()
        }),
    }),
    steps: command({
      description: 'Ask, then tell how far it is',
      effects: { destructive: true },
      async run({ ctx }) {
        ctx.progress(1, 2, 'half')
        await ctx.confirm('Sure?')
        ctx.progress(2, 2, 'whole')
        return 'done'
      },
    }),
  },
  mcp: {
    resources: {
      'demo://news': {
        name: 'News',
        read: () => 'news',
        watch(tell) {
          changed = tell
          return stopped
        },
      },
      'demo://news/{day}': { name: 'News of a day', read: ({ day }) => day },
    },
  },
})

type Http = ReturnType<typeof createHttp>
const open = new Set<Http>()

function serve(options: Partial<HttpOptions> = {}): Http {
  const http = createHttp(cli.definition, { host: '127.0.0.1', port: 0, token: undefined, ...options })
  open.add(http)
  return http
}

afterEach(async () => {
  await Promise.all([...open].map((http) => http.close()))
  open.clear()
  vi.clearAllMocks()
})

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const INITIALIZE = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
}

interface Ask {
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: unknown
  signal?: AbortSignal
}

const request = ({ method = 'POST', path = '/mcp', headers = {}, body, signal }: Ask) =>
  new Request(`http://localhost${path}`, {
    method,
    headers: { host: 'localhost:3333', ...JSON_HEADERS, ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  })

const message = (fields: object) => ({ jsonrpc: '2.0', id: 1, ...fields })

/** The official client, whose requests go directly to the server. */
async function connect(http: Http, era: (typeof ERAS)[number], headers: Record<string, string> = {}) {
  const client = clientFor(era, { capabilities: { elicitation: {} } })
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: {} }))
  const fetch = (url: string | URL, init?: RequestInit) => {
    const all = new Headers(init?.headers)
    all.set('host', 'localhost:3333')
    return http.handle(new Request(url, { ...init, headers: all }))
  }
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost:3333/mcp'), {
    fetch: fetch as never,
    requestInit: { headers },
  })
  await client.connect(transport)
  return { client, transport }
}

describe('who may come in', () => {
  const asked = (headers: Record<string, string>, options: Partial<HttpOptions> = {}) =>
    serve(options).handle(request({ headers, body: message(INITIALIZE) }))

  test.each([
    ['evil.example', undefined, 403],
    ['evil.example:3333', undefined, 403],
    ['localhost.evil.example', undefined, 403],
    ['127.0.0.1.evil.example', undefined, 403],
    ['localhost@evil.example', undefined, 403],
    ['localhost:3333', 'https://evil.example', 403],
    ['localhost:3333', 'http://localhost.evil.example', 403],
    ['localhost:3333', 'null', 403],
    ['localhost:3333', 'file://', 403],
    ['localhost:3333', undefined, 200],
    ['127.0.0.1:3333', 'http://127.0.0.1:3333', 200],
    ['LOCALHOST', undefined, 200],
    ['[::1]:3333', 'http://[::1]:3333', 200],
  ])('a request for %s from a page of %s is answered with %s %i', async (host, origin, status) => {
    const answer = await asked({ host, ...(origin !== undefined && { origin }) })
    expect(answer.status).toBe(status)
  })

  test('a host that was asked for at the start is known by its name', async () => {
    const options = { host: 'Tools.Example', token: 'abc' }
    const headers = { authorization: 'Bearer abc' }
    expect((await asked({ ...headers, host: 'tools.example:3333' }, options)).status).toBe(200)
    expect((await asked({ ...headers, host: 'evil.example' }, options)).status).toBe(403)
  })

  test('a server at every address of a machine is called by any name, but only with the token', async () => {
    for (const host of ['0.0.0.0', '::']) {
      const options = { host, token: 'abc' }
      expect((await asked({ host: '192.168.1.5:3333', authorization: 'Bearer abc' }, options)).status).toBe(200)
      expect((await asked({ host: '192.168.1.5:3333' }, options)).status).toBe(401)
      const page = { host: 'a.example', origin: 'https://evil.example', authorization: 'Bearer abc' }
      expect((await asked(page, options)).status).toBe(403)
    }
  })

  test('without a token no server is called by any name', async () => {
    expect((await asked({ host: '192.168.1.5:3333' }, { host: '0.0.0.0' })).status).toBe(403)
  })

  test.each([
    [undefined, 401],
    ['', 401],
    ['Bearer', 401],
    ['Bearer ', 401],
    ['Bearer wrong', 401],
    ['Bearer right-not', 401],
    ['Basic right', 401],
    ['right', 401],
    ['Bearer right', 200],
    ['bearer right', 200],
  ])('with a token, a request with %s is answered with %i', async (authorization, status) => {
    const answer = await asked(authorization === undefined ? {} : { authorization }, { token: 'right' })
    expect(answer.status).toBe(status)
    if (status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    if (status === 401) expect(await answer.text()).not.toContain('right-not')
  })

  test('the token is asked for before anything else is told, whatever the method and path', async () => {
    const http = serve({ token: 'right' })
    for (const method of ['GET', 'DELETE', 'OPTIONS', 'PUT'])
      for (const path of ['/mcp', '/other']) expect((await http.handle(request({ method, path }))).status).toBe(401)
  })
})

describe('what is no request of ours', () => {
  test.each([
    ['another path', { path: '/', body: message(INITIALIZE) }, 404],
    ['a path below', { path: '/mcp/x', body: message(INITIALIZE) }, 404],
    ['malformed JSON', { body: '{"jsonrpc":' }, 400],
    ['no body', { body: '' }, 400],
    ['another type', { headers: { 'content-type': 'text/plain' }, body: message(INITIALIZE) }, 415],
    ['a body of five megabytes', { body: message({ method: 'x', params: { text: 'x'.repeat(5_000_000) } }) }, 413],
    ['no session', { body: message({ method: 'tools/list' }) }, 400],
    [
      'an unknown session',
      { headers: { 'mcp-session-id': randomUUID() }, body: message({ method: 'tools/list' }) },
      404,
    ],
    ['an unknown session to listen to', { method: 'GET', headers: { 'mcp-session-id': 'x' } }, 404],
    ['an unknown session to end', { method: 'DELETE', headers: { 'mcp-session-id': 'x' } }, 404],
    ['a method of another kind', { method: 'PUT', body: '{}' }, 405],
  ])('%s is refused', async (_, asked: Ask, status) => {
    const answer = await serve().handle(request(asked))
    expect(answer.status).toBe(status)
  })
})

describe('sessions of older clients', () => {
  const begin = async (http: Http) => {
    const answer = await http.handle(request({ body: message(INITIALIZE) }))
    await answer.body?.cancel()
    return answer.headers.get('mcp-session-id')!
  }
  const list = (http: Http, id: string) =>
    http.handle(request({ headers: { 'mcp-session-id': id }, body: message({ method: 'tools/list' }) }))

  test('end when their client says so', async () => {
    const http = serve()
    const id = await begin(http)
    expect((await list(http, id)).status).toBe(200)
    expect((await http.handle(request({ method: 'DELETE', headers: { 'mcp-session-id': id } }))).status).toBe(200)
    expect((await list(http, id)).status).toBe(404)
  })

  test('are at most 200: who has been silent longest goes first', async () => {
    const http = serve()
    const [silent, busy] = [await begin(http), await begin(http)]
    for (let count = 0; count < 198; count++) await begin(http)
    expect((await list(http, busy)).status).toBe(200)
    for (let count = 0; count < 100; count++) await begin(http)
    expect((await list(http, silent)).status).toBe(404)
    expect((await list(http, busy)).status).toBe(200)
  })
})

describe.each(ERAS)('a %s client', (era) => {
  test('is served over HTTP, with a token too', async () => {
    const { client } = await connect(serve({ token: 'abc' }), era, { authorization: 'Bearer abc' })
    expect(await callTool(client, 'hello')).toEqual({ ok: true, data: 'hello' })
    await client.close()
  })

  test('that gives up a call aborts the signal of the command', async () => {
    const { client } = await connect(serve(), era)
    const giveUp = new AbortController()
    const gone = client.callTool({ name: 'wait', arguments: {} }, { signal: giveUp.signal }).catch(() => 'gone')
    await vi.waitFor(() => expect(begun).toHaveBeenCalledOnce(), PATIENT)
    giveUp.abort()
    await vi.waitFor(() => expect(told).toHaveBeenCalledOnce(), PATIENT)
    expect(await gone).toBe('gone')
    await client.close()
  })

  test('hears of progress before and after its user was asked', async () => {
    const { client } = await connect(serve(), era)
    const steps: unknown[] = []
    const onprogress = (step: unknown) => void steps.push(step)
    const answer = await client.callTool({ name: 'steps', arguments: {} }, { onprogress })
    expect(answer.structuredContent).toEqual({ ok: true, data: 'done' })
    // The client itself reports its rounds.
    const own = steps.filter((step) => (step as { total?: number }).total !== undefined)
    expect(own).toEqual([
      { progress: 1, total: 2, message: 'half' },
      { progress: 2, total: 2, message: 'whole' },
    ])
    await client.close()
  })

  test('hears when a resource changes, and nothing is watched for it afterwards', async () => {
    const http = serve()
    const { client } = await connect(http, era)
    const heard: string[] = []
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri))
    if (era === 'modern') await client.listen({ resourceSubscriptions: ['demo://news'] })
    else await client.subscribeResource({ uri: 'demo://news' })
    changed()
    await vi.waitFor(() => expect(heard).toEqual(['demo://news']), PATIENT)
    await http.close()
    expect(stopped).toHaveBeenCalledOnce()
    await client.close()
  })
})

test('an answer to a question can only be given in the words that it was asked in', async () => {
  const http = serve()
  const { client } = await connect(http, 'modern')
  const state = 'made-up'
  await expect(
    client.callTool({ name: 'steps', arguments: {}, requestState: state, inputResponses: {} } as never),
  ).rejects.toThrow('no call waits under this requestState')
  await client.close()
})
