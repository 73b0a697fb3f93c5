import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate } from '@atip/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GIT, Place, PROGRAM } from './fixtures/start-atip.js'

const place = new Place()
const spy = join(place.folder, 'spy.cjs')
afterAll(() => place.clear())

/** Reports loaded code on stderr, and fails on objects that are known to be slow to create. */
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

/** The files of the commands, one for each: their names end in a hash. */
const COMMANDS = /^(validate|lint|diff|schema|check|effects|compile|scan|list|show|search|gen)-[0-9A-Z]{8}\.cjs$/

/** The output of a call, and the files that it loaded. */
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
  expect(stdout).not.toBe('')
})

test.each<[string[], string]>([
  [['--help'], 'atip COMMAND [OPTIONS]'],
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
  expect(files.filter((file) => COMMANDS.test(file) || file.includes('node_modules'))).toEqual([])
})

test.each<[string, string[]]>([
  ['validate', ['validate', GIT]],
  ['schema', ['schema', '--list']],
  ['diff', ['diff', GIT, GIT]],
])('%s loads itself and no other command', (name, words) => {
  const { files, status } = start(words)
  expect(status).toBe(0)
  const commands = files.map((file) => COMMANDS.exec(file)?.[1]).filter((found) => found !== undefined)
  expect(commands).toEqual([name])
})

test('lint loads what it draws with only where somebody looks', () => {
  const isDrawn = (files: readonly string[]) => files.some((file) => file.startsWith('lint-text-'))
  expect(isDrawn(start(['lint', GIT, '-o', 'json']).files)).toBe(false)
  expect(isDrawn(start(['lint', GIT, '-o', 'text']).files)).toBe(true)
})

/** The effects of these commands depend on the program that they run. */
const RUNNING = ['approvals/commands/allow', 'call', 'mcp', 'pattern/commands/run', 'run', 'serve-tool']

test('what it says of itself passes its own checks, and only what runs programs leaves open what it destroys', () => {
  const { stdout } = start(['--agent'])
  expect(validate(stdout, { profile: 'strict' }).problems).toEqual([])
  const { problems } = place.data<{ problems: { rule: string; pointer: string }[] }>(['lint', '-'], { input: stdout })
  expect(problems.map(({ rule, pointer }) => `${rule} ${pointer}`).sort()).toEqual(
    RUNNING.map((path) => `destructive-unstated /commands/${path}/effects`),
  )
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
