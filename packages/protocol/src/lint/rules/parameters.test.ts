import { expect, test } from 'vitest'
import { pointersFoundBy, sample } from '../../../testing/lint-sample.js'

test.each([
  ['arguments', { default: '.' }, true],
  ['arguments', { default: '.', required: false }, false],
  ['arguments', { default: null }, false],
  ['arguments', {}, false],
  ['options', { default: '.', flags: ['-x'] }, false],
  ['options', { default: '.', required: true, flags: ['-x'] }, true],
])('required-with-default for %s with %j: %s', (list, parts, isFound) => {
  const commands = { c: { description: 'C', [list]: [{ name: 'x', type: 'string', ...parts }] } }
  const pointers = pointersFoundBy('required-with-default', sample({ commands }))
  expect(pointers).toEqual(isFound ? [`/commands/c/${list}/0`] : [])
})
