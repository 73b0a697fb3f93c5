import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@lezer/python'
import { lookupShim, shippedData } from '@atip/shims'
import { parse, type Node } from 'acorn'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { decideLine } from '../decide-line.js'
import { untilLoaded } from '../late.js'
import { readCode } from './index.js'
import { rareInJavaScript } from './javascript/everyday.js'
import { rareInPython } from './python/everyday.js'

beforeAll(async () => {
  for (const language of ['python', 'javascript', 'awk', 'sed', 'jq', 'postgresql', 'duckdb', 'perl'])
    await untilLoaded(() => readCode(language, '1'))
})

/** Each is understood by the evaluator; what the rare part is quoted with. */
const UNUSUAL: readonly (readonly [language: string, code: string, rare: string])[] = [
  ['python', 'def f(n): return n\nprint(f(1))', 'def f'],
  ['python', 'x = lambda a: a\nprint(x(1))', 'lambda a'],
  ['python', 'a = b = 1', 'a = b'],
  ['python', 'while False: pass', 'while'],
  ['python', 'if (n := 1): print(n)', 'n := 1'],
  ['python', '_x = 1', '_x'],
  ['python', 'import json\nj = json\nprint(j.dumps(1))', 'json'],
  ['python', 'import random as json\nprint(json.random())', 'json'],
  ['python', 'from functools import lru_cache', 'lru_cache'],
  ['python', 'print(len)', 'len'],
  ['python', 'print(max([1], key=print))', 'print'],
  ['python', "f = 'a.txt'\nf += ''\nprint(open(f).read())", 'open(f)'],
  ['python', "import os\nfor f in os.listdir('src'): print(open('src/' + f).read())", "open('src/' + f)"],
  ['python', "import glob\nprint([open(f).read() for f in glob.glob('/etc/*.json')])", 'open(f)'],
  ['python', "import zipfile\nprint(zipfile.ZipFile('a.zip').read('b'))", '.read('],
  ['python', "print('a'.replace(*['a', 'b']))", 'replace'],
  ['javascript', 'const f = (a) => a; f(1)', '(a) => a'],
  ['javascript', 'function f() {}', 'function f'],
  ['javascript', 'try { 1 } catch {}', 'try'],
  ['javascript', '(() => 1)()', '() => 1'],
  ['javascript', 'let o = {}; let k = "a"; o[k].b = 1', 'o[k].b'],
  ['javascript', 'var console = 1', 'console'],
  ['javascript', '({ toString: 1 })', 'toString'],
  ['javascript', "fs.readdirSync('src').map((f) => fs.readFileSync('src/' + f).length)", 'readFileSync'],
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
  [
    'python',
    "import os\nfor r, d, fs in os.walk('src'):\n  for f in fs:\n    if f.endswith('.py'): print(open(os.path.join(r, f)).read())",
  ],
  ['python', "with open('a.csv') as f:\n  print(sum(1 for _ in f))"],
  ['python', "import json\ntry:\n  print(json.load(open('a.json')))\nexcept (KeyError, ValueError) as e:\n  print(e)"],
  ['python', "d = {'a': 1}; d['b'] = 2; print(sorted(d, key=d.get), *d, sep='\\n')"],
  ['javascript', "let s=''; process.stdin.on('data', (d) => (s += d)).on('end', () => console.log(JSON.parse(s).a))"],
  ['javascript', "const { readFileSync } = require('node:fs'); console.log(readFileSync('a.txt', 'utf8').length)"],
  ['javascript', "['a', 'b'].forEach((f) => console.log(fs.readFileSync(f + '.txt', 'utf8')))"],
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

const nodesOf = (language: string) =>
  new Set((shippedData(`code/${language}`) as { everyday: { nodes: string } }).everyday.nodes.split(/\s+/))

test('Python with a part of the syntax that is not listed is never everyday', () => {
  const listed = nodesOf('python')
  let rare = 0
  for (const program of [...programsIn('hostile-python.txt'), ...programsIn('harmless-python.txt')]) {
    const tree = parser.parse(program)
    let isListed = true
    tree.iterate({ enter: ({ name }) => void (isListed &&= /^(?:\W|[a-z]+$)/.test(name) || listed.has(name)) })
    if (isListed) continue
    rare++
    expect(rareInPython(tree.topNode, program)).toBeDefined()
  }
  expect(rare).toBeGreaterThan(40)
})

test('JavaScript with a part of the syntax that is not listed is never everyday', () => {
  const listed = nodesOf('javascript')
  const isListed = (node: Node): boolean =>
    listed.has(node.type) &&
    Object.values(node)
      .flat()
      .every((part) => typeof part !== 'object' || part === null || !('type' in part) || isListed(part as Node))
  let rare = 0
  for (const program of [...programsIn('hostile-javascript.txt'), ...programsIn('harmless-javascript.txt')]) {
    for (const sourceType of ['script', 'module'] as const) {
      let tree
      try {
        tree = parse(program, { ecmaVersion: 'latest', sourceType })
      } catch {
        continue
      }
      if (isListed(tree)) continue
      rare++
      expect(rareInJavaScript(tree, program)).toBeDefined()
    }
  }
  expect(rare).toBeGreaterThan(100)
})

function isWhole(program: string): boolean {
  let isRight = true
  parser.parse(program).iterate({ enter: ({ type }) => void (isRight &&= !type.isError) })
  return isRight
}

test('of programs that hide what they do, nearly all have a rare part', () => {
  // What is no Python is not understood in the first place.
  const hidden = programsIn('hostile-python.txt').filter(isWhole)
  const plain = hidden.filter((program) => rareInPython(parser.parse(program).topNode, program) === undefined)
  expect(plain.filter((program) => !/open|read|load|parse|connect|Zip|write|environ|^exec=1|^#/.test(program))).toEqual(
    [],
  )
  expect(plain.length / hidden.length).toBeLessThan(0.1)
})

const EVERYDAY_PYTHON = [
  "import json\nfor k, v in json.load(open('a.json')).items():\n    if v:\n        print(k)\n    else:\n        print(v)\n",
  "with open('a.txt') as f:\n    n = 0\n    for l in f:\n        n += 1\nprint(n)\n",
  "try:\n    x = int('1')\nexcept ValueError:\n    x = 0\nprint(x)\n",
]

test('a rare statement is found wherever it is put into everyday Python', () => {
  const statements = ['del x; ', 'global y; ', 'x: int = 1; ', 'f = len; ', 'print(*[1], **{}); ', '(lambda: 1)(); ']
  fc.assert(
    fc.property(fc.constantFrom(...EVERYDAY_PYTHON), fc.constantFrom(...statements), fc.nat(), (program, rare, at) => {
      const starts: number[] = []
      parser.parse(program).iterate({
        enter: ({ name, from }) =>
          void (/^(?:Expression|Assign|Update|Import)Statement$/.test(name) && starts.push(from)),
      })
      const start = starts[at % starts.length]!
      const changed = program.slice(0, start) + rare + program.slice(start)
      expect(rareInPython(parser.parse(program).topNode, program)).toBeUndefined()
      expect(rareInPython(parser.parse(changed).topNode, changed)).toBeDefined()
    }),
  )
})

test('code with a rare part is asked about, and allowed where code of the project may run', async () => {
  const line = 'python3 -c "def f(n): return n\nprint(f(1))"'
  const places = { lookup: lookupShim, cwd: '/home/dev/project', home: '/home/dev', policies: [] }
  for (const mode of ['default', 'accept-edits'] as const) {
    const { decision, commands } = await decideLine(line, { ...places, mode })
    expect(decision).toBe('ask')
    expect(commands.filter((one) => one.decision !== 'allow').map(({ rule }) => rule)).toEqual(['unusual-code'])
  }
  expect((await decideLine(line, { ...places, mode: 'balanced' })).decision).toBe('allow')
})
