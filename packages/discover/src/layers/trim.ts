import type { AtipTool, ByName, Command } from '@atip/protocol'
import type { Holder } from './place.js'
import { childOf } from './place.js'

/** A tool with one of its commands only, what leads there, and what stands below. */
export function trim(tool: AtipTool, path: readonly string[]): AtipTool {
  return trimmed(tool as Holder, path) as AtipTool
}

function trimmed<H extends Holder>(holder: H, path: readonly string[]): H {
  const [name, ...rest] = path
  if (name === undefined || holder.commands === undefined) return holder
  const kept = Object.create(null) as ByName<Command>
  const bare = childOf(holder, '')
  if (bare !== undefined) kept[''] = bare
  for (const own of namesOf(holder, name)) kept[own] = trimmed(holder.commands[own]!, rest)
  return { ...holder, commands: kept }
}

/** The command of that name, and those that have it as another. */
function namesOf(holder: Holder, name: string): string[] {
  if (childOf(holder, name) !== undefined) return [name]
  return Object.keys(holder.commands!).filter((own) => holder.commands![own]!['x-atip']?.aliases?.includes(name))
}
