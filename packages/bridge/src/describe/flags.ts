import { EFFECT_WORDS, fieldOf, harmfulValue, isReadOnly, type EffectField, type Effects } from '@atip/protocol'

/** Only we may use this mark; it is removed from authors' texts (see `author-text.ts`). */
export const READ_ONLY_MARK = '🔒'

export const READ_ONLY = `${READ_ONLY_MARK} READ-ONLY`

/** Safety flags in the order of the RFC's Rule 1, only for known effects (decision 11). */
export function flagsOf(effects: Effects): string[] {
  const flags = warningsOf(effects)
  if (isReadOnly(effects)) flags.push(READ_ONLY)
  return flags
}

/** The fields that have a flag, in the order of the RFC's Rule 1; `filesystem.delete` is ours (decision 23). */
const WARNINGS: readonly { field: EffectField; sign: string }[] = [
  { field: 'destructive', sign: '⚠️' },
  { field: 'reversible', sign: '⚠️' },
  { field: 'idempotent', sign: '⚠️' },
  { field: 'filesystem.delete', sign: '⚠️' },
  { field: 'cost.billable', sign: '💰' },
]

export function warningsOf(effects: Effects): string[] {
  const known = WARNINGS.filter(({ field }) => fieldOf(effects, field) === harmfulValue(field))
  return known.map(({ field, sign }) => `${sign} ${labelOf(field)}`)
}

/** What is created, modified and deleted, if requested (decision 22). */
export function resourceFlagsOf(effects: Effects): string[] {
  return RESOURCES.flatMap((field) => {
    const names = effects[field] ?? []
    return names.length === 0 ? [] : [`${labelOf(field)}: ${listed(names)}`]
  })
}

const RESOURCES = ['creates', 'modifies', 'deletes'] as const

function labelOf(field: EffectField): string {
  return EFFECT_WORDS[field].label.toUpperCase()
}

const MAX_RESOURCES = 5
const MAX_RESOURCE_LENGTH = 40

/**
 * Names of resources come from outside: few and short ones are shown, without characters that could close the brackets.
 */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_RESOURCES).map((name) => plain(name).slice(0, MAX_RESOURCE_LENGTH))
  return names.length > MAX_RESOURCES ? `${shown.join(', ')}, …` : shown.join(', ')
}

/** Makes text from outside safe to be put among flags. */
export function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N} _./:@+=-]/gu, '')
}

/** Joins flags with the RFC's separator, " | " (decision 20). */
export function bracketed(flags: readonly string[]): string {
  return flags.length === 0 ? '' : `[${flags.join(' | ')}]`
}
