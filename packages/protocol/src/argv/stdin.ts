import type { Lineage } from '../tree.js'
import type { StdinMeaning } from '../types/x-atip.js'
import { holds, type Circumstances } from './condition.js'
import { nearest } from './nearest.js'

/** What standard input could be, worst first. */
const WORST_FIRST: readonly StdinMeaning['kind'][] = ['code', 'arguments', 'names', 'sent', 'secret', 'data']

/** What a call does with its standard input: the worst of the meanings that may hold. */
export function stdinOf(lineage: Lineage, circumstances: Circumstances): StdinMeaning | undefined {
  const possible = [nearest(lineage, 'stdin') ?? []].flat().filter(({ when }) => holds(when, circumstances) !== 'no')
  for (const kind of WORST_FIRST) {
    const found = possible.find((meaning) => meaning.kind === kind)
    if (found !== undefined) return found
  }
  return undefined
}
