import { basename } from 'node:path'
import { homedir } from 'node:os'
import type { AtipTool, ToolLookup } from '@atip/protocol'
import { effectsOfRun } from '../effects-of-run.js'
import { lookupShim, shippedShims } from '@atip/shims'
import type { Knowledge } from './judge.js'

/** Knows tools by their names and those of their binaries; of two for one name, the first counts. */
export function knowledgeOf(tools: readonly AtipTool[]): Knowledge {
  const byName = new Map<string, AtipTool>()
  for (const tool of tools) {
    const names = [tool.name, ...(tool.binary ? [tool.binary.name, ...(tool.binary.aliases ?? [])] : [])]
    for (const name of names) if (!byName.has(name)) byName.set(name, tool)
  }
  return { lookup: (program) => byName.get(basename(program)), programs: [...byName.keys()] }
}

/** The same, and what is shipped about ordinary tools behind it; shell lines and code are read as the guard does. */
export function withShipped(given: Knowledge, cwd: string, known: ToolLookup = lookupShim): Knowledge {
  const lookup = (program: string) => given.lookup(program) ?? known(program)
  const options = { lookup, cwd, home: homedir() }
  return {
    lookup,
    get programs() {
      return [...given.programs, ...shippedShims().names()]
    },
    effectsOfRun: (run) => effectsOfRun(run, options),
  }
}
