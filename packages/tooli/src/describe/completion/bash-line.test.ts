import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quoteForBash, readBashLine } from './bash-line.js'
import { needShell } from './testing/use-shell.js'

needShell('bash')

const BREAKS = ' \t\n"\'@><=;|&(:'

test.each([
  ['shop ', { words: [], typed: '', kept: 0 }],
  ['shop --a=b', { words: [], typed: '--a=b', kept: 4 }],
  ['shop --a = b', { words: ['--a', '='], typed: 'b', kept: 0 }],
  ['shop "--a=b', { words: [], typed: '--a=b', kept: 0, quote: '"' }],
  ['shop --a="b c', { words: [], typed: '--a=b c', kept: 4, quote: '"' }],
  ["shop 'it", { words: [], typed: 'it', quote: "'" }],
  ['shop a\\:b', { words: [], typed: 'a:b', kept: 0 }],
  ['shop a\\', { words: [], typed: 'a' }],
  ['shop "" b', { words: [''], typed: 'b' }],
  ['shop a > out b', { words: ['a'], typed: 'b', isRedirection: false }],
  ['shop a 2>&1 b', { words: ['a'], typed: 'b', isRedirection: false }],
  ['shop a >ou', { words: ['a'], typed: 'ou', isRedirection: true }],
  ['shop a &>> ', { words: ['a'], typed: '', isRedirection: true }],
  ['shop a2>ou', { words: ['a2'], typed: 'ou', isRedirection: true }],
  ['', { words: [], typed: '' }],
])('%s', (line, expected) => {
  expect(readBashLine(line, BREAKS)).toMatchObject(expected)
})

const bare = fc.stringMatching(/^[ab=:@,./-]{1,4}$/)
const text = fc.stringMatching(/^[ab '"\\$`=:;é]{0,5}$/)
const piece = fc.oneof(
  bare,
  text.filter((one) => !one.includes("'")).map((one) => `'${one}'`),
  text.map((one) => `"${quoteForBash(one, '"')}"`),
  text.map((one) => quoteForBash(one, '')),
  fc.constant('"a\\b"'),
)
const line = fc
  .array(
    fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join('')),
    { maxLength: 4 },
  )
  .map((words) => words.join(' '))

test('reads words as bash does', () => {
  const lines = fc.sample(line, 500)
  const script = 'set -f; for line; do eval "set -- $line"; (($#)) && printf "%s\\0" "$@"; printf "\\n\\0"; done'
  const output = execFileSync('bash', ['--norc', '-c', script, 'bash', ...lines], { encoding: 'utf8' })
  const expected = output.split('\n\0').slice(0, -1)
  const read = lines.map((one) =>
    readBashLine(`shop ${one} `, BREAKS)
      .words.map((word) => `${word}\0`)
      .join(''),
  )
  expect(read).toEqual(expected)
})
