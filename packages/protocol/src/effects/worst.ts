import { parseDuration } from '../duration.js'
import type { Effects } from '../types/tool.js'
import {
  DURATION_FIELDS,
  EFFECT_FIELDS,
  EFFECT_GROUPS,
  fieldOf,
  LIST_FIELDS,
  PATHS_FIELD,
  SCALAR_FIELDS,
  replaceField,
  setField,
} from './fields.js'

const NONE = Object.freeze([] as string[]) as string[]

/** The effects of a call that only prints something: every field known, every value harmless. */
export const NO_EFFECTS: Effects = Object.freeze({
  filesystem: Object.freeze({ read: false, write: false, delete: false }),
  network: false,
  subprocess: false,
  idempotent: true,
  reversible: true,
  destructive: false,
  creates: NONE,
  modifies: NONE,
  deletes: NONE,
  interactive: Object.freeze({ stdin: 'none', prompts: false, tty: false }),
  cost: Object.freeze({ estimate: 'none', billable: false }),
})

/**
 * The effects of doing all of these, as in a pipeline. A field that is unknown in one of them is unknown in the result,
 * unless another is known to do harm. Commutative, associative, and never better than any of its parts.
 */
export function worst(...all: Effects[]): Effects {
  const [first, ...rest] = all
  return first === undefined ? copyEffects(NO_EFFECTS) : rest.reduce(worstOfTwo, worstOfTwo(first, first))
}

function worstOfTwo(a: Effects, b: Effects): Effects {
  const result: Effects = {}
  for (const { field, order } of SCALAR_FIELDS) {
    setField(result, field, higher(order, fieldOf(a, field), fieldOf(b, field)))
  }
  for (const field of LIST_FIELDS) setField(result, field, joinLists(listOf(a, field), listOf(b, field)))
  for (const field of DURATION_FIELDS) setField(result, field, longer(fieldOf(a, field), fieldOf(b, field)))
  setField(result, PATHS_FIELD, joinPaths(a, b))
  keepSharedExtensions(result, a, b)
  return result
}

/**
 * What a rule adds to a call's effects. Unlike in `worst`, a field the delta does not mention stays as it was.
 * Never better than the base.
 */
export function worsen(base: Effects, delta: Effects): Effects {
  const result = copyEffects(base)
  for (const { field, order } of SCALAR_FIELDS) {
    const added = fieldOf(delta, field)
    if (added === undefined) continue
    replaceField(result, field, higher(order, fieldOf(base, field), added))
  }
  for (const field of LIST_FIELDS) {
    const added = listOf(delta, field)
    if (added !== undefined) setField(result, field, joinLists(listOf(base, field), added))
  }
  for (const field of DURATION_FIELDS) {
    const added = fieldOf(delta, field)
    if (added !== undefined) replaceField(result, field, longer(fieldOf(base, field), added))
  }
  if (delta.filesystem !== undefined && touchesFiles(delta)) {
    const paths = joinPaths(base, delta)
    if (paths === undefined) delete result.filesystem?.paths
    else setField(result, PATHS_FIELD, paths)
  }
  return result
}

/** A copy that shares no object that the functions here modify. */
export function copyEffects(effects: Effects): Effects {
  const copy: Effects = { ...effects }
  for (const group of EFFECT_GROUPS as ('filesystem' | 'interactive' | 'cost' | 'duration')[]) {
    if (copy[group] !== undefined) copy[group] = { ...copy[group] } as never
  }
  return copy
}

/** Position of a value between harmless and worst; a value that is not in the order counts as unknown. */
export function rankOf(order: readonly unknown[], value: unknown): number {
  const rank = order.indexOf(value)
  return rank === -1 ? order.indexOf(undefined) : rank
}

function higher(order: readonly unknown[], a: unknown, b: unknown): unknown {
  return order[Math.max(rankOf(order, a), rankOf(order, b))]
}

function listOf(effects: Effects, field: (typeof LIST_FIELDS)[number]): string[] | undefined {
  return effects[field]
}

/** "None" and "unknown" give unknown; "unknown" and something give that something. */
function joinLists(a: string[] | undefined, b: string[] | undefined): string[] | undefined {
  if (a === undefined || b === undefined) {
    const known = a ?? b
    return known === undefined || known.length === 0 ? undefined : sortedUnion(known, [])
  }
  return sortedUnion(a, b)
}

function sortedUnion(a: string[], b: string[]): string[] {
  return [...new Set([...a, ...b])].sort()
}

/** Paths narrow down where files are touched, so without them the answer is "anywhere", the worst one. */
function joinPaths(a: Effects, b: Effects): string[] | undefined {
  const first = scopeOf(a)
  const second = scopeOf(b)
  if (first === 'anywhere' || second === 'anywhere') return undefined
  const union = sortedUnion(first, second)
  return union.length === 0 ? undefined : union
}

function scopeOf(effects: Effects): string[] | 'anywhere' {
  if (!touchesFiles(effects)) return []
  const paths = effects.filesystem?.paths
  return paths === undefined || paths.length === 0 ? 'anywhere' : paths
}

function touchesFiles({ filesystem }: Effects): boolean {
  return !(filesystem?.read === false && filesystem.write === false && filesystem.delete === false)
}

/** The longer of two durations; a missing or unreadable one may be longer than any. */
function longer(a: unknown, b: unknown): unknown {
  const first = typeof a === 'string' ? parseDuration(a) : undefined
  const second = typeof b === 'string' ? parseDuration(b) : undefined
  if (first === undefined || second === undefined) return undefined
  const difference = first.max - second.max || first.min - second.min || ((a as string) < (b as string) ? -1 : 1)
  return difference > 0 ? a : b
}

/** A field that ATIP does not know is kept only if every part has the same value. */
function keepSharedExtensions(result: Effects, a: Effects, b: Effects): void {
  const known = new Set(EFFECT_FIELDS.map((field) => field.split('.')[0]))
  for (const [key, value] of Object.entries(a)) {
    if (known.has(key) || !Object.hasOwn(b, key)) continue
    if (JSON.stringify(value) !== JSON.stringify((b as Record<string, unknown>)[key])) continue
    ;(result as Record<string, unknown>)[key] = value
  }
}
