import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildIndex, fromBytes, search, toBytes, type SearchEntry } from './index.js'

const CATALOG: SearchEntry[] = [
  { name: 'rm', tool: 'rm', description: 'Remove files and directories' },
  { name: 'git clean', tool: 'git', command: 'clean', description: 'Remove untracked files', effects: 1 },
]
const index = buildIndex(CATALOG)
const STAMP = 'of "today"\n✓'

const entries = fc.array(
  fc.record({
    name: fc.string({ unit: 'binary', minLength: 1 }),
    tool: fc.string({ unit: 'binary' }),
    command: fc.option(fc.string(), { nil: undefined }),
    description: fc.lorem(),
    parameters: fc.option(fc.lorem(), { nil: undefined }),
    effects: fc.nat(0xffff),
  }),
  { maxLength: 20 },
)

test('an index that was read answers like the one it was written from', () => {
  fc.assert(
    fc.property(entries, fc.lorem(), fc.string({ unit: 'binary' }), (catalog, query, stamp) => {
      const made = buildIndex(catalog)
      const read = fromBytes(toBytes(made, stamp), stamp)!
      expect(search(read, query)).toEqual(search(made, query))
    }),
  )
})

test('it may be anywhere in a larger buffer', () => {
  const bytes = toBytes(index, STAMP)
  for (const before of [0, 1, 2, 3, 4]) {
    const larger = new Uint8Array(bytes.length + before)
    larger.set(bytes, before)
    const read = fromBytes(larger.subarray(before), STAMP)!
    expect(search(read, 'remove files')).toEqual(search(index, 'remove files'))
  }
})

describe('it is refused', () => {
  const bytes = toBytes(index, STAMP)

  test('if it was made from something else', () => {
    expect(fromBytes(bytes, STAMP)).toBeDefined()
    expect(fromBytes(bytes, 'of yesterday')).toBeUndefined()
    expect(fromBytes(bytes, '')).toBeUndefined()
  })

  test('if it is cut, wherever', () => {
    for (let length = 0; length < bytes.length; length++) {
      expect(fromBytes(bytes.slice(0, length), STAMP)).toBeUndefined()
    }
  })

  test('if any one byte is another', () => {
    for (let place = 0; place < bytes.length; place++) {
      const damaged = bytes.slice()
      damaged[place]! ^= 1 + (place % 255)
      expect(fromBytes(damaged, STAMP), `byte ${place}`).toBeUndefined()
    }
  })

  test('if it is something else altogether', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (any) => fromBytes(any, '') === undefined))
    for (const head of ['null', '[]', '{}', '1', '"x"', '{"format":"atip-search-3","stamp":"","lengths":[1]}']) {
      const line = `${head.padEnd(Math.ceil((head.length + 1) / 4) * 4 - 1)}\n\0\0\0\0`
      expect(fromBytes(new TextEncoder().encode(line), '')).toBeUndefined()
    }
  })
})

test('an index whose sum is right but whose places are not is refused, or at least harmless', () => {
  const bytes = toBytes(index, '')
  const start = bytes.indexOf(10) + 1
  fc.assert(
    fc.property(fc.nat((bytes.length - start) / 4 - 2), fc.nat(0xffff_ffff), (word, value) => {
      const forged = bytes.slice()
      const words = new Uint32Array(forged.buffer)
      words[start / 4 + word] = value
      let sum = 0
      for (const one of words.subarray(0, -1)) sum = ((sum << 5) | (sum >>> 27)) ^ one
      words[words.length - 1] = sum
      const read = fromBytes(forged, '')
      if (read === undefined) return
      const { hits } = search(read, 'remove untracked files with git clean')
      expect(hits.length).toBeLessThanOrEqual(2)
      for (const { score } of hits) expect(score).toBeGreaterThan(0)
    }),
    { numRuns: 500 },
  )
})
