import { EFFECT_FIELDS, effectsOf, fieldOf, parseArgv, worst, type AtipTool, type Effects } from '@atip/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lookupShim } from '@atip/shims'
import { anyCall, anyLayer, knownCall } from './hostile.test-data.js'
import { mergeLayers } from './merge-layers.js'
import { childOf, type Holder } from './place.js'
import type { Layer } from './types.js'

/** Commands whose danger hangs on their words, each in another way. */
const COMMANDS = [
  'rm',
  'find',
  'sed',
  'tar',
  'curl',
  'git push',
  'git stash',
  'docker run',
  'docker compose down',
  'kubectl delete',
  'ip address',
]

/** Each with several calls. */
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

test.each(COMMANDS)(
  '%s in words that trusted layers know is never better than they say, whatever others say',
  (command) => {
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
          const better = [...betterFields(after.effects, before.effects), ...betterFields(after.own, before.own)]
          expect({ argv, better }).toEqual({ argv, better: [] })
          expect(after.runs.length).toBeGreaterThanOrEqual(before.runs.length)
        }
      }),
      { numRuns: RUNS },
    )
  },
)

test.each(COMMANDS)('%s in any words is not claimed to be safe unless trusted layers claim it', (command) => {
  const { trusted, path } = shimAt(command)
  const calls = fc.array(anyCall(trusted, path), { minLength: 12, maxLength: 12 })
  fc.assert(
    fc.property(hostileLayers(trusted, path), calls, (others, all) => {
      const { tool } = mergeLayers([{ layer: 'curated', tool: trusted }, ...others])
      for (const argv of all) {
        const read = parseArgv(tool, argv)
        if (!isKnown(trusted, read.path) || isSettled(trusted, argv, read.pathEnd)) continue
        const before = effectsOf(trusted, parseArgv(trusted, argv)).own
        const after = effectsOf(tool, read).own
        const claimed = new Set(betterFields(after, worst(after, {})))
        const better = betterFields(after, before).filter((field) => claimed.has(field))
        expect({ argv, better }).toEqual({ argv, better: [] })
      }
    }),
    { numRuns: RUNS },
  )
})

/** The fields in which one is better than the other, in the order of `worst`. */
function betterFields(after: Effects, before: Effects): string[] {
  const both = worst(after, before)
  const own = worst(after)
  return EFFECT_FIELDS.filter((field) => JSON.stringify(fieldOf(both, field)) !== JSON.stringify(fieldOf(own, field)))
}

function isKnown(tool: AtipTool, path: readonly string[]): boolean {
  let place: Holder | undefined = tool as Holder
  for (const name of path) place = place && childOf(place, name)
  return place !== undefined
}

/** `git --help push …`: what comes after cannot change that any more, whoever reads it. */
function isSettled(tool: AtipTool, argv: string[], pathEnd: number): boolean {
  const known = parseArgv(tool, argv).leftovers[0]?.index ?? argv.length
  return effectsOf(tool, parseArgv(tool, argv.slice(0, Math.min(known, pathEnd)))).harmless !== undefined
}
