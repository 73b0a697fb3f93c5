import { locate, positionsOf } from '@atip/protocol/calls'
import type { Policy } from './types.js'

/** The position of a rule in its file. */
export function placeOf({ text }: Policy, pointer: string): { line: number; column: number } {
  return positionsOf(text, [locate(text, [pointer])[0]?.start ?? 0])[0]!
}
