import type { Evidence, SourceKind } from '../found.js'

/** More places than this make a fact no surer. */
const MOST = 16

/** What is said below this is too unsure to contradict anybody: a bare list of words says nothing about values. */
export const INFORMED = 0.7

/** Programs know their own options best; completions are mostly written by others. */
const RANKS: Readonly<Record<SourceKind, number>> = { help: 0, man: 1, roff: 2, completion: 3 }

export function rankOf(evidence: readonly Evidence[]): number {
  return Math.min(4, ...evidence.map(({ source }) => RANKS[source]))
}

export function confidenceOf(evidence: readonly Evidence[]): number {
  return Math.max(0, ...evidence.map(({ confidence }) => confidence))
}

/** The evidence that speaks loudest. */
export function strongest(evidence: readonly Evidence[]): Evidence {
  const [first, ...rest] = evidence
  if (first === undefined) return { source: 'help', place: 'prose', lines: [1, 1], confidence: 0 }
  return rest.reduce((kept, one) => (compare(one, kept) < 0 ? one : kept), first)
}

/** All of them once, the surest first, whatever order they came in. */
export function joined(lists: readonly (readonly Evidence[])[]): Evidence[] {
  const byKey = new Map(lists.flat().map((one) => [keyOf(one), one]))
  return [...byKey.values()].sort(compare).slice(0, MOST)
}

/** Highest confidence first; ties are ordered by line. */
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
