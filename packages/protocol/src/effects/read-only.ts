import type { Effects } from '../types/tool.js'

/** Known to leave everything as it is, here and elsewhere (decision 21). Unknown is not read-only. */
export function isReadOnly(effects: Effects): boolean {
  return (
    effects.network === false &&
    effects.filesystem?.write === false &&
    effects.filesystem.delete === false &&
    effects.destructive !== true &&
    isEmpty(effects.creates) &&
    isEmpty(effects.modifies) &&
    isEmpty(effects.deletes)
  )
}

/** Known to change nothing, here or elsewhere, although it may send a repeatable request to another machine. */
export function changesNothing(effects: Effects): boolean {
  if (!isReadOnly({ ...effects, network: false })) return false
  return effects.network === false || (effects.destructive === false && effects.idempotent === true)
}

function isEmpty(list: string[] | undefined): boolean {
  return list === undefined || list.length === 0
}
