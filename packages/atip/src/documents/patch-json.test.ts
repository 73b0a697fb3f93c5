import fc from 'fast-check'
import { expect, test } from 'vitest'
import { patchJson } from './patch-json.js'

const TEXT = `{
  "name": "x",   "tags": [ "a","b" ],
  "inner": { "one": 1, "two": 2 },
  "none": {}
}
`

interface Sample {
  name: unknown
  tags: string[]
  inner: Record<string, number>
  none: Record<string, unknown>
  more?: unknown
}

function patched(change: (value: Sample) => void): string {
  const after = JSON.parse(TEXT) as Sample
  change(after)
  return patchJson(TEXT, JSON.parse(TEXT), after)
}

test.each<[string, (value: Sample) => void, string, string]>([
  ['nothing', () => {}, '', ''],
  ['a value', (value) => (value.name = { a: [1] }), '"x"', '{ "a": [1] }'],
  ['an entry', (value) => (value.tags[1] = 'c'), '"b"', '"c"'],
  ['a list of another length', (value) => value.tags.push('c'), '[ "a","b" ]', '["a", "b", "c"]'],
  ['the first member', (value) => delete value.inner.one, '"one": 1, ', ''],
  ['the last member', (value) => delete value.inner.two, ', "two": 2', ''],
  ['a new member', (value) => (value.inner.three = 3), '"two": 2', '"two": 2, "three": 3'],
  ['a new member of many lines', (value) => (value.more = true), '"none": {}', '"none": {},\n  "more": true'],
  ['a member of nothing', (value) => (value.none.a = 1), '"none": {}', '"none": { "a": 1 }'],
  [
    'a long value',
    (value) => (value.name = ['a'.repeat(50), 'b'.repeat(50)]),
    '"x"',
    `[\n    "${'a'.repeat(50)}",\n    "${'b'.repeat(50)}"\n  ]`,
  ],
])('%s changes, and nothing around it', (_, change, old, replacement) => {
  expect(patched(change)).toBe(TEXT.replace(old, () => replacement))
})

test('a byte order mark and line ends stay as they are', () => {
  const text = '\uFEFF{\r\n  "a": 1\r\n}\r\n'
  expect(patchJson(text, { a: 1 }, { a: 1, b: 2 })).toBe('\uFEFF{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n')
})

test('whatever changes, the result is the JSON of the new value', () => {
  const value = fc.jsonValue({ maxDepth: 3 })
  const layout = fc.constantFrom(undefined, 2, '\t')
  fc.assert(
    fc.property(value, value, layout, (before, after, indent) => {
      const text = JSON.stringify(before, null, indent)
      const plain = (one: unknown): unknown => JSON.parse(JSON.stringify(one))
      expect(JSON.parse(patchJson(text, plain(before), plain(after)))).toEqual(plain(after))
    }),
    { numRuns: 1000 },
  )
})

test('of a value that differs in one place, everything else keeps its text', () => {
  const record = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { minKeys: 1, noNullPrototype: true })
  fc.assert(
    fc.property(record, fc.nat(), fc.constantFrom(undefined, 2), (before, place, indent) => {
      const keys = Object.keys(before)
      const key = keys[place % keys.length]!
      const old = JSON.parse(JSON.stringify(before)) as Record<string, unknown>
      const marked = { ...old, [key]: 'MARK' }
      const text = JSON.stringify(old, null, indent)
      expect(patchJson(text, old, marked)).toBe(JSON.stringify(marked, null, indent))
    }),
  )
})
