import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@lezer/python'
import { parse, type Node } from 'acorn'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { untilLoaded } from '../late.js'
import { LONGEST_CODE, readCode } from './index.js'

const programsIn = (file: string) =>
  readFileSync(join(import.meta.dirname, 'fixtures', file), 'utf8')
    .replace(/\n$/, '')
    .split('\n---\n')

const LANGUAGES = ['python', 'javascript', 'awk', 'sed', 'sql', 'duckdb', 'perl', 'jq', 'dc', 'bc', 'redis', 'ruby']

beforeAll(async () => {
  for (const language of LANGUAGES) await untilLoaded(() => readCode(language, '1'))
})

test.each(LANGUAGES)('any text is read as %s without an error', (language) => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => void readCode(language, text)))
})

test.each(['python', 'javascript', 'awk', 'sed', 'sql', 'perl'])('any change of a %s program is read', (language) => {
  const programs = [...programsIn(`hostile-${language}.txt`), ...programsIn(`harmless-${language}.txt`)]
  const piece = fc.oneof(
    fc.constantFrom('(', ')', '[', '{', '}', '"', "'", '`', '/', '\\', '\n', ':', ';', '*', ' ', ''),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.constantFrom(...programs), fc.nat(), fc.nat(8), piece, (program, at, length, text) => {
      const start = at % (program.length + 1)
      readCode(language, program.slice(0, start) + text + program.slice(start + length))
    }),
    { numRuns: 400 },
  )
})

test('code that is too long is not understood', () => {
  expect(readCode('python', `print(1)\n`.repeat(LONGEST_CODE / 9 + 1)).isUnderstood).toBe(false)
})

test('code that builds ever more is not followed for ever', () => {
  const calls = Array.from({ length: 700 }, (_, index) => `l.push('a${index}', l, [l])`)
  expect(readCode('javascript', `let l=[];${calls.join(';')}`).isUnderstood).toBe(false)
  expect(readCode('python', '('.repeat(9000)).isUnderstood).toBe(false)
})

/** Inserts a statement before one of the program's own. */
function inserted(program: string, starts: readonly number[], choice: number, statement: string): string {
  const at = starts[choice % starts.length]!
  return program.slice(0, at) + statement + program.slice(at)
}

const PYTHON_CALLS = [
  'import os; os.system("id"); ',
  '__import__("os").system("id"); ',
  'from os import popen as p; p("id"); ',
  'import subprocess as s; s.run(["id"]); ',
  'open("x", "w"); ',
  'exec("1"); ',
  'x = getattr(__import__("os"), "remove"); x("y"); ',
]

test('a call that acts is noticed wherever it is put into Python that does not', () => {
  const simple = /^(?:Expression|Assign|Update|Import|Return|Pass|Assert)Statement$/
  const startsIn = (program: string) => {
    const starts: number[] = []
    parser.parse(program).iterate({ enter: (node) => void (simple.test(node.name) && starts.push(node.from)) })
    return starts
  }
  fc.assert(
    fc.property(
      fc.constantFrom(...programsIn('harmless-python.txt')),
      fc.nat(),
      fc.constantFrom(...PYTHON_CALLS),
      (program, choice, call) => {
        const facts = readCode('python', inserted(program, startsIn(program), choice, call))
        const acts = [facts.writes, facts.deletes, facts.shellLines, facts.programs].flat()
        expect(acts.length > 0 || !facts.isUnderstood).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})

const JAVASCRIPT_CALLS = [
  ';require("child_process").execSync("id");',
  ';process.getBuiltinModule("fs").rmSync("x");',
  ';child_process.spawnSync("id");',
  ';eval("1");',
  ';(()=>1).constructor("1")();',
  ';["x"].forEach(f=>require("fs").writeFileSync(f,"y"));',
  ';fetch("http://a");',
]

test('a call that acts is noticed wherever it is put into JavaScript that does not', () => {
  const startsIn = (program: string) => {
    const starts: number[] = []
    const visit = (node: Node & { body?: unknown }) => {
      if (Array.isArray(node.body))
        starts.push(...(node.body as Node[]).map(({ start }) => start), node.end - (node.type === 'Program' ? 0 : 1))
      for (const part of Object.values(node).flat()) {
        if (typeof part === 'object' && part !== null && 'type' in part) visit(part as Node)
      }
    }
    for (const sourceType of ['script', 'module'] as const) {
      try {
        visit(parse(program, { ecmaVersion: 'latest', sourceType }))
        return starts
      } catch {
        continue
      }
    }
    return starts
  }
  fc.assert(
    fc.property(
      fc.constantFrom(...programsIn('harmless-javascript.txt')),
      fc.nat(),
      fc.constantFrom(...JAVASCRIPT_CALLS),
      (program, choice, call) => {
        const facts = readCode('javascript', inserted(program, startsIn(program), choice, call))
        const acts = [facts.writes, facts.deletes, facts.shellLines, facts.programs].flat()
        expect(acts.length > 0 || !facts.isUnderstood).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})

test('a call that acts is noticed behind any brace of awk', () => {
  const programs = programsIn('harmless-awk.txt').filter((program) => /^[^"/]*\{/.test(program))
  fc.assert(
    fc.property(
      fc.constantFrom(...programs),
      fc.constantFrom('system("id");', 'print > "out";', '"id" | getline;', 'x = /"/; system("id"); x = /"/;'),
      (program, call) => {
        const facts = readCode('awk', program.replace('{', `{${call}`))
        expect(facts.writes.length + facts.shellLines.length > 0 || !facts.isUnderstood).toBe(true)
      },
    ),
  )
})

test('a statement that changes something is noticed between any others of SQL', () => {
  const statements = programsIn('harmless-sql.txt').filter((sql) => !/^[.\\]/.test(sql))
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...statements), { maxLength: 3 }),
      fc.constantFrom('drop table t', 'delete from t', "select writefile('a', 'b')", 'pragma journal_mode = wal'),
      fc.nat(),
      (others, change, at) => {
        const all = others.toSpliced(at % (others.length + 1), 0, change)
        expect(readCode('sql', all.join('\n;\n')).isUnderstood).toBe(false)
      },
    ),
  )
})
