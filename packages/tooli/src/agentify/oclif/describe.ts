import { PROTOCOL_VERSION, type AtipTool, type ByName, type Command, type Option } from '@atip/protocol'
import { toCommand } from './command.js'
import { aliasesOf, commandsIn, wordsOf, type OclifConfig, type OclifCore } from './config.js'
import { render } from './text.js'

/** The description of a program, from oclif's own data. */
export async function describeOclif(core: OclifCore, config: OclifConfig): Promise<AtipTool> {
  const shown = commandsIn(config).filter(({ hidden }) => hidden !== true)
  const commands = emptyMap()
  for (const command of shown) {
    const words = config.isSingleCommandCLI === true ? [] : wordsOf(config, command.id)
    const described = await toCommand(core, config, command)
    place(commands, words, withAliases(config, described, words, aliasesOf({ id: '', aliases: command.aliases ?? [] })))
  }
  if (config.topicSeparator === ' ') describeGroups(commands, config)
  const { description = '', homepage } = config.pjson
  return {
    atip: { version: PROTOCOL_VERSION },
    name: config.bin,
    version: config.version,
    description,
    ...(homepage && { homepage }),
    trust: { source: 'native' },
    commands,
    globalOptions: globalsOf(config),
    'x-atip': { syntax: { shortEquals: true } },
  }
}

/** Adds a command at its path. A command that is also a group is stored in it under the empty name. */
function place(commands: ByName<Command>, words: readonly string[], command: Command): void {
  const [first = '', ...rest] = words
  const there = commands[first]
  if (rest.length === 0) {
    if (there?.commands === undefined) commands[first] = command
    else there.commands[''] = command
    return
  }
  const group: Command = there?.commands === undefined ? { description: '', commands: emptyMap() } : there
  if (there !== undefined && there !== group) group.commands![''] = there
  commands[first] = group
  place(group.commands!, rest, command)
}

/** Adds aliases within the same group; ATIP cannot express an alias elsewhere in the tree. */
function withAliases(config: OclifConfig, command: Command, words: readonly string[], ids: readonly string[]): Command {
  const parent = words.slice(0, -1).join(' ')
  const aliases = ids
    .map((id) => wordsOf(config, id))
    .filter((other) => other.slice(0, -1).join(' ') === parent)
    .map((other) => other.at(-1)!)
  if (words.length === 0 || aliases.length === 0) return command
  return { ...command, 'x-atip': { ...command['x-atip'], aliases } }
}

function describeGroups(commands: ByName<Command>, config: OclifConfig): void {
  const topics = new Map(config.topics.map((topic) => [topic.name, topic.description ?? '']))
  const visit = (children: ByName<Command>, path: readonly string[]) => {
    for (const [name, command] of Object.entries(children)) {
      if (command.commands === undefined) continue
      const own = [...path, name]
      const text = topics.get(own.join(':')) || command.commands['']?.description || ''
      command.description = render(text.split('\n')[0]!, config)
      visit(command.commands, own)
    }
  }
  visit(commands, [])
}

/** Flags that oclif answers itself, anywhere on the line. */
function globalsOf({ pjson: { oclif } }: OclifConfig): Option[] {
  const flagsOf = (main: string, more: readonly string[] = []) => [...new Set([...more, main])]
  return [
    {
      name: 'help',
      flags: flagsOf('--help', oclif.additionalHelpFlags),
      type: 'boolean',
      description: 'Show help',
      'x-atip': { harmless: 'help' },
    },
    {
      name: 'version',
      flags: flagsOf('--version', oclif.additionalVersionFlags),
      type: 'boolean',
      description: 'Show the version',
      'x-atip': { harmless: 'version' },
    },
  ]
}

function emptyMap(): ByName<Command> {
  return Object.create(null) as ByName<Command>
}
