import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergePatch, pointersIn } from './merge-patch.js'

/** RFC 7396, appendix A, row by row. */
test.each<[original: unknown, patch: unknown, result: unknown]>([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('%j patched with %j is %j', (original, patch, result) => {
  expect(JSON.parse(JSON.stringify(mergePatch(original, patch)))).toEqual(result)
})

const value = fc.jsonValue({ maxDepth: 3 })

test('neither value is changed, and the same patch again changes nothing', () => {
  fc.assert(
    fc.property(value, value, (target, patch) => {
      const before = JSON.stringify([target, patch])
      const once = mergePatch(target, patch)
      expect(JSON.stringify([target, patch])).toBe(before)
      expect(JSON.stringify(mergePatch(once, patch))).toBe(JSON.stringify(once))
    }),
  )
})

test('a patch can name anything, and reaches no prototype', () => {
  const patch: unknown = JSON.parse(
    '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}',
  )
  const result = mergePatch({}, patch) as Record<string, unknown>
  expect(Object.keys(result)).toEqual(['__proto__', 'constructor'])
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('what a patch sets or removes is told by pointers', () => {
  expect(pointersIn({ a: { 'b/c': null, d: [1] }, e: 1 })).toEqual(['/a/b~1c', '/a/d', '/e'])
})
