import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@lezer/python'
import { lookupShim } from '@atip/shims'
import { parse } from 'acorn'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { decideLine } from '../decide-line.js'
import { untilLoaded } from '../late.js'
import { readCode } from './index.js'
import { beyondSimpleJavaScript } from './javascript/simple.js'
import { beyondSimplePython } from './python/simple.js'

beforeAll(async () => {
  for (const language of ['python', 'javascript', 'awk', 'sed', 'jq', 'postgresql', 'duckdb', 'perl'])
    await untilLoaded(() => [readCode(language, '1'), readCode(language, '"')])
})

/** Code that the evaluator understands, with the part that is reported as rare. */
const UNUSUAL: readonly (readonly [language: string, code: string, rare: string])[] = [
  ['python', 'def f(n): return n\nprint(f(1))', 'def f'],
  ['python', 'x = lambda a: a\nprint(x(1))', 'lambda a'],
  ['python', 'while False: pass', 'while'],
  ['python', 'if (n := 1): print(n)', 'n := 1'],
  ['python', 'import json\nj = json\nprint(j.dumps(1))', 'json'],
  ['python', 'import random as json\nprint(json.random())', 'import random'],
  ['python', 'from json import loads\nprint(loads("1"))', 'from json'],
  ['python', 'print(len)', 'len'],
  ['python', 'print(max([1], key=print))', 'key=print'],
  ['python', 'print(type(1))', 'type'],
  ['python', 'import os\nprint(os.getcwd())', 'import os'],
  ['python', "f = 'a.txt'\nprint(open(f).read())", 'open(f)'],
  ['python', "print(open('a' + '.txt').read())", 'open('],
  ['python', "print(open('a.txt', mode='r').read())", 'open('],
  ['python', "print(open('a\\x2etxt').read())", 'open('],
  ['python', "print('a'.replace(*['a', 'b']))", '*'],
  ['python', 'print(1 .real)', '1 .real'],
  ['python', "len = 1\nprint('a')", 'len'],
  ['javascript', 'const f = (a) => a; f(1)', '(a) => a'],
  ['javascript', 'function f() {}', 'function f'],
  ['javascript', 'try { 1 } catch {}', 'try'],
  ['javascript', '(() => 1)()', '() => 1'],
  ['javascript', 'let o = {}; let k = "a"; o[k].b = 1', 'o[k].b'],
  ['javascript', 'const o = {a: 1}; const k = "a"; console.log(o[k])', 'o[k]'],
  ['javascript', 'var console = 1', 'console'],
  ['javascript', '[1].map(String)', '[1].map(String)'],
  ['javascript', "'a'.replace('a', 'b')", "'a'.replace"],
  ['javascript', 'process.env.PATH', 'process.env'],
  ['javascript', "fs.readdirSync('src').map((f) => fs.readFileSync('src/' + f).length)", 'fs'],
  ['javascript', "const p = 'a.txt'; fs.readFileSync(p, 'utf8')", 'readFileSync'],
  ['awk', '{ getline; print }', 'getline'],
  ['awk', 'function f(x) { return x } { print f($1) }', 'function'],
  ['awk', '{ print | "sort" }', '|'],
  ['awk', 'BEGIN { print TEXTDOMAIN }', 'TEXTDOMAIN'],
  ['sed', 'h;x', 'h'],
  ['sed', 's;a;b;', 's;'],
  ['jq', 'def f: .a; f', 'def'],
  ['jq', '@sh', '@sh'],
  ['jq', '$__loc__', '$__loc__'],
  ['jq', 'input_filename', 'input_filename'],
  ['postgresql', 'select x.lo_unlink from generate_series(1, 1) x', 'x.lo_unlink'],
  ['postgresql', 'select x.lo_unlink from rows from (generate_series(1, 1)) x', 'x.lo_unlink'],
  ['postgresql', "select my_type '1'", 'my_type'],
  ['postgresql', 'select cast(a as my_type) from t', 'my_type'],
  ['postgresql', 'select a::my_type from t', 'my_type'],
  ['postgresql', 'select u."passwordHash" from users u', 'passwordHash'],
]

test.each(UNUSUAL)('%s with a rare part is told by it: %s', (language, code, rare) => {
  const facts = readCode(language, code)
  expect(facts.isUnderstood).toBe(true)
  expect(facts.rare).toContain(rare)
})

test.each([
  ['python', 'print(2**32, -1, not True, 1 if 2 > 1 else 0)'],
  ['python', "with open('a.csv') as f:\n  print(sum(1 for _ in f))"],
  ['python', "import json, sys\nfor x in json.load(sys.stdin)['items']:\n  print(x['name'], len(x.get('tags', [])))"],
  ['python', "import json; print(json.dumps(json.load(open('a.json', encoding='utf-8')), indent=2))"],
  ['python', "d = {'a': 1}; d['b'] = 2; print(sorted(d.items(), reverse=True), sep='\\n')"],
  ['python', "print('\\n'.join(f'{k:10}{v}' for k, v in {'a': 1}.items()))"],
  ['javascript', "require('./package.json').version"],
  [
    'javascript',
    "const p = require('./package.json'); for (const [k, v] of Object.entries(p.scripts)) console.log(k, `${v}`)",
  ],
  [
    'javascript',
    "const fs = require('fs'); console.log(JSON.parse(fs.readFileSync(0, 'utf8')).items.map((x) => x.name).join('\\n'))",
  ],
  ['javascript', '[3, 1].sort((a, b) => a - b).filter(({ n }) => n > 1)'],
  ['javascript', "process.versions.node + require('typescript/package.json').version"],
  ['awk', 'BEGIN { FS = "," } { n[$1] += $2 } END { for (k in n) printf "%s %d\\n", k, n[k] }'],
  ['sed', ':a;N;$!ba;s/\\n/,/g'],
  ['jq', '.[] | select(.a | test("b")) | {a, b: (.c // "d")} | @tsv'],
  [
    'postgresql',
    'select n.nspname, c.relname from pg_catalog.pg_class c join pg_namespace n on n.oid = c.relnamespace',
  ],
  ['postgresql', 'with t as (select 1 as a) select t.a, x.b::text from t, (select 2 as b) x where t.a > 0'],
  ['duckdb', "select a.x, b.y from 'a.csv' a join 'b.csv' b using (id)"],
])('everyday %s has no rare part: %s', (language, code) => {
  expect(readCode(language, code)).toMatchObject({ isUnderstood: true })
  expect(readCode(language, code).rare).toBeUndefined()
})

test('a file that DuckDB is told without quotes is read', () => {
  expect(readCode('duckdb', 'select * from data.csv limit 3').reads).toEqual(['data.csv'])
})

const programsIn = (file: string) =>
  readFileSync(join(import.meta.dirname, 'fixtures', file), 'utf8')
    .replace(/\n$/, '')
    .split('\n---\n')

function isWhole(program: string): boolean {
  let isRight = true
  parser.parse(program).iterate({ enter: ({ type }) => void (isRight &&= !type.isError) })
  return isRight
}

test('of programs that hide what they do, none is simple', () => {
  // Invalid Python is not understood anyway. Reading a file by name hides nothing.
  const isSimple = (language: string) => (program: string) => {
    const { isUnderstood, rare } = readCode(language, program)
    return isUnderstood && rare === undefined
  }
  const python = programsIn('hostile-python.txt').filter(isWhole)
  const plain = python.filter(isSimple('python'))
  expect(plain.filter((program) => !/^[^\n]*open\('[^']+'\)[^\n]*$|^exec=1$/.test(program))).toEqual([])
  const javascript = programsIn('hostile-javascript.txt')
  const named = /^require\('(?:fs'\)\.readFileSync\('[^']+','utf8'\)|[^']+\.json'\))$/
  expect(javascript.filter(isSimple('javascript')).filter((program) => !named.test(program))).toEqual([])
  expect(python.length + javascript.length).toBeGreaterThan(200)
})

const SIMPLE_PYTHON = [
  "import json\nfor k, v in json.load(open('a.json')).items():\n    if v:\n        print(k)\n    else:\n        print(v)\n",
  "with open('a.txt') as f:\n    n = 0\n    for l in f:\n        n += 1\nprint(n)\n",
]

test('a statement that is not simple is found wherever it is put into simple Python', () => {
  const statements = ['del x; ', 'global y; ', 'x: int = 1; ', 'f = len; ', 'print(*[1], **{}); ', '(lambda: 1)(); ']
  fc.assert(
    fc.property(fc.constantFrom(...SIMPLE_PYTHON), fc.constantFrom(...statements), fc.nat(), (program, rare, at) => {
      const starts: number[] = []
      parser.parse(program).iterate({
        enter: ({ name, from }) =>
          void (/^(?:Expression|Assign|Update|Import)Statement$/.test(name) && starts.push(from)),
      })
      const start = starts[at % starts.length]!
      const changed = program.slice(0, start) + rare + program.slice(start)
      expect(beyondSimplePython(parser.parse(program).topNode, program)).toBeUndefined()
      expect(beyondSimplePython(parser.parse(changed).topNode, changed)).toBeDefined()
    }),
  )
})

/** Names that lead from data to functions, used as properties, keys and values. */
test('nothing leads from data to functions in simple JavaScript', () => {
  const ways = ['constructor', 'prototype', '__proto__', 'call', 'apply', 'bind', '__defineGetter__']
  const forms = ['X.W', "X['W']", 'X.a.W', 'X.W.W(1)', "X['W']('1')", '({ W: 1 })', '({ ...X }).W']
  fc.assert(
    fc.property(
      fc.constantFrom(...ways),
      fc.constantFrom(...forms),
      fc.constantFrom("''", '[]', '{}.a', '(1)'),
      (way, form, value) => {
        const program = `console.log(${form.replaceAll('W', way).replaceAll('X', value)})`
        expect(beyondSimpleJavaScript(parse(program, { ecmaVersion: 'latest' }), program)).toBeDefined()
      },
    ),
  )
})

test('code with a rare part is asked about, and allowed where edits of the project may be made', async () => {
  const line = 'python3 -c "def f(n): return n\nprint(f(1))"'
  const places = { lookup: lookupShim, cwd: '/home/dev/project', home: '/home/dev', policies: [] }
  const { decision, commands } = await decideLine(line, { ...places, mode: 'default' })
  expect(decision).toBe('ask')
  expect(commands.filter((one) => one.decision !== 'allow').map(({ rule }) => rule)).toEqual(['unusual-code'])
  for (const mode of ['accept-edits', 'balanced'] as const) {
    expect((await decideLine(line, { ...places, mode })).decision).toBe('allow')
  }
})
