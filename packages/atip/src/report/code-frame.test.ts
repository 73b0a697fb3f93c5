import fc from 'fast-check'
import { styleFor } from 'tooli/terminal'
import { expect, test } from 'vitest'
import { codeFrame } from './code-frame.js'
import { excerptsOf } from './excerpt.js'
import type { FileProblem } from './problem.js'

const plain = (text: string) => text

function frame(text: string, line: number, column: number, width = 80): string {
  const [excerpt] = excerptsOf(text, [{ line, column }])
  const problem = { line, column, excerpt: excerpt! } as FileProblem
  return codeFrame(problem, width, styleFor(false), plain).join('\n')
}

test.each([
  ['a string', 1, 2, '   |\n 1 | {"a": true,\n   |  ^^^'],
  ['a word', 1, 7, '   |\n 1 | {"a": true,\n   |       ^^^^'],
  ['a bracket', 2, 6, '   |\n 2 | "b": [-1.5e3]}\n   |      ^'],
  ['a number', 2, 7, '   |\n 2 | "b": [-1.5e3]}\n   |       ^^^^^^'],
  ['the end of the text', 2, 15, '   |\n 2 | "b": [-1.5e3]}\n   |               ^'],
])('%s is marked as a whole', (_, line, column, expected) => {
  expect(frame('{"a": true,\r\n"b": [-1.5e3]}', line, column)).toBe(expected)
})

test('marks are aligned below what they mean, whatever its characters are', () => {
  expect(frame('{"日本": "é"}', 1, 8)).toBe('   |\n 1 | {"日本": "é"}\n   |          ^^^')
  expect(frame('{\t"a": "\u001b[2J"}', 1, 3)).toBe('   |\n 1 | { "a": "␛[2J"}\n   |   ^^^')
})

test('of a long line the part around the place is shown', () => {
  const text = `[${'1, '.repeat(200)}"here", ${'2, '.repeat(200)}3]`
  const [, line, mark] = frame(text, 1, text.indexOf('"here"') + 1, 60).split('\n')
  expect(line!.length).toBeLessThanOrEqual(60)
  expect(line).toMatch(/^ 1 \| ….*"here".*…$/)
  expect(mark!.indexOf('^')).toBe(line!.indexOf('"here"'))
})

test('no line is wider than the screen, and the mark is always on it', () => {
  const text = fc.array(fc.constantFrom('a', '"', '日', '\t', '\n', '\u001b', '👩‍👩‍👧', ' ', '{'), { maxLength: 300 })
  fc.assert(
    fc.property(text, fc.nat(300), fc.integer({ min: 30, max: 120 }), (characters, at, width) => {
      const whole = characters.join('')
      const before = whole.slice(0, at)
      const line = before.split('\n').length
      const column = before.length - before.lastIndexOf('\n')
      const [, shown, mark] = frame(whole, line, column, width).split('\n')
      expect(shown).not.toMatch(/[\u0000-\u001f]/)
      expect(mark).toMatch(/^ +\| +\^+$|^ +\| \^+$/)
      expect(mark!.length).toBeLessThanOrEqual(width)
    }),
  )
})
