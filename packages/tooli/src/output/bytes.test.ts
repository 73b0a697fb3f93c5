import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { command, defineCli, t, ToolError } from '../index.js'
import { connect, run } from '../testing/index.js'

const state = mkdtempSync(join(tmpdir(), 'tooli-bytes-'))
const folders = [state]
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

const PICTURE = Uint8Array.from({ length: 256 }, (_, index) => index)

/** The same bytes, in each way in which a command can return them. */
const WAYS = {
  whole: () => PICTURE,
  later: async () => Buffer.from(PICTURE),
  items: async function* () {
    yield PICTURE.subarray(0, 100)
    yield PICTURE.subarray(100)
  },
  node: () => Readable.from([PICTURE.subarray(0, 1), PICTURE.subarray(1)]),
  web: () => new Blob([PICTURE]).stream() as unknown as AsyncIterable<Uint8Array>,
}

function cliOf(body: () => unknown, type = 'image/png') {
  const draw = command({ description: 'Draw', output: t.bytes('A picture', { type }), run: body as never })
  return defineCli({ name: 'demo', version: '1.0.0', description: 'x', commands: { draw } })
}

interface Document {
  ok: boolean
  data: { file: string; mimeType: string; size: number }
}

describe.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('bytes that a command gives as %s', (way) => {
  const cli = cliOf(WAYS[way])

  test('go to a pipe as they are', async () => {
    const { bytes, stderr, code } = await run(cli, ['draw'])
    expect([Uint8Array.from(bytes), stderr, code]).toEqual([PICTURE, '', 0])
  })

  test('are in a file that only the user can read, in JSON', async () => {
    const { document } = await run(cli, ['draw', '-o', 'json'])
    const { data } = document as Document
    folders.push(dirname(data.file))
    expect(data).toMatchObject({ mimeType: 'image/png', size: 256 })
    expect(data.file).toMatch(/\.png$/)
    expect(Uint8Array.from(readFileSync(data.file))).toEqual(PICTURE)
    expect(statSync(data.file).mode & 0o77).toBe(0)
  })

  test('are a resource over MCP', async () => {
    const client = await connect(cli)
    const [tool] = await client.tools()
    const { content, isError } = await client.call('draw')
    await client.close()
    expect([tool!.outputSchema, isError]).toEqual([undefined, false])
    const { resource } = content[1] as unknown as { resource: { uri: string; mimeType: string; blob: string } }
    expect(URL.canParse(resource.uri)).toBe(true)
    expect(resource.mimeType).toBe('image/png')
    expect(Uint8Array.from(Buffer.from(resource.blob, 'base64'))).toEqual(PICTURE)
    expect(JSON.parse(String(content[0]!.text))).toEqual({ ok: true, data: { mimeType: 'image/png', size: 256 } })
  })

  test('are what a call returns', async () => {
    expect(Uint8Array.from((await cli.call('draw', {})) as Uint8Array)).toEqual(PICTURE)
  })
})

test('a terminal gets a sentence instead, unless it asks for the bytes', async () => {
  const cli = cliOf(WAYS.items)
  expect((await run(cli, ['draw'], { terminal: true })).stdout).toMatch(/^256 bytes \(image\/png\), not shown/)
  expect(Uint8Array.from((await run(cli, ['draw', '-o', 'raw'], { terminal: true })).bytes)).toEqual(PICTURE)
})

test('a failure leaves nothing but its bytes on stdout', async () => {
  const cli = cliOf(async function* () {
    yield PICTURE.subarray(0, 3)
    throw new ToolError('E4001', 'the disk is full')
  })
  const { bytes, stderr, code } = await run(cli, ['draw'])
  expect([Uint8Array.from(bytes), code]).toEqual([PICTURE.subarray(0, 3), 1])
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'E4001' } })
})

test('what is no bytes breaks the promise', async () => {
  expect(
    (
      await run(
        cliOf(() => 'text'),
        ['draw', '-o', 'json'],
      )
    ).document,
  ).toMatchObject({ error: { code: 'E5001' } })
})

test('a repeated request gives the same bytes', async () => {
  const cli = cliOf(WAYS.whole)
  const env = { XDG_STATE_HOME: state }
  for (const _ of [1, 2]) {
    const { bytes } = await run(cli, ['draw', '--idempotency-key', 'k'], { env })
    expect(Uint8Array.from(bytes)).toEqual(PICTURE)
  }
})

test('any bytes come out as they were, and a secret in them does not', async () => {
  const echo = command({
    description: 'x',
    options: t.object({ key: t.secret(), bytes: t.string() }),
    output: t.bytes(),
    run: ({ options }) => Buffer.concat([Buffer.from(options.bytes, 'base64'), Buffer.from(options.key)]),
  })
  await fc.assert(
    fc.asyncProperty(fc.uint8Array(), async (bytes) => {
      const out = await echo({ key: 'HUSH-ü', bytes: Buffer.from(bytes).toString('base64') })
      expect(Buffer.from(out).equals(Buffer.concat([bytes, Buffer.from('[secret]')]))).toBe(true)
    }),
  )
})
