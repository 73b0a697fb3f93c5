import { expect, test } from 'vitest'
import { optionRow } from './help-term.js'

test.each([[{}], [[]], [''], [false], [null]])('an empty default is not shown: %j', (preset) => {
  const entry = { flags: ['--label'], placeholder: 'KEY=VALUE', description: 'Labels', default: preset }
  expect(optionRow(entry, false).notes).toEqual([])
})

test('any other default is shown', () => {
  const entry = { flags: ['--label'], placeholder: 'KEY=VALUE', description: 'Labels', default: { a: 1 } }
  expect(optionRow(entry, false).notes).toEqual(['default: {"a":1}'])
})
