import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { untilLoaded } from '../late.js'
import { readCode, type CodeFacts } from './index.js'

const programsIn = (file: string) =>
  readFileSync(join(import.meta.dirname, 'fixtures', file), 'utf8')
    .replace(/\n$/, '')
    .split('\n---\n')

/** Variables that hold no secrets. */
const SETTINGS = new Set(['PATH', 'HOME', 'USER', 'SHELL', 'PWD', 'LANG', 'TERM', 'CI'])

/** Whether the facts say that something is changed, run, sent or revealed. */
function isNoticed(facts: CodeFacts): boolean {
  const { environment } = facts
  return (
    !facts.isUnderstood ||
    [facts.writes, facts.deletes, facts.shellLines, facts.programs].some((list) => list.length > 0) ||
    facts.network ||
    environment === 'all' ||
    environment.some((name) => !SETTINGS.has(name)) ||
    facts.reads.some((path) => path === undefined || path.includes('.ssh') || path.includes('id_rsa'))
  )
}

const LANGUAGES = ['python', 'javascript', 'perl', 'sql', 'awk', 'sed', 'jq']

test.each(LANGUAGES)('what hides in %s that it does more than compute is noticed', async (language) => {
  const unnoticed = []
  for (const code of programsIn(`hostile-${language}.txt`)) {
    if (!isNoticed(await untilLoaded(() => readCode(language, code)))) unnoticed.push(code)
  }
  expect(unnoticed).toEqual([])
})

test.each(LANGUAGES)('%s that computes, prints and reads is understood', async (language) => {
  const refused = []
  for (const code of programsIn(`harmless-${language}.txt`)) {
    const facts = await untilLoaded(() => readCode(language, code))
    const acts = [facts.writes, facts.deletes, facts.shellLines, facts.programs].flat()
    if (!facts.isUnderstood || acts.length > 0 || facts.network) refused.push(code)
  }
  expect(refused).toEqual([])
})

test.each([
  ['duckdb', "select count(*) from 'a.parquet'", ['a.parquet']],
  ['duckdb', "select * from read_csv('a.csv') limit 3", ['a.csv']],
  ['dc', '16i FF p', []],
  ['bc', 'scale=3; 22/7', []],
])('%s that computes and reads is understood: %s', async (language, code, reads) => {
  expect(await untilLoaded(() => readCode(language, code))).toMatchObject({ isUnderstood: true, reads })
})

test.each([
  ['dc', '!ls'],
  ['dc', '?'],
  ['duckdb', "copy t to 'a'"],
  ['duckdb', "copy (select 1) to 'https://a/b'"],
  ['duckdb', "copy (select 1) to 'a' (format parquet, overwrite true)"],
  ['duckdb', "copy (select getenv('TOKEN')) to 'a'"],
  ['duckdb', "copy (select 1) to 'a' (select 2) to 'b'"],
  ['duckdb', "copy a from 'b'"],
  ['duckdb', "select * from 'https://a/b.csv'"],
  ['duckdb', "select * from read_csv(concat('https:', '//a'))"],
  ['duckdb', "select getenv('TOKEN')"],
  ['duckdb', "select 'from '; drop table t; select 'from '"],
  ['duckdb', "select * from 'a' -- '\n; drop table t"],
  ['duckdb', 'select * from "a.csv"'],
  ['duckdb', 'install httpfs'],
  ['redis', 'get a\nflushall'],
  ['mongo', 'db.users.find()'],
  ['ruby', 'puts 1'],
  ['constructor', '1'],
])('%s that may do more is not understood: %s', async (language, code) => {
  expect((await untilLoaded(() => readCode(language, code))).isUnderstood).toBe(false)
})

test('the file to which an answer is copied is written, and what the question reads is read', async () => {
  const facts = await untilLoaded(() => readCode('duckdb', "copy (select * from 'a.csv') to 'out/b.csv' (header)"))
  expect(facts).toMatchObject({ isUnderstood: true, reads: ['a.csv'], writes: ['out/b.csv'] })
})

test('what is destroyed is named, also in code that is not understood', async () => {
  const destroyed = async (language: string, code: string) =>
    (await untilLoaded(() => readCode(language, code))).destroys
  expect(await destroyed('python', 'import shutil, x\nshutil.rmtree("/")\nx.y()')).toBe('deletes files')
  expect(await destroyed('python', 'from a import b\nb.c.rmtree("/")')).toBe('deletes files')
  expect(await destroyed('javascript', 'import x from "y"; x.z(); require("fs").rmSync("/")')).toBe('deletes files')
  expect(await destroyed('javascript', 'const x: number = fs.rmSync("a")')).toBe('deletes files')
  expect(await destroyed('sql', 'select 1; drop table users')).toBe('drops a table')
  expect(await destroyed('mongo', 'db.users.deleteMany({})')).toBe('deletes documents')
  expect(await destroyed('ruby', 'FileUtils.rm_rf("a")')).toBe('deletes files')
  expect(await destroyed('python', 'print(1)')).toBeUndefined()
})

test('modules are named', async () => {
  const code = 'import json, os.path\nfrom csv import reader'
  expect((await untilLoaded(() => readCode('python', code))).imports).toEqual(['json', 'os.path', 'csv'])
})
