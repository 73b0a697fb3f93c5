import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectLinearGrowth } from '../../../../testing/growth.js'
import { isEmpty } from '../found.js'
import { readCompletion, type CompletionShell } from './read.js'

const SHELLS: CompletionShell[] = ['bash', 'fish', 'zsh']
const naming = { name: 'tool', path: [] }
const PIECES = [
  'complete -c tool',
  ' -s a',
  ' -l long',
  ' -xa ',
  ' -n ',
  '__fish_seen_subcommand_from a',
  ' -d ',
  "'",
  '"',
  '\\',
  '\n',
  ';',
  ';;',
  '(',
  ')',
  '{',
  '}',
  ',',
  '{-h,--help}',
  '[text]',
  ':msg:',
  '_files',
  '(a b)',
  '_arguments ',
  '_values x a',
  '_describe x y',
  'cmds=(',
  "'a:text' ",
  'case $prev in ',
  'case $1 in ',
  'a|b) ',
  ' esac',
  'tool() {',
  'function f {',
  'compgen -W ',
  'opts=',
  '$opts',
  '$(',
  '`',
  '--long',
  '-a',
  ' ',
  '*',
  '#',
  'set -l x ',
  'for x in a b',
  '\u0000',
  '😀',
  '__proto__',
]
const scriptLike = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join(''))

test('any text is read, and every fact tells a line of it', () => {
  const path = fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 })
  const text = fc.oneof(scriptLike, fc.string({ maxLength: 400, unit: 'binary' }))
  fc.assert(
    fc.property(text, path, fc.constantFrom(...SHELLS), (input, way, shell) => {
      const found = readCompletion(input, { name: 'tool', path: way }, shell)
      const count = input.split('\n').length
      for (const { evidence } of [...found.options, ...found.arguments, ...found.commands]) {
        for (const { lines } of evidence) {
          expect(lines[0]).toBeGreaterThanOrEqual(1)
          expect(lines[1]).toBeLessThanOrEqual(count)
        }
      }
    }),
    { numRuns: 1000 },
  )
})

test.each(SHELLS)('a poem is no completion file of %s', (shell) => {
  const poem = 'Tyger Tyger, burning bright,\nIn the forests of the night;\nWhat immortal hand or eye,\n'
  expect(isEmpty(readCompletion(poem, naming, shell))).toBe(true)
})

const hostile: [string, (size: number) => string][] = [
  ['quotes', (size) => "'".repeat(size + 1)],
  ['an open quote', (size) => `complete -c tool -a '${'a '.repeat(size / 2)}`],
  ['backslashes', (size) => `'${"\\'".repeat(size / 2)}`],
  ['braces', (size) => '{'.repeat(size)],
  ['many braces', (size) => '{a,b}'.repeat(size / 5)],
  ['parentheses', (size) => '('.repeat(size)],
  ['cases in cases', (size) => 'case $a in b) '.repeat(size / 14)],
  ['functions', (size) => 'f() {\n'.repeat(size / 6)],
  ['labels', (size) => `case $prev in ${'a|'.repeat(size / 2)}`],
  ['specifications', (size) => `_arguments ${"'--flag[text]:a:(b c)' ".repeat(size / 24)}`],
  ['one specification', (size) => `_arguments '--flag[${'text:'.repeat(size / 5)}'`],
  ['values', (size) => `_arguments '--flag:${'a:'.repeat(size / 2)}'`],
  ['entries', (size) => "complete -c tool -l flag -d 'text'\n".repeat(size / 35)],
  ['lists', (size) => `opts="${'--flag '.repeat(size / 7)}"\n`],
  ['lists of lists', (size) => `a="b c"\n${'a="$a $a"\n'.repeat(size / 10)}`],
  ['sets of sets', (size) => `set a b c\n${'set a $a $a\n'.repeat(size / 12)}`],
  ['commands', (size) => `cmds=(${Array.from({ length: size / 12 }, (_, n) => `'a${n}:text'`).join(' ')})\n`],
  ['empty lines', (size) => '\n'.repeat(size)],
]

test.each(hostile)('time grows with the script and not with its square: %s', (_, make) => {
  expectLinearGrowth(make, (text) => {
    for (const shell of SHELLS) readCompletion(text, naming, shell)
    readCompletion(text, naming)
  })
})

test.each<[CompletionShell, number, string]>([
  ['fish', 3, "complete -c tool -l some-option -r -d 'what it does'\n"],
  ['zsh', 3, "_arguments '--some-option=[what it does]:file:_files'\n"],
  ['bash', 3, 'opts="--some-option --some-option --some-option"\n'],
])('reads megabytes of %s: %d', (shell, megabytes, line) => {
  const { options } = readCompletion(line.repeat((megabytes * 1_000_000) / line.length), naming, shell)
  expect(options.map(({ flags }) => flags)).toEqual([['--some-option']])
})
