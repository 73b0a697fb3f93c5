import type { AtipTool } from '@atip/protocol'
import type { CliDefinition, CommandMap } from './types.js'

/**
 * A program that was written with another framework and described for this one (`tooli/agentify`). It parses its own
 * words, prints in its own way, and has none of the flags that our commands have.
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

/** Undefined for a tool that was written with this framework. */
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
