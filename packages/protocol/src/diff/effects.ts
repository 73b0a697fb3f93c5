import { EFFECT_FIELDS, fieldOf, LIST_FIELDS, PATHS_FIELD, SCALAR_FIELDS, type EffectField } from '../effects/fields.js'
import { rankOf } from '../effects/worst.js'
import type { Effects } from '../types/tool.js'

export interface EffectDifference {
  field: EffectField
  before: unknown
  after: unknown
  isWorse: boolean
}

/** How two effects objects differ, field by field. */
export function* effectDifferences(before: Effects, after: Effects): Generator<EffectDifference> {
  for (const field of EFFECT_FIELDS) {
    const old = fieldOf(before, field)
    const now = fieldOf(after, field)
    if (!isSame(old, now)) yield { field, before: old, after: now, isWorse: isWorse(field, before, after) }
  }
}

/** Whether the second may do more harm than the first. Unknown is worse than harmless and better than harmful. */
export function isWorse(field: EffectField, before: Effects, after: Effects): boolean {
  const order = ORDERS.get(field)
  if (order !== undefined) return rankOf(order, fieldOf(after, field)) > rankOf(order, fieldOf(before, field))
  if (LISTS.has(field)) return touchesMore(listOf(before, field), listOf(after, field))
  // A longer duration is a nuisance, not a danger.
  return field === PATHS_FIELD && reachesFurther(before, after)
}

const ORDERS = new Map<EffectField, readonly unknown[]>(SCALAR_FIELDS.map(({ field, order }) => [field, order]))
const LISTS = new Set<EffectField>(LIST_FIELDS)

function listOf(effects: Effects, field: EffectField): string[] | undefined {
  return fieldOf(effects, field) as string[] | undefined
}

/** An empty list is "nothing", an absent one unknown, and each further kind of thing is worse. */
function touchesMore(before: string[] | undefined, after: string[] | undefined): boolean {
  if (after === undefined) return before?.length === 0
  return hasNew(before ?? [], after)
}

/** Paths narrow down where files are touched: without them it is anywhere. */
function reachesFurther(before: Effects, after: Effects): boolean {
  const { read, write, delete: deletes, paths = [] } = after.filesystem ?? {}
  const old = before.filesystem?.paths ?? []
  if (old.length === 0 || (read === false && write === false && deletes === false)) return false
  return paths.length === 0 || hasNew(old, paths)
}

function hasNew(before: string[], after: string[]): boolean {
  const known = new Set(before)
  return after.some((entry) => !known.has(entry))
}

function isSame(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b
  return !hasNew(a as string[], b as string[]) && !hasNew(b as string[], a as string[])
}
