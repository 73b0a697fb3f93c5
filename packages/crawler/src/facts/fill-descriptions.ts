import { humanise, type AtipTool, type ByName, type Command } from '@atip/protocol'

/** Replaces missing descriptions by the names (decision 3): templates may leave them out, as that of RFC 4.10.2 does. */
export function fillDescriptions(tool: AtipTool): AtipTool {
  return {
    ...tool,
    ...(tool.globalOptions && { globalOptions: tool.globalOptions.map(filled) }),
    ...(tool.commands && { commands: filledCommands(tool.commands, tool.description) }),
  }
}

function filledCommands(commands: ByName<Command>, description: string): ByName<Command> {
  const all = Object.create(null) as ByName<Command>
  for (const [name, command] of Object.entries(commands)) {
    const own = command.description || humanise(name) || name || description
    all[name] = {
      ...command,
      description: own,
      ...(command.arguments && { arguments: command.arguments.map(filled) }),
      ...(command.options && { options: command.options.map(filled) }),
      ...(command.commands && { commands: filledCommands(command.commands, own) }),
    }
  }
  return all
}

function filled<T extends { name: string; description?: string }>(parameter: T): T {
  return { ...parameter, description: parameter.description || humanise(parameter.name) || parameter.name }
}
