import type { Lineage } from '../tree.js'
import type { Loss } from '../types/x-atip.js'
import type { Statement } from './statements.js'

/** The loss of a call that is fully understood: narrow if everything that states `"destructive": true` says so. */
export function lossOf(lineage: Lineage, statements: readonly Statement[]): Loss | undefined {
  const declared = lineage.findLast(({ effects }) => effects?.destructive !== undefined)
  if (declared === undefined) return undefined
  const possible = statements.filter(({ some }) => some !== 'no').map(({ rule }) => rule)
  // With another identity or endpoint, what is lost may not be the local thing that was meant.
  if (possible.some(({ changes }) => changes !== undefined)) return undefined
  const losses = possible.filter(({ effects }) => effects?.destructive === true).map(({ loss }) => loss)
  if (declared.effects!.destructive === true) losses.push(declared['x-atip']?.loss)
  return losses.length > 0 && losses.every((loss) => loss === 'narrow') ? 'narrow' : undefined
}
