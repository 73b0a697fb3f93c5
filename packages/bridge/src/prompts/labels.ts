import type { AtipTool } from '@atip/protocol'
import type { ToolIndex } from '../types.js'
import { quoted } from './prompt.js'

/** How a prompt refers to a command. */
export type Label = (tool: AtipTool, path: readonly string[]) => string

/** Uses the name that the model sees, if an index has it; otherwise the words of the command. */
export function createLabels(index: ToolIndex | undefined): Label {
  const names = new Map<string, string>()
  for (const [name, entry] of index ?? []) {
    if (entry.kind === 'command') names.set(keyOf(entry.tool, entry.path), name)
    else {
      for (const action of Object.keys(entry.actions)) {
        const { tool, path } = entry.actions[action]!
        names.set(keyOf(tool, path), `${name} (${entry.discriminator}: ${action})`)
      }
    }
  }
  return (tool, path) => quoted(names.get(keyOf(tool, path)) ?? wordsOf(tool.name, path).join(' '))
}

function keyOf({ name }: AtipTool, path: readonly string[]): string {
  return wordsOf(name, path).join('\0')
}

/** `commands[""]` of a group is what the path of the group itself means. */
function wordsOf(tool: string, path: readonly string[]): string[] {
  return [tool, ...path.filter((name) => name !== '')]
}
