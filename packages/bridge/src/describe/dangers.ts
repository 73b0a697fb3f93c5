import type { CommandRule } from '@atip/protocol'
import { plain, warningsOf } from './flags.js'

/**
 * What x-atip rules make worse, as flags with their conditions. Each flag occurs once, so that an author's rules cannot
 * push everything else out of a description.
 */
export function dangersOf(rules: readonly CommandRule[]): string[] {
  const conditions = new Map<string, string>()
  for (const { effects, harmless, when } of rules) {
    // Beside "harmless", `effects` are the remaining effects, not added ones.
    if (effects === undefined || harmless !== undefined) continue
    const condition = wordsFor(when)
    for (const flag of warningsOf(effects)) conditions.set(flag, either(conditions.get(flag), condition))
  }
  return [...conditions].map(([flag, condition]) => (condition === ALWAYS ? flag : `${flag} ${condition}`))
}

const ALWAYS = ''
const SOMETIMES = 'in some uses'

function either(known: string | undefined, condition: string): string {
  if (known === undefined || known === condition) return condition
  return known === ALWAYS || condition === ALWAYS ? ALWAYS : SOMETIMES
}

const MAX_WORDS = 3
const MAX_WORD_LENGTH = 20

/** Names the values or the other parameters of the condition, if it has nothing else and they are few. */
function wordsFor(when: CommandRule['when']): string {
  if (when === undefined) return ALWAYS
  const [part, ...others] = Object.keys(when).filter((key) => key !== 'ignoreCase')
  const words = part === 'is' || part === 'with' ? when[part]! : []
  const isShort = words.length <= MAX_WORDS && words.every((word) => word.length <= MAX_WORD_LENGTH)
  if (others.length > 0 || words.length === 0 || !isShort) return SOMETIMES
  return `${part === 'is' ? 'if' : 'with'} ${words.map(plain).join(', ')}`
}
