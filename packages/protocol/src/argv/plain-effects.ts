import { worsen } from '../effects/worst.js'
import type { Argument, Effects } from '../types/tool.js'

/** The effects of a command when it is called with only its required arguments. */
export function plainEffects(effects: Effects, operands: readonly Argument[]): Effects {
  return operands
    .filter(({ required }) => required !== false)
    .reduce((sum, { 'x-atip': extension }) => worsen(sum, extension?.effects ?? {}), effects)
}
