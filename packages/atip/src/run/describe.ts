import { findCommand, type AtipTool } from '@atip/protocol'
import { findTool, type Machine } from '@atip/discover'
import { untilLoaded } from '@atip/guard'
import { ToolError } from 'tooli'
import { knownTools } from '../known-tools.js'
import { RUN_EXIT } from './errors.js'

export interface ProgramHere {
  path: string
  /** Its description, which may have only a name. */
  tool: AtipTool
}

/** The program for a word, with a description under that word. */
export async function programNamed(machine: Machine, word: string): Promise<ProgramHere> {
  const found = await findTool(machine, word)
  if (!found.ok) {
    throw new ToolError('E3210', `${JSON.stringify(word)}: ${found.reason}`, { exitCode: RUN_EXIT.noSuchTool })
  }
  const lookup = knownTools(machine)
  const known = await untilLoaded(() => lookup(word))
  const nothing: AtipTool = { atip: { version: '0.6' }, name: word, version: '0', description: word }
  return { path: found.program.path, tool: known === undefined ? nothing : { ...known, name: word } }
}

/** Whether a tool has the command `prime`, which must be called before its first call (Prime RFC). */
export function hasPrime(tool: AtipTool): boolean {
  return findCommand(tool, ['prime']) !== undefined
}
