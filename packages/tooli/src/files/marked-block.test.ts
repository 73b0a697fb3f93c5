import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withBlock, withoutBlock } from './marked-block.js'

const lines = fc.array(fc.constantFrom('a', '', '  b', '# >>> other: x >>>', '[table]', 'é'))
const text = fc.tuple(lines, fc.constantFrom('', '\n')).map(([parts, last]) => parts.join('\n') + last)
const name = fc.constantFrom('demo', 'g++', 'a b')

const endless = (value: string) => value.replace(/\n$/, '')

test('a block that is put into a text and taken out leaves the text, but for a break at its end', () => {
  fc.assert(
    fc.property(text, name, (before, tool) => {
      const after = withoutBlock(withBlock(before, tool, ['one', 'two']), tool)
      expect(endless(after ?? '')).toBe(before.trim() === '' ? '' : endless(before))
    }),
  )
})

test('it is put in once, and a newer one takes the place of an older one', () => {
  fc.assert(
    fc.property(text, text, name, (before, more, tool) => {
      const first = withBlock(before, tool, ['old'])
      expect(withBlock(first, tool, ['old'])).toBe(first)
      const between = `${first}${more}`
      expect(withBlock(between, tool, ['new'])).toBe(between.replace('\nold\n', '\nnew\n'))
    }),
  )
})

test('blocks of two tools do not touch each other', () => {
  const both = withBlock(withBlock('a\n', 'one', ['1']), 'two', ['2'])
  expect(withoutBlock(both, 'one')).toBe(withBlock('a\n', 'two', ['2']))
})

test('a file that had nothing else is gone afterwards, and one without a block stays', () => {
  expect(withoutBlock(withBlock(undefined, 'demo', ['x']), 'demo')).toBeUndefined()
  expect(withoutBlock('a\n', 'demo')).toBe('a\n')
  expect(withoutBlock(undefined, 'demo')).toBeUndefined()
})
