import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { callTool, ERAS, openClient, type Document, type OpenOptions } from '../../testing/open-client.js'
import { command, defineCli, t, ToolError } from '../index.js'

const folder = mkdtempSync(join(tmpdir(), 'tooli-consent-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  vi.unstubAllEnvs()
  done.length = 0
})

const done: string[] = []
const HUSH = 'hush-hush-4711'

/** Reveals a secret in a way that only JSON serialisation shows. */
class Parcel {
  readonly #inside: string
  constructor(inside: string) {
    this.#inside = inside
  }
  toJSON() {
    return { inside: this.#inside }
  }
}
class Box {
  constructor(readonly inside: string) {}
}

const cli = defineCli({
  name: 'demo',
  version: '1.0.0',
  description: 'A demo',
  config: true,
  commands: {
    look: command({
      description: 'Look',
      effects: { filesystem: { write: false }, network: false },
      run: () => 'seen',
    }),
    wipe: command({
      description: 'Wipe a disk',
      args: t.object({ disk: t.string() }),
      options: t.object({ token: t.secret().optional() }),
      effects: { destructive: true },
      dryRun: true,
      async run({ args, ctx }) {
        await ctx.effect(`wipe ${args.disk}`, () => done.push(args.disk))
      },
    }),
    send: command({
      description: 'Send a letter',
      effects: { filesystem: { write: false }, network: true, reversible: false },
      run: () => void done.push('sent'),
    }),
    copy: command({
      description: 'Copy',
      options: t.object({
        force: t
          .boolean()
          .default(false)
          .cli({ effects: { destructive: true } }),
      }),
      effects: { filesystem: { write: true } },
      run: ({ options }) => void done.push(options.force ? 'overwritten' : 'copied'),
    }),
    steps: command({
      description: 'Ask in the middle',
      effects: { filesystem: { write: true } },
      async run({ ctx }) {
        done.push('before')
        if (!(await ctx.confirm('Go on?'))) throw new ToolError('E3001', 'stopped')
        done.push('between')
        if (!(await ctx.confirm('Really?'))) throw new ToolError('E3001', 'stopped')
        done.push('after')
        return 'done'
      },
    }),
    thinks: command({
      description: 'Ask, and say how it ended',
      effects: { filesystem: { write: true } },
      run: ({ ctx }) => ctx.confirm('Go on?').catch((error: ToolError) => void done.push(error.code)),
    }),
    walk: command({
      description: 'Walk, not always forward',
      run({ ctx }) {
        ctx.progress(0, undefined, 'start')
        ctx.progress(1.5, 3)
        ctx.progress(1, 3)
        ctx.progress(1.5, 3)
        ctx.progress(Number.NaN, 3)
        ctx.progress(Infinity, 3)
        ctx.progress(2, Infinity)
      },
    }),
    form: command({
      description: 'Ask for a number',
      effects: { filesystem: { write: true } },
      async run({ ctx }) {
        const schema = { type: 'object', properties: { age: { type: 'integer' } }, required: ['age'] }
        const { action, content } = await ctx.client.elicit('age', { message: 'How old?', schema })
        return { action, age: content.age ?? null }
      },
    }),
    login: command({
      description: 'Log in',
      options: t.object({ token: t.secret().cli({ env: 'DEMO_TOKEN' }), how: t.string().default('ok') }),
      effects: { filesystem: { write: true } },
      async run({ options: { token, how }, ctx }) {
        ctx.log(`log ${token}`)
        ctx.progress(1, 2, `progress ${token}`)
        if (how === 'confirm') await ctx.confirm(`Use ${token}?`)
        if (how === 'elicit')
          await ctx.client.elicit('x', {
            message: `m ${token}`,
            schema: { type: 'object', properties: {}, description: token },
          })
        if (how === 'sample')
          await ctx.client.sample('x', {
            messages: [{ role: 'user', content: { type: 'text', text: token } }],
            maxTokens: 1,
          })
        if (how === 'fail') throw new ToolError('E3001', `bad ${token}`, { details: { [token]: [token] } })
        if (how === 'crash') throw new TypeError(`crash ${token}`)
        if (how === 'circle') {
          const circle: Record<string, unknown> = { token }
          circle.self = circle
          return circle
        }
        return { plain: `is ${token}`, parcel: new Parcel(token), box: new Box(token), [token]: 1 }
      },
    }),
    region: command({
      description: 'Tell the region',
      options: t.object({ region: t.string().cli({ env: 'DEMO_REGION' }), zone: t.string() }),
      effects: { filesystem: { write: false } },
      run: ({ options }) => ({ ...options }),
    }),
  },
})

type Action = 'accept' | 'decline' | 'cancel'

/** A client whose user gives these answers, and the questions it received. */
async function asked(answers: readonly Action[], options: OpenOptions = {}) {
  const questions: string[] = []
  const left = [...answers]
  const client = await openClient(cli, {
    capabilities: { elicitation: {}, sampling: {} },
    ...options,
    prepare(opened) {
      opened.setRequestHandler('elicitation/create', async ({ params }) => {
        questions.push(JSON.stringify(params))
        return { action: left.shift() ?? 'cancel', content: {} }
      })
      opened.setRequestHandler('sampling/createMessage', async ({ params }) => {
        questions.push(JSON.stringify(params))
        return { role: 'assistant', content: { type: 'text', text: 'x' }, model: 'm' }
      })
    },
  })
  return { client, questions }
}

const codeOf = ({ error }: Document) => error?.code

describe.each(ERAS)('a %s client', (era) => {
  test.each([
    ['accept', undefined, ['sda']],
    ['decline', 'E3903', []],
    ['cancel', 'E3903', []],
  ] as const)('whose user chooses %s gets %s', async (action, code, effects) => {
    const { client, questions } = await asked([action], { era })
    const answer = await callTool(client, 'wipe', { disk: 'sda' })
    expect(codeOf(answer)).toBe(code)
    expect(done).toEqual(effects)
    expect(questions).toHaveLength(1)
    expect(questions[0]).toContain('Wipe a disk (sda): this is destructive. Go on?')
    await client.close()
  })

  test('that cannot ask is refused, in words that a model can act on', async () => {
    const client = await openClient(cli, { era })
    const { error } = await callTool(client, 'wipe', { disk: 'sda' })
    expect(error).toMatchObject({ code: 'E3900', suggestion: { action: 'ask_user' } })
    expect(error!.message).toBe(
      'this command is destructive and needs the consent of the user, whom this client cannot ask (it has no elicitation); nothing was done',
    )
    // A model that learns of a flag tells its user to set it.
    expect(error!.suggestion!.fix).toBe(
      'Tell the user what you want to do and why: they can do it themselves, on the command line',
    )
    expect(done).toEqual([])
    await client.close()
  })

  test('is not asked where the server was started with --yes', async () => {
    const { client, questions } = await asked([], { era, yes: true })
    expect(await callTool(client, 'wipe', { disk: 'sda' })).toMatchObject({ ok: true })
    expect({ questions, done }).toEqual({ questions: [], done: ['sda'] })
    await client.close()
  })

  test('cannot consent by an argument', async () => {
    const client = await openClient(cli, { era })
    for (const more of [{ yes: true }, { confirm: true }, { force: true }]) {
      expect(codeOf(await callTool(client, 'wipe', { disk: 'sda', ...more }))).toBe('E1002')
    }
    expect(done).toEqual([])
    await client.close()
  })

  test('is not asked about a dry run, and a dry run that is none is refused, not done', async () => {
    const { client, questions } = await asked([], { era })
    const { meta } = await callTool(client, 'wipe', { disk: 'sda', dryRun: true })
    expect(meta).toEqual({ dry_run: true, plan: ['wipe sda'] })
    for (const dryRun of ['true', 'yes', 1, null, {}]) {
      expect(codeOf(await callTool(client, 'wipe', { disk: 'sda', dryRun }))).toBe('E1004')
    }
    expect({ questions, done }).toEqual({ questions: [], done: [] })
    await client.close()
  })

  test('is asked about what cannot be undone, and about options that make a call worse', async () => {
    const { client, questions } = await asked(['accept', 'decline'], { era })
    expect(codeOf(await callTool(client, 'send'))).toBeUndefined()
    expect(codeOf(await callTool(client, 'copy', { force: true }))).toBe('E3903')
    expect(codeOf(await callTool(client, 'copy', { force: false }))).toBeUndefined()
    expect(codeOf(await callTool(client, 'copy'))).toBeUndefined()
    expect(done).toEqual(['sent', 'copied', 'copied'])
    expect(questions).toHaveLength(2)
    await client.close()
  })

  test('asks twice in the middle of a command, and what was done before is done once', async () => {
    const { client, questions } = await asked(['accept', 'accept'], { era })
    expect(await callTool(client, 'steps')).toEqual({ ok: true, data: 'done' })
    expect(done).toEqual(['before', 'between', 'after'])
    expect(questions).toHaveLength(2)
    await client.close()
  })

  test('obeys a read-only policy, also with --yes', async () => {
    vi.stubEnv('TOOLI_POLICY', 'read-only')
    const { client, questions } = await asked(['accept'], { era, yes: true })
    for (const [name, input] of [
      ['wipe', { disk: 'sda' }],
      ['copy', {}],
      ['steps', {}],
    ] as const)
      expect(codeOf(await callTool(client, name, input))).toBe('E3901')
    expect(await callTool(client, 'look')).toEqual({ ok: true, data: 'seen' })
    expect({ questions, done }).toEqual({ questions: [], done: [] })
    await client.close()
  })

  test('whose window breaks is told so in the words of every failure', async () => {
    const client = await openClient(cli, {
      era,
      capabilities: { elicitation: {} },
      prepare: (opened) =>
        opened.setRequestHandler('elicitation/create', async () => Promise.reject(new Error('no window'))),
    })
    if (era === 'legacy') {
      const { ok, error } = await callTool(client, 'wipe', { disk: 'sda' })
      expect({ ok, code: error?.code }).toEqual({ ok: false, code: 'E3904' })
      expect(error!.message).toContain('no window')
    } else await expect(callTool(client, 'wipe', { disk: 'sda' })).rejects.toThrow('no window')
    expect(done).toEqual([])
    await client.close()
  })

  test('that answers a form in another form is asked again, then it is enough', async () => {
    const contents: Record<string, number | string>[] = [{ age: 'old' }, { age: 7 }]
    const client = await openClient(cli, {
      era,
      capabilities: { elicitation: {} },
      prepare: (opened) =>
        opened.setRequestHandler('elicitation/create', async () => ({
          action: 'accept',
          content: contents.shift() ?? {},
        })),
    })
    expect(await callTool(client, 'form')).toEqual({ ok: true, data: { action: 'accept', age: 7 } })
    if (era === 'legacy') expect(codeOf(await callTool(client, 'form'))).toBe('E3904')
    else await expect(callTool(client, 'form')).rejects.toThrow(/rounds/)
    await client.close()
  })

  test.each(['ok', 'confirm', 'elicit', 'sample', 'fail', 'crash', 'circle'])(
    'never sees a secret in results, errors, progress, logs or questions (%s)',
    async (how) => {
      const seen: unknown[] = []
      const { client, questions } = await asked(['accept'], { era })
      client.setNotificationHandler('notifications/message', ({ params }) => void seen.push(params))
      if (era === 'legacy') await client.setLoggingLevel('debug')
      for (const token of [HUSH, undefined]) {
        vi.stubEnv('DEMO_TOKEN', token === undefined ? HUSH : '')
        const input = { how, ...(token !== undefined && { token }) }
        const onprogress = (step: unknown) => void seen.push(step)
        seen.push(await client.callTool({ name: 'login', arguments: input }, { onprogress }))
      }
      const text = JSON.stringify([seen, questions])
      expect(text).toContain('[secret]')
      expect(text).not.toContain(HUSH)
      if (how === 'ok') expect(text).toContain('"parcel":{"inside":"[secret]"},"box":{"inside":"[secret]"}')
      await client.close()
    },
  )

  test('that lacks what a command needs is told so in the words of the protocol', async () => {
    const client = await openClient(cli, { era })
    for (const [name, input, lacking] of [
      ['login', { how: 'sample', token: 'x' }, { sampling: {} }],
      ['form', {}, { elicitation: {} }],
    ] as const) {
      const error = { code: -32_021, data: { requiredCapabilities: lacking } }
      await expect(callTool(client, name, input)).rejects.toMatchObject(error)
    }
    await client.close()
  })

  test('hears of progress in numbers that grow, as the protocol wants it', async () => {
    const client = await openClient(cli, { era })
    const steps: unknown[] = []
    const onprogress = (step: unknown) => void steps.push(step)
    await client.callTool({ name: 'walk', arguments: {} }, { onprogress })
    expect(steps).toEqual([{ progress: 0, message: 'start' }, { progress: 1.5, total: 3 }, { progress: 2 }])
    await client.close()
  })

  test('need not give what the environment and the configuration give', async () => {
    vi.stubEnv('DEMO_REGION', 'north')
    vi.stubEnv('XDG_CONFIG_HOME', folder)
    const { mkdirSync } = await import('node:fs')
    mkdirSync(join(folder, 'demo'), { recursive: true })
    writeFileSync(join(folder, 'demo/config.json'), JSON.stringify({ zone: 'b', region: 'south' }))
    const client = await openClient(cli, { era })
    const { tools } = await client.listTools()
    expect(tools.find(({ name }) => name === 'region')!.inputSchema.required).toBeUndefined()
    expect((await callTool(client, 'region')).data).toEqual({ region: 'north', zone: 'b' })
    expect((await callTool(client, 'region', { zone: 'c' })).data).toEqual({ region: 'north', zone: 'c' })
    await client.close()
    vi.stubEnv('DEMO_REGION', '')
    writeFileSync(join(folder, 'demo/config.json'), '{}')
    const other = await openClient(cli, { era })
    const again = await other.listTools()
    expect(again.tools.find(({ name }) => name === 'region')!.inputSchema.required).toEqual(['region', 'zone'])
    await other.close()
  })
})

test('an older client that gives up while its user thinks ends the command', async () => {
  const giveUp = new AbortController()
  const client = await openClient(cli, {
    era: 'legacy',
    capabilities: { elicitation: {} },
    prepare: (opened) =>
      opened.setRequestHandler('elicitation/create', () => {
        setImmediate(() => giveUp.abort())
        return new Promise(() => {})
      }),
  })
  const gone = client.callTool({ name: 'thinks', arguments: {} }, { signal: giveUp.signal }).catch(() => 'gone')
  expect(await gone).toBe('gone')
  await vi.waitFor(() => expect(done).toEqual(['E4901']), { timeout: 250_000 })
  expect(await callTool(client, 'look')).toEqual({ ok: true, data: 'seen' })
  await client.close()
})

/** Sends a raw request of protocol 2026, without the help of a client. */
async function raw(client: Client, params: Record<string, unknown>): Promise<Record<string, unknown>> {
  const transport = client.transport!
  const id = 100_000 + Math.floor(Math.random() * 100_000)
  const { onmessage } = transport
  return new Promise((resolve) => {
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK knows no other way
    transport.onmessage = (message, extra) => {
      if ('id' in message && message.id === id) resolve(message as unknown as Record<string, unknown>)
      else onmessage?.(message, extra)
    }
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
    }
    void transport.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { ...params, _meta } } as never)
  })
}

interface Waiting {
  requestState: string
  inputRequests: Record<string, unknown>
}

describe('consent on the wire of 2026', () => {
  const ACCEPT = { action: 'accept', content: {} }
  const WIPE = { name: 'wipe', arguments: { disk: 'sda' } }

  test('cannot be given before it is asked for', async () => {
    const client = await openClient(cli, { capabilities: { elicitation: {} } })
    const names = ['confirm', 'confirm-', 'consent', 'user', '', '0', 'wipe', '*']
    const inputResponses = Object.fromEntries(names.map((name) => [name, ACCEPT]))
    const first = (await raw(client, { ...WIPE, inputResponses })).result as Waiting
    const [name] = Object.keys(first.inputRequests)
    expect(done).toEqual([])
    const second = (await raw(client, { ...WIPE, inputResponses: { [name!]: ACCEPT } })).result as Waiting
    expect(Object.keys(second.inputRequests)).not.toContain(name)
    expect(done).toEqual([])
    await client.close()
  })

  test('is good for the call it was asked for, once', async () => {
    const client = await openClient(cli, { capabilities: { elicitation: {} } })
    const { requestState, inputRequests } = (await raw(client, WIPE)).result as Waiting
    const inputResponses = Object.fromEntries(Object.keys(inputRequests).map((name) => [name, ACCEPT]))
    const other = { name: 'wipe', arguments: { disk: 'sdb' }, requestState, inputResponses }
    expect((await raw(client, other)).error).toMatchObject({ code: -32602 })
    expect((await raw(client, { ...other, name: 'steps', arguments: {} })).error).toMatchObject({ code: -32602 })
    expect(done).toEqual([])
    expect((await raw(client, { ...WIPE, requestState, inputResponses })).result).toMatchObject({
      structuredContent: { ok: true },
    })
    expect((await raw(client, { ...WIPE, requestState, inputResponses })).error).toMatchObject({ code: -32602 })
    expect(done).toEqual(['sda'])
    await client.close()
  })

  test('is not what another answer says', async () => {
    const client = await openClient(cli, { capabilities: { elicitation: {} } })
    for (const answer of [{ action: 'yes' }, { action: 'decline', content: { ok: true } }, { content: {} }]) {
      const { requestState, inputRequests } = (await raw(client, WIPE)).result as Waiting
      const inputResponses = Object.fromEntries(Object.keys(inputRequests).map((name) => [name, answer]))
      await raw(client, { ...WIPE, requestState, inputResponses })
    }
    expect(done).toEqual([])
    await client.close()
  })
})
