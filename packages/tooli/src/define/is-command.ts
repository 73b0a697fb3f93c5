import type { AnyCommand } from './types.js'

export function isCommand(value: unknown): value is AnyCommand {
  return typeof value === 'function' && 'definition' in value
}
