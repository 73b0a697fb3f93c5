import { expect, test } from 'vitest'
import { isObject } from './object.js'

test.each<[unknown, boolean]>([
  [{}, true],
  [Object.create(null), true],
  [{ length: 1 }, true],
  [null, false],
  [undefined, false],
  [[], false],
  ['{}', false],
  [() => {}, false],
])('%o is an object: %s', (value, expected) => {
  expect(isObject(value)).toBe(expected)
})
