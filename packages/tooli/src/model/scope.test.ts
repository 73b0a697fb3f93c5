import { describe, expect, test } from 'vitest'
import { command, defineCli, t, type CliDefinition, type CommandMap } from '../index.js'
import { connect, run } from '../testing/index.js'
import { flagsOf } from './scope.js'

const list = command({
  description: 'List',
  options: t.object({ output: t.path('Where to write').default('-').short('o') }),
  output: t.array(t.string()),
  run: ({ options }) => [options.output, 'b', 'c'],
})
const wipe = command({ description: 'Wipe', effects: { destructive: true }, dryRun: true, run: () => null })

const flags: CliDefinition<CommandMap>['flags'] = {
  output: '--format',
  timeout: false,
  yes: '--force',
  dryRun: ['-n', '--plan'],
  limit: '--max',
  version: ['-V', '--version'],
  input: false,
}
const cli = defineCli({ name: 'demo', version: '1.2.3', description: 'A demo', flags, commands: { list, wipe } })

describe('a tool may rename or turn off flags of the framework', () => {
  test('so that an option of its own can have the name', async () => {
    expect((await run(cli, ['list', '-o', 'file', '--format', 'raw'])).document).toEqual(['file', 'b', 'c'])
    expect((await run(cli, ['list', '--output', 'file', '--format=jsonl'])).stdout).toBe('"file"\n"b"\n"c"\n')
    expect((await run(cli, ['--format', 'raw', 'list'])).document).toEqual(['-', 'b', 'c'])
  })

  test('and a flag that is turned off is unknown', async () => {
    for (const word of ['--timeout=1s', '--input={}', '--yes', '--dry-run']) {
      const { code, document } = await run(cli, ['list', word])
      expect([word, code, document]).toMatchObject([word, 2, { error: { code: 'E1002' } }])
    }
  })

  test('and what the framework says names the flags of the tool', async () => {
    const refused = await run(cli, ['wipe'])
    expect(refused.document).toMatchObject({ error: { suggestion: { example: 'demo wipe --force' } } })
    expect((await run(cli, ['wipe', '--force'])).code).toBe(0)
    expect((await run(cli, ['wipe', '--plan'])).document).toMatchObject({ meta: { dry_run: true } })
    expect((await run(cli, ['list', '--max', '1'])).document).toMatchObject({
      meta: { truncated: { next: '--max 1 --cursor 1' } },
    })
    expect((await run(cli, ['list', '--formt', 'raw'])).document).toMatchObject({
      error: { suggestion: { example: 'demo list --format raw' } },
    })
    expect((await run(cli, ['-V'])).stdout).toBe('1.2.3\n')
  })

  test.each([
    ['--help'],
    ['wipe --help'],
    ['list --help'],
    ['--agent'],
    ['skill -'],
    ['__complete|bash|11|demo wipe -'],
  ])('which "%s" tells, and no other', async (line) => {
    const { stdout } = await run(cli, line.split(line.includes('|') ? '|' : ' '))
    expect(stdout).not.toMatch(/--timeout|--yes|--dry-run|--limit|--input/)
    if (!line.startsWith('__complete')) expect(stdout).toMatch(/--force/)
    expect(stdout).toMatch(/--format/)
  })

  test('and over MCP nothing changes', async () => {
    const client = await connect(cli, { yes: true })
    const tool = (await client.tools()).find(({ name }) => name === 'wipe')
    expect(tool).toMatchObject({ inputSchema: { properties: { dryRun: {} } } })
    expect((await client.call('list', { limit: 1 })).document).toMatchObject({ data: ['-'] })
    await client.close()
  })

  test.each([
    [{ agent: '--bot' }, 'no flag "agent"'],
    [{ help: false }, '--help cannot be turned off'],
    [{ version: '-V' }, 'must include --version'],
    [{ output: 'format' }, 'must be written like --format'],
    [{ output: '--quiet' }, 'would both be --quiet'],
  ])('but not %j', (wrong, reason) => {
    expect(() => flagsOf({ flags: wrong as never })).toThrow(reason)
  })
})
