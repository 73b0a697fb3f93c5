/**
 * The candidate that the user most likely meant, if one is close enough to suggest. Lookups of many words share a
 * budget: once it is spent, nothing is suggested.
 */
export function closest(word: string, candidates: Iterable<string>, budget?: AdviceBudget): string | undefined {
  if (word.length > MAX_LENGTH) return undefined
  let best: string | undefined
  // In a word of one or two letters, only the case may differ.
  let bestDistance = word.length < 3 ? 1 : Math.max(1, Math.floor(word.length / 3)) + 1
  for (const candidate of candidates) {
    if (budget !== undefined && budget.comparisons-- <= 0) return undefined
    if (candidate === '' || candidate === word || Math.abs(candidate.length - word.length) >= bestDistance) continue
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), bestDistance + 1)
    // Swapped letters are more common than a wrong or missing one: `grpe` is rather `grep` than `grype`.
    const isSwap = distance === bestDistance && best !== undefined && areSameLetters(word, candidate)
    if (distance < bestDistance || isSwap) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

function areSameLetters(one: string, other: string): boolean {
  const sorted = (word: string) => [...word.toLowerCase()].sort().join('')
  return one.length === other.length && sorted(one) === sorted(other)
}

/** How many candidates may still be looked at; each takes about a microsecond. */
export interface AdviceBudget {
  comparisons: number
}

/** Longer words are never typos of a name, and comparing them would cost the square of their length. */
const MAX_LENGTH = 64

/** Letters to insert, delete, replace or swap with their neighbour; stops early once `limit` is reached. */
function editDistance(a: string, b: string, limit: number): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    let smallest = row
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      let cost = Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + (same ? 0 : 1))
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (swapped) cost = Math.min(cost, before[column - 2]! + 1)
      current.push(cost)
      smallest = Math.min(smallest, cost)
    }
    if (smallest >= limit) return limit
    before = previous
    previous = current
  }
  return previous[b.length]!
}
