import type { AtipTool } from '@atip/protocol'
import type { CliDefinition, CommandMap } from './types.js'

/**
 * A program of another framework, described for this one (`tooli/agentify`). It parses its own arguments, prints in its
 * own format, and has none of tooli's built-in flags.
 */
export interface Foreign {
  /** What it prints for `--agent`. */
  readonly tool: AtipTool
}

const FOREIGN: unique symbol = Symbol.for('tooli.foreign')

/** Marks a definition as that of a foreign program. */
export function asForeign<C extends CliDefinition<CommandMap>>(cli: C, foreign: Foreign): C {
  return Object.assign(cli, { [FOREIGN]: foreign })
}

/** Undefined for a tool of this framework. */
export function foreignOf(cli: object): Foreign | undefined {
  return (cli as { [FOREIGN]?: Foreign })[FOREIGN]
}

/** Marks a command of a foreign program. */
export function asForeignCommand<C extends object>(command: C): C {
  return Object.assign(command, { [FOREIGN]: true })
}

export function isForeignCommand(command: object): boolean {
  return FOREIGN in command
}
