import type { Evidence, SourceKind } from '../found.js'

/** More places than this do not make a fact more certain. */
const MOST = 16

/** A statement below this is too uncertain to contradict another: a bare list of words says nothing about values. */
export const INFORMED = 0.7

/** A program's own help is the best source for its options; completions are mostly written by others. */
const RANKS: Readonly<Record<SourceKind, number>> = { help: 0, man: 1, roff: 2, completion: 3 }

export function rankOf(evidence: readonly Evidence[]): number {
  return Math.min(4, ...evidence.map(({ source }) => RANKS[source]))
}

export function confidenceOf(evidence: readonly Evidence[]): number {
  return Math.max(0, ...evidence.map(({ confidence }) => confidence))
}

/** The evidence with the highest confidence. */
export function strongest(evidence: readonly Evidence[]): Evidence {
  const [first, ...rest] = evidence
  if (first === undefined) return { source: 'help', place: 'prose', lines: [1, 1], confidence: 0 }
  return rest.reduce((kept, one) => (compare(one, kept) < 0 ? one : kept), first)
}

/** All evidence without duplicates, the most certain first, regardless of the order of the lists. */
export function joined(lists: readonly (readonly Evidence[])[]): Evidence[] {
  const byKey = new Map(lists.flat().map((one) => [keyOf(one), one]))
  return [...byKey.values()].sort(compare).slice(0, MOST)
}

/** Highest confidence first; ties are ordered by source and then by key. */
function compare(one: Evidence, other: Evidence): number {
  const difference = other.confidence - one.confidence || RANKS[one.source] - RANKS[other.source]
  return difference || compareText(keyOf(one), keyOf(other))
}

function keyOf({ source, place, lines, confidence }: Evidence): string {
  return `${source} ${place} ${lines[0]} ${lines[1]} ${confidence}`
}

export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
