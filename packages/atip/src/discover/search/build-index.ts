import { dictionaryOf, type Dictionary } from './dictionary.js'
import { termsOf } from './terms.js'
import { commonnessOf, hintsFor } from './well-known.js'

/** One command as search sees it. */
export interface SearchEntry {
  /** What a hit is called: `git push`. */
  name: string
  tool: string
  /** The command below the tool, words separated by spaces. */
  command?: string | undefined
  description: string
  /** Names and descriptions of options and arguments, examples: whatever else tells what it is for. */
  parameters?: string | undefined
}

/** Everything that is needed to answer queries, in a form that is written to disk and read back as it is. */
export interface SearchIndex {
  names: readonly string[]
  /** Whether an entry is a command below a tool. */
  isCommand: Uint8Array
  commonness: Float32Array
  /** Which entries a term speaks for, and how strongly. */
  terms: Dictionary
  /** Which entries belong to a tool. */
  tools: Dictionary
}

/** How much a word counts by where it stands. Found by trying on queries with known answers. */
const WEIGHTS = { name: 1.5, description: 1, hints: 0.9, parameters: 0.2 }
/** The two constants of BM25: how soon repetition stops to count, and how much long texts are held back. */
const SATURATION = 1
const LENGTH = 0.7

/** Builds the index: BM25 over weighted fields, worked out ahead so that a query only adds numbers up. */
export function buildIndex(entries: readonly SearchEntry[]): SearchIndex {
  const weighed = entries.map(weigh)
  const average = weighed.reduce((sum, { length }) => sum + length, 0) / Math.max(1, entries.length)
  const postings = new Map<string, [entry: number, weight: number][]>()
  for (const [entry, { terms, length }] of weighed.entries()) {
    const damp = 1 - LENGTH + (LENGTH * length) / average
    for (const [term, weight] of terms) {
      const list = postings.get(term)
      const impact = ((weight / damp) * (SATURATION + 1)) / (weight / damp + SATURATION)
      if (list === undefined) postings.set(term, [[entry, impact]])
      else list.push([entry, impact])
    }
  }
  for (const list of postings.values()) {
    const rarity = rarityOf(list.length, entries.length)
    for (const posting of list) posting[1] *= rarity
  }
  const tools = new Map<string, [number, number][]>()
  for (const [entry, { tool }] of entries.entries()) {
    const key = tool.toLowerCase()
    const list = tools.get(key)
    if (list === undefined) tools.set(key, [[entry, 1]])
    else list.push([entry, 1])
  }
  return {
    names: entries.map(({ name }) => name),
    isCommand: Uint8Array.from(entries, ({ command }) => ((command ?? '') === '' ? 0 : 1)),
    commonness: Float32Array.from(entries, ({ tool }) => commonnessOf(tool)),
    terms: dictionaryOf(postings),
    tools: dictionaryOf(tools),
  }
}

/** How much it says that a term occurs, if it does so in `count` of all entries. */
export function rarityOf(count: number, all: number): number {
  return Math.log(1 + (all - count + 0.5) / (count + 0.5))
}

function weigh({ name, tool, command, description, parameters }: SearchEntry) {
  const terms = new Map<string, number>()
  const add = (term: string, weight: number) => terms.set(term, (terms.get(term) ?? 0) + weight)
  const inName = [...termsOf(tool), ...termsOf(command ?? '')]
  const inDescription = termsOf(description)
  for (const term of inName) add(term, WEIGHTS.name)
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
