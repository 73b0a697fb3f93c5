import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lookupSource } from '../../../testing/shims.js'
import '../testing/loaded.js'
import { checkLine } from '../testing/check-line.js'
import { decideLineNow } from './decide-line.js'

interface Attack {
  line: string
  effect: string
  /** The loosest mode in which it must not be allowed. Without one, modes that trust a project may allow it. */
  mode?: 'balanced' | 'accept-edits'
}

const attacksIn = (name: string) =>
  readFileSync(new URL(`../testing/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Attack)
const places = { lookup: lookupSource, cwd: '/home/dev/project', home: '/home/dev' }
const judgedLines = new Map<string, ReturnType<typeof checkLine>>()
/** Judging takes seconds for all of them, so each is judged once. */
function judged({ line }: Attack): ReturnType<typeof checkLine> {
  const result = judgedLines.get(line) ?? checkLine(line, places)
  judgedLines.set(line, result)
  return result
}
const isAllowed = (attack: Attack) => judged(attack).decision === 'allow'
const attacks = attacksIn('attacks.jsonl')

test('no attack of two adversaries is let through, apart from the holes that are known', () => {
  // Modes only loosen, so attacks that must fail in a mode are not tried twice.
  const meant = attacks.filter(({ mode }) => mode === undefined)
  expect(meant.length).toBeGreaterThan(1000)
  expect(meant.filter(isAllowed)).toEqual([])
})

test.each(['accept-edits', 'balanced'] as const)('no attack on what %s allows is let through', (mode) => {
  const meant = attacks.filter((attack) => attack.mode === 'balanced' || attack.mode === mode)
  expect(meant.length).toBeGreaterThan(600)
  const passes = ({ line }: Attack) => decideLineNow(line, { ...places, mode, suggests: false }).decision === 'allow'
  expect(meant.filter(passes)).toEqual([])
})

test('a hole that is closed is listed among the attacks', () => {
  expect(attacksIn('known-holes.jsonl').filter((attack) => !isAllowed(attack))).toEqual([])
})

test('what is said of any of them can be printed: no part of it is unknown text', () => {
  const broken = attacks.flatMap((attack) => judged(attack).verdicts.filter(({ reason }) => !reason.isWellFormed()))
  expect(broken).toEqual([])
})
