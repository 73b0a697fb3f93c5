/** Indexes as the compiler makes them, but built by hand: one entry for each command, or one for all. */
import { findCommand, isInvocable, optionsFor, walkCommands, type AtipTool, type CallInput } from '@atip/protocol'
import type { ActionEntry, CommandEntry, PropertyEntry, ToolCall, ToolIndex } from '../src/types.js'

/** Names are the words joined by `_`; an option with the name of an argument gets `_option` (decision 31). */
export function indexOf(...tools: AtipTool[]): ToolIndex {
  return new Map(tools.flatMap((tool) => entriesOf(tool).map((entry) => [nameOf(entry), entry])))
}

/** One tool for all commands, distinguished by `action`. */
export function actionIndexOf(tool: AtipTool): ToolIndex {
  const actions: ActionEntry['actions'] = Object.create(null) as ActionEntry['actions']
  for (const entry of entriesOf(tool)) actions[entry.path.join(' ')] = entry
  return new Map([[tool.name, { kind: 'action', tool, discriminator: 'action', actions }]])
}

export function nameOf({ tool, path }: CommandEntry): string {
  return [tool.name, ...path].join('_')
}

export function entriesOf(tool: AtipTool): CommandEntry[] {
  const paths = [...walkCommands(tool)].filter(({ command }) => isInvocable(command)).map(({ path }) => path)
  return (paths.length === 0 ? [[]] : paths.filter(isReachable)).map((path) => entryOf(tool, path))
}

/** `commands[""]` of a group is what the path of the group itself means. */
function isReachable(path: readonly string[]): boolean {
  return !path.includes('')
}

function entryOf(tool: AtipTool, path: readonly string[]): CommandEntry {
  const node = findCommand(tool, path)!
  const properties = Object.create(null) as Record<string, PropertyEntry>
  for (const { name } of node.command.arguments ?? []) properties[name] = { kind: 'argument', name }
  const { own, globals } = optionsFor(tool, node)
  for (const { name } of [...own, ...globals]) {
    properties[Object.hasOwn(properties, name) ? `${name}_option` : name] = { kind: 'option', name }
  }
  return { kind: 'command', tool, path, properties }
}

/** The call a model would make to give a command this input. */
export function callOf(entry: CommandEntry, input: CallInput, name = nameOf(entry)): ToolCall {
  const given: [string, unknown][] = []
  for (const property of Object.keys(entry.properties)) {
    const { kind, name: parameter } = entry.properties[property]!
    const values = (kind === 'argument' ? input.arguments : input.options) ?? {}
    if (Object.hasOwn(values, parameter)) given.push([property, values[parameter]])
  }
  return { id: 'call_1', name, input: Object.fromEntries(given) }
}
