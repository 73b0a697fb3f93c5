import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { isSecretPath, showingOf } from './index.js'
import type { OrdinaryFilesTable } from './tables.js'

const file = new URL('../../../shims/data/tables/ordinary-files.yaml', import.meta.url)
const table = parse(readFileSync(file, 'utf8')) as OrdinaryFilesTable & { examples: Record<string, string> }
const HOME = '/home/dev'
const inHome = (path: string) => path.replace(/^~/, HOME)
const showing = (path: string, project: string | undefined = `${HOME}/work`) =>
  showingOf(inHome(path), { home: HOME, project }, table)

const EXAMPLES = Object.entries(table.examples).flatMap(([kind, paths]) =>
  paths
    .trim()
    .split(/\s+/)
    .map((path) => [path, kind]),
)

test.each(EXAMPLES)('%s is %s', (path, kind) => expect(showing(path!)).toBe(kind))

test('a hidden file that is not listed is ordinary in no folder', () => {
  const name = fc.stringMatching(/^[a-z]{3,8}qx$/)
  const folder = fc.constantFrom(
    '~/work',
    '~/work/src',
    '~/work/src/deep/er',
    '~/other',
    '/data',
    '/opt/app',
    '.',
    'a/b',
  )
  const ending = fc.constantFrom('', '.json', '.yml', '.toml')
  fc.assert(
    fc.property(folder, name, ending, (place, first, end) => {
      expect(showing(`${place}/.${first}${end}`)).toBe('delicate')
      expect(showing(`${place}/.${first}/a${end}`)).toBe('delicate')
    }),
  )
})

test('data with a telling word in any part of its name is not ordinary', () => {
  const other = fc.constantFrom('prod', 'my', 'github', 'v2', 'app')
  const between = fc.constantFrom('-', '_', '.', ' ')
  const ending = fc.constantFrom(...table.data)
  fc.assert(
    fc.property(other, between, fc.constantFrom(...table.words), other, ending, (start, mark, word, end, kind) => {
      expect(showing(`~/work/${start}${mark}${word}${mark}${end}.${kind}`)).toBe('delicate')
      // A digit has no capital.
      fc.pre(/^[a-z]/.test(word))
      expect(showing(`~/work/${start}${word[0]!.toUpperCase()}${word.slice(1)}.${kind}`)).toBe('delicate')
    }),
  )
})

test('a folder of the system is no project, and neither is a home', () => {
  expect(showing('/etc/app/a.yml', '/etc/app')).toBe('delicate')
  expect(showing('~/.vendorx/../work2/.x.json', HOME)).toBe('delicate')
  expect(showing('/srv/app/config.yml', '/srv/app')).toBe('ordinary')
  expect(showing('/var/www/app/.mcp.json', '/var/www/app')).toBe('delicate')
})

test('no listed place or hidden file is a secret', () => {
  const listed = [...Object.values(table.places), ...Object.values(table.hidden)]
    .flat()
    .filter((path) => !/\*/.test(path))
  expect(listed.filter((path) => isSecretPath(path, HOME))).toEqual([])
})
