import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectLinearGrowth } from '../../../testing/growth.js'
import { pick, randomFrom, type Random } from '../testing/shell-words.js'
import { lookupSource } from '../../../testing/shims.js'
import '../testing/loaded.js'
import { checkLine } from '../testing/check-line.js'

const check = (line: string) => checkLine(line, { lookup: lookupSource, cwd: '/home/dev/project', home: '/home/dev' })
const decide = (line: string) => check(line).decision
const everyday = readFileSync(new URL('../testing/everyday-lines.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const harmful = readFileSync(new URL('../testing/harmful-lines.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')

/** Everything that has a meaning to a shell, and some characters that only look so. */
const TOKENS = [
  'ls cat echo true -la $x ${x} ${x:-a} $(ls) `ls` " \' | || && ; & ( ) { } if then else elif fi for in do done',
  'while until case esac ;; ;& x [[ ]] (( )) [ ] ! < >/dev/null <<< <<E <<-E E 2>&1 >& <( $( $(( ${ # \\ = x=1',
  'x=( x+= function f() time coproc select * ? ~ @(a) $"a" |& &> >| - -- 1 {a,b} == =~ -eq <&- 3> $ $1 $@ ${x@P} ${!x}',
  '“ ’ é \u00a0 \u2028 \u200b \u0007',
]
  .flatMap((tokens) => tokens.split(' '))
  .concat('${ ', "'a b'", '"a b"', "$'a'", '\r', '\t', '\n')

describe('any text gets an answer', () => {
  const answers = (text: string) => {
    expect(['allow', 'ask', 'deny']).toContain(decide(text))
  }

  test('whatever characters it is made of', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 120 }), answers), { numRuns: 200 })
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), answers), { numRuns: 100 })
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => answers(Buffer.from(bytes).toString('latin1'))),
      { numRuns: 150 },
    )
  })

  test('wherever a real line is cut off, and whatever is put into it', () => {
    const lines = fc.constantFrom(...everyday, ...harmful)
    fc.assert(
      fc.property(lines, fc.nat(), fc.constantFrom(...TOKENS), (line, at, token) => {
        const place = at % (line.length + 1)
        answers(line.slice(0, place))
        answers(line.slice(0, place) + token + line.slice(place))
        answers(line.slice(0, place) + line.slice(place + 1))
      }),
      { numRuns: 400 },
    )
  })

  test.each([
    ['substitutions', '$(', 'ls', ')'],
    ['substitutions in quotes', '"$(', 'ls', ')"'],
    ['subshells', '(', 'ls', ')'],
    ['groups', '{ ', 'ls', '; }'],
    ['conditions', 'if true; then ', 'ls', '; fi'],
    ['loops', 'while true; do ', 'ls', '; done'],
    ['cases', 'case x in x) ', 'ls', ';; esac'],
    ['functions', 'f() { ', 'ls', '; }'],
    ['defaults', 'echo ${a:-', 'x', '}'],
    ['arithmetic', 'echo $((', '1', '))'],
    ['parentheses in arithmetic', 'echo $((1+(', '1', ')))'],
    ['tests', '[[ ( ', 'a', ' ) ]]'],
    ['braces', 'echo {a,', 'b', '}'],
    ['arrays', 'a=(', 'b', ')'],
    ['process substitutions', 'cat <(', 'ls', ')'],
    ['here-documents', 'cat <<E\n$(', 'ls', '\n)\nE\n'],
    ['shells', "sh -c '", 'ls', "'"],
    ['evaluations', 'eval ', 'ls', ''],
    ['wrappers', 'sudo ', 'ls', ''],
    ['negations', '! ', 'ls', ''],
    ['backquotes', '`', 'ls', '`'],
  ])('%s a thousand deep, closed and open', (_, open, middle, close) => {
    answers(open.repeat(1000) + middle + close.repeat(1000))
    answers(open.repeat(1000) + middle)
    answers(middle + close.repeat(1000))
  })

  test('also a megabyte of it', () => {
    for (const text of [
      'x'.repeat(1_048_576),
      'ls; '.repeat(262_144),
      '$('.repeat(524_288),
      '\u0001'.repeat(1_048_576),
    ]) {
      expect(decide(text)).not.toBe('allow')
    }
  })
})

describe('the answer takes time that grows with the text, and no more', () => {
  test.each<[string, (size: number) => string]>([
    ['words', (size) => `echo ${'a '.repeat(size / 2)}`],
    ['alternatives', (size) => `ls${' || ls'.repeat(size / 24)}`],
    ['assignments', (size) => `true${Array.from({ length: size / 12 }, (_, at) => ` && a${at}=1`).join('')}`],
    ['a variable that grows', (size) => `x=a; ${'x=$x$x; '.repeat(size / 32)}`],
    ['an array that grows', (size) => `a=(); ${'a+=(b); '.repeat(size / 8)}`],
    ['choices', (size) => 'if true; then x=1; else x=2; fi; echo $x; '.repeat(size / 168)],
    ['loops that end early', (size) => `for i in 1 2; do ${'x=$i; break; '.repeat(size / 39)} done`],
    ['a path', (size) => `cat ${'a/'.repeat(size / 2)}b`],
    ['a path of patterns', (size) => `cat ${'?/'.repeat(size / 2)}b`],
    ['braces', (size) => `echo ${'{a,b}'.repeat(size / 5)}`],
    ['open substitutions', (size) => '$('.repeat(size / 16)],
    ['a script for sed', (size) => `sed '${'s/a/b/;'.repeat(size / 7)}' a`],
    ['a program for awk', (size) => `awk '${'/'.repeat(size)}' a`],
    ['SQL', (size) => `sqlite3 a '${'delete  '.repeat(size / 8)}'`],
    ['Python', (size) => `python3 -c '${'run(   '.repeat(size / 7)}'`],
    ['subscripts', (size) => `x='${'a['.repeat(size / 2)}'`],
    ['what xargs reads', (size) => `echo ${quotes(size)} | xargs cat`],
  ])('%s', (_, make) => {
    // Half of the usual sizes: longer lines are not read.
    expectLinearGrowth((size) => make(size / 2), decide)
  })
})

function quotes(size: number): string {
  return `"${"'a' ".repeat(size / 4)}"`
}

test('what bash calls a syntax error is never allowed', () => {
  const random = randomFrom(42)
  const allowed = new Set<string>()
  for (let count = 0; count < 1800; count++) {
    const text = madeUp(random)
    if (!text.includes('\0') && decide(text) === 'allow') allowed.add(text)
  }
  const pending = [...allowed].filter((text) => !everyday.includes(text)).slice(0, 160)
  expect(pending.length).toBeGreaterThan(100)
  expect(refusedByBash(['if', ...pending])).toEqual(['if'])
}, 60_000)

function madeUp(random: Random): string {
  const tokens = Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(TOKENS, random))
  const line = pick(everyday, random)
  const at = Math.floor(random() * (line.length + 1))
  return pick(
    [
      () => tokens.join(pick([' ', ''], random)),
      () => line.slice(0, at) + tokens[0]! + line.slice(at),
      () => line.slice(0, at) + line.slice(at + 1),
      () => `${line}${pick([' ; ', ' && ', ' | ', '\n'], random)}${tokens.join(' ')}`,
    ],
    random,
  )()
}

/**
 * With -n, the shell only parses. A small program starts the shells, because this process has grown, and would take
 * longer to start one than a shell takes to read.
 */
function refusedByBash(texts: readonly string[]): string[] {
  const script = `bash -n -c "$0" 2>/dev/null || printf '%s\\0' "$0"`
  const { stdout } = spawnSync('xargs', ['-0', '-n', '1', 'sh', '-c', script], {
    input: texts.join('\0'),
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
  })
  return stdout.split('\0').slice(0, -1)
}
