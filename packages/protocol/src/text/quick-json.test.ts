import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJson, type JsonProblem } from './json.js'
import { quickJson } from './quick-json.js'

function carefully(text: string, maxDepth: number) {
  const problems: JsonProblem[] = []
  return { value: readJson(text, { maxDepth, report: (problem) => problems.push(problem) }), problems }
}

/** Text that is nearly JSON, with few keys so that some occur twice. */
const key = fc.constantFrom('"a"', '"b"', '"\\u0061"', '"__proto__"', '"x:y"', '"\\""')
const scalar = fc.constantFrom('1', '-0', '1e400', 'true', 'null', '"a:b"', '"\\"{:"', '"\\ud800"', '"\\\\"', '""', 'x')
const { text: nested } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 5 },
    scalar,
    fc.array(tie('text'), { maxLength: 3 }).map((items) => `[${items.join(' ,')}]`),
    fc.array(fc.tuple(key, tie('text')), { maxLength: 4 }).map((members) => {
      return `{${members.map(([name, value]) => `${name}: ${value}`).join()}}`
    }),
  ),
}))

test('where it answers, the careful reader gives the same and has nothing to say', () => {
  let answered = 0
  fc.assert(
    fc.property(fc.oneof(nested, fc.json(), fc.string()), fc.integer({ min: 1, max: 6 }), (text, maxDepth) => {
      const quick = quickJson(text, maxDepth)
      if (quick === undefined) return
      answered++
      expect(carefully(text, maxDepth)).toEqual({ value: quick, problems: [] })
    }),
    { numRuns: 2000 },
  )
  expect(answered).toBeGreaterThan(200)
})

test('where the careful reader has something to say, it does not answer', () => {
  fc.assert(
    fc.property(nested, fc.integer({ min: 1, max: 6 }), (text, maxDepth) => {
      fc.pre(carefully(text, maxDepth).problems.length > 0)
      expect(quickJson(text, maxDepth)).toBeUndefined()
    }),
    { numRuns: 2000 },
  )
})

test('ordinary text is answered', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(quickJson(text, 256)).toEqual(JSON.parse(text))
    }),
  )
})

test.each([
  ['a byte order mark', '\uFEFF{}'],
  ['half a pair of surrogates', '"\uD800"'],
  ['the same, escaped', '["\\uD800"]'],
  ['a key twice', '{"a": 1, "a": 1}'],
  ['a key twice, once escaped', '{"a": 1, "\\u0061": 1}'],
  ['nesting without end', '['.repeat(100_000) + ']'.repeat(100_000)],
])('%s is left to the careful reader', (_, text) => {
  expect(quickJson(text, 256)).toBeUndefined()
  expect(quickJson(text, Infinity)).toBeUndefined()
})
