import { entryOf, keysOf, postingsOf, STEPS, stepsOf } from './dictionary.js'
import { isActor, type EffectFacts } from './effect-bits.js'
import { textAt, type EntryText } from './entry-texts.js'
import { matchesOf, type FoundTerm, type Match } from './explain.js'
import { readQuestion, type SearchQuery } from './question.js'
import { BELOW, rarityOf, sizeOf, type SearchIndex } from './search-index.js'
import { stem } from './stem.js'

export interface SearchOptions {
  limit?: number
  /** Only commands of this tool. */
  tool?: string
}

export interface Found {
  /** Best first. */
  hits: SearchHit[]
  /** The number of entries that match at all, including those that are not among the hits. */
  total: number
}

export interface SearchHit extends EntryText {
  score: number
  effects: EffectFacts
  /** Why it is a hit. */
  matched: Match[]
}

/** The relative weights of a word, a synonym, a common tool, and names in the query. */
const WEIGHTS = { word: 5, synonym: 1, commonness: 1.8, toolAtEnd: 6, toolWord: 3, commandNamed: 6, nothingButName: 50 }
/** What a word of weight one adds to a score. Scores are integers while they are summed. */
const ONE = WEIGHTS.word * STEPS
/** The upper limit of rarity. */
const RAREST = 9

/** The commands that fit a task best. */
export function search(index: SearchIndex, query: string, options?: SearchOptions): Found {
  const { entries, total, scores, question, terms } = rank(index, query, options)
  const hits = entries.map((entry) => {
    const text = textAt(index.texts, entry)
    const matched = matchesOf(question, terms, entry, text)
    return { ...text, score: scores[entry]! / ONE, effects: index.effects[entry]!, matched }
  })
  return { hits, total }
}

export interface Ranked {
  /** The numbers of the entries, best first. */
  entries: number[]
  total: number
  scores: Int32Array
  question: SearchQuery
  /** The terms of the query that some entries have. */
  terms: FoundTerm[]
}

/** Like `search`, but without the texts of entries, which may not be loaded yet. */
export function rank(index: SearchIndex, query: string, { limit = 10, tool }: SearchOptions = {}): Ranked {
  const question = readQuestion(query)
  const asked = question.terms.map((term) => ({ ...term, postings: postingsOf(index.terms, term.term) }))
  const terms = asked.filter(({ postings }) => postings.length > 0)
  const scores = scoresFor(index, question, terms)
  const candidates = tool === undefined ? undefined : entriesOfTool(index, tool)
  return { ...best(scores, limit, candidates), scores, question, terms }
}

/** Whether there is a tool of this name, ignoring case. */
export function hasTool(index: SearchIndex, tool: string): boolean {
  return entriesOfTool(index, tool).length > 0
}

/** The names of all tools, in lower case. */
export function toolNames({ tools }: SearchIndex): string[] {
  return keysOf(tools)
}

function entriesOfTool({ tools }: SearchIndex, tool: string): Uint32Array {
  return postingsOf(tools, tool.toLowerCase()).map(entryOf)
}

function scoresFor(index: SearchIndex, question: SearchQuery, terms: readonly FoundTerm[]) {
  const { tools, commands, whole, wantsToRead } = question
  const scores = new Int32Array(sizeOf(index))
  for (const { postings, synonym } of terms)
    add(scores, postings, synonym === undefined ? WEIGHTS.word : WEIGHTS.synonym)
  for (const { tool, isCertain } of tools) addTool(index, tool, isCertain, scores)
  for (const name of commands) add(scores, postingsOf(index.names, name), WEIGHTS.commandNamed * WEIGHTS.word)
  add(scores, postingsOf(index.names, whole), WEIGHTS.nothingButName * WEIGHTS.word)
  // In a small catalog no word is rare, and common tools must not outrank a better match.
  const commonness = (WEIGHTS.word * WEIGHTS.commonness * rarityOf(1, scores.length)) / RAREST
  for (const posting of index.common) {
    const entry = entryOf(posting)
    if (scores[entry]! > 0) scores[entry]! += Math.round(commonness * stepsOf(posting))
  }
  if (wantsToRead) holdBackActors(index, scores)
  return scores
}

/** A query that asks to show something rarely means a command that changes something. */
function holdBackActors({ effects }: SearchIndex, scores: Int32Array): void {
  for (let entry = 0; entry < scores.length; entry++) {
    if (scores[entry]! > 0 && isActor(effects[entry]!)) scores[entry]! -= scores[entry]! >> 2
  }
}

/** A plain loop: a first query spends most of its time here, before anything is compiled. */
function add(scores: Int32Array, postings: Uint32Array, weight: number): void {
  for (let place = 0; place < postings.length; place++) {
    const posting = postings[place]!
    scores[entryOf(posting)]! += weight * stepsOf(posting)
  }
}

function addTool({ terms, tools, isCommand }: SearchIndex, tool: string, isCertain: boolean, scores: Int32Array) {
  const postings = postingsOf(tools, tool)
  if (postings.length === 0) return
  const spoken = postingsOf(terms, stem(tool)).length
  const rarity = Math.min(RAREST, spoken === 0 ? 0 : rarityOf(spoken, scores.length))
  for (const posting of postings) {
    const entry = entryOf(posting)
    const below = isCommand[entry] === 1 ? BELOW : 1
    const weight = isCertain ? WEIGHTS.toolAtEnd + rarity : (WEIGHTS.toolWord * below * rarity) / RAREST
    scores[entry]! += Math.round(ONE * weight)
  }
}

/** The entries with the highest scores, without sorting all of them, and the number of matches. */
function best(scores: Int32Array, limit: number, candidates: Uint32Array | undefined) {
  const entries: number[] = []
  let total = 0
  let least = 0
  const count = candidates?.length ?? scores.length
  for (let index = 0; index < count; index++) {
    const entry = candidates === undefined ? index : candidates[index]!
    const score = scores[entry]!
    if (!(score > 0)) continue
    total++
    if (score <= least) continue
    let place = entries.length
    while (place > 0 && scores[entries[place - 1]!]! < score) place--
    entries.splice(place, 0, entry)
    if (entries.length > limit) entries.pop()
    if (entries.length === limit) least = scores[entries[limit - 1]!]!
  }
  return { entries, total }
}
