import type { AtipTool, Effects } from '../types/tool.js'
import { findCommand, type Lineage } from '../tree.js'
import { EFFECT_GROUPS } from './fields.js'
import { worsen } from './worst.js'

export interface InheritOptions {
  /** Take the worst statement on the way down instead of the nearest (decision 12). */
  conservative?: boolean
}

/** The declared effects of a command: the nearest statement on the way down to it wins, field by field. */
export function inheritedEffects(lineage: Lineage, { conservative = false }: InheritOptions = {}): Effects {
  let effects: Effects = {}
  for (const { effects: stated } of lineage) {
    if (stated === undefined) continue
    effects = conservative ? worsen(overlay(stated, effects), stated) : overlay(effects, stated)
  }
  return effects
}

/** The declared effects of the command at this path, before any option is looked at; `{}` if there is none. */
export function declaredEffects(tool: AtipTool, path: readonly string[], options?: InheritOptions): Effects {
  const node = findCommand(tool, path)
  return node === undefined ? {} : inheritedEffects(node.lineage, options)
}

/**
 * Whether a statement removes the limit of inherited paths: these only limit the accesses that were stated with them.
 */
export function liftsPaths({ filesystem = {} }: Effects): boolean {
  const { read, write, delete: deletes, paths } = filesystem
  return paths === undefined && (read === true || write === true || deletes === true)
}

function overlay(below: Effects, above: Effects): Effects {
  const result = { ...below, ...above } as Record<string, unknown>
  for (const group of EFFECT_GROUPS) {
    const lower = (below as Record<string, unknown>)[group]
    const upper = (above as Record<string, unknown>)[group]
    if (lower !== undefined && upper !== undefined) result[group] = { ...lower, ...upper }
  }
  if (liftsPaths(above) && result.filesystem !== undefined) {
    const { paths: _, ...unconfined } = result.filesystem as { paths?: string[] }
    result.filesystem = unconfined
  }
  return result as Effects
}
