import fc from 'fast-check'
import { expect, test } from 'vitest'
import { document } from '../../testing/arbitraries.js'
import { EFFECT_FIELDS, fieldOf } from '../effects/fields.js'
import { worst } from '../effects/worst.js'
import { normalise } from '../normalise.js'
import type { AtipTool, Effects, Option } from '../types/tool.js'
import { withClaims, worsenedByClaims } from './claims.js'
import { effectsOfArgv } from './effects-of-argv.js'
import { effectsOf } from './effects-of.js'
import { parseArgv } from './parse.js'

const READS: Effects = { destructive: false, network: false, filesystem: { read: true, write: false, delete: false } }
const help: Option = { name: 'help', flags: ['--help'], type: 'boolean', 'x-atip': { harmless: 'help' } }

const tool = (fields: Partial<AtipTool>): AtipTool => ({
  atip: { version: '0.6' },
  name: 'demo',
  version: '1',
  description: 'demo',
  ...fields,
})

const trusted = tool({ effects: READS, commands: { '': { description: 'x', options: [help] } } })

function judged(claims: AtipTool[], ...words: string[]) {
  return effectsOfArgv(['demo', ...words], () => withClaims(trusted, claims))
}

test('what a claim states to be worse counts, and what it leaves out stays', () => {
  const { effects, call } = judged([tool({ effects: { network: true } }), tool({ effects: { destructive: true } })])
  expect(effects).toEqual({ ...READS, network: true, destructive: true })
  expect(call!.sources.network).toEqual({ kind: 'tool' })
  expect(judged([tool({})]).effects).toEqual(READS)
})

test('a claim reads the words of a call in its own way', () => {
  const force: Option = { name: 'f', flags: ['-f'], type: 'boolean', 'x-atip': { effects: { destructive: true } } }
  const claim = tool({ commands: { '': { description: 'x', options: [force] } } })
  expect(judged([claim], '-f')).toMatchObject({
    effects: { destructive: true },
    call: { sources: { destructive: { kind: 'option', flag: '-f' } }, doubts: [{ word: '-f' }] },
  })
  expect(judged([claim]).effects).toEqual(READS)
})

test('help that the description knows stays help', () => {
  expect(judged([tool({ effects: { destructive: true } })], '--help').call).toEqual(judged([], '--help').call)
})

test('claims cannot be written into a document', () => {
  const copy = JSON.parse(JSON.stringify(withClaims(trusted, [tool({ effects: { destructive: true } })]))) as AtipTool
  expect(copy).toEqual(trusted)
})

test('no claim makes any call look better', () => {
  const words = fc.array(fc.constantFrom('--help', '-f', '--force', 'push', '--', 'x', '--version', '--dry-run'))
  fc.assert(
    fc.property(document, document, words, (one, other, rest) => {
      const [base, claim] = [normalise(one), normalise(other)]
      const argv = [base.name, ...rest]
      const before = effectsOf(base, parseArgv(base, argv))
      const after = worsenedByClaims(before, withClaims(base, [claim]), argv)
      for (const key of ['own', 'effects'] as const) {
        const both = worst(before[key], after[key])
        const isBetter = EFFECT_FIELDS.filter(
          (field) => !isSame(fieldOf(both, field), fieldOf(worst(after[key]), field)),
        )
        expect(isBetter).toEqual([])
      }
      expect(after.unplaced ?? []).toEqual(expect.arrayContaining(before.unplaced ?? []))
      const changed = { own: 0, effects: 0, sources: 0, unplaced: 0 }
      expect({ ...after, ...changed }).toEqual({ ...before, ...changed })
    }),
  )
})

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
