import type { CompilableCommand } from '../commands.js'
import { describe, tellingOf, type Telling } from '../describe/command.js'
import type { CommandEntry } from '../types.js'
import type { Draft } from '../targets/draft.js'
import { inputsFrom } from './examples.js'
import { parametersOf, type GlobalOption, type Parameters } from './parameters.js'
import type { Setting } from './setting.js'

/** A command and everything a model learns about it, still without a name. */
export interface Described {
  command: CompilableCommand
  parameters: Parameters
  telling: Telling
  entry: CommandEntry
}

export function describeCommand(
  command: CompilableCommand,
  globals: readonly GlobalOption[],
  setting: Setting,
): Described {
  const parameters = parametersOf(command, globals, setting)
  const telling = tellingOf(command, parameters.offered, setting.withResources)
  const entry: CommandEntry = {
    kind: 'command',
    tool: command.tool,
    path: command.path,
    properties: parameters.entries,
  }
  return { command, parameters, telling, entry }
}

/** One tool for one command (Rule 3, strategy A). */
export function draftOfCommand(name: string, described: Described, setting: Setting): Draft {
  const { command, parameters, telling, entry } = described
  return {
    name,
    tool: command.tool,
    path: command.path,
    group: command.path.slice(0, -1),
    description: describe(telling, setting.limit),
    properties: parameters.properties,
    effects: telling.worst,
    entry,
    examples: setting.withExamples ? inputsFrom(command, parameters) : [],
  }
}
