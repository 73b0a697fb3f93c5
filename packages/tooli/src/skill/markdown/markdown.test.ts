import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostileText } from '../hostile-text.fixture.js'
import { outlineOf } from '../outline.fixture.js'
import { code, fence, inline, prose } from './markdown.js'

test.each([
  ['Plain words', 'Plain words'],
  ['two\nlines\r\n  and more', 'two lines and more'],
  ['# not a heading', '\\# not a heading'],
  ['- not an item', '\\- not an item'],
  ['1. not a number', '1\\. not a number'],
  ['> said', '\\> said'],
  ['---', '\\---'],
  ['~~~', '\\~~~'],
  ['[x]: https://example.org', '\\[x]: https://example.org'],
  ['see `--all` first', 'see `--all` first'],
  ['one ` is lost', 'one \\` is lost'],
  ['`a` and ` again', '`a` and \\` again'],
  ['``` a', '\\`\\`\\` a'],
  ['a <file> and <!-- a comment', 'a \\<file> and \\<!-- a comment'],
  ['1 < 2 and a->b', '1 < 2 and a->b'],
  ['`<b>` stays', '`<b>` stays'],
  ['C:\\dir and \\*', 'C:\\dir and \\\\*'],
  ['ends in \\', 'ends in \\\\'],
  ['![x](https://example.org/x.png)', '!\\[x](https://example.org/x.png)'],
  ['\u001b[31mred', '␛[31mred'],
])('%j as a line of Markdown is %j', (text, expected) => {
  expect(prose(text)).toBe(expected)
})

test.each([
  ['a', '`a`'],
  ['', '`""`'],
  ['`', '`` ` ``'],
  ['a``b', '```a``b```'],
  [' a ', '`  a  `'],
  ['a\nb', '`a↵b`'],
])('%j as code is %j', (text, expected) => {
  expect(code(text)).toBe(expected)
})

test('nothing an author writes begins a block, and nothing ends a block of code', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const page = `# A\n\n${prose(text)}\n\n- ${prose(text)}\n- ${code(text)} ${inline(text)} ${code('x')}\n\n${fence('sh', [text])}\n\n# B\n`
      expect(outlineOf(page)).toEqual(['# A', '# B'])
    }),
    { numRuns: 1000 },
  )
})

test('a piece of code after the text of an author is still code', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const spans = codeIn(`${prose(text)} ${code('--mine')}`)
      expect(spans.at(-1)).toBe('--mine')
    }),
    { numRuns: 500 },
  )
})

/** The code spans in a line, as CommonMark reads them: a run of backticks is closed by one of the same length. */
function codeIn(line: string): string[] {
  const found: string[] = []
  const reader = /\\[!-/:-@[-`{-~]|(?<!`)(`+)(?!`)([^]*?[^`])\1(?!`)|`+|[^\\`]+|\\/g
  for (const [, marks, inside] of line.matchAll(reader)) if (marks !== undefined) found.push(inside!)
  return found
}
