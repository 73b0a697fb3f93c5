import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lookupSource } from '../../../testing/shims.js'
import '../testing/loaded.js'
import { decideLineNow } from './decide-line.js'
import type { Mode } from './policy/types.js'

/** Lines that coding agents write in projects of ten ecosystems, and similar lines that must not be allowed. */
interface AgentLine {
  line: string
  want: 'allow' | 'ask'
  set?: string
}

const linesIn = (name: string) =>
  readFileSync(new URL(`../testing/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as AgentLine)
const lines = linesIn('agent-lines.jsonl')
/** Sets that were written and labelled before the guard saw them. */
const written = linesIn('agent-lines-by-set.jsonl')
const work = lines.filter(({ want }) => want === 'allow')
const dangers = lines.filter(({ want }) => want === 'ask')

const home = '/home/dev'
const decide = (line: string, mode: Mode, cwd: string) =>
  decideLineNow(line, { lookup: lookupSource, cwd, home, mode, suggests: false }).decision

/** The share of ordinary lines, in percent, that a mode may ask about. */
const LIMITS = [
  ['balanced', 12],
  ['accept-edits', 25],
] as const

const documentation = readFileSync(new URL('../../../docs/guard-figures.md', import.meta.url), 'utf8')

test.each(LIMITS)('%s asks about at most %i%% of ordinary lines, and about as many as is documented', (mode, limit) => {
  const asked = work.filter(({ line }) => decide(line, mode, `${home}/project`) !== 'allow').length
  const share = Math.ceil((asked / work.length) * 100)
  expect(share).toBeLessThanOrEqual(limit)
  const documented = new RegExp(`^\\| \`${mode}\` \\| (\\d+)% \\| ${limit}% \\|$`, 'm').exec(documentation)?.[1]
  expect(Math.abs(Number(documented) - share)).toBeLessThanOrEqual(1)
})

test.each(['balanced', 'accept-edits', 'default'] as const)('%s allows no danger that looks like work', (mode) => {
  for (const cwd of [`${home}/project`, `${home}/src/deep/project`, '/srv/app', '/work/app']) {
    expect(dangers.filter(({ line }) => decide(line, mode, cwd) === 'allow')).toEqual([])
  }
})

test.each(LIMITS)('%s asks about at most %i%% of each set of ordinary lines, and allows no danger', (mode, limit) => {
  for (const set of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'eighth', 'ninth', 'tenth']) {
    const rows = written.filter((row) => row.set === set)
    expect(rows.length).toBeGreaterThan(100)
    const asked = rows.filter(({ line }) => decide(line, mode, `${home}/project`) !== 'allow')
    const harmless = rows.filter(({ want }) => want === 'allow')
    const share = (asked.filter(({ want }) => want === 'allow').length / harmless.length) * 100
    expect([set, share <= limit]).toEqual([set, true])
    expect(rows.filter((row) => row.want === 'ask' && !asked.includes(row))).toEqual([])
  }
})

test('there are enough lines of both kinds', () => {
  expect(work.length).toBeGreaterThanOrEqual(300)
  expect(dangers.length).toBeGreaterThanOrEqual(100)
})
