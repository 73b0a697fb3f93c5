import { findSecrets, searchFor, type Search } from './find.js'
import { findInWholeFile } from './files/whole-file.js'
import { merge, type SecretSpan } from './span.js'
import { isStandIn } from './values.js'

/** The first secret in a text, such as a file: its line, counted from 1, and its kind. */
export function firstSecret(text: string): { line: number; kind: string } | undefined {
  const first = secretsIn(text)[0]
  return first && { line: countLines(text, 0, first.start) + 1, kind: first.kind }
}

/** The lines that hold a secret or a part of one, counted from 1. */
export function secretLines(text: string): number[] {
  const lines = new Set<number>()
  let line = 1
  let place = 0
  for (const { start, end } of secretsIn(text)) {
    line += countLines(text, place, start)
    lines.add(line)
    // The break that ends the last line of a secret begins no other.
    for (let left = countLines(text, start, end - 1); left > 0; left--) lines.add(++line)
    place = Math.max(start, end - 1)
  }
  return [...lines]
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
