import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { lookupSource } from '../../../../testing/shims.js'
import '../../testing/loaded.js'
import { decideLineNow } from '../decide-line.js'
import { partsOf, type ReachTable } from '../facts/reach-table.js'
import { mayBeCode } from './reach-words.js'

const file = new URL('../../../shims/data/tables/reach.yaml', import.meta.url)
const table = parse(readFileSync(file, 'utf8'), { merge: true }) as ReachTable & { examples: Record<string, string> }

const places = { lookup: lookupSource, cwd: '/home/dev/project', home: '/home/dev', suggests: false }

test.each(Object.entries(table.examples))('%s is %s', (line, wanted) => {
  const { decision } = decideLineNow(line, { ...places, mode: 'balanced' })
  expect(decision === 'allow' ? 'allowed' : 'asks').toBe(wanted)
})

test('every word of the table is one part of a name', () => {
  const ofPrograms = Object.values(table.programs).flatMap(({ free = [], beyond = [] }) => [...free, ...beyond])
  const words = [...table.beyond, ...table['beyond operands'], ...table['beyond options'], ...table.builds]
  const others = [...table.losses, ...table.stores, ...table.runs, ...table.loads, ...ofPrograms]
  for (const word of [...words, ...others]) expect(partsOf(word)).toEqual([word])
})

test.each([
  ['bootBuildImage', 'boot build image'],
  ['web:site-deploy', 'web site deploy'],
  ['--save_path', 'save path'],
  ['CI_PUBLISH', 'ci publish'],
])('%s has the parts %s', (text, parts) => {
  expect(partsOf(text).join(' ')).toBe(parts)
})

test.each(['a b', 'a;b', 'a|b', '$(a)', '`a`', 'a()', '{{a}}', 'X!=a', '"a"', "'a'", 'a\\b', 'a>b', 'x[a b]', 'a&b'])(
  '%s may be code',
  (text) => expect(mayBeCode(text)).toBe(true),
)

test.each([
  'src/**/*.{ts,tsx}',
  '!src/**',
  'a::b[1-x]',
  'app/(auth)/page.tsx',
  'a>=1.2',
  '@scope/a@^1.2.3',
  'A=-O2 -g',
  '--x=1,2',
])('%s is no code', (text) => expect(mayBeCode(text)).toBe(false))
