import type { AtipTool, ByName, Command } from '@atip/protocol'

/** Adds the description of a command to the tool, if the tool lists that command. */
export function joinCommand(tool: AtipTool, path: readonly string[], described: AtipTool): void {
  let from: ByName<Command> | undefined = described.commands
  let to: ByName<Command> | undefined = tool.commands
  for (const [depth, name] of path.entries()) {
    const found: Command | undefined = from?.[name]
    const known: Command | undefined = to?.[name]
    if (found === undefined || known === undefined) return
    if (depth === path.length - 1) {
      to![name] = {
        ...found,
        description: known.description || found.description,
        ...(known['x-atip'] && { 'x-atip': { ...known['x-atip'], ...found['x-atip'] } }),
      }
      return
    }
    from = found.commands
    to = known.commands
  }
}
