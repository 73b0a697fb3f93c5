import { expect, test } from 'vitest'
import { equal } from './equal.js'

test.each([
  [1, 1, true],
  [1, '1', false],
  [null, undefined, false],
  [null, {}, false],
  [[], {}, false],
  [[1, 2], [1, 2], true],
  [[1, 2], [2, 1], false],
  [[1], [1, 2], false],
  [{ a: 1, b: { c: [] } }, { b: { c: [] }, a: 1 }, true],
  [{ a: 1 }, { a: 1, b: 1 }, false],
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [{}, { constructor: 1 }, false],
  [JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":2}'), false],
  [{}, JSON.parse('{"__proto__":{}}'), false],
])('%j and %j say the same: %s', (a: unknown, b: unknown, expected) => {
  expect(equal(a, b)).toBe(expected)
  expect(equal(b, a)).toBe(expected)
})
