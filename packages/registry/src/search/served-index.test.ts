import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toolsBeginning } from './beginnings.js'
import { fromColumns, toColumns } from './columns.js'
import { buildIndex, fromServedBytes, rank, search, toServedBytes, type SearchEntry } from './index.js'

const WORDS = ['list', 'delete', 'branches', 'a', 'file', 'git', 'Größe', '日本', 'docker', 'running', 'find', 'x1']
const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((list) => list.join(' '))
const entry: fc.Arbitrary<SearchEntry> = fc
  .record({
    tool: fc.oneof(fc.constantFrom('git', 'find', 'ls', 'a.b', '日本'), fc.stringMatching(/^[a-z+.-]{1,8}$/)),
    command: fc.constantFrom('', 'list', 'remote add'),
    description: words,
    parameters: words,
    effects: fc.nat(2 ** 16 - 1),
  })
  .map((one) => ({ ...one, name: `${one.tool} ${one.command}`.trim() }))

test('numbers come back as they were', () => {
  fc.assert(
    fc.property(fc.uint32Array({ maxLength: 200 }), (numbers) => {
      expect(fromColumns(toColumns(numbers))).toEqual(numbers)
    }),
  )
})

test('an index that was served ranks like the one it was made from', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 40 }),
      fc.array(words, { minLength: 1, maxLength: 5 }),
      (entries, queries) => {
        const index = buildIndex(entries)
        const served = fromServedBytes(toServedBytes(index))!
        expect(served.effects).toEqual(index.effects)
        for (const query of queries) {
          const { entries: found, total } = rank(served, query)
          const expected = search(index, query)
          expect(total).toBe(expected.total)
          expect(found.map((one) => entries[one]!.name)).toEqual(expected.hits.map(({ name }) => name))
        }
      },
    ),
  )
})

test('bytes that are no such index are refused', () => {
  const bytes = toServedBytes(buildIndex([{ name: 'a', tool: 'a', description: 'b' }]))
  expect(fromServedBytes(bytes)).toBeDefined()
  expect(fromServedBytes(bytes.subarray(0, -1))).toBeUndefined()
  expect(fromServedBytes(new Uint8Array())).toBeUndefined()
  expect(fromServedBytes(new TextEncoder().encode('{"format":"atip-page-1","lengths":[1]}\nx'))).toBeUndefined()
  expect(fromServedBytes(new TextEncoder().encode('<!doctype html>\n'))).toBeUndefined()
})

test('the tools whose names begin with what is typed are found, and no others', () => {
  const names = fc.uniqueArray(
    fc.oneof(fc.stringMatching(/^[a-c]{1,4}$/), fc.string({ minLength: 1, unit: 'grapheme' })),
    {
      selector: (name) => name.toLowerCase(),
      maxLength: 30,
    },
  )
  fc.assert(
    fc.property(names, fc.oneof(fc.stringMatching(/^[a-cA-C]{1,2}$/), fc.string({ minLength: 1 })), (tools, typed) => {
      fc.pre(tools.every((name) => name === name.toWellFormed()) && typed === typed.toWellFormed())
      const index = buildIndex(
        tools.flatMap((tool) => [
          { name: `${tool} x`, tool, command: 'x', description: '' },
          { name: tool, tool, description: '' },
        ]),
      )
      const found = toolsBeginning(index, typed, 1_000).map((one) => tools[(one - 1) / 2])
      const expected = tools.filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()))
      expect(new Set(found)).toEqual(new Set(expected))
    }),
  )
})
