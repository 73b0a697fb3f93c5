import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectLinearGrowth } from '../../../../testing/growth.js'
import { isEmpty } from '../found.js'
import { readRoff } from './read.js'

const naming = { name: 'tool', path: [] }

const PIECES = [
  '.TH TOOL 1\n',
  '.SH OPTIONS\n',
  '.SH SYNOPSIS\n',
  '.TP\n',
  '.TQ\n',
  '.IP "\\-a" 4\n',
  '.HP\n',
  '.PP\n',
  '.RS\n',
  '.RE\n',
  '.nf\n',
  '.fi\n',
  '.SY tool\n',
  '.OP \\-x y\n',
  '.YS\n',
  '.PD 0\n',
  '.in +4\n',
  '.ti -2\n',
  '.ft B\n',
  '.B',
  '.BI \\-o " file"\n',
  '.if n ',
  '.ie t ',
  '.el ',
  '\\{\\\n',
  '.\\}\n',
  '.de Xx\n',
  '..\n',
  '.Xx a\n',
  '.ig\n',
  '.ds Xs \\*(Xs\\*(Xs\n',
  '\\*(Xs',
  '.as Xs y\n',
  '.nr x 1\n',
  '\\n(x',
  '.TS\n',
  'tab(;);\nl l.\n',
  'a;T{\n',
  'T}\n',
  '.TE\n',
  '.Dd x\n',
  '.Sh OPTIONS\n',
  '.Bl -tag\n',
  '.It Fl a Ar b\n',
  '.It Fl a Xo\n',
  '.Xc\n',
  '.El\n',
  '.Op Fl a\n',
  '.Oo\n',
  '.Oc\n',
  '.Sm off\n',
  '.Ns\n',
  '.Nm\n',
  '.Bd -literal\n',
  '.Ed\n',
  '.Pf ( Ar x\n',
  '.Xr a 1\n',
  '.EQ\n',
  '.EN\n',
  '\\fB',
  '\\fI',
  '\\fR',
  '\\f[',
  '\\(aq',
  '\\[em]',
  '\\[u1F600]',
  '\\h',
  "\\h'9'",
  '\\s-1',
  '\\c',
  '\\',
  '\\\\',
  '\\"',
  '--long',
  '-a',
  'text',
  ' ',
  '\n',
  '\n\n',
  '"',
  "'",
  '.',
  '\ue001',
  '\ud800',
  '😀',
  '\u0000',
  '\t',
  '__proto__',
]
const pageLike = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join(''))

test('any text is read, and every fact tells lines of the source', () => {
  fc.assert(
    fc.property(fc.oneof(pageLike, fc.string({ maxLength: 400, unit: 'binary' })), (source) => {
      const found = readRoff(source, naming)
      const count = source.split(/\r\n|\n|\r/).length
      for (const { evidence } of [...found.options, ...found.arguments, ...found.commands]) {
        for (const { lines, source: kind } of evidence) {
          expect(kind).toBe('roff')
          expect(lines[0]).toBeGreaterThanOrEqual(1)
          expect(lines[1]).toBeGreaterThanOrEqual(lines[0])
          expect(lines[1]).toBeLessThanOrEqual(count)
        }
      }
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['an empty text', ''],
  ['a poem', 'Tyger Tyger, burning bright,\nIn the forests of the night;'],
  ['macros without text', '.TP\n.TP\n.IP\n.Bl\n.It\n.El\n'],
])('finds nothing in %s', (_, source) => {
  expect(isEmpty(readRoff(source, naming))).toBe(true)
})

const hostile: [string, (size: number) => string][] = [
  ['backslashes', (size) => '\\'.repeat(size)],
  ['continued lines', (size) => 'a\\\n'.repeat(size / 3)],
  ['fonts', (size) => '\\fBa\\fIb'.repeat(size / 8)],
  ['open names', (size) => '\\['.repeat(size / 2)],
  ['open movements', (size) => "\\h'".repeat(size / 3)],
  ['open conditions', (size) => '.if n \\{\n'.repeat(size / 9)],
  ['refused conditions', (size) => '.if t \\{\n'.repeat(size / 9)],
  ['a macro that calls itself', (size) => `.de Xx\n.Xx\n.Xx\n..\n${'.Xx\n'.repeat(size / 4)}`],
  ['a string that doubles itself', (size) => '.as x \\\\*x\\\\*x\n'.repeat(size / 14) + '\\*x\n'.repeat(size / 8)],
  ['terms', (size) => '.TP\n.BI \\-o file\ntext\n'.repeat(size / 22)],
  ['terms without text', (size) => '.TP\n'.repeat(size / 4)],
  ['deep indentation', (size) => `${'.RS\n'.repeat(size / 8)}${'a\n.RE\n'.repeat(size / 12)}`],
  ['one paragraph', (size) => 'word word -a --b\n'.repeat(size / 17)],
  ['lists in lists', (size) => `.Dd x\n${'.Bl -tag\n.It Fl a\n'.repeat(size / 18)}`],
  ['brackets', (size) => `.Dd x\n.Sh SYNOPSIS\n.Nm tool\n${'.Oo\n'.repeat(size / 4)}`],
  ['heads without end', (size) => `.Dd x\n.Bl -tag\n.It Fl a Xo\n${'.Ar b\n'.repeat(size / 6)}`],
  ['tables', (size) => `.TS\ntab(;);\nl l.\n${'a;T{\nb\nT}\n'.repeat(size / 10)}`],
]

test.each(hostile)('time grows with the source and not with its square: %s', (_, make) => {
  expectLinearGrowth(make, (source) => void readRoff(source, naming))
})

test('reads three megabytes', () => {
  const { options } = readRoff('.TP\n.BI \\-\\-some\\-option " file"\nWhat it does.\n'.repeat(66_000), naming)
  expect(options.map(({ flags }) => flags)).toEqual([['--some-option']])
})
