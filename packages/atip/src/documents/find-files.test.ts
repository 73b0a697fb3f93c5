import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFiles } from './find-files.js'

const home = mkdtempSync(join(tmpdir(), 'atip-find-'))
const at = (name: string) => join(home, name)

beforeAll(() => {
  mkdirSync(at('folder/empty'), { recursive: true })
  for (const name of ['a.json', 'a[1].json', 'folder/b.json', 'folder/c.txt']) writeFileSync(at(name), '{}')
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

test.each<[string, string[], string[]]>([
  ['a name is that file', ['a.json'], ['a.json']],
  ['a name that looks like a pattern is a name first', ['a[1].json'], ['a[1].json']],
  ['a folder is every .json below', ['folder'], ['folder/b.json']],
  ['a file found twice counts once', ['a.json', '*.json', 'a.json'], ['a.json', 'a[1].json']],
])('%s', (_, words, files) => {
  expect(findFiles(words.map(at))).toEqual(files.map(at))
})

test('standard input is a file like any other', () => {
  expect(findFiles(['-', at('a.json'), '-'])).toEqual(['-', at('a.json')])
})

test.each([
  ['b.json', 'E1100', 'there is no file'],
  ['*.yaml', 'E1100', 'no file matches'],
  ['folder/empty', 'E1100', 'there is no .json file below'],
])('%s is refused with %s', (name, code, message) => {
  expect(() => findFiles([at(name)])).toThrow(
    expect.objectContaining({ code, exitCode: 66, message: expect.stringContaining(message) }),
  )
})

test('a folder is never opened for a name that is far off', () => {
  expect(() => findFiles([at('nowhere/at/all.json')])).toThrow('there is no file')
})
