import { describe, expect, test } from 'vitest'
import { defineCli } from '../callable/cli.js'
import { command } from '../callable/command.js'
import { ToolError } from '../errors/error.js'
import { t } from '../schema/t.js'
import { run } from '../testing/index.js'

const judge = command({
  description: 'Judge',
  options: t.object({ batch: t.boolean('Many').default(false) }),
  defaultOutput: ({ batch }) => (batch === true ? 'jsonl' : undefined),
  run: ({ options }) => (options.batch ? [{ id: 1 }, { id: 2 }] : { id: 0 }),
})
const cli = defineCli({ name: 'demo', version: '1.0.0', description: 'Demo', commands: { judge } })

test('a command may say in which form it answers a batch, and a caller that asks for another form gets that', async () => {
  expect((await run(cli, ['judge', '--batch'])).stdout).toBe('{"id":1}\n{"id":2}\n')
  expect(JSON.parse((await run(cli, ['judge'])).stdout)).toMatchObject({ ok: true, data: { id: 0 } })
  expect(JSON.parse((await run(cli, ['judge', '--batch', '-o', 'json'])).stdout)).toMatchObject({ ok: true })
  const env = { TOOLI_OUTPUT: 'raw' }
  expect((await run(cli, ['judge', '--batch'], { env })).stdout).toBe('[{"id":1},{"id":2}]\n')
})

describe('a tool whose default is text', () => {
  const fails = command({
    description: 'Fail',
    run: () => {
      throw new ToolError('E3100', 'it is gone')
    },
  })
  const tool = defineCli({
    name: 'demo',
    version: '1.0.0',
    description: 'Demo',
    defaultOutput: 'text',
    commands: { judge, fails, list: command({ description: 'List', run: () => [{ id: 1 }, { id: 2 }] }) },
  })

  test('prints text also in a pipe', async () => {
    expect((await run(tool, ['list'])).stdout).toBe((await run(tool, ['list', '-o', 'text'])).stdout)
    expect((await run(tool, ['list'])).document).toBeUndefined()
  })

  test.each<[string, string[], Record<string, string>]>([
    ['--output json', ['list', '--output', 'json'], {}],
    ['--output auto', ['list', '-o', 'auto'], {}],
    ['TOOLI_OUTPUT=json', ['list'], { TOOLI_OUTPUT: 'json' }],
    ['TOOLI_OUTPUT=auto', ['list'], { TOOLI_OUTPUT: 'auto' }],
  ])('prints JSON with %s', async (_, words, env) => {
    expect((await run(tool, words, { env })).document).toMatchObject({ ok: true, data: [{ id: 1 }, { id: 2 }] })
  })

  test('lets a command choose another format', async () => {
    expect((await run(tool, ['judge', '--batch'])).stdout).toBe('{"id":1}\n{"id":2}\n')
  })

  test.each([
    ['a failure', ['fails'], 'it is gone', 1],
    ['an unknown command', ['nosuch'], 'demo has no command "nosuch"', 2],
    ['help of an unknown command', ['nosuch', '--help'], 'demo has no command "nosuch"', 2],
    ['an unknown option', ['list', '--nosuch'], 'unknown option --nosuch', 2],
    ['an unknown part of the description', ['--agent', '--commands', 'nosuch'], 'nosuch', 2],
    ['an unknown shell', ['completion', 'nosuch'], 'ACTION must be one of bash', 2],
    ['an unknown transport', ['--serve-mcp', 'nosuch'], '--serve-mcp must be stdio or http', 2],
  ])('prints %s once, on stderr', async (_, words, message, code) => {
    const text = await run(tool, words)
    expect({ stdout: text.stdout, code: text.code }).toEqual({ stdout: '', code })
    expect(text.stderr.split(message)).toHaveLength(2)
    expect(text.stderr).not.toContain('{"error"')
  })

  test('prints a failure as one document for those who ask for JSON', async () => {
    const { document, stderr } = await run(tool, ['fails', '-o', 'json'])
    expect(document).toMatchObject({ ok: false, error: { code: 'E3100' } })
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'E3100' } })
  })
})

test('a command whose own default is text prints its failures as text', async () => {
  const wanted = command({
    description: 'Speak',
    defaultOutput: () => 'text',
    run: () => {
      throw new ToolError('E3100', 'it is gone')
    },
  })
  const tool = defineCli({ name: 'demo', version: '1.0.0', description: 'Demo', commands: { wanted } })
  const { stdout, stderr } = await run(tool, ['wanted'])
  expect(stdout).toBe('')
  expect(stderr).toContain('it is gone')
  expect(stderr).not.toContain('{"error"')
})
