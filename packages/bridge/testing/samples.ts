/** Small tools for tests: each test states only what it is about. */
import type { Argument, AtipTool, Command, Effects, Option } from '@atip/protocol'

export function toolOf(commands: Record<string, Command>, more: Partial<AtipTool> = {}): AtipTool {
  return { atip: { version: '0.6' }, name: 'demo', version: '1', description: 'A tool', commands, ...more }
}

/** A tool with one command, `act`. */
export function acting(command: Partial<Command>, more: Partial<AtipTool> = {}): AtipTool {
  return toolOf({ act: { description: 'Acts', ...command } }, more)
}

export function withEffects(effects: Effects): AtipTool {
  return acting({ effects })
}

export function option(name: string, more: Partial<Option> = {}): Option {
  return { name, flags: [`--${name}`], type: 'string', description: 'An option', ...more }
}

export function argument(name: string, more: Partial<Argument> = {}): Argument {
  return { name, type: 'string', description: 'An argument', ...more }
}
