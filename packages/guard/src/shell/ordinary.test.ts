import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc, { type Arbitrary } from 'fast-check'
import { parse } from 'unbash'
import { afterAll, describe, expect, test } from 'vitest'
import { lookupShim } from '@atip/shims'
import '../../testing/loaded.js'
import { decideLineNow } from '../decide-line.js'
import { unusualForm } from './ordinary.js'

describe('forms that everyday lines have are ordinary', () => {
  test.each([
    'echo $(( $(wc -l < a) * 2 )) $((${#list[@]} - 1)); (( x > 3 )) && echo big',
    'echo "${name:-none}" "${file%.ts}" "${path##*/}" "${x:0:7}" "${#name}" "${PIPESTATUS[0]}" "${TOKEN:+set}"',
    "printf $'a\\tb\\n\\033[1m'",
    'mkdir -p src/{a,b}/{1..3} {a..e}',
    'list=(a "b" c); for one in "${list[@]}"; do echo "$one"; done',
    'for file in *.md; do wc -l "$file"; done; for file in src/[0-9]*.ts; do wc -l "$file"; done',
    'find . -name "*.ts" | while IFS= read -r -d "" f; do n=$(wc -l < "$f"); [ "$n" -gt 9 ] && echo "$f"; done',
    'if [ -f a ] && [[ $b == main ]]; then cat a; elif ! test -d c; then ls; else exit 1; fi 2>/dev/null',
    'i=0; while [ $i -lt 3 ]; do echo $i; i=$((i + 1)); done',
    'curl -s localhost:3000/orders?limit=2; glab api projects/:id/pipelines?per_page=5',
    'cd src && ls; (cd a && ls); (cd b && ls); (cd c && ls)',
    'cd src || exit 1; ls; cd ..',
    'diff <(sort a) <(sort b); ls | tee >(wc -l)',
    'time make 2>&1 | tail -5; make > /tmp/a.log 2>&1 & wait; kill %1',
    'bash <<E\ncd src\necho "$PWD"\nE',
    '\\git status; LC_ALL=C sort a; LC_ALL=C sort b',
  ])('%s', (line) => expect(unusualForm(parse(line))).toBeUndefined())
})

describe('all other forms are not', () => {
  test.each([
    // Forms that shells, or versions of them, read in different ways.
    [`: $(( '$(id)' ))`],
    [`(( $'$(id)' ))`],
    ['echo $[ 1 + 1 ]'],
    ['for (( i = 0; i < 3; i++ )); do echo $i; done'],
    ['echo $((i++))'],
    ['(( a = 1 ))'],
    [`x=abc; echo \${x:'$(id)'}`],
    ['echo "${f[i=1]}"'],
    ['z[i++]=x'],
    ['z=([i=1]=x)'],
    ['echo ${x:=y} '],
    ['echo ${x:?no}'],
    ['echo ${x:-$((i=0))}'],
    ['echo "${f[1]:-x}"'],
    ['echo "${x@P}"'],
    ['echo "${!x}"'],
    ["bash -c $'#\\\nid'"],
    ["echo $'a\\0b'"],
    ["echo $'\\x2eenv'"],
    ['echo {Z..a..6}'],
    ['echo {1..900}'],
    ['echo {01..10}'],
    ['echo {1..010}'],
    ['echo {a,{b,c}}'],
    [': {fd}< a'],
    ['"rm"() { echo; }'],
    ['for "f" in a; do echo; done'],
    ['echo "$(echo "$((x=1))")"'],
    ['echo $"text"'],
    ['echo $_ a'],
    ['echo a!(b)'],
    // Forms that build values.
    ['f() { echo "$1"; }'],
    ['function f { ls; }'],
    ['case $x in a) ls;; esac'],
    ['select x in a b; do ls; done'],
    ['coproc ls'],
    ['x=a; x=b'],
    ['x=a; for x in b; do ls; done'],
    ['read x < f; x=a'],
    ['export x=a; x=b'],
    ['x+=a'],
    ['list=(a $(ls))'],
    ['list=(*)'],
    ['list[1]=x'],
    ['echo "${list[0]}"'],
    ['echo "${x//a/b}"'],
    ['echo "${x^^}"'],
    ['echo "${x: -4}"'],
    ['echo "${x%$y}"'],
    ['cat $(echo a)'],
    ['cat "$(ls && printf a)"'],
    ['x=$(cat a | printf b)'],
    ['cat .[e]nv'],
    ['cat .e?v'],
    ['cat [!a]env'],
    ['for x; do ls; done'],
    // Forms that leave open what runs, and where.
    ['l"s"'],
    ['l\\s'],
    ['$x a'],
    ['$(which ls) a'],
    ['cd -'],
    ['cd a b'],
    ['cd a || ls'],
    ['cd a && ls || cat b'],
    ['cd a; cd b; cd c'],
    ['for d in a b; do cd $d; done'],
    ['if cd a; then ls; fi'],
    ['ls | cd a'],
    ['cat 3< a'],
    ['cat <> a'],
    ['ls >| a'],
    ['ls >&3'],
    ['ls 2>&-'],
    ['cat 0<<< a 5<&0'],
    ['[[ $x -eq a[0] ]]'],
  ])('%s', (line) => expect(unusualForm(parse(line))).toBeDefined())

  test('however deep an expression is', () => {
    expect(unusualForm(parse(`echo $((${'1 + '.repeat(20_000)}1))`))).toBeUndefined()
    expect(unusualForm(parse(`echo $((${'1 + '.repeat(20_000)}(x=1)))`))).toBeDefined()
  })
})

const folder = mkdtempSync(join(tmpdir(), 'atip-ordinary-'))
afterAll(() => rmSync(folder, { recursive: true }))

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'g')
const list = fc.constantFrom('l', 'm', 'n')
const text = fc.constantFrom('x', 'yy', 'x-y', '3', '0', '12', 'p/q.ts', '-n', "''", "'x y'", "'*'", 'é')
const joinedBy = (separator: string, words: readonly string[]) => words.join(separator)

const expansion: Arbitrary<string> = fc.oneof(
  fc.tuple(fc.constantFrom('$', '"$'), name).map(([open, one]) => `${open}${one}${open.slice(1)}`),
  fc
    .tuple(name, fc.constantFrom(...':-x|-x|:+x|+x|:-|##*/|%/*|%.*|%%.*|#*.|%.ts|:0:1|:1|:1:2'.split('|')))
    .map(([one, operation]) => `"\${${one}${operation}}"`),
  name.map((one) => `"\${#${one}}"`),
  list.map((one) => `"\${${one}[@]}"`),
  list.map((one) => `"\${#${one}[@]}"`),
  fc.tuple(name, fc.constantFrom('+ 1', '- b', '* 2', '< 3', '== c')).map(([one, rest]) => `$(( ${one} ${rest} ))`),
  fc.tuple(fc.constantFrom('basename', 'dirname'), name).map(([program, one]) => `"$(${program} "$${one}")"`),
  fc.constantFrom('"$1"', '$#', '"$@"', '"$*"', '{x,y}', 'pre{1..3}', "$'t\\tu'", '\\$a', `"a"b'c'`),
)
const word = fc.oneof(
  text,
  expansion,
  fc.tuple(text, expansion).map(([one, other]) => one + other),
)
const words = fc.array(word, { maxLength: 3 }).map((all) => joinedBy(' ', all))

const { statement } = fc.letrec<{ statement: string }>((tie) => ({
  statement: fc.oneof(
    { depthSize: 'small' },
    words.map((all) => `echo @ ${all}`),
    fc.tuple(name, word).map(([one, value]) => `${one}=${value}`),
    fc.tuple(list, fc.array(text, { maxLength: 3 })).map(([one, all]) => `${one}=(${all.join(' ')})`),
    fc
      .tuple(fc.constantFrom('read -r', 'export'), name, word)
      .map(([how, one, value]) => (how === 'read -r' ? `read -r ${one} <<< ${value}` : `export ${one}=${value}`)),
    fc.tuple(name, words, tie('statement')).map(([one, all, body]) => `for ${one} in ${all}; do ${body}; done`),
    fc
      .tuple(expansion, tie('statement'), tie('statement'))
      .map(([tested, one, other]) => `if [ -n ${tested} ]; then ${one}; else ${other}; fi`),
    fc
      .tuple(tie('statement'), fc.constantFrom('&&', '||', ';', '|'), tie('statement'))
      .map((parts) => joinedBy(' ', parts)),
    fc
      .tuple(name, tie('statement'))
      .map(([one, body]) => `${one}=0; while [ $${one} -lt 2 ]; do ${one}=$((${one} + 1)); ${body}; done`),
    fc.tuple(name, tie('statement')).map(([one, body]) => `${one}=$(${body})`),
    tie('statement').map((body) => `( ${body} )`),
    fc.constantFrom('break', 'continue', 'true', 'false').map((act) => `${act} 2>/dev/null`),
  ),
}))

/** What the guard expects `echo` to print; an ellipsis is unknown text. */
function believed(line: string): RegExp[] | undefined {
  const { decision, commands } = decideLineNow(line, { lookup: lookupShim, cwd: folder, home: folder, policies: [] })
  if (decision !== 'allow') return undefined
  const texts = commands.filter(({ argv }) => argv[0] === 'echo').map(({ argv }) => argv.slice(1).join(''))
  const printed = texts.flatMap((one) => one.split('\n'))
  const shapeOf = (one: string) =>
    one
      .replace(/\s+/g, '')
      .replace(/[^\w…@]/g, '\\$&')
      .replace(/…/g, '.*')
  return printed.map((one) => new RegExp(`^${shapeOf(one)}$`))
}

/** Lines that bash prints and that the guard did not expect, although it allows the line. */
function unexpected(line: string): string[] {
  const expected = believed(line)
  if (expected === undefined) return []
  const environment = { PATH: '/usr/bin:/bin', HOME: folder, LANG: 'C.UTF-8' }
  const { stdout } = spawnSync('bash', ['-c', line], { cwd: folder, encoding: 'utf8', env: environment, timeout: 5000 })
  const printed = stdout.split('\n').filter((one) => one.startsWith('@'))
  return printed.filter((one) => !expected.some((shape) => shape.test(one.replace(/\s+/g, ''))))
}

test('of what is allowed, bash prints nothing that the guard did not expect', () => {
  const lines = fc.array(statement, { minLength: 2, maxLength: 6 }).map((all) => joinedBy('; ', all))
  fc.assert(
    fc.property(lines, (line) => {
      expect(unexpected(line)).toEqual([])
    }),
    { numRuns: 200 },
  )
})

/** Lines of a text that a shell or another command reads. Their meaning depends on the lines read with them. */
const document = fc
  .array(
    fc.constantFrom(
      'echo @ a',
      'echo @ b c',
      ": <<'X'",
      'X',
      '\tX',
      '\techo @ t',
      'echo @ d \\',
      'x=1',
      'echo @ $x',
      '# c',
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((all) => joinedBy('\n', all))
const inQuotes = (words: string) => `'${words.replaceAll("'", String.raw`'\''`)}'`

const { producer } = fc.letrec<{ producer: string }>((tie) => ({
  producer: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    document.map((lines) => `printf '%s\\n' ${inQuotes(lines)}`),
    document.map((lines) => `echo ${inQuotes(lines)}`),
    document.map((lines) => `cat <<'E'\n${lines}\nE`),
    fc
      .tuple(tie('producer'), fc.constantFrom('', ';', '\nwait;', ' &&', ' ||', ' &'), tie('producer'))
      .map(([one, between, other]) => `{\n${one}\n}${between}\n{\n${other}\n}`),
    fc
      .tuple(
        tie('producer'),
        fc.constantFrom('2>&1', '>&2', '>/dev/null', '2>/dev/null', '| cat', '| head -1', '|& cat'),
      )
      .map(([one, way]) => `{\n${one}\n} ${way}`),
    fc.tuple(tie('producer'), tie('producer')).map(([one, other]) => `if true; then\n${one}\nelse\n${other}\nfi`),
    tie('producer').map((one) => `for i in 1 2; do\n${one}\ndone`),
    fc.tuple(tie('producer'), tie('producer')).map(([one, other]) => `{\nsleep 0.02 >/dev/null\n${one}\n} &\n${other}`),
    fc.constantFrom(`cd 'x;echo @ e' 2>&1`, ': "${n?;echo @ e}" 2>&1', 'true', 'command -v read', 'pwd 2>&1'),
  ),
}))

const { consumer } = fc.letrec<{ consumer: string }>((tie) => ({
  consumer: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('bash', 'xargs echo @', 'xargs -n1 echo @', 'cat | bash', 'head -1 | bash', 'eval "$(cat)"'),
    fc.constantFrom(
      'read -r a; echo @ "$a"',
      'while read -r a; do echo @ "$a"; done',
      'head -1',
      'true',
      'echo @ "$(cat)"',
    ),
    fc.tuple(tie('consumer'), fc.constantFrom(';', ' &&', ' ||'), tie('consumer')).map((parts) => joinedBy(' ', parts)),
    tie('consumer').map((one) => `{ ${one}; }`),
    tie('consumer').map((one) => `( ${one} )`),
    tie('consumer').map((one) => `if read -r a; then ${one}; fi`),
    tie('consumer').map((one) => `for i in 1 2; do ${one}; done`),
    tie('consumer').map((one) => `f() { ${one}; }; f`),
  ),
}))

const flow = fc.oneof(
  fc.tuple(producer, consumer).map(([one, other]) => `{\n${one}\n} | {\n${other}\n}`),
  producer.map((one) => `x=$(\n${one}\n)\neval "$x"`),
  // What comes later is the beginning of a here-document, or of nothing.
  document.map(
    (early) => `{\n{\nsleep 0.02 >/dev/null\necho ": <<'X'"\n} &\necho ${inQuotes(early)}\necho X\n} | bash`,
  ),
  fc.tuple(consumer, fc.constantFrom('<<', '<<-'), document).map(([one, operator, lines]) => {
    return `{\n${one}\n} ${operator}'E'\n${lines}\nE`
  }),
  // Without the tabs, the inner here-document ends at once.
  document.map((rest) => `bash <<-'E'\n\t: <<'X'\n\tX\n${rest}\nX\nE`),
  fc.tuple(consumer, producer).map(([one, other]) => `{\n${one}\n} < <(\n${other}\n)`),
)

test('neither does it where commands share an input, or print into one', () => {
  fc.assert(
    fc.property(flow, (line) => {
      expect(unexpected(line)).toEqual([])
    }),
    { numRuns: 200 },
  )
})
