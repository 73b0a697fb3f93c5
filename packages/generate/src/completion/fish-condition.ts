/**
 * Reads from `-n` where an entry of a fish completion applies, by the names of the functions that the condition calls.
 */

import type { Variables } from './variables.js'

export interface FishPlace {
  /** Only before any subcommand. */
  isFirst: boolean
  /** Lists of words; one word of each list has been given. */
  seen: string[][]
  /** Words that have not been given. */
  unseen: string[]
}

const SEEN = /(?:seen_(?:sub)?command(?:_from)?|using_(?:sub)?command)$/
const FIRST = /(?:use|needs?|no|without)_(?:sub)?command$|is_first_(?:token|arg)$/

/** Replaces variables by their literal values in the file, and ignores unknown conditions. */
export function placeOf(condition: string, variables: Variables): FishPlace {
  const place: FishPlace = { isFirst: false, seen: [], unseen: [] }
  for (const clause of condition.split(/[;\n]|&&|\|\|/)) {
    const words = clause.split(/[ \t"']+/).filter((word) => word !== '' && !/^(?:and|or|begin|end)$/.test(word))
    const isNegated = words[0] === 'not' || words[0] === '!'
    const [call = '', ...rest] = isNegated ? words.slice(1) : words
    const given = rest.flatMap((word) => variables.expanded(word))
    if (SEEN.test(call)) {
      if (isNegated) place.unseen.push(...given)
      else place.seen.push(given)
    } else if (FIRST.test(call) && !isNegated) place.isFirst = true
  }
  if (place.unseen.length > 0 && place.seen.length === 0) place.isFirst = true
  return place
}

/** Whether an entry belongs to the command at this path, not to the tool as a whole. */
export function holdsAt({ isFirst, seen }: FishPlace, path: readonly string[]): boolean {
  if (path.length === 0) return seen.length === 0
  if (isFirst || seen.length === 0) return false
  return (
    path.every((part) => seen.some((words) => words.includes(part))) &&
    seen.every((words) => words.some((word) => path.includes(word)))
  )
}
