import type { AtipTool, ByName, Command, Effects, Option } from '@atip/protocol'
import { effectsOfWording } from './command.js'
import { factsOfWording } from './parameter.js'

/** A conclusion from wording, and the field it was written to. */
export interface Inference {
  /** The command's path, followed by the flag for effects of an option. */
  path: string[]
  flag?: string
  field: string
  because: string
}

/**
 * Adds effects that names and descriptions reveal. Stated effects stay as they are; effects without any hint stay
 * unknown.
 */
export function inferEffects(tool: AtipTool): { tool: AtipTool; inferences: Inference[] } {
  const inferences: Inference[] = []
  const described = (command: Command, path: string[]): Command => {
    const name = path.findLast((part) => part !== '') ?? tool.name
    const isOnlyGroup = command.commands !== undefined && command.arguments === undefined
    const { effects, conclusions } = isOnlyGroup
      ? { effects: {}, conclusions: [] }
      : effectsOfWording(name, { ...command, options: [...(command.options ?? []), ...(tool.globalOptions ?? [])] })
    for (const conclusion of conclusions) inferences.push({ path, ...conclusion })
    const merged = merge(effects, command.effects)
    return {
      ...command,
      ...(command.options && { options: command.options.map((option) => withFacts(option, path, inferences)) }),
      ...(Object.keys(merged).length > 0 && { effects: merged }),
      ...(command.commands && {
        commands: mapCommands(command.commands, (child, key) => described(child, [...path, key])),
      }),
    }
  }
  return {
    tool: {
      ...tool,
      ...(tool.globalOptions && { globalOptions: tool.globalOptions.map((one) => withFacts(one, [], inferences)) }),
      ...(tool.commands && { commands: mapCommands(tool.commands, (child, key) => described(child, [key])) }),
    },
    inferences,
  }
}

function withFacts(option: Option, path: string[], inferences: Inference[]): Option {
  const facts = factsOfWording(option)
  if (facts === undefined) return option
  const flag = option.flags[0]!
  const because = `${option.flags.join(', ')}: ${option.description ?? ''}`
  for (const field of Object.keys(facts)) inferences.push({ path, flag, field: `x-atip.${field}`, because })
  return { ...option, 'x-atip': { ...facts, ...option['x-atip'] } }
}

/** Stated effects take precedence over inferred ones. */
function merge(inferred: Effects, stated: Effects = {}): Effects {
  const result: Effects = { ...inferred, ...stated }
  for (const group of ['filesystem', 'interactive'] as const) {
    const joined = { ...inferred[group], ...stated[group] }
    if (Object.keys(joined).length > 0) result[group] = joined as never
  }
  return result
}

/** Without a prototype, because names come from outside. */
function mapCommands(commands: ByName<Command>, change: (command: Command, name: string) => Command): ByName<Command> {
  const result = Object.create(null) as ByName<Command>
  for (const [name, command] of Object.entries(commands)) result[name] = change(command, name)
  return result
}
