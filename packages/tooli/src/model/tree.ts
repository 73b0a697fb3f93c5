import { isCommand } from '../define/is-command.js'
import type { AnyCommand, CliDefinition, CommandMap, LazyCommand } from '../define/types.js'
import type { Form } from '../schema/form.js'
import type { CommandModel, GroupModel, LazyModel, LoadedGroup, NodeModel } from './model.js'
import { settingsOf } from '../define/shared.js'
import { formOf, parametersOf, sharedOf } from './parameters.js'
import { flagsOf, inside, NO_SCOPE, scopeOf, type SharedScope } from './scope.js'

/** The tool as a group of commands, which are not read yet. */
export function rootOf(cli: CliDefinition<CommandMap>): GroupModel {
  return groupOf(cli.commands ?? {}, [], cli.description, scopeOf(cli))
}

/** The tool's own command, if it has one. */
export function ownCommandOf(cli: CliDefinition<CommandMap>): CommandModel | undefined {
  return cli.command && modelOf(cli.command, [], scopeOf(cli))
}

/** A command that the framework adds, without what the tool's own commands share. */
export function addedCommandOf(cli: CliDefinition<CommandMap>, command: AnyCommand, name: string): CommandModel {
  // A tool may have renamed a flag to one of this command's options, so the flag gives way.
  const flags = cli.flags === undefined ? flagsOf(cli) : flagsOf(cli).map((flag) => ({ ...flag, yields: true }))
  return modelOf(command, [name], { links: [], flags })
}

/** Reads commands on demand: a tool may have a thousand, and a line names one. */
function groupOf(map: CommandMap, path: string[], description: string, around: SharedScope): GroupModel {
  const settings = settingsOf(map)
  const scope = inside(around, settings.use)
  let children: Map<string, NodeModel> | undefined
  let parameters: GroupModel['parameters'] | undefined
  const child = (name: string) => {
    const entry = Object.hasOwn(map, name) ? map[name] : undefined
    // The path of the group's own command is that of the group.
    const own = name === '' ? path : [...path, name]
    return entry === undefined || typeof entry === 'string' ? undefined : nodeOf(entry, own, scope)
  }
  const own = map['']
  return {
    kind: 'group',
    path,
    scope,
    description: settings.description ?? (typeof own === 'string' ? own : (ownDescription(own) ?? description)),
    get parameters() {
      return (parameters ??= sharedOf(scope))
    },
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

function ownDescription(own: CommandMap[string] | undefined): string | undefined {
  if (isCommand(own)) return own.definition.description
  return typeof own === 'object' && 'load' in own ? (own as LazyCommand).description : undefined
}

function nodeOf(entry: AnyCommand | LazyCommand | CommandMap, path: string[], scope: SharedScope): NodeModel {
  if (isCommand(entry)) return modelOf(entry, path, scope)
  const { load } = entry as LazyCommand
  // A group may have a command called `load`.
  if (typeof load === 'function' && !isCommand(load)) return { kind: 'lazy', path, lazy: entry as LazyCommand, scope }
  return groupOf(entry as CommandMap, path, '', scope)
}

/** The command that a group runs if no other is named. */
export function ownOf(group: GroupModel): CommandModel | LazyModel | undefined {
  const own = group.child('')
  return own?.kind === 'group' ? undefined : own
}

/** Reads a command's schemas on first use: of a thousand commands, a line uses one. */
export function modelOf(command: AnyCommand, path: string[], scope: SharedScope = NO_SCOPE): CommandModel {
  const { definition } = command
  const { links, flags } = inside(scope, definition.use)
  let parameters: CommandModel['parameters'] | undefined
  let input: CommandModel['input'] | undefined
  return {
    kind: 'command',
    command,
    path,
    links,
    flags,
    get parameters() {
      return (parameters ??= parametersOf(definition, { links, flags }))
    },
    get input() {
      return (input ??= joinForms(
        [definition.args, definition.options, ...links.map(({ options }) => options)].map((schema) => formOf(schema)),
      ))
    },
    get output() {
      return definition.output === undefined ? undefined : formOf(definition.output, 'output')
    },
  }
}

/** All parts as one object. Rules of one part about its whole apply to all of them together. */
function joinForms(parts: readonly Form[]): Form {
  const wholes = parts.map(wholeOf).filter((whole) => Object.keys(whole).length > 0)
  const $schema = parts.find((part) => part.$schema !== undefined)?.$schema
  const $defs = Object.assign({}, ...parts.map((part) => part.$defs)) as Record<string, Form>
  return {
    ...($schema !== undefined && { $schema }),
    ...(Object.keys($defs).length > 0 && { $defs }),
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Record<string, Form>,
    required: parts.flatMap(({ required = [] }) => required),
    ...(wholes.length > 1 ? { allOf: wholes } : wholes[0]),
    additionalProperties: false,
  }
}

/** Keywords about combinations of values: `anyOf`, `if`, `dependentRequired`. */
function wholeOf(form: Form): Form {
  return Object.fromEntries(Object.entries(form).filter(([keyword]) => WHOLE.has(keyword)))
}

const WHOLE = new Set('allOf anyOf oneOf not if then else dependentRequired dependentSchemas'.split(' '))

/** Loads a lazy command: the module's default export, or its only command. */
export async function loadCommand({ lazy, path, scope }: LazyModel): Promise<CommandModel> {
  const loaded = (await lazy.load()) as Record<string, unknown>
  const candidates = isCommand(loaded) ? [loaded] : [loaded.default, ...Object.values(loaded)].filter(isCommand)
  const [found] = candidates
  if (found === undefined || (loaded.default === undefined && candidates.length > 1)) {
    throw new TypeError(`the module of "${path.join(' ')}" must export one command; found ${candidates.length}`)
  }
  return modelOf(listed(found, lazy), path, scope)
}

/** Keeps the aliases from the listing: the loaded command's own `aliases` come too late. */
function listed(command: AnyCommand, { aliases, hidden, group }: LazyCommand): AnyCommand {
  const definition = {
    ...command.definition,
    aliases,
    hidden: hidden ?? command.definition.hidden,
    group: group ?? command.definition.group,
  }
  return Object.assign(((...input) => command(...input)) as AnyCommand, { definition })
}

/** The whole tool with every lazy command loaded, to describe all of it at once. */
export async function loadTree(cli: CliDefinition<CommandMap>): Promise<LoadedGroup> {
  return loadGroup(rootOf(cli))
}

async function loadGroup(group: GroupModel): Promise<LoadedGroup> {
  const children: LoadedGroup['children'] = new Map()
  for (const [name, node] of group.children) {
    if (node.kind === 'command') children.set(name, node)
    else children.set(name, node.kind === 'group' ? await loadGroup(node) : await loadCommand(node))
  }
  return { ...group, children, child: (name) => children.get(name) }
}
