import { worsen } from '../effects/worst.js'
import type { Argument, Effects } from '../types/tool.js'

/** What a command does when it is called plainly: with the arguments that every call has. */
export function plainEffects(effects: Effects, operands: readonly Argument[]): Effects {
  return operands
    .filter(({ required }) => required !== false)
    .reduce((sum, { 'x-atip': extension }) => worsen(sum, extension?.effects ?? {}), effects)
}
