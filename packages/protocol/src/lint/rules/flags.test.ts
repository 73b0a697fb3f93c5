import { expect, test } from 'vitest'
import { foundBy, pointersFoundBy, sample } from '../../../testing/lint-sample.js'

const withOption = (option: object) => sample({ globalOptions: [{ type: 'string', ...option }] })

test.each([
  ['output', ['-o', '--output'], false],
  ['maxDepth', ['--max-depth'], false],
  ['recursive', ['-r'], false],
  ['color', ['--no-color'], false],
  ['name', ['-name'], false],
  ['format', ['-o', '--output'], true],
  ['type', ['-name'], true],
  ['format', ['-o, --output=FILE'], false],
])('option-name-differs for %s with %j: %s', (name, flags, isFound) => {
  const pointers = pointersFoundBy('option-name-differs', withOption({ name, flags }))
  expect(pointers).toEqual(isFound ? ['/globalOptions/0/name'] : [])
})

test.each(['--output', '-o', '-name', '-[', '--a.b'])('flag-spacing: %s is a flag one can type', (flag) => {
  expect(foundBy('flag-spacing', withOption({ name: 'x', flags: [flag] }))).toEqual([])
})

test.each([
  ['--output=FILE', '"--output"'],
  ['-o, --output', '"-o", "--output"'],
  ['--output <file>', '"--output"'],
  ['--output<file>', '"--output"'],
  ['--color[=WHEN]', '"--color"'],
  ['--[no-]color', '"--color", "--no-color"'],
])('flag-spacing: %s should be written %s', (flag, advice) => {
  const findings = foundBy('flag-spacing', withOption({ name: 'x', flags: ['-x', flag] }))
  expect(findings.map(({ pointer }) => pointer)).toEqual(['/globalOptions/0/flags/1'])
  expect(findings[0]!.message.endsWith(`write ${advice}`)).toBe(true)
})

test.each([
  ['color', ['--no-color'], 'boolean', true],
  ['color', ['-C', '--no-color'], 'boolean', true],
  ['color', ['--color', '--no-color'], 'boolean', false],
  ['no-color', ['--no-color'], 'boolean', false],
  ['noColor', ['--no-color'], 'boolean', false],
  ['plain', ['--no-color'], 'boolean', false],
  ['color', ['--no-color'], 'string', false],
])('negated-only for %s with %j of type %s: %s', (name, flags, type, isFound) => {
  const pointers = pointersFoundBy('negated-only', withOption({ name, flags, type }))
  expect(pointers).toEqual(isFound ? ['/globalOptions/0/name'] : [])
})
