import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AtipTool } from '@atip/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CatalogProgram } from '../types.js'
import { describe as describing, Field } from './field.test-data.js'
import { findDescription, findFailure, forgetDescription, keepDescription, keepFailure } from './store.js'

let field: Field
beforeEach(() => (field = new Field()))
afterEach(() => field.clear())

const toolNamed = (name: string, more: object = {}) => describing(name, more) as AtipTool
const hexOf = ({ file }: CatalogProgram) => (file.closure ?? file.hash).slice('sha256:'.length)
const failed = { at: '2026-01-01T00:00:00.000Z', outcome: 'timed-out', reason: 'it did not answer' } as const

/** Writes a file into a `tools` folder, as another program would. */
function put(folder: string, file: string, content: string | object): string {
  mkdirSync(join(folder, 'tools'), { recursive: true })
  const path = join(folder, 'tools', file)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

test('what was kept is found under the hash of the program, and says where it comes from', () => {
  const program = field.plant('gh', 'binary')
  expect(findDescription(field.places, program)).toEqual({ ignored: [] })
  const file = keepDescription(field.places, program, toolNamed('gh'))
  expect(file).toBe(join(field.places.data, 'tools', `sha256-${hexOf(program)}.json`))
  expect(findDescription(field.places, program).found).toMatchObject({
    file,
    source: 'native',
    tool: { name: 'gh', trust: { source: 'native' } },
  })
})

test('a script is kept under the hash of all it launches', () => {
  const program = field.plant('gh', '#!/bin/sh\n')
  program.file.closure = `sha256:${'12'.repeat(32)}`
  expect(keepDescription(field.places, program, toolNamed('gh'))).toContain(`sha256-${'12'.repeat(32)}.json`)
  program.file.closure = `sha256:${'34'.repeat(32)}`
  expect(findDescription(field.places, program).found).toBeUndefined()
})

test('a description of a script under the hash of its file is found, but is not its answer', () => {
  const program = field.plant('gh', '#!/bin/sh\n')
  program.file.closure = `sha256:${'12'.repeat(32)}`
  const hex = program.file.hash.slice('sha256:'.length)
  for (const name of [`sha256-${hex}.json`, `gh-${hex}.json`]) {
    put(field.places.data, name, toolNamed('gh', { description: name, trust: { source: 'user' } }))
    const { found } = findDescription(field.places, program)
    expect(found).toMatchObject({ source: 'native', isAnswer: false, tool: { description: name } })
  }
  keepDescription(field.places, program, toolNamed('gh', { description: 'its own' }))
  expect(findDescription(field.places, program).found).toMatchObject({
    isAnswer: true,
    tool: { description: 'its own' },
  })
})

test('other bytes are another program', () => {
  keepDescription(field.places, field.plant('gh', 'one'), toolNamed('gh'))
  expect(findDescription(field.places, field.plant('gh', 'two'))).toEqual({ ignored: [] })
})

test('one file of many names has a description for each', () => {
  const names = ['busybox', 'ls', 'g++', 'sha256', '..x', 'a b%2F\u00fc', '\u00e4'.repeat(127), 'cat']
  const programs = names.map((name) => field.plant(name, 'the same bytes'))
  for (const program of programs) keepDescription(field.places, program, toolNamed(program.name))
  for (const program of programs)
    keepDescription(field.places, program, toolNamed(program.name, { homepage: 'https://x' }))
  for (const program of programs) {
    expect(findDescription(field.places, program)).toMatchObject({
      found: { tool: { name: program.name, homepage: 'https://x' }, source: 'native' },
      ignored: [],
    })
  }
  const files = readdirSync(join(field.places.data, 'tools'))
  expect(files).toHaveLength(names.length)
  for (const file of files) expect(file).toMatch(/^[^./][^/]*-[0-9a-f]{64}\.json$/)
})

test('the file with the name goes before the one without, the user’s folder before the system’s', () => {
  const program = field.plant('gh', 'binary')
  const [system] = field.places.systemData
  put(system!, `sha256-${hexOf(program)}.json`, toolNamed('gh', { description: 'system' }))
  expect(findDescription(field.places, program).found?.tool.description).toBe('system')
  put(field.places.data, `sha256-${hexOf(program)}.json`, toolNamed('gh', { description: 'hash' }))
  expect(findDescription(field.places, program).found?.tool.description).toBe('hash')
  put(field.places.data, `gh-${hexOf(program)}.json`, toolNamed('gh', { description: 'both' }))
  expect(findDescription(field.places, program).found?.tool.description).toBe('both')
  put(field.places.data, 'gh.json', toolNamed('gh', { description: 'name' }))
  expect(findDescription(field.places, program).found?.tool.description).toBe('both')
})

test('a file for a name alone is what the tool said of itself, unless it says that the user wrote it', () => {
  const program = field.plant('gh', 'binary')
  for (const source of ['native', 'community', 'org', undefined]) {
    put(field.places.data, 'gh.json', { ...toolNamed('gh'), atip: '0.1', trust: { source, verified: true } })
    const { found } = findDescription(field.places, program)
    expect(found).toMatchObject({ source: 'native', isAnswer: false, tool: { trust: { source: 'native' } } })
    expect(found!.tool.trust).not.toHaveProperty('verified')
  }
  put(field.places.data, 'gh.json', toolNamed('gh', { trust: { source: 'user', verified: true } }))
  const { found } = findDescription(field.places, program)
  expect([found!.source, found!.tool.trust]).toEqual(['user', { source: 'user' }])
})

test('a file for a name alone does not count for other bytes than it names', () => {
  const program = field.plant('gh', 'binary')
  const binary = { name: 'gh', version: '1.0.0', hash: program.file.hash }
  put(field.places.data, 'gh.json', toolNamed('gh', { binary }))
  expect(findDescription(field.places, program).found).toMatchObject({ source: 'native' })
  const updated = field.plant('gh', 'updated')
  expect(findDescription(field.places, updated)).toMatchObject({
    ignored: [{ path: expect.stringContaining('gh.json'), reason: expect.stringContaining('other bytes') }],
  })
  expect(findDescription(field.places, updated).found).toBeUndefined()
})

test.each([
  ['half a file', JSON.stringify(toolNamed('gh')).slice(0, -5)],
  ['an empty file', ''],
  ['a description of another tool', JSON.stringify(toolNamed('git'))],
  ['something else', '[]'],
])('%s is passed over with a reason, and written anew', (_, content) => {
  const program = field.plant('gh', 'binary')
  const file = put(field.places.data, `gh-${hexOf(program)}.json`, content)
  expect(findDescription(field.places, program)).toEqual({ ignored: [{ path: file, reason: expect.any(String) }] })
  keepDescription(field.places, program, toolNamed('gh'))
  expect(findDescription(field.places, program)).toMatchObject({ found: { tool: { name: 'gh' } }, ignored: [] })
})

test('a pipe or a folder in the place of a file does not block', () => {
  const program = field.plant('gh', 'binary')
  const tools = join(field.places.data, 'tools')
  mkdirSync(join(tools, 'gh.json'), { recursive: true })
  execFileSync('mkfifo', [join(tools, `gh-${hexOf(program)}.json`)])
  expect(findDescription(field.places, program).ignored.map(({ reason }) => reason)).toEqual([
    'it cannot be read (EINVAL)',
    'it cannot be read (EISDIR)',
  ])
})

test('what is forgotten is gone, and only that', () => {
  const [gh, hub] = [field.plant('gh', 'same'), field.plant('hub', 'same')]
  for (const program of [gh, hub]) keepDescription(field.places, program, toolNamed(program.name))
  forgetDescription(field.places, hub)
  expect(findDescription(field.places, hub).found).toBeUndefined()
  expect(findDescription(field.places, gh).found).toBeDefined()
  forgetDescription(field.places, gh)
  expect(findDescription(field.places, gh).found).toBeUndefined()
})

test('a failure is kept for its name and bytes until there is a description', () => {
  const [gh, hub] = [field.plant('gh', 'same'), field.plant('hub', 'same')]
  const file = keepFailure(field.places, gh, failed)
  expect(file).toBe(join(field.places.cache, 'probes', `sha256-${hexOf(gh)}.json`))
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ name: 'gh', ...failed })
  expect(findFailure(field.places, hub)).toBeUndefined()
  keepFailure(field.places, hub, { ...failed, outcome: 'refused' })
  expect(findFailure(field.places, gh)).toEqual({ name: 'gh', ...failed })
  expect(findFailure(field.places, hub)).toMatchObject({ name: 'hub', outcome: 'refused' })
  expect(findFailure(field.places, field.plant('gh', 'other'))).toBeUndefined()
  keepDescription(field.places, gh, toolNamed('gh'))
  expect(existsSync(file)).toBe(false)
  expect(findFailure(field.places, hub)).toBeDefined()
})

test('a failure that is not ours, or that a reader of another version wrote, is none', () => {
  const program = field.plant('gh', 'binary')
  const file = keepFailure(field.places, program, failed)
  const kept = JSON.parse(readFileSync(file, 'utf8')) as object
  for (const content of ['', 'null', '[]', '{}', JSON.stringify({ ...kept, outcome: 'described' })]) {
    writeFileSync(file, content)
    expect(findFailure(field.places, program)).toBeUndefined()
  }
  writeFileSync(file, JSON.stringify({ ...kept, reader: '0.5' }))
  expect(findFailure(field.places, program)).toBeUndefined()
  writeFileSync(file, JSON.stringify({ ...kept, reason: 'a\u001b[2Jb' }))
  expect(findFailure(field.places, program)?.reason).toBe('a [2Jb')
})
