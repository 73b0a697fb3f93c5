/** An entry of the search index; its name counts more than its description. */
export interface Searchable {
  name: string
  description: string
}

export interface Hit<T> {
  entry: T
  score: number
}

/** The weight of words in names compared with descriptions, and of a prefix compared with a whole word. */
const NAME_WEIGHT = 3
const BEGINNING_WEIGHT = 0.4
/** Shorter prefixes match too much. */
const SHORTEST_BEGINNING = 3

/** Finds entries by the words of their names and descriptions; rare words count more (BM25 without lengths). */
export function createSearch<T extends Searchable>(entries: readonly T[]): (query: string, limit: number) => Hit<T>[] {
  const index = new Map<string, Map<number, number>>()
  for (const [place, { name, description }] of entries.entries()) {
    const weigh = (word: string, weight: number) => {
      const places = index.get(word) ?? new Map<number, number>()
      places.set(place, Math.max(places.get(place) ?? 0, weight))
      index.set(word, places)
    }
    for (const word of wordsIn(description)) weigh(word, 1)
    for (const word of wordsIn(name)) weigh(word, NAME_WEIGHT)
  }
  const rarity = (places: ReadonlyMap<number, number>) => Math.log(1 + entries.length / places.size)

  return (query, limit) => {
    const scores = new Map<number, number>()
    for (const word of new Set(wordsIn(query))) {
      for (const [known, places] of index) {
        const fit = fitOf(word, known)
        if (fit === 0) continue
        for (const [place, weight] of places) {
          scores.set(place, (scores.get(place) ?? 0) + fit * weight * rarity(places))
        }
      }
    }
    return [...scores]
      .sort(([a, high], [b, low]) => low - high || a - b)
      .slice(0, limit)
      .map(([place, score]) => ({ entry: entries[place]!, score }))
  }
}

function fitOf(word: string, known: string): number {
  if (word === known) return 1
  const [short, long] = word.length < known.length ? [word, known] : [known, word]
  return short.length >= SHORTEST_BEGINNING && long.startsWith(short) ? BEGINNING_WEIGHT : 0
}

function wordsIn(text: string): string[] {
  return text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(stem)
}

/** `deletes`, `deleted` and `deleting` are one word in a search. */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word.replace(/s$/, '')
}
