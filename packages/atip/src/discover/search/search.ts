import { rarityOf, type SearchIndex } from './build-index.js'
import { rangeIn } from './dictionary.js'
import { stem } from './stem.js'
import { synonymsOf } from './synonyms.js'
import { termsOf } from './terms.js'

export interface Hit {
  name: string
  score: number
  /** Words of the query that led here, as terms; `tool` if it was named. */
  matched: string[]
}

/** How much a synonym counts against the word itself, a common tool against a rare one, a tool that is named. */
const WEIGHTS = { synonym: 0.2, commonness: 1.8, toolAtEnd: 6, toolWord: 3 }
/** A command below a tool is less likely to be meant by the tool's name, or to be the common one, than the tool. */
const BELOW = 0.3
/** No word is rarer than this. */
const RAREST = 9

/** The commands that fit a task best, best first. */
export function search(index: SearchIndex, query: string, limit = 5): Hit[] {
  const { names } = index
  const scores = new Float64Array(names.length)
  const asked = askedTerms(query)
  for (const [term, weight] of asked) addTerm(index, term, weight, scores)
  for (const { tool, isCertain } of toolsIn(query)) addTool(index, tool, isCertain, scores)
  // In a small catalog no word is rare, and the common tool must not drown the fitting one.
  const commonness = (WEIGHTS.commonness * rarityOf(1, names.length)) / RAREST
  for (let entry = 0; entry < scores.length; entry++) {
    if (scores[entry] === 0) continue
    scores[entry]! += commonness * index.commonness[entry]! * (index.isCommand[entry] === 1 ? BELOW : 1)
  }
  return best(scores, limit).map((entry) => ({
    name: names[entry]!,
    score: scores[entry]!,
    matched: [...asked.keys()].filter((term) => leadsTo(index, term, entry)),
  }))
}

/** The terms of a query and what may have been meant by them, with their weight. */
function askedTerms(query: string): Map<string, number> {
  const said = termsOf(query)
  const asked = new Map(said.map((term) => [term, 1]))
  for (const term of said) {
    for (const other of synonymsOf(term)) if (!asked.has(other)) asked.set(other, WEIGHTS.synonym)
  }
  return asked
}

/** Words of a query that may name a tool. In "… with git" it certainly does. */
function toolsIn(query: string): { tool: string; isCertain: boolean }[] {
  const text = query.toLowerCase()
  const words = text.match(/[a-z0-9][a-z0-9._+-]*/g) ?? []
  const last = words.at(-1)
  const isNamed = ['with', 'using', 'via', 'in', 'by'].includes(words.at(-2) ?? '')
  return [...new Set(words)].map((word) => ({
    tool: word.replace(/[.,]$/, ''),
    isCertain: isNamed && word === last,
  }))
}

function addTerm({ terms }: SearchIndex, term: string, weight: number, scores: Float64Array): void {
  const { start, end } = rangeIn(terms, term)
  for (let place = start; place < end; place++) scores[terms.entries[place]!]! += weight * terms.weights[place]!
}

function addTool(
  { terms, tools, isCommand, names }: SearchIndex,
  tool: string,
  isCertain: boolean,
  scores: Float64Array,
) {
  const { start, end } = rangeIn(tools, tool)
  if (start === end) return
  const spoken = rangeIn(terms, stem(tool))
  const rarity = Math.min(RAREST, spoken.start === spoken.end ? 0 : rarityOf(spoken.end - spoken.start, names.length))
  for (let place = start; place < end; place++) {
    const entry = tools.entries[place]!
    const below = isCommand[entry] === 1 ? BELOW : 1
    scores[entry]! += isCertain ? WEIGHTS.toolAtEnd + rarity : (WEIGHTS.toolWord * below * rarity) / RAREST
  }
}

/** The places of the highest scores, without sorting all of them. */
function best(scores: Float64Array, limit: number): number[] {
  const kept: number[] = []
  let least = 0
  for (let entry = 0; entry < scores.length; entry++) {
    const score = scores[entry]!
    if (score === 0 || (kept.length === limit && score <= least)) continue
    let place = kept.length
    while (place > 0 && scores[kept[place - 1]!]! < score) place--
    kept.splice(place, 0, entry)
    if (kept.length > limit) kept.pop()
    least = scores[kept.at(-1)!]!
  }
  return kept
}

function leadsTo({ terms }: SearchIndex, term: string, entry: number): boolean {
  const { start, end } = rangeIn(terms, term)
  for (let place = start; place < end; place++) if (terms.entries[place] === entry) return true
  return false
}
