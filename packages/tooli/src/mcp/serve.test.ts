import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { command, defineCli } from '../index.js'
import { run } from '../testing/index.js'

const cli = defineCli({
  name: 'demo',
  version: '1.0.0',
  description: 'A demo',
  commands: { hello: command({ description: 'Say hello', run: () => 'hello' }) },
})

const folder = mkdtempSync(join(tmpdir(), 'tooli-serve-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const empty = join(folder, 'empty')
writeFileSync(empty, ' \n')

interface Failed {
  ok: false
  error: { code: string; message: string; suggestion?: { fix: string; example: string } }
}

describe('words that serve nothing', () => {
  test.each([
    ['--serve-mcp', '--serve-mcp must be stdio or http'],
    ['--serve-mcp=', '--serve-mcp must be stdio or http'],
    ['--serve-mcp ftp', '--serve-mcp must be stdio or http; found "ftp"'],
    ['--serve-mcp STDIO', '--serve-mcp must be stdio or http; found "STDIO"'],
    ['--serve-mcp stdio hello', 'unexpected "hello"'],
    ['--serve-mcp stdio -- hello', 'unexpected "hello"'],
    ['--serve-mcp stdio --loud', '--loud'],
    ['--serve-mcp --port 1', '--serve-mcp must be stdio or http'],
    ['--serve-mcp http --port', '--port'],
    ['--serve-mcp http --port=', '--port must be a number from 0 to 65535; found ""'],
    ['--serve-mcp http --port=-1', '--port must be a number from 0 to 65535; found "-1"'],
    ['--serve-mcp http --port 65536', '--port must be a number from 0 to 65535; found "65536"'],
    ['--serve-mcp http --port 0x50', '--port must be a number'],
    ['--serve-mcp http --port 3.5', '--port must be a number'],
    ['--serve-mcp http --port http', '--port must be a number'],
    ['--serve-mcp http --host=', '--host must not be empty'],
    [`--serve-mcp http --token-file ${empty}`, 'is empty'],
    ['--serve-mcp http --yes=maybe', '--yes'],
  ])('%s: one document on stdout that says why, and exit code 2', async (line, message) => {
    const { code, stdout, stderr, document } = await run(cli, line.split(' '), { env: {} })
    expect(stdout.trim().split('\n')).toHaveLength(1)
    const { ok, error } = document as Failed
    expect({ ok, code }).toEqual({ ok: false, code: 2 })
    expect(error.code).toMatch(/^E1/)
    expect(error.message).toContain(message)
    expect(error.message).not.toMatch(/\n|To specify/)
    expect(JSON.parse(stderr)).toEqual({ error })
  })

  test('a correct line is next to what is wrong', async () => {
    const { document } = await run(cli, ['--serve-mcp', 'ftp'])
    expect((document as Failed).error.suggestion?.example).toBe('demo --serve-mcp stdio')
  })

  test('a file that is not there is told as such', async () => {
    const { code, document } = await run(cli, ['--serve-mcp', 'http', '--token-file', join(folder, 'none')])
    expect({ code, error: (document as Failed).error }).toMatchObject({ code: 66, error: { code: 'E1008' } })
  })

  test.each(['0.0.0.0', '::', '192.168.1.5', 'example.org', '127.0.0.1.example.org'])(
    'no request is served at %s without a token',
    async (host) => {
      for (const env of [{}, { TOOLI_MCP_TOKEN: '' }]) {
        const { code, document } = await run(cli, ['--serve-mcp', 'http', '--host', host], { env })
        expect({ code, error: (document as Failed).error }).toMatchObject({ code: 77, error: { code: 'E3901' } })
        expect((document as Failed).error.message).toContain('--token-file')
      }
    },
  )
})

test('to ask for help is not to serve', async () => {
  const { code, stdout } = await run(cli, ['--serve-mcp', '--help'])
  expect(code).toBe(0)
  expect(stdout).toContain('hello')
})
