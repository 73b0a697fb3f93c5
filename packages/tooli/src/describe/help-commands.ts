import type { GroupModel, NodeModel } from '../model/model.js'

/** One line in a list of commands. */
export interface HelpCommand {
  name: string
  aliases?: string[]
  description: string
  deprecated?: true
}

/** The commands to list, each with its heading. */
export function listedCommands({ children }: GroupModel): { group: string | undefined; command: HelpCommand }[] {
  return [...children]
    .filter(([name, node]) => name !== '' && !isHidden(node))
    .map(([name, node]) => {
      const { group, aliases, deprecated } = listingOf(node)
      const command: HelpCommand = {
        name,
        ...(aliases && aliases.length > 0 && { aliases: [...aliases] }),
        description: descriptionOf(node),
        ...(deprecated !== undefined && { deprecated: true }),
      }
      return { group, command }
    })
}

interface Listing {
  description: string
  hidden?: boolean
  group?: string
  aliases?: readonly string[]
  deprecated?: string
}

function listingOf(node: NodeModel): Listing {
  if (node.kind === 'command') return node.command.definition
  return node.kind === 'lazy' ? node.lazy : node
}

/** A group is hidden if all its commands are. */
function isHidden(node: NodeModel): boolean {
  return node.kind === 'group' ? [...node.children.values()].every(isHidden) : listingOf(node).hidden === true
}

/** The first line of the description; for a group without one, the names of its commands. */
function descriptionOf(node: NodeModel): string {
  const { description } = listingOf(node)
  if (description !== '' || node.kind !== 'group') return description.trim().split('\n', 1)[0]!
  return listedCommands(node)
    .map(({ command }) => command.name)
    .join(', ')
}
