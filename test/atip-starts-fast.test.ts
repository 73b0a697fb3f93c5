import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { validate } from '@atip/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GIT, MAIN, Place, PROGRAM } from './fixtures/start-atip.js'

const place = new Place()
const spy = join(place.folder, 'spy.cjs')
afterAll(() => place.clear())

/** Tells on stderr which code was loaded, and lets nobody make what is known to be slow. */
beforeAll(() =>
  writeFileSync(
    spy,
    `const fs = require('node:fs')
Intl.Segmenter = class { constructor() { throw new Error('a segmenter was made') } }
const { readFileSync } = fs
const read = new Set()
fs.readFileSync = (file, ...more) => {
  if (/\\.[cm]?js$/.test(file) && !file.includes('/code/')) read.add(file)
  return readFileSync(file, ...more)
}
process.on('exit', () => {
  const files = [...read, ...Object.keys(require.cache).filter((file) => file.endsWith('js') && file !== __filename)]
  const names = files.map((file) => (file.includes('node_modules') ? file : file.split('/').at(-1)))
  fs.writeSync(2, JSON.stringify([...new Set(names)]))
})`,
  ),
)

/** What the words print, and the files that were loaded for it. */
function start(words: readonly string[], program = PROGRAM) {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--require', spy, program, ...words], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: place.folder },
    cwd: place.folder,
    input: '',
  })
  return { stdout, status, files: JSON.parse(stderr) as string[] }
}

test.each(['--version', '--agent'])('%s is answered from a file, and no other code is loaded', (word) => {
  const { stdout, status, files } = start([word])
  expect(files).toEqual(['atip.cjs'])
  expect(status).toBe(0)
  expect(stdout).toBe(start([word], MAIN).stdout)
})

test.each<[string[], string]>([
  [['--help'], 'Usage: atip COMMAND'],
  [[], 'Usage: atip COMMAND'],
  [['validate', '--help'], '--max-warnings'],
  [['effects', '-h'], '--metadata'],
  [['--agent', '--commands', 'lint'], '"lint"'],
  [['--agent', '--depth', '1'], '"diff"'],
  [['completion', 'bash'], 'complete'],
  [['__complete', 'fish', '--', 'validate', '--profile', ''], 'strict'],
  [['prime', '--agent-id', 'a', '--session-id', 's'], '"primaryIntents"'],
])('%j is answered without loading a command, or anything of somebody else', (words, expected) => {
  const { stdout, status, files } = start(words)
  expect(stdout).toContain(expected)
  expect(status).toBe(0)
  expect(files.filter((file) => file.startsWith('commands-') || file.includes('node_modules'))).toEqual([])
})

test.each<[string, string[], string[]]>([
  ['validate', ['validate', GIT], ['atip.cjs', 'main.cjs', 'commands-validate.cjs']],
  ['schema', ['schema', '--list'], ['atip.cjs', 'main.cjs', 'commands-schema.cjs']],
  ['diff', ['diff', GIT, GIT], ['atip.cjs', 'main.cjs', 'commands-diff.cjs']],
])('%s loads itself and what every run needs', (_, words, expected) => {
  const { files, status } = start(words)
  expect(status).toBe(0)
  expect(new Set(files)).toEqual(new Set(expected))
})

test('lint loads what it draws with only where somebody looks', () => {
  expect(start(['lint', GIT]).files).not.toContain('report-lint-text.cjs')
  expect(start(['lint', GIT, '-o', 'text']).files).toContain('report-lint-text.cjs')
})

test('code that V8 does not take is compiled as ever', () => {
  const copy = join(place.folder, 'package')
  const folder = dirname(dirname(PROGRAM))
  for (const part of ['package.json', 'bin', 'dist']) cpSync(join(folder, part), join(copy, part), { recursive: true })
  const program = join(copy, 'bin/atip.cjs')
  const answer = () => {
    const { stdout, status } = spawnSync(process.execPath, [program, 'schema', '-o', 'raw'], { encoding: 'utf8' })
    return { isSchema: stdout.startsWith('{"$schema"'), status }
  }
  const kept = join(copy, 'dist/code', `${process.version}-${process.platform}-${process.arch}`)
  expect(readdirSync(kept)).toContain('main.cjs')
  writeFileSync(join(kept, 'main.cjs'), 'not code')
  expect(answer()).toEqual({ isSchema: true, status: 0 })
  rmSync(join(copy, 'dist/code'), { recursive: true })
  expect(answer()).toEqual({ isSchema: true, status: 0 })
})

test('what it says of itself passes its own checks without a word', () => {
  const { stdout } = start(['--agent'])
  expect(validate(stdout, { profile: 'strict' }).problems).toEqual([])
  expect(place.run(['lint', '-', '--max-warnings', '0'], { input: stdout })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('"problems":[]'),
  })
})

test('its own effects can be asked for', () => {
  const agent = place.write('atip.json', start(['--agent']).stdout)
  const verdict = (...words: string[]) =>
    place.data<{ verdict: string }>(['effects', '-m', agent, '--', 'atip', ...words]).verdict
  expect(verdict('validate', 'x.json')).toBe('read-only')
  expect(verdict('diff', 'a', 'b', '--fail-on', 'any')).toBe('read-only')
  expect(verdict('lint', 'x.json')).toBe('read-only')
  expect(verdict('lint', 'x.json', '--fix')).toBe('changes')
  expect(verdict('lint', 'x.json', '--fix', '--dry-run')).toBe('harmless')
})

test('a pipe that is closed early is nothing to complain about', () => {
  const line = `"$1" "$2" --agent | head -c 1; echo " \${PIPESTATUS[0]}"`
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', line, 'bash', process.execPath, PROGRAM], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  expect({ stdout, stderr }).toEqual({ stdout: '{ 0\n', stderr: '' })
})
