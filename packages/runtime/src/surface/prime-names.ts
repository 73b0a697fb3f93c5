import { parseArgv, type AtipTool } from '@atip/protocol'
import type { RuntimeTool } from '../tool/tool.js'
import { namesOf } from './catalog.js'

/**
 * The names by which a provider's answer to `prime` may mean a tool. `lines`: the commands of one call, for a tool that
 * runs any command of a program.
 */
export function primeNames(tool: RuntimeTool, lines: readonly (readonly string[])[] = []): string[] {
  const { metadata, native } = tool
  const id = native?.command_id
  const commands = [
    ...(typeof id === 'string' ? [id.split(' ')] : []),
    ...(metadata === undefined ? [] : lines.flatMap((argv) => commandIn(argv, metadata))),
  ]
  return [...new Set([...namesOf(tool), ...commands.flatMap(spellingsOf)])]
}

function commandIn(argv: readonly string[], metadata: AtipTool): string[][] {
  return argv[0] === metadata.name ? [[metadata.name, ...parseArgv(metadata, argv).path]] : []
}

/** The Prime RFC does not say how to write the path of a command: `tag add`, `tag.add`, with or without the program. */
function spellingsOf([program, ...path]: readonly string[]): string[] {
  const withProgram = [program!, ...path]
  return [' ', '/', '.', '_'].flatMap((by) => [...(path.length > 0 ? [path.join(by)] : []), withProgram.join(by)])
}
