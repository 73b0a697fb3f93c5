import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildIndex, fromBytes, search, toBytes, type SearchEntry } from './index.js'
import { stem } from './stem.js'

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
const names = (query: string, limit?: number) => search(index, query, limit).map(({ name }) => name)

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

  test('finds what only a parameter tells', () => {
    expect(names('quarantine')).toEqual(['frob'])
  })

  test('says which words led to a hit', () => {
    expect(search(index, 'send commits')[0]).toMatchObject({
      name: 'git push',
      matched: expect.arrayContaining(['send', 'commit']),
    })
  })

  test('keeps to its limit, best first, and finds nothing where nothing fits', () => {
    const hits = search(index, 'remove files git', 3)
    expect(hits).toHaveLength(3)
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).toSorted((a, b) => b - a))
    expect(names('xylophone')).toEqual([])
    expect(names('')).toEqual([])
    expect(search(buildIndex([]), 'anything')).toEqual([])
  })

  test('takes words that every object knows for words', () => {
    const odd = buildIndex([{ name: 'constructor', tool: '__proto__', description: 'toString hasOwnProperty' }])
    expect(search(odd, 'hasOwnProperty constructor __proto__')).toHaveLength(1)
  })
})

describe('an index on disk', () => {
  const entries = fc.array(
    fc.record({
      name: fc.string().map((text) => text.replaceAll('\n', ' ') || 'x'),
      tool: fc.string(),
      command: fc.option(fc.string(), { nil: undefined }),
      description: fc.lorem(),
      parameters: fc.option(fc.lorem(), { nil: undefined }),
    }),
    { maxLength: 20 },
  )

  test('answers like the one it was written from', () => {
    fc.assert(
      fc.property(entries, fc.lorem(), (catalog, query) => {
        const made = buildIndex(catalog)
        const read = fromBytes(toBytes(made))!
        expect(search(read, query)).toEqual(search(made, query))
      }),
    )
  })

  test('may stand anywhere in a larger buffer', () => {
    const bytes = toBytes(index)
    const larger = new Uint8Array(bytes.length + 3)
    larger.set(bytes, 3)
    expect(search(fromBytes(larger.subarray(3))!, 'remove files')).toEqual(search(index, 'remove files'))
  })

  test('is refused if it is cut, foreign or of another version', () => {
    const bytes = toBytes(index)
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), (length) => {
        expect(fromBytes(bytes.subarray(0, length))).toBeUndefined()
      }),
    )
    fc.assert(
      fc.property(fc.uint8Array(), (any) => {
        expect(fromBytes(any)).toBeUndefined()
      }),
    )
    const other = new TextEncoder().encode(
      new TextDecoder().decode(bytes.subarray(0, 40)).replace('search-1', 'search-9'),
    )
    expect(fromBytes(other)).toBeUndefined()
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

const data = fileURLToPath(new URL('../../../../../../shared/bench/search', import.meta.url))
const adapter = fileURLToPath(new URL('../../../../../bench/search-adapter.mjs', import.meta.url))

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
