import {
  EFFECT_FIELDS,
  effectsOf,
  fieldOf,
  parseArgv,
  validate,
  worst,
  type AtipTool,
  type Effects,
} from '@atip/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lookupShim } from '../../shims/index.js'
import { anyCall, anyLayer, knownCall } from './hostile.test-data.js'
import { mergeLayers } from './merge-layers.js'
import type { Layer } from './types.js'

/** Commands whose danger hangs on their words, in many different ways. */
const COMMANDS: [program: string, ...path: string[]][] = [
  ['rm'],
  ['cp'],
  ['find'],
  ['sed'],
  ['tar'],
  ['curl'],
  ['git', 'push'],
  ['git', 'clean'],
  ['git', 'stash'],
  ['git', 'config'],
  ['docker', 'run'],
  ['docker', 'compose', 'down'],
  ['docker', 'system', 'prune'],
  ['kubectl', 'delete'],
  ['ip', 'address'],
  ['aws', 's3', 'rm'],
  ['npm', 'publish'],
]

const WEAK: Layer['layer'][] = ['native', 'registry-shim', 'generated']

/** How two descriptions judge a call: unknown is no claim, and a claim of safety must be made by both. */
function judge(tool: AtipTool, argv: string[]) {
  const call = parseArgv(tool, argv)
  return { ...effectsOf(tool, call), call }
}

function isNotBetter(after: Effects, before: Effects, field: (typeof EFFECT_FIELDS)[number]): boolean {
  return JSON.stringify(fieldOf(worst(after, before), field)) === JSON.stringify(fieldOf(worst(after), field))
}

function claimsSafety(effects: Effects, field: (typeof EFFECT_FIELDS)[number]): boolean {
  return JSON.stringify(fieldOf(worst(effects, {}), field)) !== JSON.stringify(fieldOf(worst(effects), field))
}

describe.each(COMMANDS)('%s %s %s', (program, ...path) => {
  const trusted = lookupShim(program)!
  const names = path.filter((name) => name !== undefined)
  const layers = fc
    .tuple(anyLayer(trusted, names), anyLayer(trusted, names), fc.subarray(WEAK, { minLength: 1, maxLength: 2 }))
    .map(([one, other, which]) => which.map((layer, index): Layer => ({ layer, tool: index === 0 ? one : other })))

  test('a call in words that trusted layers know is never better than they say, whatever others say', () => {
    fc.assert(
      fc.property(layers, fc.array(knownCall(trusted, names), { minLength: 4, maxLength: 4 }), (others, calls) => {
        const { tool } = mergeLayers([{ layer: 'curated', tool: trusted }, ...others])
        for (const argv of calls) {
          const before = judge(trusted, argv)
          if (before.call.leftovers.length > 0) continue
          const after = judge(tool, argv)
          for (const field of EFFECT_FIELDS) {
            expect(isNotBetter(after.effects, before.effects, field), `${argv.join(' ')}: ${field}`).toBe(true)
            expect(isNotBetter(after.own, before.own, field), `${argv.join(' ')}: own ${field}`).toBe(true)
          }
          expect(after.runs.length).toBeGreaterThanOrEqual(before.runs.length)
        }
      }),
      { numRuns: 30 },
    )
  })

  test('no call of a known command is claimed to be safe unless trusted layers claim it', () => {
    fc.assert(
      fc.property(layers, fc.array(anyCall(trusted, names), { minLength: 6, maxLength: 6 }), (others, calls) => {
        const { tool } = mergeLayers([{ layer: 'curated', tool: trusted }, ...others])
        for (const argv of calls) {
          const before = judge(trusted, argv)
          const after = judge(tool, argv)
          if (!isKnown(trusted, after.call.path) || isSettled(trusted, argv, after.call.pathEnd)) continue
          for (const field of EFFECT_FIELDS) {
            if (!claimsSafety(after.own, field)) continue
            expect(isNotBetter(after.own, before.own, field), `${argv.join(' ')}: ${field}`).toBe(true)
          }
        }
      }),
      { numRuns: 40 },
    )
  })

  test('the result is valid, and says so of itself again', () => {
    fc.assert(
      fc.property(layers, (others) => {
        const given: Layer[] = [{ layer: 'curated', tool: trusted }, ...others].filter(
          ({ tool }) => validate(tool).valid,
        ) as Layer[]
        const { tool } = mergeLayers(given)
        expect(validate(tool).problems.filter(({ severity }) => severity === 'error')).toEqual([])
        expect(JSON.stringify(mergeLayers([...given, ...given]).tool)).toBe(JSON.stringify(tool))
      }),
      { numRuns: 8 },
    )
  })
})

/** `git --help push …`: what comes after the command's name changes nothing any more. */
function isSettled(tool: AtipTool, argv: string[], pathEnd: number): boolean {
  return effectsOf(tool, parseArgv(tool, argv.slice(0, pathEnd))).harmless !== undefined
}

function isKnown(tool: AtipTool, path: readonly string[]): boolean {
  let place: { commands?: Record<string, object> } | undefined = tool
  for (const name of path) {
    if (place?.commands === undefined || !Object.hasOwn(place.commands, name)) return false
    place = place.commands[name]
  }
  return true
}
