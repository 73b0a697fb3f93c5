import { findCommand, walkCommands } from '../tree.js'
import type { AtipTool } from '../types.js'
import { destructivenessOf } from './filter.js'

export type OmittedVerdict =
  /** The command is in the document: judge it by its own effects. */
  { decision: 'included' } | { decision: 'allow'; reason: string } | { decision: 'confirm'; reason: string }

/** What to do about a command that the document does not hold (RFC 3.1.1, decision 18). */
export function canExecuteOmitted(tool: AtipTool, path: readonly string[]): OmittedVerdict {
  const node = findCommand(tool, path)
  if (node !== undefined && node.command._truncated !== true) return { decision: 'included' }
  const name = [tool.name, ...path].join(' ')
  if (tool.partial !== true && tool.omitted === undefined) {
    return {
      decision: 'confirm',
      reason: `"${name}" is not a command that ${tool.name} describes; its effects are unknown`,
    }
  }
  const assumption = tool.omitted?.safetyAssumption ?? 'unknown'
  switch (assumption) {
    case 'known-safe':
      return { decision: 'allow', reason: `what was left out of ${tool.name} is stated to destroy nothing` }
    case 'known-unsafe':
      return { decision: 'confirm', reason: `"${name}" was left out, and some of what was left out is destructive` }
    case 'same-as-included':
      return allIncludedAreSafe(tool)
        ? { decision: 'allow', reason: `what was left out of ${tool.name} is like the rest, which destroys nothing` }
        : { decision: 'confirm', reason: `"${name}" was left out and is like the rest, which is not known to be safe` }
    case 'unknown':
      return { decision: 'confirm', reason: `"${name}" was left out of the metadata; its effects are unknown` }
    default:
      return {
        decision: 'confirm',
        reason: `"${name}" was left out, and ${JSON.stringify(assumption)} is no known assumption`,
      }
  }
}

function allIncludedAreSafe(tool: AtipTool): boolean {
  let count = 0
  for (const node of walkCommands(tool)) {
    count++
    if (node.command._truncated === true) continue
    if (destructivenessOf(node) !== false) return false
  }
  return count > 0
}
