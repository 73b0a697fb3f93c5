import { dictionaryOf, MOST_ENTRIES, toPosting, type Postings } from './dictionary.js'
import { NOTHING_KNOWN, type EffectFacts } from './effect-bits.js'
import { textsOf, type EntryText } from './entry-texts.js'
import { BELOW, rarityOf, type SearchIndex } from './search-index.js'
import { termsOf } from './terms.js'
import { commonnessOf, hintsFor } from './well-known.js'

/** A search document: one command. */
export interface SearchEntry {
  /** The name of a hit: `git push`. */
  name: string
  tool: string
  /** The command below the tool, words separated by spaces. */
  command?: string | undefined
  /** Alternative names, with the tool: `docker container rm`. */
  aliases?: readonly string[]
  description: string
  /** Further searchable text: names and descriptions of options and arguments, and examples. */
  parameters?: string | undefined
  effects?: EffectFacts
}

/** Field weights, tuned on queries with known answers. */
const WEIGHTS = { name: 1.5, description: 1, hints: 0.9, parameters: 0.2 }
/** The constants of BM25 (k1 and b): the saturation of term frequency, and the normalisation by length. */
const SATURATION = 1
const LENGTH = 0.7

/**
 * Builds the index: BM25 over weighted fields, computed in advance, so that a query only adds numbers. Consumes entries
 * as a stream, and keeps their texts except for the parameters.
 */
export function buildIndex(entries: Iterable<SearchEntry>): SearchIndex {
  const texts: EntryText[] = []
  const lengths: number[] = []
  const effects: EffectFacts[] = []
  const terms = new Map<string, Postings>()
  const tools = new Map<string, Postings>()
  const names = new Map<string, Postings>()
  for (const entry of entries) {
    const index = texts.length
    if (index === MOST_ENTRIES) throw new RangeError(`a search index holds at most ${MOST_ENTRIES} commands`)
    const { name, tool, command = '', description } = entry
    texts.push({ name, tool, command, description })
    effects.push(entry.effects ?? NOTHING_KNOWN)
    const weighed = weigh(entry)
    lengths.push(weighed.length)
    for (const [term, weight] of weighed.terms) append(terms, term, index, weight)
    append(tools, tool.toLowerCase(), index, 1)
    for (const one of new Set([name, ...(entry.aliases ?? [])])) append(names, one.toLowerCase(), index, 1)
  }
  toImpacts(terms, lengths)
  return {
    texts: textsOf(texts),
    isCommand: Uint8Array.from(texts, ({ command }) => (command === '' ? 0 : 1)),
    common: Uint32Array.from(commonOnes(texts)),
    effects: Uint16Array.from(effects),
    terms: dictionaryOf(terms),
    tools: dictionaryOf(tools),
    names: dictionaryOf(names),
  }
}

function* commonOnes(texts: readonly EntryText[]): Generator<number> {
  for (const [entry, { tool, command }] of texts.entries()) {
    const weight = commonnessOf(tool) * (command === '' ? 1 : BELOW)
    if (weight > 0) yield toPosting(entry, weight)
  }
}

function append(lists: Map<string, Postings>, key: string, entry: number, weight: number): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [entry, weight])
  else list.push(entry, weight)
}

/** Turns term counts into weights, once all entries are known. */
function toImpacts(terms: ReadonlyMap<string, Postings>, lengths: readonly number[]): void {
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length)
  for (const list of terms.values()) {
    const rarity = rarityOf(list.length / 2, lengths.length)
    for (let at = 0; at < list.length; at += 2) {
      const damped = list[at + 1]! / (1 - LENGTH + (LENGTH * lengths[list[at]!]!) / average)
      list[at + 1] = (rarity * damped * (SATURATION + 1)) / (damped + SATURATION)
    }
  }
}

function weigh({ name, tool, command, aliases = [], description, parameters }: SearchEntry) {
  const terms = new Map<string, number>()
  const add = (term: string, weight: number) => terms.set(term, (terms.get(term) ?? 0) + weight)
  const inName = [...termsOf(tool), ...termsOf(command ?? '')]
  const inDescription = termsOf(description)
  for (const term of inName) add(term, WEIGHTS.name)
  for (const term of new Set(aliases.flatMap(termsOf))) if (!inName.includes(term)) add(term, WEIGHTS.name)
  for (const term of inDescription) add(term, WEIGHTS.description)
  const counts = countsOf(termsOf(parameters ?? ''))
  for (const [term, count] of counts) add(term, WEIGHTS.parameters * (1 + Math.log(count)))
  for (const term of new Set(termsOf(hintsFor(name)))) add(term, WEIGHTS.hints)
  const length = inDescription.length + new Set(inName).size * WEIGHTS.name + 0.3 * WEIGHTS.parameters * counts.size
  return { terms, length }
}

function countsOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}
