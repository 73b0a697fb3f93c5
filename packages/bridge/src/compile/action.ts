import { worst, type AtipTool, type ByName, type Effects } from '@atip/protocol'
import { authorText } from '../describe/author-text.js'
import { describe } from '../describe/command.js'
import { fitWithFlags } from '../describe/fit.js'
import { bracketed, READ_ONLY, warningsOf } from '../describe/flags.js'
import type { Property } from '../schema/object.js'
import type { CommandEntry } from '../types.js'
import type { Described } from './discrete.js'
import type { Draft } from '../targets/draft.js'
import { inputsFrom } from './examples.js'
import { mergeProperties } from './merge-properties.js'
import type { Setting } from './setting.js'

/** Commands of the same group, which become one tool. */
export interface Group {
  tool: AtipTool
  path: readonly string[]
  description: string | undefined
  members: Described[]
}

/** Commands by their group, in the order in which groups appear. */
export function groupsOf(commands: readonly Described[]): Group[] {
  const groups = new Map<unknown, Group>()
  for (const member of commands) {
    const { tool, path, lineage } = member.command
    const holder = lineage[Math.max(path.length - 1, 0)] as { description?: string }
    const group = groups.get(holder)
    if (group !== undefined) group.members.push(member)
    else groups.set(holder, { tool, path: path.slice(0, -1), description: holder.description, members: [member] })
  }
  return [...groups.values()]
}

/** One tool for all commands of a group, with a property that names the command (Rule 3, strategy B). */
export function draftOfGroup(name: string, group: Group, setting: Setting): Draft {
  const { tool, path, members } = group
  const keys = actionKeys(group)
  const { properties, merged } = mergeProperties(keys, members, setting)
  const discriminator = unusedDiscriminator(properties)
  const actions = Object.create(null) as ByName<CommandEntry>
  for (const [index, key] of keys.entries()) {
    actions[key] = { ...members[index]!.entry, properties: merged[index]!.entries }
  }
  const lines = members.map(({ telling }, index) => `${keys[index]}: ${describe(telling, setting.limit)}`)
  const choice: Property = {
    name: discriminator,
    schema: { type: 'string', enum: keys, description: `What to do.\n${lines.join('\n')}` },
    isRequired: true,
  }
  const effects = members.map(({ telling }) => telling.worst).reduce((sum, one) => worst(sum, one))
  const text = authorText(group.description) || [tool.name, ...path].join(' ')
  return {
    name,
    tool,
    path,
    group: path,
    description: fitWithFlags(text, bracketed(flagsOfAll(members, effects)), setting.limit),
    properties: [choice, ...properties],
    effects,
    entry: { kind: 'action', tool, discriminator, actions },
    examples: setting.withExamples
      ? members.flatMap(({ command }, index) =>
          inputsFrom(command, merged[index]!).map((input) => ({ [discriminator]: keys[index], ...input })),
        )
      : [],
  }
}

/** The command's name; the tool's name for the tool itself. */
function actionKeys({ tool, members }: Group): string[] {
  const keys = new Set<string>()
  for (const { command } of members) {
    let key = (command.path.at(-1) ?? tool.name).toWellFormed()
    while (keys.has(key)) key += '_'
    keys.add(key)
  }
  return [...keys]
}

function unusedDiscriminator(properties: readonly Property[]): string {
  let name = 'action'
  while (properties.some((property) => property.name === name)) name += '_'
  return name
}

/** Marks flags of only some commands; the action property says which ones. The tool is read-only only if all are. */
function flagsOfAll(members: readonly Described[], effects: Effects): string[] {
  const isOfAll = (flag: string) => members.every(({ telling }) => telling.flags.includes(flag))
  const flags = warningsOf(effects).map((flag) => (isOfAll(flag) ? flag : `${flag} (some actions)`))
  return isOfAll(READ_ONLY) ? [...flags, READ_ONLY] : flags
}
