import type { Effects } from '../types/tool.js'

/** Known to leave everything as it is, here and elsewhere (decision 21). Unknown is not read-only. */
export function isReadOnly(effects: Effects): boolean {
  return (
    effects.network === false &&
    effects.filesystem?.write === false &&
    effects.filesystem.delete !== true &&
    effects.destructive !== true &&
    isEmpty(effects.creates) &&
    isEmpty(effects.modifies) &&
    isEmpty(effects.deletes)
  )
}

function isEmpty(list: string[] | undefined): boolean {
  return list === undefined || list.length === 0
}
