import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GIT, Place } from './fixtures/start-atip.js'

const place = new Place()
afterAll(() => place.clear())

const WRAPPER = {
  atip: { version: '0.6' },
  name: 'timeout',
  version: '9',
  description: 'Run a command with a time limit',
  effects: { network: false, destructive: false, filesystem: { read: false, write: false, delete: false } },
  'x-atip': { syntax: { interspersed: false } },
  commands: {
    '': {
      description: 'Run a command with a time limit',
      arguments: [
        { name: 'duration', type: 'string', description: 'How long' },
        {
          name: 'command',
          type: 'string',
          variadic: true,
          description: 'What to run',
          'x-atip': { value: { kind: 'command', form: 'argv' } },
        },
      ],
    },
  },
}

beforeAll(() => {
  place.write('git.json', readFileSync(GIT))
  place.write('timeout.json', JSON.stringify(WRAPPER))
})

interface Effects {
  verdict: string
  understood: boolean
  effects: Record<string, unknown>
  fields: { field: string; value: unknown; source: { kind: string; name: string } }[]
  doubts: { word: string; reason: string; message: string }[]
  runs: { words: string[]; verdict: string }[]
}

const effectsOf = (...line: string[]) =>
  place.data<Effects>(['effects', '-m', 'git.json', '-m', 'timeout.json', '--', ...line])

test.each<[string, string, boolean]>([
  ['git log -5', 'read-only', true],
  ['git push origin main', 'changes', true],
  ['git push --force origin main', 'destructive', true],
  ['/usr/bin/git push -uf origin main', 'destructive', true],
  ['git push --dry-run --force', 'harmless', true],
  ['git push --help', 'harmless', true],
  ['git log --frobnicate', 'unknown', false],
  ['timeout 5 git log', 'read-only', true],
  ['timeout 5 git push --force', 'destructive', true],
  ['timeout 5 frobnicate', 'unknown', false],
  ['frobnicate git log', 'unknown', false],
])('%s is %s', (line, verdict, understood) => {
  expect(effectsOf(...line.split(' '))).toMatchObject({ verdict, understood })
})

test('each effect names what said so', () => {
  const { fields, effects } = effectsOf('git', 'push', '--force', 'origin')
  const source = (field: string) => fields.find((one) => one.field === field)?.source
  expect(source('destructive')).toEqual({ kind: 'option', name: '--force' })
  expect(source('network')).toEqual({ kind: 'command', name: 'git push' })
  expect(source('subprocess')).toEqual({ kind: 'tool', name: 'git' })
  expect(effects).toMatchObject({ destructive: true, network: true })
  const wrapped = effectsOf('timeout', '5', 'git', 'push', '--force')
  expect(wrapped.fields.find(({ field }) => field === 'destructive')?.source).toEqual({
    kind: 'run',
    name: 'git push --force',
  })
  expect(wrapped.runs).toEqual([{ words: ['git', 'push', '--force'], verdict: 'destructive' }])
})

test('what was not understood is told, with what may be meant', () => {
  expect(effectsOf('gti', 'push').doubts).toEqual([
    { word: 'gti', reason: 'unknown-program', message: 'nothing describes "gti"; did you mean "git"?' },
  ])
  expect(effectsOf('git', 'log', '--frobnicate').doubts).toMatchObject([
    { word: '--frobnicate', reason: 'unknown-option' },
  ])
})

test('a person reads the verdict first, then what is known, then what is not', () => {
  const { stdout, code } = place.run([
    'effects',
    '-m',
    'git.json',
    '-o',
    'text',
    '--',
    'git',
    'log',
    '-5',
    '--frobnicate',
  ])
  expect(stdout).toBe(`git log -5 --frobnicate: UNKNOWN
  Its effects are not fully known; treat it as unsafe.

  filesystem.read  true  from git log

  not understood: "--frobnicate": no such option is described
  unknown: destructive, reversible, network, subprocess, filesystem.write, filesystem.delete
`)
  expect(code).toBe(0)
})

test.each<[string, string[], number]>([
  ['no command', ['-m', 'git.json'], 2],
  ['a description that is not there', ['-m', 'gti.json', '--', 'git', 'log'], 66],
  ['a description that is none', ['-m', 'none.json', '--', 'git', 'log'], 65],
])('%s: exit code of effects %j is %i', (_, words, code) => {
  place.write('none.json', '[]')
  expect(place.run(['effects', ...words]).code).toBe(code)
})

test('ordinary tools are known without a description, and one that is given comes first', () => {
  expect(place.data<Effects>(['effects', '--', 'git', 'push', '--force'])).toMatchObject({ verdict: 'destructive' })
  expect(place.data<Effects>(['effects', '--', 'kubectl', 'get', 'pods'])).toMatchObject({ verdict: 'reads-elsewhere' })
  expect(place.data<Effects>(['effects', '--', 'bash', '-c', 'git status'])).toMatchObject({ verdict: 'read-only' })
  place.write(
    'ls.json',
    '{"atip":{"version":"0.6"},"name":"ls","version":"1","description":"Not that one","commands":{"":{"description":"Wipe","effects":{"destructive":true}}}}',
  )
  expect(place.data<Effects>(['effects', '-m', 'ls.json', '--', 'ls'])).toMatchObject({ verdict: 'destructive' })
})

const changed = (text: string) =>
  text.replaceAll('"network": true', '"network": false').replace('"--force"]', '"--violence"]')

test('changes come with the most dangerous first, and are in order unless asked otherwise', () => {
  place.write('old.json', changed(readFileSync(GIT, 'utf8')))
  const { code, stdout } = place.run(['diff', 'old.json', 'git.json', '-o', 'json'])
  expect(code).toBe(0)
  const { data } = JSON.parse(stdout) as { data: { danger: number; breaking: number; changes: { kind: string }[] } }
  expect(data.danger).toBeGreaterThan(0)
  expect(data.breaking).toBeGreaterThan(0)
  const order = ['danger', 'breaking', 'effect', 'compatible']
  const places = data.changes.map(({ kind }) => order.indexOf(kind))
  expect(places).toEqual([...places].sort())
})

test.each<[string, string, string, number]>([
  ['danger', 'old.json', 'git.json', 1],
  ['breaking', 'old.json', 'git.json', 1],
  ['danger', 'git.json', 'reworded.json', 0],
  ['effect', 'git.json', 'reworded.json', 0],
  ['any', 'git.json', 'reworded.json', 1],
  ['any', 'git.json', 'git.json', 0],
])('with --fail-on %s the change from %s to %s exits with %4$i', (level, before, after, code) => {
  const text = readFileSync(GIT, 'utf8')
  place.write('old.json', changed(text))
  place.write('reworded.json', text.replace('Show commits', 'List commits'))
  expect(place.run(['diff', before, after, '--fail-on', level]).code).toBe(code)
})

test('a person reads changes under headings', () => {
  place.write('reworded.json', readFileSync(GIT, 'utf8').replace('Show commits', 'List commits'))
  expect(place.read(['diff', 'git.json', 'reworded.json']).stdout).toBe(`Compatible
  - "git log": description was "Show commits" and is now "List commits"

1 change: 1 compatible.
`)
  expect(place.read(['diff', 'git.json', 'git.json']).stdout).toBe('No changes.\n')
})

test('one of the two may come from stdin', () => {
  const input = readFileSync(GIT, 'utf8')
  expect(place.read(['diff', '-', 'git.json'], { input }).stdout).toBe('No changes.\n')
  expect(place.read(['diff', 'git.json', '-'], { input }).stdout).toBe('No changes.\n')
  expect(place.run(['diff', '-', '-'], { input }).code).toBe(2)
})

test('a file that is no description is refused with 65, and told how to look at it', () => {
  place.write('broken.json', '{"atip": "0.6"')
  const { code, stderr } = place.read(['diff', 'git.json', 'broken.json'])
  expect(code).toBe(65)
  expect(stderr).toContain('error[E1102]: "broken.json" is not a valid description: line 1')
  expect(stderr).toContain('try: atip validate broken.json')
})

test('a folder where a file is meant is refused', () => {
  place.write('folder/a.json', '{}')
  place.write('folder/b.json', '{}')
  expect(place.run(['diff', 'git.json', 'folder'])).toMatchObject({
    code: 66,
    stderr: expect.stringContaining('matches 2 files'),
  })
})
