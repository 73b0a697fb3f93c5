import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RegistryEntry, CatalogProgram } from '../types.js'
import { mergeScan } from './merge-scan.js'
import { entries, entry, hashOf, program, registries, registryOf } from './testing/registries.js'

const NOW = new Date('2026-02-01T00:00:00.000Z')
const isThere = () => true
const isNot = () => false
const scan = (programs: CatalogProgram[], folders = ['/usr/bin']) => ({ programs, folders })

/** An entry made by a scan and described later. */
const described = entry('git', {
  source: 'shim',
  shimRegistry: 'https://example.org',
  'x-atip': { ...entry('git')['x-atip']!, description: 'Tracks content' },
})
const git = program('git', described)

test('what is found for the first time is entered', () => {
  const { registry, ...lists } = mergeScan(registryOf([]), scan([git]), NOW, isThere)
  expect(lists).toEqual({ added: ['git'], changed: [], gone: [] })
  expect(registry).toEqual({
    updated: NOW.toISOString(),
    tools: { git: { ...entry('git'), lastChecked: NOW.toISOString() } },
  })
})

test('what did not change stays the same object, and so does the registry', () => {
  fc.assert(
    fc.property(registries, (current) => {
      const programs = Object.entries(current.tools)
        .filter(([, tool]) => tool['x-atip'] !== undefined)
        .map(([name, tool]) => program(name, tool))
      const { registry, ...lists } = mergeScan(current, scan(programs, []), NOW, isThere)
      expect(registry).toBe(current)
      expect(lists).toEqual({ added: [], changed: [], gone: [] })
    }),
  )
})

test('a second scan of the same machine changes nothing', () => {
  const found = fc.array(fc.tuple(fc.constantFrom('a', 'b', '__proto__', 'c', 'd'), entries), { maxLength: 5 })
  const programs = found.map((list) =>
    list.filter(([, tool]) => tool['x-atip']).map(([name, tool]) => program(name, tool)),
  )
  fc.assert(
    fc.property(registries, programs, fc.array(fc.constantFrom('/usr/bin', '/opt')), (current, list, folders) => {
      const once = mergeScan(current, scan(list, folders), NOW, isThere)
      const twice = mergeScan(once.registry, scan(list, folders), new Date(), isThere)
      expect(twice.registry).toBe(once.registry)
      for (const { name, path } of list) {
        const first = list.find((other) => other.name === name)!
        if (first.path === path) expect(once.registry.tools[name]).toMatchObject({ path, hash: first.file.hash })
      }
      expect(once.added.every((name) => !Object.hasOwn(current.tools, name))).toBe(true)
      expect(once.gone.every((name) => !Object.hasOwn(once.registry.tools, name))).toBe(true)
      const before = Object.keys(current.tools).length
      expect(Object.keys(once.registry.tools)).toHaveLength(before + once.added.length - once.gone.length)
    }),
  )
})

test.each<[string, (file: CatalogProgram['file']) => void]>([
  ['its bytes', (file) => (file.hash = hashOf(7))],
  ['what it launches', (file) => (file.closure = hashOf(7))],
])('what was known about a program is forgotten when %s changed', (_, change) => {
  const changed = structuredClone(git)
  change(changed.file)
  const { registry, ...lists } = mergeScan(registryOf([['git', described]]), scan([changed]), NOW, isThere)
  expect(lists).toEqual({ added: [], changed: ['git'], gone: [] })
  const { hash, ...file } = changed.file
  const lastChecked = NOW.toISOString()
  const expected = { path: '/usr/bin/git', hash, source: 'unknown', lastChecked, 'x-atip': { file } }
  expect(registry.tools).toEqual({ git: expected })
})

test('a file that was only touched is as known as before', () => {
  const touched = structuredClone(git)
  touched.file.identity = 'other'
  const { registry, ...lists } = mergeScan(registryOf([['git', described]]), scan([touched]), NOW, isThere)
  expect(lists).toEqual({ added: [], changed: [], gone: [] })
  const facts = described['x-atip']!
  const expected: RegistryEntry = {
    ...described,
    lastChecked: NOW.toISOString(),
    'x-atip': { ...facts, file: { ...facts.file, identity: 'other' } },
  }
  expect(registry.tools).toEqual({ git: expected })
})

test('others of its name come and go without the program being read again', () => {
  const more = { ...git, others: ['/opt/git'] }
  const { registry } = mergeScan(registryOf([['git', described]]), scan([more]), NOW, isThere)
  expect(registry.tools.git).toEqual({ ...described, 'x-atip': { ...described['x-atip'], others: ['/opt/git'] } })
  expect(mergeScan(registry, scan([git]), NOW, isThere).registry.tools.git).toEqual(described)
})

test('an entry of another program gets our facts, and keeps its source if the bytes are those it spoke of', () => {
  const { 'x-atip': _, ...theirs } = described
  const known = mergeScan(registryOf([['git', theirs]]), scan([git]), NOW, isThere)
  expect(known.changed).toEqual([])
  expect(known.registry.tools.git).toMatchObject({ source: 'shim', 'x-atip': entry('git')['x-atip'] })
  const script = { ...git, file: { ...git.file, closure: hashOf(7) } }
  expect(mergeScan(registryOf([['git', theirs]]), scan([script]), NOW, isThere).changed).toEqual(['git'])
})

test('what is no longer in a folder that was scanned goes, even if a file of that name is there', () => {
  const { registry, gone } = mergeScan(registryOf([['git', described]]), scan([]), NOW, isThere)
  expect(gone).toEqual(['git'])
  expect(registry.tools).toEqual({})
})

test('what lies elsewhere stays as long as its file is there', () => {
  const current = registryOf([['git', described]])
  expect(mergeScan(current, scan([], ['/opt/bin']), NOW, isThere).registry).toBe(current)
  expect(mergeScan(current, scan([], ['/opt/bin']), NOW, isNot).gone).toEqual(['git'])
})

test('a folder is the same under all its names', () => {
  const current = registryOf([['git', { ...described, path: '/bin/git' }]])
  const realFolder = (folder: string) => (folder === '/bin' ? '/usr/bin' : folder)
  expect(mergeScan(current, scan([]), NOW, { exists: isThere, realFolder }).gone).toEqual(['git'])
  expect(mergeScan(current, scan([]), NOW, { exists: isThere }).gone).toEqual([])
})
