import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { EFFECT_FIELDS, fieldOf, SCALAR_FIELDS, setField } from '../effects/fields.js'
import { inheritedEffects } from '../effects/inherit.js'
import { copyEffects, rankOf } from '../effects/worst.js'
import { normalise } from '../normalise.js'
import { isInvocable, walkCommands } from '../tree.js'
import type { AtipTool } from '../types/tool.js'
import { arbitraryDocument } from '../../testing/arbitrary-document.js'
import { diff } from './diff.js'

const arbitraryTool = arbitraryDocument.map(normalise)
const runs = { numRuns: 120 }

test('nothing differs from itself, nor from a copy with its keys in another order', () => {
  const reversed = (_: string, value: unknown): unknown =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(Object.entries(value).reverse())
  fc.assert(
    fc.property(arbitraryTool, (tool) => {
      expect(diff(tool, tool)).toEqual([])
      const copy = normalise(JSON.parse(JSON.stringify(tool, reversed)) as AtipTool)
      expect(diff(tool, copy)).toEqual([])
    }),
    runs,
  )
})

test('whatever changes one way changes the other way too', () => {
  const places = (before: AtipTool, after: AtipTool) =>
    new Set(diff(before, after).map(({ path, subject }) => JSON.stringify([path, subject.type])))
  fc.assert(
    fc.property(arbitraryTool, arbitraryTool, (a, b) => {
      expect(places(a, b)).toEqual(places(b, a))
    }),
    runs,
  )
})

test('the rows about effects count each command that inherits something else exactly once', () => {
  fc.assert(
    fc.property(arbitraryTool, arbitraryTool, (a, b) => {
      const counted = new Map<string, number>()
      for (const { subject, field, before, after, count = 1 } of diff(a, b)) {
        if (subject.type === 'effects') add(counted, [field, before ?? null, after ?? null], count)
      }
      expect(counted).toEqual(naively(a, b))
    }),
    runs,
  )
})

test('a command that becomes worse in any field is always a danger', () => {
  fc.assert(
    fc.property(arbitraryTool, fc.nat(), fc.constantFrom(...SCALAR_FIELDS), (before, place, { field, order }) => {
      const after = structuredClone(before)
      const commands = [...walkCommands(after)].filter(({ command }) => isInvocable(command))
      fc.pre(commands.length > 0)
      const { command, path, lineage } = commands[place % commands.length]!
      const rank = rankOf(order, fieldOf(inheritedEffects(lineage), field))
      fc.pre(rank < order.length - 1)
      command.effects = copyEffects(command.effects ?? {})
      setField(command.effects, field, order[order.length - 1])
      const dangers = diff(before, after).filter(({ kind }) => kind === 'danger')
      expect(dangers.some((change) => change.field === field && isAbove(change.path, path))).toBe(true)
    }),
    runs,
  )
})

test('a promise that is withdrawn is always a danger', () => {
  fc.assert(
    fc.property(arbitraryTool, fc.constantFrom(...SCALAR_FIELDS), (document, { field, order }) => {
      const before = structuredClone(document)
      before.effects = {}
      setField(before.effects, field, order[0])
      const after = { ...before, effects: {} }
      const inheriting = [...walkCommands(before)].filter(
        ({ command, lineage }) =>
          isInvocable(command) && lineage.slice(1).every(({ effects }) => fieldOf(effects ?? {}, field) === undefined),
      )
      fc.pre(inheriting.length > 0)
      expect(diff(before, after)).toMatchObject([{ kind: 'danger', field, before: order[0] }])
      expect(diff(before, after)[0]!.count ?? 1).toBe(inheriting.length)
    }),
    runs,
  )
})

/** Computes the same counts in the simplest way: every command, every field. */
function naively(a: AtipTool, b: AtipTool): Map<string, number> {
  const counts = new Map<string, number>()
  const old = effectsByPlace(a)
  for (const [place, after] of effectsByPlace(b)) {
    const before = old.get(place)
    if (before === undefined) continue
    for (const field of EFFECT_FIELDS) {
      const values = [fieldOf(before, field) ?? null, fieldOf(after, field) ?? null]
      if (JSON.stringify(values[0]) !== JSON.stringify(values[1])) add(counts, [field, ...values], 1)
    }
  }
  return counts
}

function effectsByPlace(tool: AtipTool) {
  const nodes = [...walkCommands(tool)].filter(({ command }) => isInvocable(command))
  const places = nodes.map(({ lineage }) => [keysOf(tool, lineage), inheritedEffects(lineage)] as const)
  return new Map(Object.keys(tool.commands ?? {}).length === 0 ? [['[""]', tool.effects ?? {}]] : places)
}

function keysOf(tool: AtipTool, lineage: readonly object[]): string {
  let parent: { commands?: Record<string, object> } = tool
  const keys = lineage.slice(1).map((node) => {
    const key = Object.keys(parent.commands!).find((name) => parent.commands![name] === node)
    parent = node
    return key
  })
  return JSON.stringify(keys)
}

function add(counts: Map<string, number>, key: unknown[], count: number): void {
  const text = JSON.stringify(key)
  counts.set(text, (counts.get(text) ?? 0) + count)
}

function isAbove(upper: readonly string[], lower: readonly string[]): boolean {
  return upper.every((name, index) => lower[index] === name)
}
