import { findSecrets, searchFor, type Search } from './find.js'
import { findInWholeFile } from './files/whole-file.js'
import { merge, type SecretSpan } from './span.js'
import { isStandIn } from './values.js'

/** A line that holds a secret, or a part of one, counted from 1. What only a name tells has the kind `secret`. */
export interface SecretLine {
  line: number
  kind: string
}

export function secretLines(text: string, _options: { settings?: boolean } = {}): SecretLine[] {
  const lines = new Map<number, SecretLine>()
  let line = 1
  let place = 0
  const add = (kind: string) => {
    // What is known by its form says more than what is known by its name.
    if ((lines.get(line)?.kind ?? 'secret') === 'secret') lines.set(line, { line, kind })
  }
  for (const { start, end, kind } of secretsIn(text)) {
    line += countLines(text, place, start)
    add(kind)
    // The break that ends the last line of a secret begins no other.
    for (let left = countLines(text, start, end - 1); left > 0; left--) {
      line++
      add(kind)
    }
    place = Math.max(start, end - 1)
  }
  return [...lines.values()]
}

let search: Search | undefined

/** What the redactor finds in a text, and what only a whole file shows; without what stands for a secret in an example. */
function secretsIn(text: string): SecretSpan[] {
  search ??= searchFor({ secrets: undefined, variables: new Set(), shapes: [] })
  const spans = merge([...findSecrets(text, search), ...findInWholeFile(text)])
  return spans.filter(({ start, end }) => {
    const secret = text.slice(start, end)
    return !isStandIn(secret) && !(secret === 'pass' && text.startsWith('://user:', start - 8))
  })
}

function countLines(text: string, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === 10) count++
  return count
}
