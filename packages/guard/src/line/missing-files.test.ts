import { beforeEach, expect, test } from 'vitest'
import { projectOnDisk } from './testing/project-on-disk.js'

const { put, decide } = projectOnDisk()

beforeEach(() => put('shop/docs/a.md', ''))

test.each([
  ['sqlite3 shop.db .tables', 'shop.db'],
  ["sqlite3 -json docs/shop.db 'select count(*) from orders'", 'docs/shop.db'],
  ["duckdb shop.duckdb -c 'select count(*) from orders'", 'shop.duckdb'],
])('a database that is not there would be made: %s', async (line, file) => {
  const missing = await decide(line)
  expect(missing).toMatchObject({ decision: 'ask' })
  expect(missing.commands.some(({ reason }) => reason === `makes ${file}, which does not exist`)).toBe(true)
  put(`shop/${file}`, '')
  expect((await decide(line)).decision).toBe('allow')
})

test.each(['sqlite3 -readonly other.db .tables', "sqlite3 :memory: 'select 1 from (select 2)'"])(
  'nothing is made: %s',
  async (line) => expect((await decide(line)).decision).toBe('allow'),
)

test('data that code loads has to be a file', async () => {
  const line = 'node -p "require(\'./package.json\').version"'
  put('shop/package.json', '{ "version": "1.0.0" }')
  expect((await decide(line)).decision).toBe('allow')
  expect(await decide(line.replace('./package', './tools/package'))).toMatchObject({ decision: 'ask' })
  put('shop/tools/package.json/index.js', '')
  expect(await decide(line.replace('./package', './tools/package'))).toMatchObject({ decision: 'ask' })
})
