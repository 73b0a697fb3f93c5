import { isReadOnly, type Effects } from '@atip/protocol'

/** The mark that only we give: what an author writes of it is taken out (see `author-text.ts`). */
export const READ_ONLY_MARK = '🔒'

export const READ_ONLY = `${READ_ONLY_MARK} READ-ONLY`

/** Safety flags in the order of the RFC's Rule 1, only for what is known (decision 11). */
export function flagsOf(effects: Effects): string[] {
  const flags = warningsOf(effects)
  if (isReadOnly(effects)) flags.push(READ_ONLY)
  return flags
}

export function warningsOf(effects: Effects): string[] {
  const flags: string[] = []
  if (effects.destructive === true) flags.push('⚠️ DESTRUCTIVE')
  if (effects.reversible === false) flags.push('⚠️ NOT REVERSIBLE')
  if (effects.idempotent === false) flags.push('⚠️ NOT IDEMPOTENT')
  // decision 23
  if (effects.filesystem?.delete === true) flags.push('⚠️ DELETES FILES')
  if (effects.cost?.billable === true) flags.push('💰 BILLABLE')
  return flags
}

/** What is created, modified and deleted, for those who ask for it (decision 22). */
export function resourceFlagsOf({ creates, modifies, deletes }: Effects): string[] {
  const flags: string[] = []
  if (creates !== undefined && creates.length > 0) flags.push(`CREATES: ${listed(creates)}`)
  if (modifies !== undefined && modifies.length > 0) flags.push(`MODIFIES: ${listed(modifies)}`)
  if (deletes !== undefined && deletes.length > 0) flags.push(`DELETES: ${listed(deletes)}`)
  return flags
}

const MAX_RESOURCES = 5
const MAX_RESOURCE_LENGTH = 40

/** Names of resources come from outside: few, short, and nothing that could close the brackets they stand in. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_RESOURCES).map((name) => plain(name).slice(0, MAX_RESOURCE_LENGTH))
  return names.length > MAX_RESOURCES ? `${shown.join(', ')}, …` : shown.join(', ')
}

/** Text from outside that stands among flags. */
export function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N} _./:@+=-]/gu, '')
}

/** decision 20 */
export function bracketed(flags: readonly string[]): string {
  return flags.length === 0 ? '' : `[${flags.join(' | ')}]`
}
