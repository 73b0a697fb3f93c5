import type { AtipTool } from '@atip/protocol'

/** A tool in which what occurs again and again (effects, options) stands once, and a number stands for it. */
export interface Packed {
  shared: unknown[]
  tool: unknown
}

/** Where what is shared may stand. None of these fields holds a number otherwise. */
const SHARED_FIELDS = new Set(['effects', 'options', 'arguments', 'x-atip'])

export function pack(tool: AtipTool): Packed {
  const counts = new Map<string, number>()
  visit(tool, (value) => {
    const text = JSON.stringify(value)
    counts.set(text, (counts.get(text) ?? 0) + 1)
    return value
  })
  const shared: unknown[] = []
  const numbers = new Map<string, number>()
  const packed = visit(tool, (value) => {
    const text = JSON.stringify(value)
    if (counts.get(text)! < 2) return value
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, shared.length)
    shared.push(value)
    return shared.length - 1
  })
  return { shared, tool: packed }
}

export function unpack({ shared, tool }: Packed): AtipTool {
  return visit(tool, (value) => (typeof value === 'number' ? shared[value] : value)) as AtipTool
}

/** Changes every shared field of the commands, and looks no further into what was changed. */
function visit(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value
  const result = Object.create(null) as Record<string, unknown>
  for (const [key, inner] of Object.entries(value)) {
    if (SHARED_FIELDS.has(key)) result[key] = change(inner)
    else result[key] = key === 'commands' ? visitAll(inner, change) : inner
  }
  return result
}

function visitAll(commands: unknown, change: (value: unknown) => unknown): unknown {
  const result = Object.create(null) as Record<string, unknown>
  for (const [name, command] of Object.entries(commands as Record<string, unknown>))
    result[name] = visit(command, change)
  return result
}
