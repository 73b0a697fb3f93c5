import { rarityOf, sizeOf, type SearchIndex } from './build-index.js'
import { entryOf, keysOf, postingsOf, weightOf } from './dictionary.js'
import type { EffectFacts } from './effect-facts.js'
import { textAt, type EntryText } from './entry-texts.js'
import { matchesOf, type Match } from './explain.js'
import { readQuestion, type Question } from './question.js'
import { stem } from './stem.js'

export interface SearchOptions {
  limit?: number
  /** Only commands of this tool. */
  tool?: string
}

export interface Found {
  /** Best first. */
  hits: Hit[]
  /** How many have anything to do with the query; what is not among the hits fits less. */
  total: number
}

export interface Hit extends EntryText {
  score: number
  effects: EffectFacts
  /** What led here. */
  matched: Match[]
}

/** How much a synonym counts against the word itself, a common tool against a rare one, a name that is said. */
const WEIGHTS = { synonym: 0.2, commonness: 1.8, toolAtEnd: 6, toolWord: 3, commandNamed: 6, nothingButName: 50 }
/** A command below a tool is less likely to be meant by the tool's name, or to be the common one, than the tool. */
const BELOW = 0.3
/** No word is rarer than this. */
const RAREST = 9

/** The commands that fit a task best. */
export function search(index: SearchIndex, query: string, { limit = 10, tool }: SearchOptions = {}): Found {
  const question = readQuestion(query)
  const scores = scoresFor(index, question)
  const candidates = tool === undefined ? undefined : entriesOfTool(index, tool)
  const { entries, total } = best(scores, limit, candidates)
  const hits = entries.map((entry) => {
    const text = textAt(index.texts, entry)
    return {
      ...text,
      score: scores[entry]!,
      effects: index.effects[entry]!,
      matched: matchesOf(index, question, entry, text),
    }
  })
  return { hits, total }
}

/** Whether there is a tool of this name, in large or small letters. */
export function hasTool(index: SearchIndex, tool: string): boolean {
  return entriesOfTool(index, tool).length > 0
}

/** The names of all tools, in small letters. */
export function toolNames({ tools }: SearchIndex): string[] {
  return keysOf(tools)
}

function entriesOfTool({ tools }: SearchIndex, tool: string): Uint32Array {
  return postingsOf(tools, tool.toLowerCase()).map(entryOf)
}

function scoresFor(index: SearchIndex, { terms, tools, commands, whole }: Question): Float64Array {
  const scores = new Float64Array(sizeOf(index))
  const add = (postings: Uint32Array, weight: number) => {
    for (const posting of postings) scores[entryOf(posting)]! += weight * weightOf(posting)
  }
  for (const { term, synonym } of terms) {
    add(postingsOf(index.terms, term), synonym === undefined ? 1 : WEIGHTS.synonym)
  }
  for (const { tool, isCertain } of tools) addTool(index, tool, isCertain, scores)
  for (const name of commands) add(postingsOf(index.names, name), WEIGHTS.commandNamed)
  add(postingsOf(index.names, whole), WEIGHTS.nothingButName)
  // In a small catalog no word is rare, and the common tool must not drown the fitting one.
  const commonness = (WEIGHTS.commonness * rarityOf(1, scores.length)) / RAREST
  for (let entry = 0; entry < scores.length; entry++) {
    if (scores[entry] === 0) continue
    scores[entry]! += commonness * index.commonness[entry]! * (index.isCommand[entry] === 1 ? BELOW : 1)
  }
  return scores
}

function addTool({ terms, tools, isCommand }: SearchIndex, tool: string, isCertain: boolean, scores: Float64Array) {
  const postings = postingsOf(tools, tool)
  if (postings.length === 0) return
  const spoken = postingsOf(terms, stem(tool)).length
  const rarity = Math.min(RAREST, spoken === 0 ? 0 : rarityOf(spoken, scores.length))
  for (const posting of postings) {
    const entry = entryOf(posting)
    const below = isCommand[entry] === 1 ? BELOW : 1
    scores[entry]! += isCertain ? WEIGHTS.toolAtEnd + rarity : (WEIGHTS.toolWord * below * rarity) / RAREST
  }
}

/** The places of the highest scores, without sorting all of them. */
function best(scores: Float64Array, limit: number, candidates: Uint32Array | undefined) {
  const entries: number[] = []
  let total = 0
  const count = candidates?.length ?? scores.length
  for (let index = 0; index < count; index++) {
    const entry = candidates === undefined ? index : candidates[index]!
    const score = scores[entry]!
    if (!(score > 0)) continue
    total++
    if (entries.length === limit && score <= scores[entries.at(-1)!]!) continue
    let place = entries.length
    while (place > 0 && scores[entries[place - 1]!]! < score) place--
    entries.splice(place, 0, entry)
    if (entries.length > limit) entries.pop()
  }
  return { entries, total }
}
