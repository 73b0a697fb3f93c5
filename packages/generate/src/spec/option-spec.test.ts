import { expect, test } from 'vitest'
import { parseSpec } from './option-spec.js'

/** Members as `flags:values`, and the remaining description. */
function read(text: string, closed = false): string[] | undefined {
  const spec = parseSpec(text, 0, { closed })
  const members = spec?.members.map(({ flags, negations, values }) => {
    return `${[...flags, ...negations].join(' ')}${values.length > 0 ? `:${values.join(' ')}` : ''}`
  })
  return spec && [...members!, text.slice(spec.end).trim()]
}

test.each([
  ['-w COLS, --wrap=COLS', ['-w:COLS', '--wrap:=COLS', '']],
  ['--[no-]color[=<when>] use colours', ['--color --no-color:[=<when>]', 'use colours']],
  ['-c|--config <file>', ['-c', '--config:<file>', '']],
  ['--debug / --no-debug', ['--debug', '--no-debug', '']],
  ['-h    --help', ['-h', '--help', '']],
  ['--msg ID [ID ...]', ['--msg:ID [ID ...]', '']],
  ['-q [--quiet]', ['-q', '--quiet', '']],
  ['-v|vv|vvv, --verbose', ['-v', '--verbose', '']],
  ['-t (a|ad|d)[.[N]]', ['-t:(a|ad|d)[.[N]]', '']],
  ['--option <A::B>=<V>', ['--option:<A::B>=<V>', '']],
  ['-D FILE: use FILE', ['-D:FILE', ': use FILE']],
  ['-[mM][-]module', ['-m -M:[-]module', '']],
  ['--colo[u]r=WHEN', ['--colour --color:=WHEN', '']],
  ['-0 ... -2', ['-0', '-1', '-2', '']],
  ['-b:v <rate>', ['-b:v:<rate>', '']],
  ['-o:FILE', ['-o::FILE', '']],
  ['--region (string)', ['--region:(string)', '']],
  ['--old (deprecated)', ['--old', '(deprecated)']],
  ['-? or --help', ['-?', '--help', '']],
  ['--list list the files', ['--list', 'list the files']],
])('reads the spec %s', (text, expected) => {
  expect(read(text)).toEqual(expected)
})

test('takes every word as a value where the column ends', () => {
  expect(read('-f filter code', true)).toEqual(['-f:filter code', ''])
})

test.each(['-', '--', '- text', '-- text', 'text --flag', '---', ''])('finds no option at the start of %j', (text) => {
  expect(read(text)).toBeUndefined()
})
