import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { command } from '../callable/command.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { agentDocument } from '../describe/agent-document.js'
import { describeTool } from '../describe/agent.js'
import { answerFromManifest } from './answer.js'
import { buildManifest, checkManifest } from './build.js'
import { createManifest, readManifest, type Producers } from './manifest.js'

const folder = mkdtempSync(join(tmpdir(), 'tooli-manifest-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let loads = 0
const add = command({ description: 'Add a remote', run: async () => null })
const cli: CliDefinition<CommandMap> = {
  name: 'hub',
  version: '1.0.0',
  description: 'A hub',
  commands: {
    list: command({ description: 'List', run: async () => ({}) }),
    remote: { '': 'Remotes', add: { description: 'Add', load: async () => (loads++, { default: add }) } },
  },
}
const producers: Producers = {
  help: (_, { kind, path }) => ({ kind, path }),
  completion: async ({ name }) => ({ name }),
}
const manifest = await createManifest(cli, producers)

test('a manifest holds the whole document, a help page for every path, and the completions', async () => {
  expect(manifest).toEqual({
    manifest: 1,
    name: 'hub',
    version: '1.0.0',
    agent: await describeTool(cli),
    help: {
      '': { kind: 'group', path: [] },
      list: { kind: 'command', path: ['list'] },
      remote: { kind: 'group', path: ['remote'] },
      'remote add': { kind: 'command', path: ['remote', 'add'] },
      prime: { kind: 'command', path: ['prime'] },
    },
    completion: { name: 'hub' },
  })
})

test('the page of a program that is one command is that command’s', async () => {
  const { help } = await createManifest({ ...cli, commands: undefined, command: add }, producers)
  expect(help).toEqual({ '': { kind: 'command', path: [] } })
})

test('what was written is read back, by path, URL or the text of a URL, and loads no command', async () => {
  const file = join(folder, 'read.json')
  const written = await buildManifest(cli, file, producers)
  loads = 0
  for (const place of [file, pathToFileURL(file), pathToFileURL(file).href]) {
    const { manifest: found } = readManifest(place, cli)
    expect(found).toEqual(JSON.parse(JSON.stringify(written)))
    answerFromManifest(found!, ['--agent'])
  }
  expect(loads).toBe(0)
})

test.each<[string, string, Partial<typeof cli>]>([
  ['stale', JSON.stringify(manifest), { version: '1.0.1' }],
  ['stale', JSON.stringify(manifest), { name: 'other' }],
  ['not-a-manifest', JSON.stringify({ ...manifest, manifest: 2 }), {}],
  ['not-a-manifest', JSON.stringify({ ...manifest, agent: null }), {}],
  ['not-a-manifest', 'null', {}],
  ['unreadable', '{"manifest": 1', {}],
])('a file that is %s is not used, and the reason is told', (code, text, expected) => {
  const file = join(folder, 'bad.json')
  writeFileSync(file, text)
  const { manifest: found, reason } = readManifest(file, { ...cli, ...expected })
  expect(found).toBeUndefined()
  expect(reason).toMatchObject({ code, message: expect.stringContaining(file) })
})

test('a file that is not there is unreadable, not a crash', () => {
  expect(readManifest(join(folder, 'none.json'), cli).reason?.code).toBe('unreadable')
})

test('a build replaces the file in one step and leaves nothing else behind, not even when it fails', async () => {
  const place = mkdtempSync(join(folder, 'build-'))
  const file = join(place, 'tooli-manifest.json')
  writeFileSync(file, 'old')
  await buildManifest(cli, file)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ name: 'hub', help: {} })
  mkdirSync(join(place, 'taken'))
  await expect(buildManifest(cli, join(place, 'taken'))).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/)
  expect(readdirSync(place)).toEqual(['taken', 'tooli-manifest.json'])
})

test('a check says what is out of date', async () => {
  const file = join(folder, 'check.json')
  await buildManifest(cli, file)
  expect(await checkManifest(cli, file)).toEqual([])
  const changed = { ...cli, description: 'Another', commands: { ...cli.commands, list: add } }
  expect(await checkManifest(changed, file)).toEqual(
    expect.arrayContaining([
      '/agent/description: "A hub" -> "Another"',
      '/agent/commands/list/description: "List" -> "Add a remote"',
    ]),
  )
  expect(await checkManifest({ ...cli, homepage: 'https://example.org' }, file)).toEqual([
    '/agent/homepage: nothing -> "https://example.org"',
    '/help//homepage: nothing -> "https://example.org"',
  ])
  const { remote: _, ...rest } = cli.commands!
  expect(await checkManifest({ ...cli, commands: rest }, file)).toContainEqual(
    expect.stringMatching(/^\/agent\/commands\/remote: \{.*\.\.\. -> nothing$/),
  )
  expect(await checkManifest(cli, join(folder, 'none.json'))).toEqual([expect.stringContaining('ENOENT')])
})

test('--version and --agent are answered from the manifest alone', () => {
  expect(answerFromManifest(manifest, ['--version'])).toBe('1.0.0\n')
  expect(answerFromManifest(manifest, ['--agent'])).toBe(`${JSON.stringify(manifest.agent, null, 2)}\n`)
})

test.each<[string[], Parameters<typeof agentDocument>[1]]>([
  [['--agent', '--commands', 'remote/add,list'], { commands: 'remote/add,list' }],
  [['--agent', '--commands=remote/add'], { commands: 'remote/add' }],
  [['--depth', '1', '--agent'], { depth: 1 }],
  [['--agent', '--depth=1', '--commands=remote'], { depth: 1, commands: 'remote' }],
])('%j is answered with that part', (argv, request) => {
  expect(JSON.parse(answerFromManifest(manifest, argv)!)).toEqual(
    JSON.parse(JSON.stringify(agentDocument(manifest.agent, request))),
  )
})

test.each([
  [[]],
  [['list']],
  [['list', '--agent']],
  [['--agent', '--help']],
  [['--version', '--agent']],
  [['--version', 'list']],
  [['--commands', 'list']],
  [['--agent', '--commands']],
  [['--agent', '--commands', '--depth']],
  [['--agent', '--depth', 'x']],
  [['--agent', '--depth=0']],
  [['--agent', '--depth=']],
  [['--agent', '--commands=nothing-like-it']],
  [['--agent', '--', 'list']],
])('%j is left to the definition', (argv) => {
  expect(answerFromManifest(manifest, argv)).toBeUndefined()
})
