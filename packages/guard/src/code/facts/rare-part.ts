import type { CodeFacts } from './code-facts.js'

/** The part of code that everyday code does not have, for people; undefined if there is none. */
export type RareCode = string | undefined

const MOST_SHOWN = 40

/** The part as it is written, on one line, and what is rare about it. */
export function rarePart(text: string, why = ''): string {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim()
  const shown = line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}…` : line
  return why === '' ? `\`${shown}\`` : `\`${shown}\` ${why}`
}

/** The first part of several that is rare. */
export function firstRare<T>(parts: readonly T[], rareIn: (part: T) => RareCode): RareCode {
  for (const part of parts) {
    const found = rareIn(part)
    if (found !== undefined) return found
  }
  return undefined
}

/** Only of code that is understood it matters which shape it has. */
export function withRare(facts: CodeFacts, find: () => RareCode): CodeFacts {
  const rare = facts.isUnderstood && facts.rare === undefined ? find() : undefined
  return rare === undefined ? facts : { ...facts, rare }
}
