import { isInvocable, walkCommands, type AtipTool, type Command, type Lineage } from '@atip/protocol'

/** A command that can be called, with everything above it that concerns it. */
export interface CompilableCommand {
  tool: AtipTool
  /** As `findCommand` and `toArgv` take it; `[]` is the tool itself. */
  path: readonly string[]
  command: Command
  lineage: Lineage
}

/** All callable commands of a tool: leaves, groups that do something themselves, the tool (decisions 28, 29). */
export function commandsOf(tool: AtipTool): CompilableCommand[] {
  const found: CompilableCommand[] = []
  let isBare = true
  for (const { path, command, lineage } of walkCommands(tool)) {
    isBare = false
    // A group's own command replaces the group itself, and nothing below that command can be called (decision 78).
    const isHidden = command.commands !== undefined && Object.hasOwn(command.commands, '')
    const unnamed = path.indexOf('')
    if (isHidden || (unnamed !== -1 && unnamed < path.length - 1) || !isInvocable(command)) continue
    found.push({ tool, path: unnamed === -1 ? path : path.slice(0, -1), command, lineage })
  }
  // A partial document without commands does not say whether the tool does anything by itself.
  if (isBare && tool.partial !== true) {
    found.push({ tool, path: [], command: { description: tool.description }, lineage: [tool] })
  }
  return found
}
