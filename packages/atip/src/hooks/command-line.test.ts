import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { hookCommand } from './command-line.js'

const folder = mkdtempSync(join(tmpdir(), "atip-line-'$(x) "))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let programs = 0

function programThat(script: string): string {
  const program = join(folder, `program ${++programs}`)
  writeFileSync(program, `#!/bin/sh\n${script}\n`)
  chmodSync(program, 0o755)
  return program
}

/** Runs the line with a shell, as hosts do. */
function start(
  line: string,
  shell = 'sh',
  env: Record<string, string | undefined> = { PATH: process.env.PATH, HOME: folder },
) {
  const { status, stdout, stderr } = spawnSync(shell, ['-c', line], {
    input: 'what the host says',
    encoding: 'utf8',
    env,
  })
  return { status, stdout, stderr }
}

test.each(['sh', 'bash'])('what the hook answers is passed on by %s as it is', (shell) => {
  const program = programThat(`printf '%s' "$*: $(cat)" >&2; printf '{"a":"%s"}\\n' 'it\\u0027s \\\\ $(x)'`)
  expect(start(hookCommand('codex', program, ['--ask', 'deny']), shell)).toEqual({
    status: 0,
    stdout: '{"a":"it\\u0027s \\\\ $(x)"}\n',
    stderr: 'hook codex --ask deny: what the host says',
  })
})

test.each([
  ['ends with an exit code that agents treat as permission', 'echo "{}"; exit 1'],
  ['is killed', 'kill -9 $$'],
  ['says nothing', ':'],
  ['says something else', 'echo hello'],
  ['says only half', `printf '{"hookSpecificOutput":{"permission'`],
  ['hangs', 'exec sleep 60'],
])('a hook that %s results in a denial', (_, script) => {
  const { status, stdout, stderr } = start(hookCommand('gemini', programThat(script), [], 1))
  expect({ status, stdout }).toEqual({ status: 2, stdout: 'atip gave no answer. This was not run.\n' })
  expect(stderr).toContain('atip gave no answer.\nThis was not run.\n')
})

test('a denial stays one, and is never silent', () => {
  const line = (script: string) => hookCommand('codex', programThat(script))
  expect(start(line('echo "too bad"; echo "too bad" >&2; exit 2'))).toEqual({
    status: 2,
    stdout: 'too bad This was not run.\n',
    stderr: 'too bad\nThis was not run.\n',
  })
  expect(start(line('exit 2'))).toMatchObject({ status: 2, stderr: 'This was not run.\n' })
})

test('a hook that is not there, or may not be started, results in a denial', () => {
  const closed = programThat('echo "{}"')
  chmodSync(closed, 0o644)
  for (const program of [join(folder, 'nowhere'), closed, 'atip-that-is-not-installed']) {
    expect(start(hookCommand('cursor', program))).toMatchObject({ status: 2, stdout: expect.not.stringContaining('{') })
  }
})

test('a hook that hangs is ended where there is no timeout, but perl', () => {
  const path = join(folder, 'path')
  mkdirSync(path)
  const has = (name: string) => spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim()
  for (const name of ['sh', 'perl', 'sleep']) symlinkSync(has(name), join(path, name))
  expect(start(hookCommand('gemini', programThat('exec sleep 60'), [], 1), has('sh'), { PATH: path })).toMatchObject({
    status: 2,
    stdout: expect.not.stringContaining('{'),
  })
  expect(start(hookCommand('gemini', programThat('echo "{}"')), has('sh'), { PATH: path })).toMatchObject({
    status: 0,
    stdout: '{}\n',
  })
})
