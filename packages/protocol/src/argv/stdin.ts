import type { Lineage } from '../tree.js'
import type { StdinMeaning } from '../types/x-atip.js'
import type { ParsedCall } from './call.js'
import { holds } from './condition.js'

/** What standard input could be, from the worst down. */
const WORST_FIRST: readonly StdinMeaning['kind'][] = ['code', 'arguments', 'secret', 'data']

/** What a call does with its standard input: of the meanings that may hold, the worst. */
export function stdinOf(lineage: Lineage, call: ParsedCall): StdinMeaning | undefined {
  const stated = lineage.findLast((level) => level['x-atip']?.stdin !== undefined)?.['x-atip']?.stdin
  const meanings = stated === undefined ? [] : Array.isArray(stated) ? stated : [stated]
  const given = new Set(call.uses.filter(({ value }) => value !== false).map(({ parameter }) => parameter.name))
  const circumstances = {
    words: [],
    given: (name: string) => (given.has(name) ? 'yes' : 'no') as 'yes' | 'no',
    isOpaque: () => false,
  }
  const possible = meanings.filter(({ when }) => holds(when, circumstances) !== 'no')
  for (const kind of WORST_FIRST) {
    const found = possible.find((meaning) => meaning.kind === kind)
    if (found !== undefined) return found
  }
  return undefined
}
