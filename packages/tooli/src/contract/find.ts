import { findCommand, isInvocable, type AtipTool, type Command, type Parameter } from '@atip/protocol'
import type { Change } from '@atip/protocol/diff'

/** The command at a path, if any; the tool itself only if it can be called. */
export function commandAt(tool: AtipTool, path: readonly string[]): Command | undefined {
  if (path.length === 0) return tool.commands?.['']
  return findCommand(tool, path)?.command
}

/** The argument or option that a change is about, in one of the two descriptions. */
export function parameterIn(
  tool: AtipTool,
  { path, subject }: Pick<Change, 'path' | 'subject'>,
): Parameter | undefined {
  const command = commandAt(tool, path)
  const options = subject.type === 'globalOption' ? tool.globalOptions : command?.options
  const list: readonly Parameter[] | undefined = subject.type === 'argument' ? command?.arguments : options
  return list?.find(({ name }) => name === subject.name)
}

export function countBelow({ commands = {} }: Command): number {
  return Object.values(commands).reduce((sum, one) => sum + (isInvocable(one) ? 1 : 0) + countBelow(one), 0)
}
