import type { Machine } from '@atip/discover/machine'
import { searchableCatalog } from '@atip/discover/search'
import { untilLoaded } from '@atip/guard'
import { countInvocable, type AtipTool } from '@atip/protocol'
import { machineHere } from '../home.js'
import { knownTools } from '../known-tools.js'

/** The number of commands that are cached: large descriptions take a second to read and much memory. */
const MOST_COMMANDS = 20_000

let stamp: string | undefined
/** In order of use, the most recently used last. */
const kept = new Map<string, { tool: AtipTool; commands: number }>()

/**
 * The description of a program, for display only. It is cached until the catalog changes; calls are judged without it.
 */
export async function describedTool(name: string): Promise<AtipTool | undefined> {
  const machine = machineHere()
  const now = searchableCatalog(machine)?.stamp
  if (now !== stamp) kept.clear()
  stamp = now
  const tool = kept.get(name)?.tool ?? (await readTool(name, machine))
  if (tool !== undefined) keep(name, tool)
  return tool
}

function readTool(name: string, machine: Machine): Promise<AtipTool | undefined> {
  const lookup = knownTools(machine)
  return untilLoaded(() => lookup(name))
}

function keep(name: string, tool: AtipTool): void {
  const commands = kept.get(name)?.commands ?? countInvocable(tool)
  kept.delete(name)
  kept.set(name, { tool, commands })
  let all = [...kept.values()].reduce((sum, one) => sum + one.commands, 0)
  for (const [oldest, one] of kept) {
    if (all <= MOST_COMMANDS || oldest === name) return
    kept.delete(oldest)
    all -= one.commands
  }
}
