import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { decideFilesNow } from '../decide-files.js'
import { write } from '../disk/testing/folders.js'
import { untilLoaded } from '../late.js'
import { projectOnDisk } from './testing/project-on-disk.js'

const { home, project, put, decide } = projectOnDisk()

const SECRET = 'name: shop\npassword: Tr0ub4dor-and-3\n'
const HARMLESS = 'name: shop\npassword: ${DB_PASSWORD}\n'

describe('a file that holds a secret', () => {
  test.each([
    'cat conf/app.yml',
    'head -n 5 conf/app.yml | tail -n 1',
    'cat < conf/app.yml',
    'cat conf/*.yml',
    'cd conf && cat app.yml',
    'cat "$PWD/conf/app.yml"',
    'f=conf/app.yml; cat $f',
    'for f in conf/*.yml; do cat "$f"; done',
    'find conf -name "*.yml" | xargs cat',
    'find conf -name "*.yml" -exec cat {} +',
    'diff conf/app.yml README.md',
    'grep -n pass conf/app.yml',
    'grep -n name -A 3 conf/app.yml',
    'grep -rn password .',
    'rg -n password',
    'git show HEAD:conf/app.yml',
    'git blame conf/app.yml',
    'git diff HEAD~1 -- conf/app.yml',
    'sed -n 1,5p conf/app.yml',
    "awk '{print $2}' conf/app.yml",
    'python3 -c "print(open(\'conf/app.yml\').read())"',
    'base64 conf/app.yml',
    'paste README.md conf/app.yml',
    'ls conf/*.yml | xargs cat',
    "find . -path './conf/*.yml' | xargs cat",
    "git ls-files '*.yml' | xargs head -5",
    "git grep -n '' -- '*.yml'",
    'git grep -n --not -e zzz',
    'cd src && git show HEAD:conf/app.yml',
    'cd src && cat "$(git rev-parse --show-toplevel)/conf/app.yml"',
    'git -C conf blame app.yml',
    'rg --null-data name conf',
  ])('is asked about, and only because of what it holds: %s', async (line) => {
    put('shop/conf/app.yml', HARMLESS)
    expect(await decide(line)).toMatchObject({ decision: 'allow' })
    put('shop/conf/app.yml', SECRET)
    expect(await decide(line)).toMatchObject({ decision: 'ask', rules: ['reads-secret'] })
    expect((await decide(line, { looksAtDisk: false })).decision).toBe('allow')
  })

  test.each([
    'ls -l conf/app.yml',
    'wc -l conf/app.yml',
    'test -f conf/app.yml && echo there',
    'grep -rn TODO .',
    'grep -n name conf/app.yml',
    'rg -n "name: \\w+"',
    'find conf -name "*.yml"',
    'git status --short conf/app.yml',
    'sha256sum conf/app.yml',
    'echo conf/app.yml',
    "jq '.conf' package.json",
  ])('is no question where it is not shown: %s', async (line) => {
    put('shop/conf/app.yml', SECRET)
    put('shop/.env', 'STRIPE_KEY=sk_live_51H8abcDEFghiJKLmnoPQRstu\n')
    expect(await decide(line)).toMatchObject({ decision: 'allow' })
  })

  test('is named with its line, and is a file that policies may speak of', async () => {
    put('shop/conf/app.yml', SECRET)
    const { commands } = await decide('cat README.md; cat conf/app.yml')
    const asked = commands.find(({ decision }) => decision === 'ask')
    expect(asked).toMatchObject({
      reason: 'shows conf/app.yml, which holds what looks like a secret in line 2',
      argv: ['cat', 'conf/app.yml'],
      files: [{ path: join(project, 'conf/app.yml'), access: ['read'] }],
    })
  })

  test('is found through a link, below hidden folders, and in the home', async () => {
    put('shop/.hidden/deep/a.txt', 'token = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"\n')
    put('notes.txt', SECRET)
    symlinkSync(join(home, 'notes.txt'), join(project, 'link.txt'))
    expect((await decide('cat link.txt')).rules).toEqual(['reads-secret'])
    expect((await decide('cat ~/notes.txt')).rules).toEqual(['reads-secret'])
    expect((await decide('grep -rn ghp_abc .')).decision).toBe('ask')
    expect((await decide('grep -rn token .')).rules).toEqual(['reads-secret'])
    expect((await decide('rg -n token')).decision).toBe('allow')
  })

  test('is a question in every mode, and for tools of the agent itself', async () => {
    put('shop/conf/app.yml', SECRET)
    for (const mode of ['accept-edits', 'balanced'] as const)
      expect((await decide('cat conf/app.yml', { mode })).decision).toBe('ask')
    const read = () =>
      decideFilesNow(
        { tool: 'Read', files: [{ path: 'conf/app.yml', access: 'read' }] },
        { cwd: project, home, looksAtDisk: true },
      )
    expect((await untilLoaded(read)).decision).toBe('ask')
    put('shop/conf/app.yml', HARMLESS)
    expect((await untilLoaded(read)).decision).toBe('allow')
  })

  test('may be among more files than can be looked into', async () => {
    const names = Array.from({ length: 21_000 }, (_, index) => `shop/data/${index % 30}/${index}.txt`)
    write(home, Object.fromEntries(names.map((name) => [name, 'x'])))
    expect((await decide('grep -rn TODO .')).rules).toEqual(['reads-secret'])
    expect((await decide('grep -rn TODO src')).decision).toBe('allow')
    expect((await decide('rg -n TODO')).decision).toBe('allow')
  })

  test('that cannot be read, or is none, stops nothing', async () => {
    execFileSync('mkfifo', [join(project, 'pipe.txt')])
    mkdirSync(join(project, 'folder.txt'))
    put('shop/bytes.txt', '\0\xff\xfe')
    for (const name of ['pipe.txt', 'folder.txt', 'bytes.txt', 'missing.txt'])
      expect((await decide(`cat ${name}`)).decision).toBe('allow')
  })
})

describe('settings', () => {
  test.each([
    ['git remote -v', '.git/config', '[remote "origin"]\n\turl = https://me:ghp_abcdefghij0123456789@example.com/a\n'],
    ['git config --get remote.origin.url', '.git/config', '[remote "origin"]\n\turl = https://me:hunter22@x.org/a\n'],
    ['terraform show', 'terraform.tfstate', '{"outputs": {"db_password": {"value": "hunter22"}}}\n'],
  ])('that %s shows are looked at', async (line, file, text) => {
    expect((await decide(line)).decision).toBe('allow')
    put(`shop/${file}`, text)
    expect(await decide(line)).toMatchObject({ decision: 'ask', rules: ['reads-secret'] })
  })

  test('of a submodule are found where they are, and so are files that they include', async () => {
    put('shop/.git/HEAD', 'ref: refs/heads/main\n')
    put('shop/lib/.git', 'gitdir: ../.git/modules/lib\n')
    put('shop/.git/modules/lib/HEAD', 'ref: refs/heads/main\n')
    expect((await decide('git -C lib remote -v')).decision).toBe('allow')
    put('shop/.git/modules/lib/config', '[remote "origin"]\n\turl = https://me:hunter22@x.org/a\n')
    expect((await decide('git -C lib remote -v')).rules).toEqual(['reads-secret'])
    put('.gitconfig', '[include]\n\tpath = ~/.gitconfig-work\n')
    put('.gitconfig-work', '[url "https://me:hunter22@x.org/"]\n\tinsteadOf = x\n')
    expect((await decide('git remote -v')).rules).toEqual(['reads-secret'])
  })

  test('that are hidden are searched where an ignore file takes them back', async () => {
    put('shop/.env', 'DATABASE_URL=postgres://shop:s3cr3tPassw0rd@db/shop\n')
    expect((await decide('rg DATABASE')).decision).toBe('allow')
    put('shop/.gitignore', 'dist/*\n!dist/README.md\n')
    expect((await decide('rg DATABASE')).decision).toBe('allow')
    put('shop/.gitignore', 'dist\n!.env\n')
    expect((await decide('rg DATABASE')).rules).toEqual(['reads-secret'])
  })

  test('that were changed are shown by a difference', async () => {
    const git = (...words: string[]) =>
      execFileSync('git', ['-C', project, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words])
    put('shop/conf/app.yml', HARMLESS)
    git('init', '-q')
    git('add', '.')
    expect((await decide('git diff')).decision).toBe('allow')
    put('shop/conf/app.yml', SECRET)
    expect((await decide('git diff')).rules).toEqual(['reads-secret'])
    git('add', '.')
    expect((await decide('git diff --stat')).decision).toBe('allow')
  })

  test('of another key are not shown', async () => {
    put('shop/.git/config', '[user]\n\tname = Ann\n[remote "origin"]\n\turl = https://me:hunter22@x.org/a\n')
    expect((await decide('git config user.name')).decision).toBe('allow')
  })
})

test.each(['dist/.env', '.next/standalone/.env'])('a search sees what a build copied: %s', async (path) => {
  put('shop/a.js', 'x\n')
  expect((await decide('grep -rn password .')).decision).toBe('allow')
  put(`shop/${path}`, SECRET)
  expect((await decide('grep -rn password .')).rules).toContain('reads-secret')
  expect((await decide('grep -rn words .')).decision).toBe('allow')
})

describe('a link to where secrets are kept', () => {
  const link = (from: string, to: string) => {
    put('shop/docs/a.md', 'words\n')
    put('.bash_history', 'curl example.com\nls\n')
    put('.config/tool/token.json', '{ "a": 1 }\n')
    symlinkSync(to, join(project, from))
  }
  test.each([
    'cat docs/notes.txt',
    'cat docs/*',
    'head -n 3 "docs/notes.txt"',
    'grep -n curl docs/*',
    'cd docs && tail notes.txt',
    'grep -n -ecurl docs/notes.txt',
    'grep --regexp=curl docs/notes.txt',
    'sed -n --expression=1,40p docs/notes.txt',
    'find -L docs -name "*.txt" -exec cat {} +',
    'for f in docs/*; do cat "$f"; done',
  ])('is read as what it leads to: %s', async (line) => {
    link('docs/README', '../README.md')
    expect((await decide(line)).decision).toBe('allow')
    link('docs/notes.txt', '../../.bash_history')
    const { rules, commands } = await decide(line)
    expect(rules).toContain('reads-secret')
    expect(commands.some(({ reason }) => reason.includes('leads to ~/.bash_history, where secrets may be kept'))).toBe(
      true,
    )
  })

  test.each([
    'grep -rn words docs/ref',
    'find -L docs -name "*.json" -exec cat {} +',
    'cat docs/ref/token.json',
    'cat docs/ref/../other.json',
    'cd docs/ref && cat ../other.json',
    'cd docs/ref && grep -rn a ..',
  ])('may be a folder: %s', async (line) => {
    put('.config/other.json', '{ "a": 1 }\n')
    link('docs/ref', '../../.config/tool')
    expect((await decide(line)).rules).toContain('reads-secret')
  })

  test.each(['ls -l docs', 'wc -l docs/notes.txt', 'grep -n nothing docs/notes.txt'])(
    'may be seen: %s',
    async (line) => {
      link('docs/notes.txt', '../../.bash_history')
      expect((await decide(line)).decision).toBe('allow')
    },
  )
})
