import { expect, test } from 'vitest'
import { normalise } from '../normalise.js'
import { applyFixes } from './apply-fixes.js'
import type { LintEdit, LintFinding } from './finding.js'
import { sample } from '../../testing/lint-sample.js'

const finding = (...fix: LintEdit[]): LintFinding => ({ rule: 'r', severity: 'info', pointer: '', message: '', fix })
const set = (pointer: string, value: unknown): LintEdit => ({ op: 'set', pointer, value })
const remove = (pointer: string): LintEdit => ({ op: 'remove', pointer })

const text =
  '{"atip":{"version":"0.6"},"name":"n","version":"1","description":"D","commands":{"__proto__":{"description":"P","examples":["a","b"]},"a/b":{"description":"S"}}}'
const parse = () => sample(JSON.parse(text) as Record<string, unknown>)

test('edits reach names such as __proto__ and a/b, and leave the input and all prototypes alone', () => {
  const document = parse()
  const edits = [set('/commands/__proto__/description', 'Q'), set('/commands/__proto__/examples/1', 'c')]
  const fixed = applyFixes(document, [finding(...edits), finding(set('/commands/a~1b/description', 'T'))])
  const expected = text.replace('"P"', '"Q"').replace('"b"', '"c"').replace('"S"', '"T"')
  expect(JSON.stringify(fixed)).toBe(expected)
  expect(JSON.stringify(document)).toBe(text)
  expect(Object.getPrototypeOf(fixed.commands!)).toBe(Object.prototype)
  expect(({} as Record<string, unknown>).description).toBeUndefined()
})

test('a new member may be called __proto__', () => {
  const fixed = applyFixes(parse(), [finding(set('/commands/a~1b/__proto__', { polluted: true }))])
  expect(Object.keys(fixed.commands!['a/b']!)).toContain('__proto__')
  expect((fixed.commands!['a/b'] as unknown as Record<string, unknown>).polluted).toBeUndefined()
})

test('maps without a prototype stay without', () => {
  const tool = normalise(parse())
  const fixed = applyFixes(tool, [finding(set('/commands/a~1b/description', 'T'))])
  expect(Object.getPrototypeOf(fixed.commands!)).toBeNull()
  expect(fixed.commands!['a/b']!.description).toBe('T')
})

test('what no fix touches is shared with the input', () => {
  const document = parse()
  const fixed = applyFixes(document, [finding(set('/commands/a~1b/description', 'T'))])
  expect(fixed.atip).toBe(document.atip)
  expect(applyFixes(document, [])).toBe(document)
})

test.each([
  ['two values for one place: the first wins', [[set('/name', 'x')], [set('/name', 'y')]], { name: 'x' }],
  ['one value twice', [[set('/name', 'x')], [set('/name', 'x')]], { name: 'x' }],
  [
    'a part of what was set',
    [[set('/atip', { version: '0.5' })], [set('/atip/version', '0.4')]],
    { atip: { version: '0.5' } },
  ],
  [
    'the whole of what was set in part',
    [[set('/atip/version', '0.4')], [set('/atip', 1)]],
    { atip: { version: '0.4' } },
  ],
  ['a part of what was removed', [[remove('/atip')], [set('/atip/version', '0.4')]], { atip: undefined }],
  [
    'a conflict in one edit drops the whole fix',
    [[set('/name', 'x')], [set('/description', 'y'), set('/name', 'y')]],
    { name: 'x', description: 'D' },
  ],
  ['neighbours', [[set('/name', 'x')], [set('/description', 'y')]], { name: 'x', description: 'y' }],
])('conflicts: %s', (_, fixes, expected) => {
  const { atip, name, description } = applyFixes(
    parse(),
    fixes.map((fix) => finding(...fix)),
  )
  expect({ atip, name, description }).toMatchObject(expected)
})

test.each([
  ['a place that is not there', [set('/commands/none/description', 'x'), remove('/commands/none')]],
  ['a place inside a text', [set('/name/x', 'x')]],
  ['an inherited member', [set('/atip/__proto__/x', 'x')]],
  ['an entry of a list to remove', [remove('/commands/__proto__/examples/0')]],
  ['the document itself', [set('', 'x')]],
])('an edit of %s does nothing', (_, fix) => {
  expect(JSON.stringify(applyFixes(parse(), [finding(...fix)]))).toBe(text)
})
