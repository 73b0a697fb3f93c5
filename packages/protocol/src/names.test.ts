import { expect, test } from 'vitest'
import { isToolName } from './names.js'
import { validate } from './validate/validate.js'

test.each([
  ['gh', true],
  ['g++', true],
  ['[', true],
  ['你好', true],
  ['', false],
  ['.', false],
  ['..', false],
  ['a/b', false],
  ['a\u0000', false],
  ['a\u001b[2J', false],
  ['a\u007f', false],
  ['a\u0080', false],
  ['a\u009b2J', false],
  ['a\u00a0', true],
])('%j is a name a program can have: %s, also to the schema', (name, expected) => {
  expect(isToolName(name)).toBe(expected)
  expect(validate({ atip: '0.3', name, version: '1', description: 'x' }).valid).toBe(expected)
})
