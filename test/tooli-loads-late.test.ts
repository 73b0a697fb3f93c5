import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filter, normalise, validate, type AtipDocument } from '@atip/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'

const fixture = fileURLToPath(new URL('fixtures/lazy/', import.meta.url))
const tooli = fileURLToPath(new URL('../packages/tooli/bin/tooli.mjs', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'tooli-late-'))
const manifest = join(home, 'manifest.json')

beforeAll(() => {
  execFileSync(process.execPath, [tooli, 'manifest', join(fixture, 'cli.mjs'), '--out', manifest], { stdio: 'pipe' })
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** With nothing but the manifest: no home, no path, no environment. */
function ask(...args: string[]) {
  const options = { encoding: 'utf8' as const, env: { LAZY_MANIFEST: manifest }, cwd: '/' }
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(fixture, 'program.mjs'), ...args], options)
  return { stdout, stderr, status }
}

test.each([
  [['--agent'], '"loud"'],
  [['--agent', '--commands=deep'], '"deep"'],
  [['--agent', '--depth', '1'], '"_truncated"'],
  [['--version'], '1.0.0'],
  [['--help'], 'Says when it is loaded'],
  [['loud', '--help'], '--level low|high'],
  [['deep', 'loud', '-h'], '--level low|high'],
  [['deep', '--help'], 'A group'],
  [[], 'Loads late'],
  [['__complete', 'fish', '--', 'loud', '--level', ''], 'high'],
  [['completion', 'zsh'], '#compdef'],
])('%j is answered without loading a command', (args, expected) => {
  const { stdout, stderr, status } = ask(...args)
  expect(stdout).toContain(expected)
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
})

test('a command is loaded when it is called, and only then', () => {
  const { stdout, stderr } = ask('loud', '--level', 'high')
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, data: { level: 'high' } })
  expect(stderr).toBe('LOADED\n')
})

test('what it says of itself is valid ATIP without a word of warning, whole and in parts, from the manifest and from the definition', () => {
  const whole = JSON.parse(ask('--agent').stdout) as AtipDocument
  const program = join(fixture, 'program.mjs')
  const fresh = JSON.parse(
    spawnSync(process.execPath, [program, '--agent'], { encoding: 'utf8', env: {} }).stdout,
  ) as AtipDocument
  expect(fresh).toEqual(whole)
  for (const args of [
    [],
    ['--commands=loud'],
    ['--commands=deep/loud'],
    ['--depth=1'],
    ['--commands', 'loud,deep', '--depth', '1'],
  ]) {
    expect(validate(ask('--agent', ...args).stdout, { profile: 'strict' }).problems).toEqual([])
  }
  const part = JSON.parse(ask('--agent', '--commands=loud').stdout) as unknown
  expect(part).toEqual(JSON.parse(JSON.stringify(filter(normalise(whole), { commands: ['loud'] }))))
})

test('a manifest of another version is not believed', () => {
  const stale = { ...(JSON.parse(readFileSync(manifest, 'utf8')) as object), version: '0.9.0', agent: {} }
  writeFileSync(join(home, 'stale.json'), JSON.stringify(stale))
  const options = { encoding: 'utf8' as const, env: { LAZY_MANIFEST: join(home, 'stale.json') } }
  const { stdout } = spawnSync(process.execPath, [join(fixture, 'program.mjs'), '--agent'], options)
  expect(JSON.parse(stdout)).toMatchObject({ version: '1.0.0', name: 'lazy' })
})
