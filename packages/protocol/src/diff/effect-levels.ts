import type { EffectField } from '../effects/fields.js'
import { EFFECT_FIELDS, fieldOf, PATHS_FIELD } from '../effects/fields.js'
import { liftsPaths } from '../effects/inherit.js'
import type { Effects } from '../types/tool.js'
import { effectDifferences, type EffectDifference } from './effects.js'
import { equal } from '../equal.js'

/**
 * Effects are compared as each command inherits them, and reported at the statement that made the difference: a change
 * on a group is one row, not one for each command below.
 */
export interface EffectLevel {
  path: string[]
  parent: EffectLevel | undefined
  children: EffectLevel[]
  /** For each field, the nearest level from here upwards whose own statement changed. */
  origins: ReadonlyMap<EffectField, EffectLevel>
  rows: Map<EffectField, EffectRow>
  /** Commands here and below that were compared. */
  size: number
}

export interface EffectRow extends EffectDifference {
  path: string[]
  count: number
}

interface Stating {
  effects?: Effects
}

export function openLevel(
  parent: EffectLevel | undefined,
  path: string[],
  before: Stating,
  after: Stating,
): EffectLevel {
  const inherited = parent?.origins ?? new Map<EffectField, EffectLevel>()
  const level = { path, parent, children: [], origins: inherited, rows: new Map(), size: 0 } as EffectLevel
  parent?.children.push(level)
  if (before.effects === after.effects) return level
  const origins = new Map(inherited)
  for (const field of EFFECT_FIELDS) {
    if (!equal(fieldOf(before.effects ?? {}, field), fieldOf(after.effects ?? {}, field))) origins.set(field, level)
  }
  if (liftsPaths(before.effects ?? {}) !== liftsPaths(after.effects ?? {})) origins.set(PATHS_FIELD, level)
  level.origins = origins
  return level
}

/** Compares what one command inherits on both sides. */
export function compareAt(level: EffectLevel, before: Effects, after: Effects): void {
  for (let above: EffectLevel | undefined = level; above !== undefined; above = above.parent) above.size++
  for (const difference of effectDifferences(before, after)) {
    const origin = level.origins.get(difference.field) ?? level
    const row = origin.rows.get(difference.field)
    if (row === undefined) origin.rows.set(difference.field, { ...difference, path: level.path, count: 1 })
    else {
      row.path = origin.path
      row.isWorse ||= difference.isWorse
      row.count++
    }
  }
}

/** Rows about the same difference that together cover every command at a level. */
interface Cover {
  level: EffectLevel
  rows: EffectRow[]
  count: number
}

/** From this many on, commands that each state the same change share one row. */
const MANY = 5

/** All rows. Where every command of a group or of the tool changed in the same way, one row says so. */
export function summarise(level: EffectLevel): EffectRow[] {
  const rows: EffectRow[] = []
  for (const cover of coversOf(level, rows).values()) for (const row of fold(cover)) rows.push(row)
  return rows
}

function coversOf(level: EffectLevel, rows: EffectRow[]): Map<string, Cover> {
  const parts = new Map<string, Cover[]>()
  const collect = (key: string, part: Cover) => {
    const known = parts.get(key)
    if (known === undefined) parts.set(key, [part])
    else known.push(part)
  }
  for (const row of level.rows.values()) collect(keyOf(row), { level, rows: [row], count: row.count })
  for (const child of level.children) {
    for (const [key, cover] of coversOf(child, rows)) collect(key, cover)
  }
  const covers = new Map<string, Cover>()
  for (const [key, list] of parts) {
    const count = list.reduce((sum, part) => sum + part.count, 0)
    // One by one, because `push(...rows)` fails if there are too many rows.
    if (count < level.size) for (const row of list.flatMap(fold)) rows.push(row)
    else covers.set(key, list.length === 1 ? list[0]! : { level, rows: list.flatMap((part) => part.rows), count })
  }
  return covers
}

function fold({ level, rows, count }: Cover): EffectRow[] {
  if (rows.length === 1 || count < MANY) return rows
  return [{ ...rows[0]!, isWorse: rows.some(({ isWorse }) => isWorse), path: level.path, count }]
}

function keyOf({ field, before, after }: EffectRow): string {
  return JSON.stringify([field, before ?? null, after ?? null])
}
