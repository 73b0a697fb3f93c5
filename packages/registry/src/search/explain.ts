import { leadsTo } from './dictionary.js'
import type { EntryText } from './entry-texts.js'
import type { AskedTerm, SearchQuery } from './question.js'
import { beginningOf } from './stem.js'
import { termOf, wordsOf } from './terms.js'
import { hintsFor } from './well-known.js'

/** A word of the query, and the field it matched. */
export interface Match {
  word: string
  field: MatchField
  /** The word that matched in its place. */
  synonym?: string
}

/** `hint`: words that people use for this tool, from our own list. */
export const MATCH_FIELDS = ['name', 'description', 'hint', 'parameter'] as const

export type MatchField = (typeof MATCH_FIELDS)[number]

/** A term of the query that some entries have. */
export interface FoundTerm extends AskedTerm {
  postings: Uint32Array
}

/**
 * Explains a hit: each word of the query once, in the field with the highest weight. The word itself comes before its
 * synonyms.
 */
export function matchesOf(question: SearchQuery, terms: readonly FoundTerm[], entry: number, text: EntryText): Match[] {
  const fields = fieldsOf(text, new Set(terms.map(({ term }) => beginningOf(term))))
  const matches = new Map<string, Match>()
  for (const { term, word, synonym, postings } of terms) {
    if (!leadsTo(postings, entry)) continue
    const field = MATCH_FIELDS.find((name) => fields[name]?.has(term)) ?? 'parameter'
    const match = { word, field, ...(synonym !== undefined && { synonym: fields[field]?.get(term) ?? synonym }) }
    const known = matches.get(word)
    if (known === undefined || (known.synonym !== undefined && rank(match) < rank(known))) matches.set(word, match)
  }
  const named = namesIn(question, text).filter((word) => !matches.has(word))
  return [...named.map((word): Match => ({ word, field: 'name' })), ...matches.values()]
}

function rank({ field }: Match): number {
  return MATCH_FIELDS.indexOf(field)
}

/** Matches names literally, because a name need not be a word. */
function namesIn({ whole, tools }: SearchQuery, { name, tool }: EntryText): string[] {
  if (whole === name.toLowerCase()) return [whole].filter((word) => !isPlain(word))
  return tools.map((named) => named.tool).filter((word) => word === tool.toLowerCase() && !isPlain(word))
}

function isPlain(word: string): boolean {
  return wordsOf(word).join(' ') === word
}

type Fields = Partial<Record<MatchField, ReadonlyMap<AskedTerm['term'], string>>>

/**
 * The stored terms of an entry, limited to those that the query may contain. Parameters are not stored, so a term that
 * is in no other field is one of them.
 */
function fieldsOf({ name, tool, command, description }: EntryText, beginnings: ReadonlySet<string>): Fields {
  const terms = (text: string) => {
    const words = wordsOf(text).filter((word) => beginnings.has(beginningOf(word)))
    return new Map(words.map((word) => [termOf(word), word]))
  }
  return { name: terms(`${tool} ${command}`), description: terms(description), hint: terms(hintsFor(name)) }
}
