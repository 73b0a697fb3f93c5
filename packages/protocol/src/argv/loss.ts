import type { Lineage } from '../tree.js'
import type { Loss } from '../types/x-atip.js'
import type { Statement } from './statements.js'

/** How much is lost, where everything is known: narrow if all that states that the call is destructive says so. */
export function lossOf(lineage: Lineage, statements: readonly Statement[]): Loss | undefined {
  const declared = lineage.findLast(({ effects }) => effects?.destructive !== undefined)
  if (declared === undefined) return undefined
  const possible = statements.filter(({ some }) => some !== 'no').map(({ rule }) => rule)
  // Another service or identity is not the local one that was meant.
  if (possible.some(({ changes }) => changes !== undefined)) return undefined
  const losses = possible.filter(({ effects }) => effects?.destructive === true).map(({ loss }) => loss)
  if (declared.effects!.destructive === true) losses.push(declared['x-atip']?.loss)
  return losses.length > 0 && losses.every((loss) => loss === 'narrow') ? 'narrow' : undefined
}
