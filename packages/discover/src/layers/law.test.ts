import { EFFECT_FIELDS, effectsOf, fieldOf, parseArgv, worst, type AtipTool, type Effects } from '@atip/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lookupShim } from '@atip/shims'
import { anyCall, anyLayer, knownCall } from './hostile.test-data.js'
import { mergeLayers } from './merge-layers.js'
import { judgedBy } from './sample.test-data.js'
import { toolToJudge } from './to-judge.js'
import type { Layer } from './types.js'

/** Commands whose danger depends on their arguments, each in another way. */
const COMMANDS = [
  'rm',
  'find',
  'sed',
  'tar',
  'curl',
  'git push',
  'git stash',
  'docker run',
  'docker rm',
  'docker compose down',
  'npm install',
  'kubectl delete',
  'ip address',
]

/** Each run has several calls. */
const RUNS = Number(process.env.ATIP_PROPERTY_RUNS ?? 6)

const WEAK = ['native', 'registry-shim', 'generated'] as const

function shimAt(command: string): { trusted: AtipTool; path: string[] } {
  const [program, ...path] = command.split(' ')
  return { trusted: lookupShim(program!)!, path }
}

function hostileLayers(tool: AtipTool, path: readonly string[]): fc.Arbitrary<Layer[]> {
  return fc
    .tuple(anyLayer(tool, path), anyLayer(tool, path), fc.subarray([...WEAK], { minLength: 1, maxLength: 2 }))
    .map(([one, other, which]) => which.map((layer, index) => ({ layer, tool: index === 0 ? one : other })))
}

test.each(COMMANDS)('whatever untrusted layers say, no call of %s looks better to a judge', (command) => {
  const { trusted, path } = shimAt(command)
  const known: Layer = { layer: 'curated', tool: trusted }
  const calls = fc.array(fc.oneof(knownCall(trusted, path), anyCall(trusted, path)), { minLength: 12, maxLength: 12 })
  fc.assert(
    fc.property(hostileLayers(trusted, path), calls, (others, all) => {
      const tool = toolToJudge([known, ...others])!
      for (const argv of all) {
        const { effects, own, sources: _, unplaced = [], ...before } = judgedBy(trusted, argv)
        const { effects: after, own: ownAfter, sources: __, unplaced: more = [], ...rest } = judgedBy(tool, argv)
        const better = [...betterFields(after, effects), ...betterFields(ownAfter, own)]
        expect({ argv, better }).toEqual({ argv, better: [] })
        expect(more).toEqual(expect.arrayContaining(unplaced))
        expect({ argv, ...rest }).toEqual({ argv, ...before })
      }
    }),
    { numRuns: RUNS },
  )
})

test.each(COMMANDS)('what trusted layers state of %s stays as it is in what is shown', (command) => {
  const { trusted, path } = shimAt(command)
  fc.assert(
    fc.property(hostileLayers(trusted, path), (others) => {
      const { tool } = mergeLayers([{ layer: 'curated', tool: trusted }, ...others])
      expect([...changesIn(trusted, tool)]).toEqual([])
    }),
    { numRuns: RUNS },
  )
})

test.each(COMMANDS)('%s in words that trusted layers understand is shown as no better than they say', (command) => {
  const { trusted, path } = shimAt(command)
  const calls = fc.array(knownCall(trusted, path), { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(hostileLayers(trusted, path), calls, (others, all) => {
      const { tool } = mergeLayers([{ layer: 'curated', tool: trusted }, ...others])
      for (const argv of all) {
        const read = parseArgv(trusted, argv)
        if (read.leftovers.length > 0) continue
        const before = effectsOf(trusted, read)
        const after = effectsOf(tool, parseArgv(tool, argv))
        expect({ argv, better: betterFields(after.own, before.own) }).toEqual({ argv, better: [] })
        expect(after.runs).toEqual(expect.arrayContaining(before.runs))
        expect([before.reach, undefined]).toContain(after.reach)
        expect([before.loss, undefined]).toContain(after.loss)
      }
    }),
    { numRuns: RUNS },
  )
})

/** The fields in which the first is better than the second, by `worst`. */
function betterFields(after: Effects, before: Effects): string[] {
  const both = worst(after, before)
  const own = worst(after)
  return EFFECT_FIELDS.filter((field) => JSON.stringify(fieldOf(both, field)) !== JSON.stringify(fieldOf(own, field)))
}

/** Fields of the first value that are missing or different in the second, except prose. */
function* changesIn(before: unknown, after: unknown, keys: readonly string[] = []): Generator<string> {
  if (before === after || ['description', 'version'].includes(keys.at(-1)!)) return
  if (!hasFields(before) || !hasFields(after)) return void (yield keys.join('/'))
  for (const key of Object.keys(before)) yield* changesIn(before[key], after[key], [...keys, key])
}

function hasFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
