import type { Lineage } from '../tree.js'
import type { CommandExtension } from '../types/x-atip.js'

/** A field of x-atip for a command: the nearest statement counts, from the command up to the tool. */
export function nearest<F extends keyof CommandExtension>(lineage: Lineage, field: F): CommandExtension[F] {
  return lineage.findLast((level) => level['x-atip']?.[field] !== undefined)?.['x-atip']?.[field]
}
