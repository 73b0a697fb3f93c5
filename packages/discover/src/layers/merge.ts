import { worsen, type AtipTool, type Command } from '@atip/protocol'
import { adoptCommand } from './adopt.js'
import { fillEffects, onlyBad, overlay } from './effects.js'
import { hasNamedCommands, inFormOf, takesOperands } from './form.js'
import { joinArguments, joinOptions } from './parameters.js'
import { fillExtension } from './rules.js'
import { copyMap } from './sources.js'
import { TOOK_PART, type Above, type Joining, type Node, type Stated } from './types.js'
import { betterDescription } from './wording.js'
import { readingOf } from './words.js'

/** Fields about the document itself, which `mergeLayers` writes. */
const ABOUT_DOCUMENT: ReadonlySet<string> = new Set(
  `atip name version trust partial omitted filter totalCommands includedCommands ${TOOK_PART}`.split(' '),
)

/** Fields with their own merge rules; all others are copied if they are missing. */
const OWN_RULES: ReadonlySet<string> = new Set(
  'description effects globalOptions options arguments commands x-atip _truncated'.split(' '),
)

/** Versions in shims and generated descriptions that mean the version is unknown. */
const NO_VERSION: ReadonlySet<string> = new Set(['', '0', 'unknown'])

/** Adds a further layer to the current description. Neither is changed. */
export function joinTool(added: AtipTool, how: Joining): AtipTool {
  const { tool } = how
  const about = Object.fromEntries(Object.entries(added).filter(([key]) => !ABOUT_DOCUMENT.has(key)))
  const joined = joinNode(tool as Node, about as Node, [], how, { here: {}, there: {} }) as AtipTool
  const isBetter = NO_VERSION.has(joined.version) && !NO_VERSION.has(added.version)
  return isBetter ? { ...joined, version: added.version } : joined
}

function joinNode(node: Node, layer: Node, path: readonly string[], how: Joining, above: Above): Node {
  const added = path.length === 0 ? layer : inFormOf(node, layer)
  const isGroup = hasNamedCommands(node)
  const below: Above = { here: statedBelow(above.here, node), there: statedBelow(above.there, added) }
  const missing = Object.entries(added).filter(([key]) => !OWN_RULES.has(key) && !Object.hasOwn(node, key))
  const result: Record<string, unknown> = {
    ...node,
    ...Object.fromEntries(missing),
    description: betterDescription({ name: path.at(-1) ?? how.tool.name, ...node }, added),
    globalOptions: joinOptions(node.globalOptions, added.globalOptions, path, how),
    options: joinOptions(node.options, added.options, path, how),
    arguments: joinArguments(node, added.arguments, path, how),
    commands: joinCommands(node, added, path, how, below),
  }
  if (how.fills) {
    // Commands inherit the group's effects, so nothing may be called safe on behalf of all of them.
    const said = isGroup ? onlyBad(below.there.effects) : below.there.effects
    result.effects = fillEffects(node.effects, below.here.effects, said)
    result['x-atip'] = fillExtension(node['x-atip'], added['x-atip'], isGroup, below)
    result._truncated = node._truncated ?? (isGroup ? undefined : added._truncated)
  }
  return unlessSame(node, result)
}

function statedBelow(above: Stated, { effects, 'x-atip': extension }: Node): Stated {
  return { effects: overlay(above.effects, effects), unlisted: extension?.unlisted ?? above.unlisted }
}

function joinCommands(node: Node, added: Node, path: readonly string[], how: Joining, above: Above) {
  const commands = copyMap(node.commands ?? {})
  const shared = how.rewords === true ? sharedTexts(node) : NONE
  const alsoShared = shared.size === 0 ? NONE : sharedTexts(added)
  for (const [name, child] of Object.entries(added.commands ?? {})) {
    const known = nameIn(node, name)
    const next =
      known === undefined
        ? newCommand(name, child, node, path, how, above)
        : joinNode(reworded(commands[known]!, child), child, known === '' ? path : [...path, known], how, above)
    if (next !== undefined) commands[known ?? name] = next as Command
  }
  function reworded(own: Command, { description }: Command): Command {
    const isVague = shared.has(own.description) && description !== '' && !alsoShared.has(description)
    return isVague ? { ...own, description } : own
  }
  const names = Object.keys(commands)
  return names.every((name) => commands[name] === node.commands?.[name]) ? node.commands : commands
}

const NONE: ReadonlySet<string> = new Set()

/** The texts that several commands of a group share, and so say little about each: `Changes it`. */
function sharedTexts({ commands = {} }: Node): ReadonlySet<string> {
  const texts = Object.values(commands).map(({ description }) => description)
  return new Set(texts.filter((text, index) => texts.indexOf(text) !== index))
}

/** The name under which a command is known: its own, or that of the command it is an alias of. */
function nameIn({ commands = {} }: Node, name: string): string | undefined {
  if (Object.hasOwn(commands, name)) return name
  return Object.keys(commands).find((own) => commands[own]!['x-atip']?.aliases?.includes(name))
}

function newCommand(
  name: string,
  child: Command,
  parent: Node,
  path: readonly string[],
  how: Joining,
  { here, there }: Above,
): Node | undefined {
  if (!how.adds) return undefined
  if (how.fills) return withInherited(child, here, there)
  if (name !== '') {
    const isFree = !takesOperands(parent) && readingOf(how.tool, path, name) === 'unknown'
    return isFree ? adoptCommand(withFreeAliases(child, path, how.tool), there.effects) : undefined
  }
  // The bare command is called like its parent, so only its parameters are taken, and marked.
  const { options, arguments: operands } = child
  const offered = { ...(options && { options }), ...(operands && !hasNamedCommands(parent) && { arguments: operands }) }
  const bare = joinNode({ description: child.description }, offered, path, how, { here, there })
  return bare.options === undefined && bare.arguments === undefined ? undefined : bare
}

/** A command with the effects that its layer states above it, so that it does the same here, or worse. */
function withInherited(command: Command, here: Stated, there: Stated): Command {
  const said = overlay(there.effects, command.effects)
  const bad = onlyBad(here.effects)
  const effects = bad === undefined || said === undefined ? said : worsen(said, bad)
  const isCovered = here.unlisted === 'no-effect' ? 'unknown' : undefined
  const unlisted = command['x-atip']?.unlisted ?? there.unlisted ?? isCovered
  if (effects === command.effects && unlisted === command['x-atip']?.unlisted) return command
  return {
    ...command,
    ...(effects && { effects }),
    ...(unlisted && { 'x-atip': { ...command['x-atip'], unlisted } }),
  }
}

function withFreeAliases(command: Command, path: readonly string[], tool: AtipTool): Command {
  const { aliases, ...extension } = command['x-atip'] ?? {}
  if (aliases === undefined) return command
  const free = aliases.filter((alias) => readingOf(tool, path, alias) === 'unknown')
  return { ...command, 'x-atip': { ...extension, ...(free.length > 0 && { aliases: free }) } }
}

/** Returns the same node if nothing changed. */
function unlessSame(node: Node, result: Record<string, unknown>): Node {
  for (const key of Object.keys(result)) if (result[key] === undefined) delete result[key]
  const before = node as Record<string, unknown>
  return Object.keys(result).every((key) => result[key] === before[key]) ? node : (result as Node)
}
