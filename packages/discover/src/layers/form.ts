import { childCommand, type Command, type CommandExtension } from '@atip/protocol'
import { overlay } from './effects.js'
import type { Node } from './types.js'

export function hasNamedCommands({ commands }: Node): boolean {
  for (const name in commands) if (name !== '') return true
  return false
}

/** Whether words here may be operands, which could not be told apart from a further command. */
export function takesOperands(node: Node): boolean {
  return [node, childCommand(node, '')].some((one) => (one?.arguments?.length ?? 0) > 0)
}

/** A command and a group with a bare command are two forms of the same; converts a layer to the form of the node. */
export function inFormOf(node: Node, added: Node): Node {
  const bare = childCommand(added, '')
  if (node.commands === undefined && bare !== undefined) return flattened(added, bare)
  if (childCommand(node, '') === undefined || bare !== undefined || hasNamedCommands(added)) return added
  const { globalOptions, ...own } = added
  const command: Command = { description: '', ...own }
  return { ...(globalOptions && { globalOptions }), commands: { '': command } }
}

function flattened({ commands, ...group }: Node, bare: Command): Node {
  const { '': _, ...named } = commands!
  const { description: __, ...own } = bare
  const extension: CommandExtension = { ...group['x-atip'], ...own['x-atip'] }
  return {
    ...own,
    ...group,
    ...(Object.keys(named).length > 0 && { commands: named }),
    ...((group.options ?? own.options) && { options: [...(group.options ?? []), ...(own.options ?? [])] }),
    ...((group.effects ?? own.effects) && { effects: overlay(group.effects, own.effects)! }),
    ...(Object.keys(extension).length > 0 && { 'x-atip': extension }),
  }
}
