import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { command, defineCli, t } from '../index.js'
import { buildManifest } from '../manifest/build.js'
import { run } from '../testing/index.js'

const act = command({ description: 'Act', run: () => 'done' })

const cli = defineCli({
  name: 'demo',
  version: '1.0.0',
  description: 'A demo',
  commands: { list: act, remote: { '': 'Remotes', add: act, remove: act } },
})

interface Failed {
  ok: boolean
  error: { code: string; message: string; suggestion: { example?: string; fix: string } }
}

describe('a question about a command that does not exist is a usage error', () => {
  test.each([
    ['nosuch --help', 'demo has no command "nosuch"', undefined],
    ['--help nosuch', 'demo has no command "nosuch"', undefined],
    ['lst --help', 'demo has no command "lst"', 'demo list --help'],
    ['lst -h', 'demo has no command "lst"', 'demo list -h'],
    ['remote nosuch --help', 'demo remote has no command "nosuch"', undefined],
    ['remote remov --help', 'demo remote has no command "remov"', 'demo remote remove --help'],
    ['lst --agent', 'demo has no command "lst"', 'demo list --agent'],
    ['lst --version', 'demo has no command "lst"', 'demo list --version'],
  ])('%s', async (line, message, example) => {
    const { code, document } = await run(cli, line.split(' '))
    expect(code).toBe(2)
    const { ok, error } = document as Failed
    expect({ ok, code: error.code, message: error.message }).toEqual({ ok: false, code: 'E1001', message })
    expect(error.suggestion.example).toBe(example)
  })

  test('for people the error is on stderr and stdout is empty', async () => {
    const { code, stdout, stderr } = await run(cli, ['lst', '--help'], { terminal: true })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('demo list --help')
  })
})

test.each(['--help', 'list --help', 'remote --help', 'remote add --help', '--help remote add', 'list x --help'])(
  '%s shows help',
  async (line) => {
    const { code, stdout } = await run(cli, line.split(' '))
    expect(code).toBe(0)
    expect(stdout).toContain('Usage: ')
  },
)

test('a program that is one command takes the word for an argument', async () => {
  const one = defineCli({ name: 'demo', version: '1.0.0', description: 'A demo', command: act })
  expect((await run(one, ['nosuch', '--help'])).code).toBe(0)
})

test.each([
  'wipe old --agent --yes',
  '--agent wipe old --yes',
  'wipe --agent old --yes',
  'wipe --where --agent --yes old',
  '--agent --yes',
  '--agent --unknown',
])('%s does nothing but print the description', async (line) => {
  let hasRun = false
  const wipe = command({
    description: 'Wipe',
    args: t.object({ what: t.string('What').optional() }),
    options: t.object({ where: t.string('Where').optional() }),
    effects: { destructive: true },
    run: () => (hasRun = true),
  })
  const tool = defineCli({ name: 'disks', version: '1.0.0', description: 'Disks', commands: { wipe } })
  const { stdout, code } = await run(tool, line.split(' '))
  expect({ hasRun, code }).toEqual({ hasRun: false, code: 0 })
  expect(JSON.parse(stdout)).toMatchObject({ name: 'disks', commands: { wipe: { effects: { destructive: true } } } })
})

describe('a part of the description is the one that was asked for, also where commands are loaded late', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tooli-question-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const lazy = { description: 'Act', load: async () => ({ default: act }) }
  const late = { name: 'late', version: '1', description: 'x', commands: { '': lazy, add: lazy, box: { add: act } } }
  const manifest = join(folder, 'manifest.json')
  await buildManifest(late, manifest)

  const tools = { plain: defineCli(late), 'with a manifest': defineCli({ ...late, manifest }) }
  describe.each(Object.entries(tools))('%s', (_, tool) => {
    test.each([
      ['--agent --commands=nosuch', 'E1001'],
      ['add --agent --commands=nosuch', 'E1001'],
      ['--agent --commands=', 'E1003'],
      ['--agent --depth=0', 'E1004'],
      ['--agent --depth=x', 'E1004'],
      ['--agent --depth', 'E1004'],
      ['add --agent --depth=x', 'E1004'],
    ])('%s is an error', async (line, code) => {
      const { document, code: exit } = await run(tool, line.split(' '))
      expect([document, exit]).toMatchObject([{ ok: false, error: { code } }, 2])
    })

    test.each(['--agent --depth=1', 'add --agent --depth=1', '--agent -o json --depth 1', '--depth 1 add --agent'])(
      '%s cuts what is below',
      async (line) => {
        const { document, code } = await run(tool, line.split(' '))
        expect([document, code]).toMatchObject([{ commands: { box: { _truncated: true } } }, 0])
      },
    )

    test('help as data is data', async () => {
      expect((await run(tool, ['add', '--help', '-o', 'json'])).document).toMatchObject({ program: 'late add' })
    })
  })
})
