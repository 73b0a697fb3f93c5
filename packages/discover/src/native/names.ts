import { walkCommands, type AtipTool, type Option, type Parameter } from '@atip/protocol'

/** As long as a file name can be. Longer names are there to harm whoever shows or stores them. */
const LONGEST = 255

/** Signs that steer a terminal or reorder what is shown. */
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/**
 * What is wrong with the first name in a description that nobody could type, show or list safely; undefined if all can
 * be used. The schema leaves these names alone, because documents that people write have none.
 */
export function unusableName(tool: AtipTool): string | undefined {
  const ofTool = unusable('the tool', tool.name) ?? unusableParameter('the tool', tool.globalOptions)
  if (ofTool !== undefined) return ofTool
  for (const { path, command } of walkCommands(tool)) {
    const name = path.at(-1) ?? ''
    // Paths of commands are written with slashes (decision 16).
    if (name.includes('/')) return 'the name of a command contains a slash'
    const flaw =
      unusable('a command', name) ??
      unusableParameter('a command', command.options) ??
      unusableParameter('a command', command.arguments)
    if (flaw !== undefined) return flaw
  }
  return undefined
}

function unusableParameter(owner: string, parameters: readonly (Parameter | Option)[] = []): string | undefined {
  for (const parameter of parameters) {
    const flags = 'flags' in parameter ? (parameter as Option).flags : undefined
    for (const name of [parameter.name, ...(flags ?? [])]) {
      const flaw = unusable(`a parameter of ${owner}`, name)
      if (flaw !== undefined) return flaw
    }
  }
  return undefined
}

function unusable(whose: string, name: string): string | undefined {
  if (name.length > LONGEST) return `the name of ${whose} has ${name.length} characters; ${LONGEST} are the most`
  return STEERING.test(name) ? `the name of ${whose} contains control characters` : undefined
}
