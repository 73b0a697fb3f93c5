/** Mistakes of other frameworks over MCP, each with a name by which to find it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callTool, ERAS, openClient, type Document } from '../../testing/open-client.js'
import { command, defineCli, t, ToolError, type AnyCli } from '../index.js'
import { run } from '../testing/index.js'

const state = mkdtempSync(join(tmpdir(), 'tooli-mcp-state-'))
beforeEach(() => void vi.stubEnv('XDG_STATE_HOME', state))
afterEach(() => {
  vi.unstubAllEnvs()
  done.length = 0
})
afterAll(() => rmSync(state, { recursive: true, force: true }))

const done: string[] = []

const cli = defineCli({
  name: 'demo',
  version: '1.0.0',
  description: 'A demo',
  commands: {
    wipe: command({
      description: 'Wipe',
      args: t.object({ disk: t.enum(['sda', 'sdb']) }),
      options: t.object({ token: t.secret().optional() }),
      effects: { destructive: true },
      dryRun: true,
      async run({ args, options, ctx }) {
        await ctx.effect(`wipe ${args.disk}`, () => done.push(args.disk))
        return `wiped with ${options.token}`
      },
    }),
    pay: command({
      description: 'Pay',
      args: t.object({ amount: t.integer() }),
      effects: { network: true },
      run: ({ args }) => done.push(`paid ${args.amount}`),
    }),
    echo: command({
      description: 'Echo',
      args: t.object({ text: t.string(), file: t.path().optional() }),
      options: t.object({ token: t.secret().optional() }),
      run: ({ args, options }) => ({ ...args, letters: options.token?.length ?? 0 }),
    }),
    nothing: command({ description: 'Nothing', run: () => undefined }),
    wrong: command({
      description: 'Wrong',
      output: t.object({ size: t.integer() }),
      run: () => ({ size: 'x' }) as never,
    }),
    fails: command({
      description: 'Fail',
      run: () => {
        throw new ToolError('E4007', 'try later', {
          retryable: true,
          details: { host: 'a' },
          suggestion: { action: 'retry', fix: 'Wait', applicability: 'maybe_incorrect' },
        })
      },
    }),
  },
}) as AnyCli

describe.each(ERAS)('to a %s client', (era) => {
  const open = (yes = false) => openClient(cli, { era, yes })

  test('one executor: confirmation, dry run and redaction are not bypassed', async () => {
    const client = await open()
    expect(await callTool(client, 'wipe', { disk: 'sda' })).toMatchObject({ error: { code: 'E3900' } })
    await callTool(client, 'wipe', { disk: 'sda', dryRun: true })
    expect(done).toEqual([])
    await client.close()
    const sure = await open(true)
    const { data } = await callTool(sure, 'wipe', { disk: 'sda', token: 'hush' })
    expect({ data, done }).toEqual({ data: 'wiped with [secret]', done: ['sda'] })
    await sure.close()
  })

  test('dry run: effects are listed and skipped, the body does nothing', async () => {
    const client = await open()
    const document = await callTool(client, 'wipe', { disk: 'sda', dryRun: true })
    expect(document).toEqual({ ok: true, meta: { dry_run: true, plan: ['wipe sda'] } })
    expect(done).toEqual([])
    await client.close()
  })

  test('idempotency keys: a repeated call is replayed by another server, and conflicts if its input differs', async () => {
    const pay = async (amount: number): Promise<Document> => {
      const client = await open()
      const _meta = { 'tooli/idempotencyKey': `key-${era}` }
      const answer = await client.callTool({ name: 'pay', arguments: { amount }, _meta })
      await client.close()
      return answer.structuredContent as unknown as Document
    }
    expect(await pay(5)).toMatchObject({ ok: true })
    expect(await pay(5)).toMatchObject({ ok: true, meta: { replayed: true } })
    expect(await pay(6)).toMatchObject({ ok: false, error: { code: 'E3902' } })
    expect(done).toEqual(['paid 5'])
  })

  test('no result: there is one document all the same', async () => {
    const client = await open()
    expect(await client.callTool({ name: 'nothing', arguments: {} })).toMatchObject({
      content: [{ type: 'text', text: '{"ok":true,"data":null}' }],
      structuredContent: { ok: true, data: null },
    })
    await client.close()
  })

  test('suggestions: the whole corrected call, which succeeds as it stands', async () => {
    const client = await open(true)
    for (const wrong of [{ disk: 'sdc' }, { disc: 'sda' }]) {
      const { error } = await callTool(client, 'wipe', wrong)
      const meant = JSON.parse(error!.suggestion!.example!) as { name: string; arguments: Record<string, unknown> }
      expect(await callTool(client, meant.name, meant.arguments)).toMatchObject({ ok: true })
    }
    await client.close()
  })

  test('wrong output: a failure on every surface alike', async () => {
    const client = await open()
    const { error } = await callTool(client, 'wrong')
    const { document, code } = await run(cli, ['wrong'])
    expect(error).toEqual((document as Document).error)
    expect({ code: error!.code, exit: code }).toEqual({ code: 'E5001', exit: 1 })
    await client.close()
  })

  test('errors: code, category, suggestion and retryability arrive, as text and as data', async () => {
    const client = await open()
    const answer = await client.callTool({ name: 'fails', arguments: {} })
    const { document } = await run(cli, ['fails'])
    expect(answer.isError).toBe(true)
    expect((answer.structuredContent as unknown as Document).error).toEqual((document as Document).error)
    expect(JSON.parse((answer.content[0] as { text: string }).text)).toEqual(answer.structuredContent)
    expect(answer.structuredContent).toMatchObject({ error: { code: 'E4007', is_retryable: true } })
    await client.close()
  })

  test('what stands for a file or stdin on a command line is plain text here: no client reads files by it', async () => {
    const client = await open()
    for (const text of ['@/etc/passwd', '@stdin', '-']) {
      const { data } = await callTool(client, 'echo', { text, file: text, token: text })
      expect(JSON.stringify(data)).not.toContain('root:')
      expect(data).toMatchObject({ letters: text.length })
    }
    await client.close()
  })

  test('annotations: destructive reaches the client', async () => {
    const client = await open()
    const { tools } = await client.listTools()
    expect(tools.find(({ name }) => name === 'wipe')!.annotations).toMatchObject({
      destructiveHint: true,
      readOnlyHint: false,
    })
    await client.close()
  })
})
