import { isCommand } from '../define/is-command.js'
import type { AnyCommand, CliDefinition, CommandMap, LazyCommand } from '../define/types.js'
import type { CommandModel, GroupModel, LazyModel, LoadedGroup, NodeModel } from './model.js'
import { formOf, parametersOf } from './parameters.js'

/** The tool as a group: its commands by name, not yet read. */
export function rootOf(cli: CliDefinition<CommandMap>): GroupModel {
  return groupOf(cli.commands ?? {}, [], cli.description)
}

/** A tool may have a thousand commands and a line names one, so the others are read only on demand. */
function groupOf(map: CommandMap, path: string[], description: string): GroupModel {
  let children: Map<string, NodeModel> | undefined
  const child = (name: string) => {
    const entry = Object.hasOwn(map, name) ? map[name] : undefined
    // A group of a foreign program may be a command itself, which has no name of its own.
    const own = name === '' ? path : [...path, name]
    return entry === undefined || typeof entry === 'string' ? undefined : nodeOf(entry, own)
  }
  const own = map['']
  return {
    kind: 'group',
    path,
    description: typeof own === 'string' ? own : description,
    child: (name) => children?.get(name) ?? child(name),
    get children() {
      if (children !== undefined) return children
      children = new Map()
      for (const name of Object.keys(map)) {
        const node = child(name)
        if (node !== undefined) children.set(name, node)
      }
      return children
    },
  }
}

function nodeOf(entry: AnyCommand | LazyCommand | CommandMap, path: string[]): NodeModel {
  if (isCommand(entry)) return modelOf(entry, path)
  const { load } = entry as LazyCommand
  // A group may well have a command of this name.
  if (typeof load === 'function' && !isCommand(load)) return { kind: 'lazy', path, lazy: entry as LazyCommand }
  return groupOf(entry as CommandMap, path, '')
}

/** Reads a command's schemas when they are first asked for: a CLI with a thousand commands uses one. */
export function modelOf(command: AnyCommand, path: string[]): CommandModel {
  const { definition } = command
  let parameters: CommandModel['parameters'] | undefined
  let input: CommandModel['input'] | undefined
  return {
    kind: 'command',
    command,
    path,
    get parameters() {
      return (parameters ??= parametersOf(definition))
    },
    get input() {
      return (input ??= joinForms(formOf(definition.args), formOf(definition.options)))
    },
    get output() {
      return definition.output === undefined ? undefined : formOf(definition.output, 'output')
    },
  }
}

function joinForms(args: CommandModel['input'], options: CommandModel['input']): CommandModel['input'] {
  return {
    type: 'object',
    properties: { ...args.properties, ...options.properties },
    required: [...(args.required ?? []), ...(options.required ?? [])],
    additionalProperties: false,
  }
}

/** Loads a lazy command: the module's default export, or its only command. */
export async function loadCommand({ lazy, path }: LazyModel): Promise<CommandModel> {
  const loaded = (await lazy.load()) as Record<string, unknown>
  const candidates = isCommand(loaded) ? [loaded] : [loaded.default, ...Object.values(loaded)].filter(isCommand)
  const [found] = candidates
  if (found === undefined || (loaded.default === undefined && candidates.length > 1)) {
    throw new TypeError(`the module of "${path.join(' ')}" must export one command; found ${candidates.length}`)
  }
  return modelOf(listed(found, lazy), path)
}

/** The words that lead to a lazy command are known before it is loaded: its own `aliases` come too late. */
function listed(command: AnyCommand, { aliases, hidden, group }: LazyCommand): AnyCommand {
  const definition = {
    ...command.definition,
    aliases,
    hidden: hidden ?? command.definition.hidden,
    group: group ?? command.definition.group,
  }
  return Object.assign(((...input) => command(...input)) as AnyCommand, { definition })
}

/** The whole tool with every lazy command loaded: for what describes all of it at once. */
export async function loadTree(cli: CliDefinition<CommandMap>): Promise<LoadedGroup> {
  return loadGroup(rootOf(cli))
}

async function loadGroup(group: GroupModel): Promise<LoadedGroup> {
  const children: LoadedGroup['children'] = new Map()
  for (const [name, node] of group.children) {
    if (node.kind === 'command') children.set(name, node)
    else children.set(name, node.kind === 'group' ? await loadGroup(node) : await loadCommand(node))
  }
  return { ...group, children }
}
