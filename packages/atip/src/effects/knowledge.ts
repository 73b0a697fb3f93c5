import { basename } from 'node:path'
import type { AtipTool } from '@atip/protocol'
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
