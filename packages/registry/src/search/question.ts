import { synonymsOf } from './synonyms.js'
import { termOf, wordsOf } from './terms.js'

/** A parsed query. */
export interface SearchQuery {
  terms: readonly AskedTerm[]
  /** Words that may name a tool. */
  tools: readonly { tool: string; isCertain: boolean }[]
  /** Sequences of words that may name a command below a tool. */
  commands: readonly string[]
  /** The whole query, which may be just a name. */
  whole: string
  /** Whether the query asks to show something rather than to change it. */
  wantsToRead: boolean
}

export interface AskedTerm {
  term: string
  /** The word of the query. */
  word: string
  /** The synonym that led to this term; absent for the word itself. */
  synonym?: string
}

/** Longer queries are truncated. */
export const LONGEST_QUERY = 10_000

export function readQuestion(query: string): SearchQuery {
  const text = query.slice(0, LONGEST_QUERY)
  const words = text.toLowerCase().match(/[a-z0-9][a-z0-9._+-]*/g) ?? []
  const plain = words.map((word) => word.replace(/[.,]$/, ''))
  return {
    terms: askedTerms(text),
    tools: toolsAmong(plain),
    commands: runsOf(plain),
    whole: text.trim().toLowerCase().replaceAll(/\s+/g, ' '),
    wantsToRead: READING.has(plain[0] ?? ''),
  }
}

const READING = new Set('show list display view see which what who where count compare inspect describe'.split(' '))

/** Whether it contains more than stop words such as `the`. */
export function asksForSomething({ terms }: SearchQuery): boolean {
  return terms.length > 0
}

function askedTerms(query: string): AskedTerm[] {
  const said = new Map(wordsOf(query).map((word) => [termOf(word), word]))
  const meant = new Map<string, AskedTerm>()
  for (const [term, word] of said) {
    for (const [other, synonym] of synonymsOf(term)) {
      if (!said.has(other) && !meant.has(other)) meant.set(other, { term: other, word, synonym })
    }
  }
  return [...[...said].map(([term, word]) => ({ term, word })), ...meant.values()]
}

/** In "… with git", the last word certainly names a tool. */
function toolsAmong(words: readonly string[]): { tool: string; isCertain: boolean }[] {
  const isNamed = ['with', 'using', 'via', 'in', 'by'].includes(words.at(-2) ?? '')
  return [...new Set(words)].map((tool) => ({ tool, isCertain: isNamed && tool === words.at(-1) }))
}

/** Commands have names of two to four words: `git push`, `gcloud compute instances list`. */
const LONGEST_NAME = 4

function runsOf(words: readonly string[]): string[] {
  const runs = new Set<string>()
  for (let start = 0; start < words.length - 1; start++) {
    const most = Math.min(LONGEST_NAME, words.length - start)
    for (let length = 2; length <= most; length++) runs.add(words.slice(start, start + length).join(' '))
  }
  return [...runs]
}
