import type { AtipTool } from '@atip/protocol'
import { commandsOf } from '../commands.js'
import { toolNames } from '../names/tool-names.js'
import { draftOfGroup, groupsOf, type Group } from './action.js'
import { describeCommand, draftOfCommand, type Described } from './discrete.js'
import type { Draft } from '../targets/draft.js'
import type { CompileOptions } from '../targets/options.js'
import { globalOptionsOf } from './parameters.js'
import type { Setting } from './setting.js'

/** Everything that can be called in these tools, described and named. */
export function draftsOf(
  tools: readonly AtipTool[],
  strategy: NonNullable<CompileOptions['strategy']>,
  setting: Setting,
): Draft[] {
  const commands = tools.flatMap((tool) => describeTool(tool, setting))
  return strategy === 'action' ? byGroup(commands, setting) : byCommand(commands, setting)
}

function describeTool(tool: AtipTool, setting: Setting): Described[] {
  const globals = globalOptionsOf(tool, setting)
  return commandsOf(tool).map((command) => describeCommand(command, globals, setting))
}

function byCommand(commands: readonly Described[], setting: Setting): Draft[] {
  const names = toolNames(commands.map(wholePath), setting.toolNames)
  return commands.map((described, index) => draftOfCommand(names[index]!, described, setting))
}

/** A group with one command needs no property to name it. */
function byGroup(commands: readonly Described[], setting: Setting): Draft[] {
  const groups = groupsOf(commands)
  const isSingle = ({ members }: Group) => members.length === 1
  const paths = groups.map((group) =>
    isSingle(group) ? wholePath(group.members[0]!) : [group.tool.name, ...group.path],
  )
  const names = toolNames(paths, setting.toolNames)
  return groups.map((group, index) => {
    const name = names[index]!
    return isSingle(group) ? draftOfCommand(name, group.members[0]!, setting) : draftOfGroup(name, group, setting)
  })
}

function wholePath({ command }: Described): string[] {
  return [command.tool.name, ...command.path]
}
