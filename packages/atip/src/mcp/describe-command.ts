import {
  findCommand,
  inheritedEffects,
  plainEffects,
  parameterRules,
  tokenise,
  type AtipTool,
  type Command,
  type CommandNode,
} from '@atip/protocol'
import { ToolError } from 'tooli'
import { brief, effectWord } from './agent-words.js'
import { describedTool } from './described-tools.js'
import { argumentWord, flagOf, matches, optionLine, ownOptions } from './option-words.js'

const MOST_LINES = 20
const MOST_NAMES = 50
const LONGEST_PURPOSE = 120

export interface CommandSketch extends Record<string, unknown> {
  use: string
  does: string
  effects: string
  options?: string[]
  /** Only the names of the omitted options. */
  moreOptions?: string
  commands?: string
}

/** A command as a model needs it: its effects and how to call it. Long lists end with names only. */
export async function describeCommand(text: string, about: string | undefined): Promise<CommandSketch> {
  const tokens = tokenise(text)
  const words = tokens.ok ? tokens.words.filter((word) => !word.startsWith('-')) : text.split(' ')
  const [name = '', ...path] = words
  const tool = name === '' ? undefined : await describedTool(name)
  if (tool === undefined) throw unknown(`nothing is known about ${JSON.stringify(name)}`)
  const found = deepest(tool, path)
  if (found === undefined) throw unknown(`${name} has no command ${JSON.stringify(path.join(' '))}`)
  return described(name, found, about)
}

/** The deepest command that the words name. The words after it are arguments. */
function deepest(tool: AtipTool, path: readonly string[]): CommandNode | undefined {
  for (let length = path.length; length >= 0; length--) {
    const found = findCommand(tool, path.slice(0, length))
    if (found !== undefined) return length < path.length && takesOnlyCommands(found) ? undefined : found
  }
  return undefined
}

/** Whether the next word can only be a command. A tool that can be called alone has a bare command besides the others. */
function takesOnlyCommands({ command, lineage, path }: CommandNode): boolean {
  const node = lineage[path.length] as Pick<Command, 'commands'>
  return namesIn(node).length > 0 && (command.arguments ?? []).length === 0
}

function described(name: string, { command, path, lineage }: CommandNode, about: string | undefined): CommandSketch {
  const all = ownOptions(command.options)
  const wanted = about === undefined ? all : all.filter((option) => matches(option, about))
  const options = wanted.length === 0 ? all : wanted
  const rest = options.slice(MOST_LINES).map(flagOf)
  const canDestroy = [...all, ...(command.arguments ?? [])].some((one) =>
    parameterRules(one).some((rule) => rule.effects?.destructive === true),
  )
  const names = namesIn(command)
  const words = [name, ...path.filter((word) => word !== ''), ...(command.arguments ?? []).map(argumentWord)]
  return {
    use: words.join(' '),
    does: brief(command.description, LONGEST_PURPOSE),
    effects: effectWord(plainEffects(inheritedEffects(lineage), command.arguments ?? []), canDestroy),
    ...(options.length > 0 && { options: options.slice(0, MOST_LINES).map(optionLine) }),
    ...(rest.length > 0 && { moreOptions: listed(rest) }),
    ...(names.length > 0 && { commands: listed(names) }),
  }
}

function namesIn({ commands = {} }: Pick<Command, 'commands'>): string[] {
  return Object.keys(commands).filter((name) => name !== '')
}

function listed(names: readonly string[]): string {
  const left = names.length - MOST_NAMES
  return names.slice(0, MOST_NAMES).join(' ') + (left > 0 ? ` and ${left} more` : '')
}

function unknown(message: string): ToolError {
  return new ToolError('E3210', message, {
    suggestion: {
      action: 'use_different_tool',
      fix: 'Find the command with search_tools',
      applicability: 'maybe_incorrect',
    },
  })
}
