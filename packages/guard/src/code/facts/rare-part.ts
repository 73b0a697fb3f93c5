import type { CodeFacts } from './code-facts.js'

/** The unusual part of code, for messages; undefined if there is none. */
export type RareCode = string | undefined

const MOST_SHOWN = 40

/** Formats the part on one line, with the reason why it is unusual. */
export function rarePart(text: string, why = ''): string {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim()
  const shown = line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}…` : line
  return why === '' ? `\`${shown}\`` : `\`${shown}\` ${why}`
}

/** The first unusual part of a list. */
export function firstRare<T>(parts: readonly T[], rareIn: (part: T) => RareCode): RareCode {
  for (const part of parts) {
    const found = rareIn(part)
    if (found !== undefined) return found
  }
  return undefined
}

/** Looks for unusual parts only in code that is understood: otherwise they do not matter. */
export function withRare(facts: CodeFacts, find: () => RareCode): CodeFacts {
  const rare = facts.isUnderstood && facts.rare === undefined ? find() : undefined
  return rare === undefined ? facts : { ...facts, rare }
}
