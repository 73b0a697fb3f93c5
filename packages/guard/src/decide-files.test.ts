import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { decideFilesNow, decideForeignNow, filesOfPatch, type NamedFile } from './decide-files.js'
import { untilLoaded } from './late.js'
import { readPolicy } from './policy/read.js'

const home = realpathSync(mkdtempSync(join(tmpdir(), 'atip-files-')))
const HOME = '/home/dev'
const PROJECT = '/home/dev/shop'
afterAll(() => rmSync(home, { recursive: true, force: true }))

const decide = (path: string, access: NamedFile['access'], more: object = {}) =>
  untilLoaded(() => decideFilesNow({ tool: 'Edit', files: [{ path, access }] }, { cwd: PROJECT, home: HOME, ...more }))

test.each([
  ['src/a.ts', 'ordinary-file', 'allow'],
  ['/home/dev/shop/src/a.ts', 'ordinary-file', 'allow'],
  ['package.json', 'ordinary-file', 'allow'],
  ['.github/workflows/ci.yml', 'ordinary-file', 'allow'],
  ['/tmp/notes/a.md', 'ordinary-file', 'allow'],
  ['/home/dev/.claude/plans/quiet-river.md', 'ordinary-file', 'allow'],
  ['../other/a.ts', 'writes-file', 'ask'],
  ['/srv2/a', 'writes-file', 'ask'],
  ['.env', 'reads-secret', 'ask'],
  ['.git/HEAD', 'writes-file', 'ask'],
  ['.git/hooks/pre-commit', 'writes-protected', 'deny'],
  ['src/../.git/hooks/pre-commit', 'writes-protected', 'deny'],
  ['.claude/settings.json', 'writes-protected', 'deny'],
  ['.CLAUDE/Settings.json', 'writes-protected', 'deny'],
  ['.atip/policy.json', 'writes-protected', 'deny'],
  ['/home/dev/.claude/settings.json', 'writes-protected', 'deny'],
  ['~/.claude/settings.json', 'writes-protected', 'deny'],
  ['/home/dev/.config/agent-tools/policy.json', 'writes-protected', 'deny'],
  ['/home/dev/.local/share/agent-tools/install/x', 'writes-protected', 'deny'],
  ['/home/dev/.codex/config.toml', 'writes-protected', 'deny'],
  ['/home/dev/.bashrc', 'writes-protected', 'deny'],
  ['/home/dev/.vimrc', 'writes-protected', 'deny'],
  ['/etc/hosts', 'writes-protected', 'deny'],
  ['/dev/sda', 'writes-device', 'deny'],
])('an edit of %s is %s: %s', async (path, rule, decision) => {
  const { decision: said, commands } = await decide(path, 'write')
  expect({ said, rule: commands[0]!.rule }).toEqual({ said: decision, rule })
})

test.each([
  ['src/a.ts', 'allow'],
  ['/usr/include/stdio.h', 'allow'],
  ['/home/dev/other/README.md', 'allow'],
  ['.git/config', 'ask'],
  ['.env', 'ask'],
  ['/home/dev/.ssh/id_ed25519', 'ask'],
  ['/home/dev/.aws/credentials', 'ask'],
])('to read %s: %s', async (path, decision) => expect((await decide(path, 'read')).decision).toBe(decision))

test('a relative path from an unknown folder is asked about', async () => {
  expect((await decide('a.ts', 'write', { cwd: undefined })).decision).toBe('ask')
})

test('in a home, a root or a folder of the system there is no project', async () => {
  for (const cwd of [HOME, '/', '/etc']) {
    expect({ cwd, decision: (await decide(`${cwd}/notes.txt`, 'write', { cwd })).decision }).not.toEqual({
      cwd,
      decision: 'allow',
    })
  }
})

describe('on a disk', () => {
  const project = join(home, 'shop')
  const here = { cwd: join(project, 'src'), home, looksAtDisk: true }
  mkdirSync(join(project, '.git/hooks'), { recursive: true })
  mkdirSync(join(project, 'src'))
  mkdirSync(join(home, '.claude'))
  writeFileSync(join(home, '.claude/settings.json'), '{}')
  symlinkSync(join(home, '.claude/settings.json'), join(project, 'src/harmless.ts'))
  symlinkSync('../.git/hooks', join(project, 'src/scripts'))

  test('a link is what it leads to, also if the file is not there yet', async () => {
    expect((await decide('harmless.ts', 'write', here)).decision).toBe('deny')
    expect((await decide('scripts/pre-commit', 'write', here)).decision).toBe('deny')
  })

  test('the project is the repository around the folder', async () => {
    expect((await decide('../README.md', 'write', here)).decision).toBe('allow')
    expect((await decide('../.git/hooks/pre-push', 'write', here)).decision).toBe('deny')
  })
})

test('policies decide about the tools of agents, and plan mode lets none of them edit', async () => {
  const policy = readPolicy(
    JSON.stringify({
      version: '1',
      rules: [
        { decision: 'deny', paths: ['./generated/**'], access: ['write'] },
        { decision: 'deny', tool: 'mcp__github__delete_*' },
        { decision: 'allow', paths: ['~/notes/**'] },
      ],
    }),
    { source: 'user', file: 'policy.json' },
  )
  const more = { policies: [policy] }
  expect((await decide('generated/a.ts', 'write', more)).decision).toBe('deny')
  expect((await decide('generated/a.ts', 'read', more)).decision).toBe('allow')
  expect((await decide('/home/dev/notes/a', 'write', more)).decision).toBe('allow')
  expect((await decide('src/a.ts', 'write', { mode: 'plan' })).decision).toBe('deny')
  expect((await decide('src/a.ts', 'read', { mode: 'plan' })).decision).toBe('allow')
  const foreign = (tool: string, files: NamedFile[] = []) =>
    untilLoaded(() => decideForeignNow({ tool, files }, { cwd: PROJECT, home: HOME, ...more }))
  expect((await foreign('mcp__github__delete_repo')).decision).toBe('deny')
  expect((await foreign('mcp__github__list_prs')).decision).toBe('allow')
  expect((await foreign('mcp__fs__put', [{ path: '/home/dev/.claude/settings.json', access: 'any' }])).decision).toBe(
    'deny',
  )
  expect((await foreign('mcp__fs__put', [{ path: '/home/dev/.ssh/id_rsa', access: 'any' }])).decision).toBe('ask')
  expect((await foreign('mcp__fs__put', [{ path: '/srv2/x', access: 'any' }])).decision).toBe('allow')
})

test('a patch names its files, or is not understood', () => {
  const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')
  expect(
    filesOfPatch(
      patch(
        '*** Update File: a.ts',
        '*** Move to: b.ts',
        '@@',
        '-x',
        '+y',
        '*** Delete File: c',
        '*** Add File: d',
        '+z',
      ),
    )?.map(({ path }) => path),
  ).toEqual(['a.ts', 'b.ts', 'd', 'c'])
  expect(filesOfPatch('rm -rf /')).toBeUndefined()
  expect(filesOfPatch(patch('*** Rename File: a'))).toBeUndefined()
})
