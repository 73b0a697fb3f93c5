import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { validate, type AtipTool } from '@atip/protocol'
import { afterAll, describe, expect, test } from 'vitest'

const program = fileURLToPath(new URL('../packages/atip/bin/atip.cjs', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'atip-describes-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

function atip(words: string[], input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    input,
    encoding: 'utf8',
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home },
    maxBuffer: 1e9,
  })
  return { code: status, stdout, stderr }
}

const errorsIn = (tool: AtipTool) =>
  validate(tool, { profile: 'strict' }).problems.filter(({ severity }) => severity === 'error')

const HELP = `Usage: frob [OPTIONS] FILE...

Frobnicate files.

Options:
  -o, --output FILE  write the result to FILE
  -n, --dry-run      only show what would be done
  -h, --help         show this help and exit
`

describe('a text', () => {
  test('becomes a description without anything being run', () => {
    writeFileSync(join(home, 'frob.txt'), HELP)
    const { stdout, code } = atip(['gen', '--from-help', 'frob.txt', '--name', 'frob', '--output', 'raw'])
    const tool = JSON.parse(stdout) as AtipTool
    expect(code).toBe(0)
    expect(errorsIn(tool)).toEqual([])
    expect(tool).toMatchObject({ name: 'frob', trust: { source: 'inferred' } })
    expect(tool.commands!['']!.options!.map(({ flags }) => flags)).toEqual([
      ['-o', '--output'],
      ['-n', '--dry-run'],
      ['-h', '--help'],
    ])
  })

  test('is answered line by line in a batch', () => {
    writeFileSync(join(home, 'frob.txt'), HELP)
    const question = (id: number) => JSON.stringify({ id, file: 'frob.txt', name: 'frob', path: '', format: 'help' })
    const { stdout } = atip(['gen', '--batch'], `${question(1)}\n\n${question(2)}\n`)
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; metadata: AtipTool })
    expect(answers.map(({ id }) => id)).toEqual([1, 2])
    expect(answers[1]!.metadata).toEqual(answers[0]!.metadata)
  })

  test.each<[string, string[], number]>([
    ['no name', ['gen', '--from-help', 'frob.txt'], 2],
    ['no such file', ['gen', '--from-help', 'none.txt', '--name', 'x'], 66],
    ['nothing at all', ['gen'], 2],
    ['no such program', ['gen', 'no-such-program-anywhere'], 66],
  ])('%s: exit code of %j is %i', (_, words, code) => {
    expect(atip(words).code).toBe(code)
  })
})

const hasSandbox = spawnSync('bwrap', ['--version']).status === 0

describe.skipIf(!hasSandbox && process.env.CI === undefined)('a program of this machine, asked in the sandbox', () => {
  test.each(['ls', 'cp', 'rm', 'sort', 'tar', 'grep', 'find', 'gzip', 'git', 'dpkg', 'node', 'bash'])(
    '%s is described without an error in the strict profile',
    (name) => {
      const { stdout, stderr } = atip(['gen', name, '--depth', '0', '--output', 'raw'])
      expect(stderr).not.toContain('error')
      const tool = JSON.parse(stdout) as AtipTool
      expect(errorsIn(tool)).toEqual([])
      expect(tool.name).toBe(name)
      expect(stdout).toContain('"flags"')
    },
  )

  test('its commands are asked, too', () => {
    // git has so many commands that asking all of them takes seconds.
    const page = (usage: string, rest: string) => `Usage: depot ${usage}\n\n${rest}\n  -h, --help  show this help\n`
    const add = page(
      'add [OPTIONS] FILE',
      'Options:\n  -m, --message TEXT  what to say\n  --amend  change the last one',
    )
    const top = page('COMMAND', 'Commands:\n  add   put a file in\n  list  show what is there\n\nOptions:')
    const list = page('list [OPTIONS]', 'Options:\n  --all  hidden ones, too')
    const answer = (text: string) => `cat <<'END'\n${text}END\n`
    const script = `case $1 in\nadd) ${answer(add)};;\nlist) ${answer(list)};;\n*) ${answer(top)};;\nesac\n`
    const depot = join(home, 'depot')
    writeFileSync(depot, `#!/bin/sh\n${script}`, { mode: 0o755 })
    const tool = JSON.parse(atip(['gen', depot, '--output', 'raw']).stdout) as AtipTool
    const flagsOf = (name: string) => tool.commands![name]!.options!.flatMap((option) => option.flags)
    expect(flagsOf('add')).toEqual(expect.arrayContaining(['--amend', '-m', '--message']))
    expect(flagsOf('list')).toContain('--all')
    // The description of one command must not become that of the program.
    expect(JSON.stringify(JSON.parse(atip(['gen', depot, '--depth', '0', '--output', 'raw']).stdout))).not.toContain(
      '--amend',
    )
  })
})

describe('a shell line', () => {
  const decide = (line: string) =>
    JSON.parse(atip(['check', '-o', 'json', '--', line]).stdout) as { data: { decision: string } }

  test.each([
    ['git log --oneline | head -5', 'allow'],
    ['npm install', 'ask'],
    ['git push --force origin main', 'deny'],
  ])('%s: %s', (line, decision) => {
    expect(decide(line).data.decision).toBe(decision)
  })

  test('is refused in words a person understands', () => {
    const { stdout } = atip(['check', '-o', 'text', '--', 'cat a.txt && git push --force origin main'])
    expect(stdout).toMatch(/^DENY\n/)
    expect(stdout).toContain(
      '\n  cat a.txt && git push --force origin main\n               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n  destroys data for good, because of --force',
    )
    expect(stdout).toContain('allow: cat a.txt: only reads')
  })

  test('has an exit code for scripts', () => {
    expect(atip(['check', '--exit-code', '--', 'ls']).code).toBe(0)
    expect(atip(['check', '--exit-code', '--', 'npm install']).code).toBe(10)
    expect(atip(['check', '--exit-code', '--', 'rm -rf /']).code).toBe(1)
    expect(atip(['check', '--', 'rm -rf /']).code).toBe(0)
  })

  test('is answered in the order of a batch, and a line that is no JSON ends it with a message', () => {
    const lines = [
      { id: 'a', command: 'ls' },
      { id: 'b', command: 'rm -rf ~', home: '/home/x', cwd: '/home/x/p' },
    ]
    const { stdout } = atip(['check', '--batch'], lines.map((line) => JSON.stringify(line)).join('\n'))
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; decision: string })
    expect(answers.map(({ id, decision }) => [id, decision])).toEqual([
      ['a', 'allow'],
      ['b', 'deny'],
    ])
    const broken = atip(['check', '--batch'], '{"id":1,"command":"ls"}\nnonsense\n')
    expect(broken.code).toBe(2)
    expect(broken.stderr).toContain('line 2 of the batch is not JSON')
  })
})
