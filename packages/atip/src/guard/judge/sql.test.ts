import { expect, test } from 'vitest'
import { onlyAsks } from './sql.js'

test('SQL that only asks is told from SQL that changes something', () => {
  const asking = [
    '.tables',
    '.headers on\nselect * from users;',
    'PRAGMA table_info(users);',
    "select name from sqlite_master where type = 'table'; select count(*) from users",
    'with x as (select 1 as a) select * from x',
    "select * from logs where text like '%delete from%' -- a comment",
    'explain query plan select 1',
  ]
  const changing = [
    '',
    '.tables\nupdate users set admin = 1',
    '.output a.txt\nselect 1',
    '.once |ls',
    'pragma journal_mode = wal',
    'pragma wal_checkpoint',
    'select 1; insert into t values (1)',
    'select * into copy from users',
    'with x as (delete from t returning *) select * from x',
    "select writefile('a', 'b')",
    "select '\\'; insert into t values (1); --'",
    "select [a'], 1; insert into t values (1); select [b']",
    'select 1 /*! ; insert into t values (1) */',
    "select 'open",
    '\\! ls',
  ]
  expect(asking.filter((text) => !onlyAsks(text))).toEqual([])
  expect(changing.filter(onlyAsks)).toEqual([])
})
