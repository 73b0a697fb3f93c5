import type { Word as SyntaxWord } from 'unbash'
import { isUnknown, type Word } from './word.js'

/** Whether a word may expand to nothing: an unquoted unknown value, or `$(…)`, which prints nothing if it fails. */
export function mayBeNothing({ parts = [] }: SyntaxWord, folded: readonly Word[]): boolean {
  if (parts.length === 0 || !parts.every(isBare) || folded.length !== 1) return false
  return parts.every(({ type }) => type === 'CommandExpansion') || folded[0]!.every(isUnknown)
}

/** A count, an exit code and a process id are never empty. */
function isBare(part: NonNullable<SyntaxWord['parts']>[number]): boolean {
  if (part.type === 'CommandExpansion') return true
  if (part.type === 'SimpleExpansion') return !/^\$[?#$]$/.test(part.text)
  return part.type === 'ParameterExpansion' && part.prefix !== '#'
}
