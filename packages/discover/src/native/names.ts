import { walkCommands, type AtipTool, type Option, type Parameter } from '@atip/protocol'

/** The usual maximum length of a file name. Longer names serve no honest purpose. */
const LONGEST = 255

/** Characters that control a terminal or reorder text. */
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/**
 * Why the first bad name in a description cannot be typed, displayed or listed safely; undefined if all are fine. The
 * schema does not check this, because descriptions written by people have no such names.
 */
export function unusableName(tool: AtipTool): string | undefined {
  const ofTool = unusable('the tool', tool.name) ?? unusableParameter('the tool', tool.globalOptions)
  if (ofTool !== undefined) return ofTool
  for (const { path, command } of walkCommands(tool)) {
    const name = path.at(-1) ?? ''
    // `--commands` writes paths with slashes.
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
