import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Effects } from '@atip/protocol'
import { factsOf } from './effect-facts.js'
import { buildIndex, search, type SearchEntry } from './index.js'
import { beginningOf, stem } from './stem.js'

const CATALOG: SearchEntry[] = [
  { name: 'git', tool: 'git', description: 'Distributed version control' },
  { name: 'git push', tool: 'git', command: 'push', description: 'Send commits to another repository' },
  { name: 'git clean', tool: 'git', command: 'clean', description: 'Remove untracked files' },
  { name: 'rm', tool: 'rm', description: 'Remove files and directories' },
  { name: 'shred', tool: 'shred', description: 'Overwrite files so that they cannot be read again' },
  {
    name: 'frob',
    tool: 'frob',
    description: 'Handle widgets',
    parameters: 'verbose print more. quarantine put suspicious widgets aside',
  },
]
const index = buildIndex(CATALOG)
const names = (query: string, limit?: number) =>
  search(index, query, limit === undefined ? {} : { limit }).hits.map(({ name }) => name)

describe('a search', () => {
  test('finds a command by words of its description, in any form', () => {
    expect(names('removing untracked file')[0]).toBe('git clean')
    expect(names('deleting directories')[0]).toBe('rm')
  })

  test('knows other words for the same', () => {
    expect(names('erase a folder')[0]).toBe('rm')
  })

  test('prefers the tool that is named', () => {
    expect(names('remove files with git')[0]).toBe('git clean')
  })

  test('holds back what is known to change something where somebody asks to see something', () => {
    const look = { tool: 'store', command: 'look', description: 'Look at the boxes of the store' }
    const pack = { tool: 'store', command: 'pack', description: 'Pack the boxes' }
    const both = (effects: Effects) =>
      buildIndex([
        { ...pack, name: 'store pack', effects: factsOf(effects) },
        { ...look, name: 'store look', effects: factsOf({ filesystem: { write: false }, destructive: false }) },
      ])
    const first = (effects: Effects, query: string) => search(both(effects), query).hits[0]!.name
    expect(first({ filesystem: { write: true } }, 'show the boxes')).toBe('store look')
    expect(first({ filesystem: { write: true } }, 'the boxes')).toBe('store pack')
    expect(first({}, 'show the boxes')).toBe('store pack')
  })

  test('finds what only a parameter tells', () => {
    expect(names('quarantine')).toEqual(['frob'])
  })

  test('says which words led to a hit, and in which field', () => {
    expect(search(index, 'push commits').hits[0]).toMatchObject({
      name: 'git push',
      matched: [
        { word: 'push', field: 'name' },
        { word: 'commits', field: 'description' },
      ],
    })
    expect(search(index, 'quarantine').hits[0]!.matched).toEqual([{ word: 'quarantine', field: 'parameter' }])
    expect(search(index, 'erase a tree').hits.find(({ name }) => name === 'rm')!.matched).toEqual([
      { word: 'erase', field: 'description', synonym: 'remove' },
    ])
    expect(search(index, 'recursively').hits[0]).toMatchObject({
      name: 'rm',
      matched: [{ word: 'recursively', field: 'hint' }],
    })
  })

  test('keeps to one tool if it is told to', () => {
    const { hits, total } = search(index, 'remove files', { tool: 'GIT' })
    expect(hits.map(({ name }) => name)).toEqual(['git clean'])
    expect(total).toBe(1)
    expect(search(index, 'remove files', { tool: 'none' })).toEqual({ hits: [], total: 0 })
  })

  test('keeps to its limit, best first, tells how many there are, and finds nothing where nothing fits', () => {
    const { hits, total } = search(index, 'remove files git', { limit: 3 })
    expect(hits).toHaveLength(3)
    expect(total).toBe(5)
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).toSorted((a, b) => b - a))
    expect(names('xylophone')).toEqual([])
    expect(names('')).toEqual([])
    expect(search(buildIndex([]), 'anything').hits).toEqual([])
  })

  test('reads words of any script', () => {
    const many = buildIndex([
      { name: 'a', tool: 'a', description: 'Größe einer Datei ändern' },
      { name: 'b', tool: 'b', description: 'удалить файл' },
    ])
    expect(search(many, 'größe').hits.map(({ name }) => name)).toEqual(['a'])
    expect(search(many, 'Удалить').hits.map(({ name }) => name)).toEqual(['b'])
  })

  test('takes words that every object knows for words', () => {
    const odd = buildIndex([{ name: 'constructor', tool: '__proto__', description: 'toString hasOwnProperty' }])
    expect(search(odd, 'hasOwnProperty constructor __proto__').hits).toHaveLength(1)
  })
})

test.each([
  [['delete', 'deletes', 'deleting', 'deleted', 'deletion']],
  [['compress', 'compressed', 'compression', 'compresses']],
  [['remove', 'removal', 'removing']],
  [['copy', 'copies', 'copying']],
  [['run', 'runs', 'running']],
  [['manage', 'management', 'manages']],
])('the forms of a word meet: %s', (forms) => {
  expect(new Set(forms.map(stem)).size).toBe(1)
})

test('a word and its stem begin alike', () => {
  const words = fc.oneof(
    fc.lorem({ mode: 'words', maxCount: 1 }),
    fc.stringMatching(/^[a-z]{1,9}(ies|es|s|ing|ed|y|e|ation)?$/),
  )
  fc.assert(fc.property(words, (word) => beginningOf(stem(word)) === beginningOf(word)))
})

/** Realistic names, including stop words, inflected words, symbols, and combinations of other names. */
const toolName = fc.oneof(
  fc.constantFrom(
    'more',
    'at',
    'who',
    'as',
    '[',
    'g++',
    'python3.11',
    'ls',
    'sorting',
    'sort',
    'x.y',
    'a-b',
    'Größe',
    '日本',
  ),
  fc.stringMatching(/^[a-zA-Z0-9_.+-]{1,12}$/),
)
const described = fc.record({ name: toolName, description: fc.lorem({ maxCount: 6 }), parameters: fc.lorem() })

test('a tool that is asked for by its name and nothing else is the first hit, also as a command', () => {
  const catalog = fc.uniqueArray(described, { selector: ({ name }) => name.toLowerCase(), minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(catalog, (tools) => {
      const made = buildIndex(
        tools.flatMap((tool) => [
          { ...tool, tool: tool.name },
          { ...tool, name: `${tool.name} sort lines`, tool: tool.name, command: 'sort lines' },
        ]),
      )
      for (const { name } of tools) {
        expect(search(made, name).hits[0]!.name).toBe(name)
        expect(search(made, ` ${name}  sort lines`).hits[0]!.name).toBe(`${name} sort lines`)
        expect(search(made, name).hits[0]!.matched[0]).toMatchObject({ field: 'name' })
      }
    }),
  )
})

const data = fileURLToPath(new URL('../../../../../shared/bench/search', import.meta.url))
const adapter = fileURLToPath(new URL('../../../../bench/search-adapter.mjs', import.meta.url))

test.skipIf(!existsSync(data) && process.env.CI === undefined).each([
  ['queries.dev.jsonl', 'catalog.jsonl', 0.55],
  ['queries.rich.dev.jsonl', 'catalog.rich.jsonl', 0.72],
])('finds the right command among thousands often enough: %s', (queries, catalog, bar) => {
  const args = [
    `${data}/score.mjs`,
    adapter,
    '--queries',
    `${data}/${queries}`,
    '--catalog',
    `${data}/${catalog}`,
    '--json',
  ]
  const { macro } = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as { macro: { r5: number } }
  expect(macro.r5).toBeGreaterThanOrEqual(bar)
})
