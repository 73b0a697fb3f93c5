import { existsSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { parse } from 'unbash'
import { describe, expect, it } from 'vitest'
import '../../../testing/loaded.js'
import { droppedIn } from '../dropped.js'
import { plainScript } from './script.js'

/** A node with all its properties, including those that getters compute. */
function shown(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(shown)
  if (typeof node !== 'object' || node === null) return node
  const getters = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(node)))
    .filter(([name, { get }]) => get !== undefined && name !== '__proto__')
    .map(([name]) => name)
  const names = [...Object.keys(node), ...getters]
  return Object.fromEntries(names.map((name) => [name, shown((node as Record<string, unknown>)[name])]))
}

/** Whether the small parser answered. Fails if the full parser has another result. */
function isAsTheParserSays(text: string): boolean {
  const script = plainScript(text)
  if (script === undefined) return false
  const parsed = parse(text)
  const isSame = isDeepStrictEqual(shown(script), shown(parsed)) && droppedIn(parsed, text) === undefined
  if (!isSame) expect({ text, tree: shown(script) }).toStrictEqual({ text, tree: shown(parsed) })
  return true
}

const isCompound = (text: string) => /[|&;<>\n]/.test(text)

const folder = new URL('../../../testing/', import.meta.url)
const shared = new URL('../../../../../../shared/bench/shell/', import.meta.url)
const linesOf = (name: string) => readFileSync(new URL(name, folder), 'utf8').trimEnd().split('\n')
const rowsOf = (name: string) =>
  existsSync(new URL(name, shared))
    ? readFileSync(new URL(name, shared), 'utf8')
        .trimEnd()
        .split('\n')
        .map((row) => (JSON.parse(row) as { cmd: string }).cmd)
    : []
const everyday = linesOf('everyday-lines.txt')
const harmful = linesOf('harmful-lines.txt').map((line) => line.replace(/^(?:allow|ask|deny) /, ''))
const known = [...everyday, ...harmful, ...rowsOf('dev.jsonl'), ...rowsOf('external.jsonl')]

const bareWords = 'a git -la --x=y x=y 12 2 ./a.sh ~/x HEAD^ a#b != {} -I{} [ ] $A/b $? $1 *.ts a?c \\; $A'.split(' ')
const quotedWords = ['a\\ b', "'a b'", '"a b"', '""', "''", '"it\'s $A"', '"\\$x \\n"', 'a\'b\'"c"', "'é\n✓'"]
const substitutions = [
  '$(a)',
  '"$(a b | c)"',
  'x$(a && "b c" 2>&1)y',
  '"d $(a; b) $A"',
  '$( a\n b )',
  '--x=$(A=b c <f)',
]
const words = fc.constantFrom(...bareWords, ...quotedWords, ...substitutions)
const redirection = fc.constantFrom(
  '> f',
  '>> "a b"',
  '2>&1',
  '2>/dev/null',
  '< f',
  '&>f',
  '&>> f',
  '1>&2',
  '>&-',
  '>$A',
)
const command = fc
  .tuple(
    fc.array(fc.constantFrom('A=b', 'A=', 'A="$B c"', '> f'), { maxLength: 1 }),
    fc.constantFrom('ls', 'cd', '[', '"a b"', 'export', '$A', './x'),
    fc.array(fc.oneof({ weight: 4, arbitrary: words }, redirection, fc.constant('B=c')), { maxLength: 4 }),
  )
  .map(([prefix, name, suffix]) => [...prefix, name, ...suffix].join(' '))
const loop = fc
  .tuple(fc.array(words, { minLength: 1, maxLength: 3 }), fc.constantFrom('; ', '\n', ' ;\n\n'), command, command)
  .map(([list, end, first, second]) => `for f in ${list.join(' ')}${end}do ${first}${end}${second}${end}done`)
const operator = fc.constantFrom(' && ', ' || ', ' | ', '; ', '\n', '|', ' |& ', '&&', ' \\\n | ', ' &&\n\n ', ' ;\n')
const part = fc.oneof({ weight: 4, arbitrary: command }, loop)
const list = fc
  .array(fc.tuple(part, operator), { minLength: 1, maxLength: 4 })
  .map((pairs) => pairs.map(([text, sign], index) => (index === pairs.length - 1 ? text : text + sign)).join(''))
const delimiter = fc.constantFrom("'E'", '"E"', 'E', " 'E.x'")
/** A command that takes the here-document, with other commands around it, in one line. */
const document = fc
  .tuple(
    list,
    command,
    delimiter,
    fc.constantFrom('', ' > f', ' && b', ' | c'),
    fc.constantFrom('', 'a\n', 'E b\n', '\n #'),
  )
  .map(([before, taker, word, behind, body]) => {
    const first = `${before.replaceAll('\n', ' ').replaceAll('\\ ', '')}; ${taker.replaceAll('\n', ' ')}`
    return `${first} <<${word}${behind}\n${body}\n${word.trim().replace(/["']/g, '')}`
  })
const line = fc.oneof({ weight: 5, arbitrary: list }, document)

/** Everything that has a meaning somewhere, and characters that only look like blanks. */
const SIGNS = [
  [...'|&;<>()$`\\"\'*?[]#~=%!{}^,.:+-@/ 0129aA_ \t\n\r\0\v\f\x7f\u0085\u00a0\u200b\u2028\ufeffé'],
  ['&&', '||', '|&', ';;', ';&', '&>', '>&', '>|', '<>', '<<', '<<<', '<&', '2>', '12>', '\\\n', ' \\\n', '\\\r\n'],
  ['{a,b}', '{1..3}', '{fd}>', '$(a)', '${A}', '$((1))', "$'a'", '$"a"', '@(a)', '<(a)', 'A=(b)', 'A[0]=', 'A+='],
  ['if ', 'then ', 'for ', 'in ', 'do ', 'time ', 'function ', 'coproc ', '! ', '{ ', '} ', '[[ ', ']] ', '# a'],
  ['for a in b; do ', '; do ', '; done', 'done', "<<'E'", '<<E', '\nE', '\nE\n', '<<"E" '],
  ['alias ', 'export ', 'eval ', 'let ', 'declare ', '2>&1', "'", '"'],
].flat()
const signs = fc.constantFrom(...SIGNS)
const mutated = (lines: fc.Arbitrary<string>) =>
  fc
    .tuple(lines, fc.array(fc.tuple(fc.nat(), fc.nat(2), signs), { minLength: 1, maxLength: 3 }))
    .map(([text, changes]) =>
      changes.reduce((changed, [at, taken, sign]) => {
        const place = at % (changed.length + 1)
        return changed.slice(0, place) + sign + changed.slice(place + taken)
      }, text),
    )

function shareAnswered(lines: fc.Arbitrary<string>, numRuns: number): number {
  let answered = 0
  fc.assert(
    fc.property(lines, (text) => {
      if (isAsTheParserSays(text)) answered++
    }),
    { numRuns },
  )
  return answered / numRuns
}

describe('a line that is read without the parser has the tree that the parser makes of it', () => {
  it('if it is a plain one, and then it is read', () => expect(shareAnswered(line, 800)).toBeGreaterThan(0.93))

  it('if anything is put into it', () => expect(shareAnswered(mutated(line), 4000)).toBeGreaterThan(0.15))

  it('if it is made of signs', () =>
    expect(
      shareAnswered(
        fc.array(signs, { maxLength: 8 }).map((some) => some.join('')),
        4000,
      ),
    ).toBeGreaterThan(0.01))

  it('if it does harm, is judged elsewhere, or is written every day', () => {
    expect(known.length).toBeGreaterThan(1000)
    expect(known.filter(isAsTheParserSays).length / known.length).toBeGreaterThan(0.8)
  })

  it('if something is put into one of these', () =>
    expect(shareAnswered(mutated(fc.constantFrom(...known)), 3000)).toBeGreaterThan(0.2))
})

it('four of five compound lines of every day are read without the parser, and nearly all others', () => {
  const share = (lines: string[]) => lines.filter((text) => plainScript(text) !== undefined).length / lines.length
  expect(share(everyday.filter(isCompound))).toBeGreaterThan(0.8)
  expect(share(everyday.filter((text) => !isCompound(text)))).toBeGreaterThan(0.95)
})

it('a line is read in time that grows with it', () => {
  const long = [
    'a '.repeat(100_000),
    'a && '.repeat(50_000),
    "'".repeat(100_001),
    '\\a'.repeat(100_000),
    `"${'$a'.repeat(50_000)}`,
  ]
  expect(long.map((text) => plainScript(text) !== undefined)).toEqual([true, false, false, true, false])
})
