import type { Effects } from '../types/tool.js'
import type { Harmless } from '../types/x-atip.js'
import { changesNothing, isReadOnly } from './read-only.js'

/** A call in one word. `harmless`: a dry run, or help. `unknown`: it may do anything, for all that is known. */
export const EFFECT_CLASSES = ['read-only', 'reads-elsewhere', 'harmless', 'changes', 'destructive', 'unknown'] as const

export type EffectClass = (typeof EFFECT_CLASSES)[number]

export const EFFECT_MEANINGS: Readonly<Record<EffectClass, string>> = {
  'read-only': 'Changes nothing, here or elsewhere.',
  'reads-elsewhere': 'Reads from other machines, and changes nothing.',
  harmless: 'Only prints help or what it would do.',
  changes: 'Changes something, here or elsewhere, but destroys nothing.',
  destructive: 'May destroy something for good.',
  unknown: 'Its effects are not fully known; treat it as unsafe.',
}

export function effectClassOf(effects: Effects, harmless: Harmless | undefined): EffectClass {
  if (effects.destructive === true) return 'destructive'
  if (harmless !== undefined) return 'harmless'
  if (isReadOnly(effects)) return 'read-only'
  if (effects.network === true && changesNothing(effects)) return 'reads-elsewhere'
  return effects.destructive === false && isKnownToAct(effects) ? 'changes' : 'unknown'
}

function isKnownToAct({ filesystem, network, creates, modifies, deletes }: Effects): boolean {
  const things = [creates, modifies, deletes].flatMap((list) => list ?? [])
  return network === true || filesystem?.write === true || filesystem?.delete === true || things.length > 0
}
