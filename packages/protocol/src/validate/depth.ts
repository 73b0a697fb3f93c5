/**
 * Whether objects and arrays are nested more than `levels` deep. Goes level by level, so that nesting needs no stack, a
 * cycle ends at the limit, and an object in many places is visited once per level.
 */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (!isContainer(value)) return false
  let open = new Set<object>([value])
  for (let depth = 0; open.size > 0; depth++) {
    if (depth >= levels) return true
    const next = new Set<object>()
    for (const container of open) {
      for (const inner of Array.isArray(container) ? container : Object.values(container)) {
        if (isContainer(inner)) next.add(inner)
      }
    }
    open = next
  }
  return false
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
