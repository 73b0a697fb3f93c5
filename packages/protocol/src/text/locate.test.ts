import fc from 'fast-check'
import { expect, test } from 'vitest'
import { locate } from './locate.js'
import { toPointer } from './pointer.js'

const TEXT = `{
  "a": [1, {"b\\u0063": "x,]"}],
  "empty": {}, "last" : true
}`

test.each([
  ['', TEXT, undefined],
  ['/a', '[1, {"b\\u0063": "x,]"}]', '"a"'],
  ['/a/0', '1', undefined],
  ['/a/1', '{"b\\u0063": "x,]"}', undefined],
  ['/a/1/bc', '"x,]"', '"b\\u0063"'],
  ['/empty', '{}', '"empty"'],
  ['/last', 'true', '"last"'],
])('%j is the value %s', (pointer, value, key) => {
  const [location] = locate(TEXT, [pointer])
  expect(TEXT.slice(location!.start, location!.end)).toBe(value)
  expect(location!.key && TEXT.slice(location!.key.start, location!.key.end)).toBe(key)
})

test('what is not there has no place', () => {
  expect(locate(TEXT, ['/b', '/a/2', '/a/1/bc/x'])).toEqual([undefined, undefined, undefined])
})

test('a text that is cut off has places up to there', () => {
  expect(locate('{"a": [1, {"b": ', ['/a', '/a/0', '/a/1/b'])).toEqual([
    { start: 6, end: 7, key: { start: 1, end: 4 } },
    { start: 7, end: 8 },
    { start: 16, end: 17, key: { start: 11, end: 14 } },
  ])
})

test('every value is where it is found, however the text is laid out', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      const places = [...valuesIn(JSON.parse(text) as unknown, [])]
      const found = locate(
        text,
        places.map(({ keys }) => toPointer(keys)),
      )
      for (const [index, { keys, value }] of places.entries()) {
        const { start, end, key } = found[index]!
        expect(JSON.parse(text.slice(start, end))).toEqual(value)
        if (key !== undefined) expect(JSON.parse(text.slice(key.start, key.end))).toBe(keys.at(-1))
      }
    }),
  )
})

function* valuesIn(
  value: unknown,
  keys: (string | number)[],
): Generator<{ keys: (string | number)[]; value: unknown }> {
  yield { keys, value }
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) yield* valuesIn(inner, [...keys, key])
}
