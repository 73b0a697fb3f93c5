import { findSubcommand } from '../argv/scope.js'
import { childCommand, isGroup, isInvocable, walkCommands } from '../tree.js'
import type { AtipTool, Command } from '../types/tool.js'
import { destructivenessOf } from './filter.js'

export type OmittedDecision =
  /** The command is in the document: judge it by its own effects. */
  { decision: 'included' } | { decision: 'allow'; reason: string } | { decision: 'ask'; reason: string }

/** What to do about a command that the document does not hold (RFC 3.1.1, decision 18). */
export function canExecuteOmitted(tool: AtipTool, path: readonly string[]): OmittedDecision {
  const name = [tool.name, ...path].join(' ')
  const ask = (reason: string): OmittedDecision => ({ decision: 'ask', reason: `"${name}" ${reason}` })
  const { command, rest } = follow(tool, path)
  // A group that lost commands still describes what it does by itself.
  const isHere = command?._truncated !== true || isInvocable(command)
  if (rest.length === 0 && isHere) return { decision: 'included' }
  if (command !== undefined && !isGroup(command))
    return ask(`is not known: "${rest[0]}" follows a command that has no commands`)
  if (tool.partial !== true && tool.omitted === undefined) return ask(`is not a command that ${tool.name} describes`)
  switch (tool.omitted?.safetyAssumption) {
    case 'known-safe':
      return { decision: 'allow', reason: `what was left out of ${tool.name} is stated to destroy nothing` }
    case 'known-unsafe':
      return ask('was left out, and some of what was left out is destructive')
    case 'same-as-included':
      return allIncludedAreSafe(tool)
        ? { decision: 'allow', reason: `what was left out of ${tool.name} is like the rest, which destroys nothing` }
        : ask('was left out and is like the rest, which is not known to be safe')
    default:
      return ask('was left out of the metadata; its effects are unknown')
  }
}

/** Follows a path as far as the document knows it, by names and aliases. */
function follow(tool: AtipTool, path: readonly string[]): { command: Command | undefined; rest: readonly string[] } {
  let place: AtipTool | Command = tool
  for (const [index, word] of path.entries()) {
    const name = findSubcommand(place, word, {})
    if (name === undefined) return { command: place === tool ? undefined : (place as Command), rest: path.slice(index) }
    place = childCommand(place, name)!
  }
  return { command: place === tool ? undefined : (place as Command), rest: [] }
}

function allIncludedAreSafe(tool: AtipTool): boolean {
  let judged = 0
  for (const node of walkCommands(tool)) {
    if (!isInvocable(node.command)) continue
    judged++
    if (destructivenessOf(node) !== false) return false
  }
  return judged > 0
}
