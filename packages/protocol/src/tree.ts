import type { AtipTool, Command, Effects } from './types/tool.js'
import type { CommandExtension } from './types/x-atip.js'

/** The place of a command: the tool, the groups above it, and the command itself. */
export interface CommandNode {
  /** Names from the tool down; `[]` is the tool itself. */
  path: string[]
  command: Command
  /** The levels from which it inherits effects and syntax, outermost first: the tool, its groups, the command. */
  lineage: Lineage
}

export type Lineage = readonly { effects?: Effects; 'x-atip'?: CommandExtension }[]

/** The child of exactly that name, safe for `constructor`, `__proto__` and the like. */
export function childCommand(parent: { commands?: Record<string, Command> }, name: string): Command | undefined {
  const { commands } = parent
  return commands !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
}

/**
 * Finds a command by its path. The path of a group means its own command, `commands[""]`, if there is one; `[]` is the
 * tool itself and always exists (decision 28).
 */
export function findCommand(tool: AtipTool, path: readonly string[]): CommandNode | undefined {
  const names = path.length === 1 && path[0] === '' ? [] : [...path]
  const lineage: Lineage[number][] = [tool]
  let parent: { commands?: Record<string, Command> } = tool
  let command: Command | undefined
  for (const name of names) {
    command = childCommand(parent, name)
    if (command === undefined) return undefined
    lineage.push(command)
    parent = command
  }
  const unnamed = childCommand(parent, '')
  if (unnamed !== undefined) lineage.push(unnamed)
  return { path: names, command: unnamed ?? command ?? { description: tool.description }, lineage }
}

/** Every node below the tool, parents before children, in the order of the document. */
export function* walkCommands(tool: AtipTool): Generator<CommandNode> {
  const open: CommandNode[] = []
  const pushChildren = (parent: { commands?: Record<string, Command> }, path: string[], lineage: Lineage) => {
    const entries = Object.entries(parent.commands ?? {})
    for (const [name, command] of entries.reverse()) {
      open.push({ path: [...path, name], command, lineage: [...lineage, command] })
    }
  }
  pushChildren(tool, [], [tool])
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const isTool = node.path.length === 1 && node.path[0] === ''
    yield isTool ? { ...node, path: [] } : node
    pushChildren(node.command, node.path, node.lineage)
  }
}

export function isGroup(command: Command): boolean {
  if (command._truncated === true) return true
  for (const _ in command.commands) return true
  return false
}

/** A leaf, or a group with arguments, options or effects of its own (decision 29). */
export function isInvocable(command: Command): boolean {
  if (!isGroup(command)) return true
  return command.arguments !== undefined || command.options !== undefined || command.effects !== undefined
}
