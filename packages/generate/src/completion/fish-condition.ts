/** What `-n` says about where an entry of a fish completion holds. Conditions are read by the names of what they call. */

import type { Variables } from './variables.js'

export interface Place {
  /** Before any subcommand is given. */
  isFirst: boolean
  /** Each list holds words of which one has been given. */
  seen: string[][]
  /** Words of which none has been given. */
  unseen: string[]
}

const SEEN = /(?:seen_(?:sub)?command(?:_from)?|using_(?:sub)?command)$/
const FIRST = /(?:use|needs?|no|without)_(?:sub)?command$|is_first_(?:token|arg)$/

/** Variables are replaced by what the file sets them to; a condition that nobody knows says nothing. */
export function placeOf(condition: string, variables: Variables): Place {
  const place: Place = { isFirst: false, seen: [], unseen: [] }
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

/** Whether an entry belongs to the command at this path, and not only to the tool as a whole. */
export function holdsAt({ isFirst, seen }: Place, path: readonly string[]): boolean {
  if (path.length === 0) return seen.length === 0
  if (isFirst || seen.length === 0) return false
  return (
    path.every((part) => seen.some((words) => words.includes(part))) &&
    seen.every((words) => words.some((word) => path.includes(word)))
  )
}
