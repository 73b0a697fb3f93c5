import { EFFECT_WORDS } from '@atip/protocol'
import { needsConfirmation } from '../../effects/needs-confirmation.js'
import { isReader } from '../../effects/reader.js'
import { effectWords } from '../markdown/effect-words.js'
import { capitalised, code, fence, inline, oneLine, paragraphs, prose, sentence } from '../markdown/markdown.js'
import { parameterLine, usageWord } from '../markdown/parameter-line.js'
import { shapeOf } from '../tool/shape.js'
import type { SkillParameter } from '../tool/skill-parameter.js'
import type { SkillCommand, SkillTool } from '../tool/skill-tool.js'

/** Every command with its parameters, effects and results. */
export function commandsInFull(tool: SkillTool): string[] {
  const shared = sharedLines(tool)
  return [
    ...(shared.size > 0 ? ['Every command takes:', [...shared].join('\n')] : []),
    ...tool.commands.flatMap((command) => commandInFull(tool, command, shared)),
  ]
}

/** The parameters that all commands share are described once. */
function sharedLines({ commands, globals }: SkillTool): Set<string> {
  const [first, ...others] = commands.map(({ parameters }) => new Set(parameters.filter(isOption).map(parameterLine)))
  const isShared = (line: string) => others.length > 0 && others.every((lines) => lines.has(line))
  return new Set([...globals.map(parameterLine), ...[...(first ?? [])].filter(isShared)])
}

function isOption({ entry }: SkillParameter): boolean {
  return entry.flags.length > 0
}

function commandInFull(tool: SkillTool, command: SkillCommand, shared: ReadonlySet<string>): string[] {
  const { details, parameters, examples } = command
  const lines = parameters.map(parameterLine).filter((line) => !shared.has(line))
  return [
    `### ${code(usageOf(command))}`,
    [aboutCommand(tool, command), ...givesLine(command)].join('\n'),
    ...(details === undefined ? [] : paragraphs(details)),
    ...(lines.length > 0 ? [lines.join('\n')] : []),
    ...(examples.length > 0 ? [exampleBlock(examples)] : []),
  ]
}

function givesLine({ output }: SkillCommand): string[] {
  const shape = output === undefined ? 'any' : shapeOf(output)
  return shape === 'any' ? [] : [`Gives ${code(shape)}.`]
}

/** `notes tag add NAME TAGS...`, with the options that must be given. */
export function usageOf({ line, parameters }: SkillCommand): string {
  const required = parameters
    .filter((parameter) => isOption(parameter) && parameter.entry.required)
    .map(({ entry: { flags, placeholder } }) => [flags.find((flag) => flag.startsWith('--')) ?? flags[0], placeholder])
  const args = parameters.filter((parameter) => !isOption(parameter)).map(usageWord)
  return [line, ...required.flat().filter((word) => word !== undefined), ...args].join(' ')
}

function aboutCommand({ isForeign, flag }: SkillTool, command: SkillCommand): string {
  const { description, effects, deprecated, aliases } = command
  return [
    sentence(prose(description)),
    sentence(capitalised(effectWords(effects))),
    ...(!isForeign && needsConfirmation(effects)
      ? [`Needs ${code(flag('yes') ?? 'a terminal')}, with consent of the user.`]
      : []),
    ...(aliases.length > 0 ? [`Also called ${aliases.map(code).join(', ')}.`] : []),
    ...(deprecated ? [`Deprecated: ${sentence(inline(deprecated))}`] : []),
  ]
    .filter((part) => part !== '')
    .join(' ')
}

function exampleBlock(examples: SkillCommand['examples']): string {
  const lines = examples.flatMap(({ run, description }) => [
    ...(description.trim() ? [`# ${oneLine(description)}`] : []),
    run,
  ])
  return fence('sh', lines)
}

/** A line for each command, by group: for tools of which a model needs only one or two commands. */
export function commandsInLines(tool: SkillTool): string[] {
  return [...byGroup(tool.commands)].flatMap(([group, commands]) => {
    const said = tool.groups.get(group)
    return [
      ...(group === '' ? [] : [`### ${code(group)}`, ...(said ? [sentence(prose(said))] : [])]),
      commands.map((command) => commandLine(command)).join('\n'),
    ]
  })
}

function commandLine(command: SkillCommand): string {
  const { description, deprecated } = command
  const marks = [kindOf(command), ...(deprecated ? ['deprecated'] : [])].join(', ')
  return `- ${code(usageOf(command))} (${marks}): ${inline(description)}`
}

function kindOf({ effects }: SkillCommand): string {
  if (Object.keys(effects).length === 0) return 'effects unknown'
  if (effects.destructive === true) return EFFECT_WORDS.destructive.label
  if (effects.reversible === false) return EFFECT_WORDS.reversible.does
  return isReader(effects) ? 'reads' : 'may change things'
}

/** Only names, a line for each group: for tools whose commands would fill the file. */
export function commandsInNames(tool: SkillTool): string[] {
  const lines = [...byGroup(tool.commands)].map(([group, commands]) => {
    const shown = commands.map(({ path }) => code((group === '' ? path : path.slice(1)).join(' ')))
    return group === '' ? `- ${shown.join(', ')}` : `- ${code(group)}: ${shown.join(', ')}`
  })
  return [lines.join('\n')]
}

/** Commands by the first word of their path; single-word commands come first, under no name. */
function byGroup(commands: readonly SkillCommand[]): Map<string, SkillCommand[]> {
  const heads = new Set(commands.filter(({ path }) => path.length > 1).map(({ path }) => path[0]!))
  const groups = new Map<string, SkillCommand[]>([['', []]])
  for (const command of commands) {
    const [head = ''] = command.path
    const group = heads.has(head) ? head : ''
    groups.set(group, [...(groups.get(group) ?? []), command])
  }
  if (groups.get('')!.length === 0) groups.delete('')
  return groups
}
