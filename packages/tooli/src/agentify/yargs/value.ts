import type { JsonValue, Parameter, Scalar } from '@atip/protocol'
import type { Hints } from './hints.js'

export type WordType = {
  type: Exclude<Parameter['type'], 'array'>
  enum?: Scalar[]
}

/** The type of one word. Without a declared type, a number as default makes it a number, because yargs converts it. */
export function wordType({ choices, isBoolean, isConfig, isNumber, isText, preset }: Hints): WordType {
  if (isBoolean) return { type: 'boolean' }
  if (choices !== undefined) return { type: 'enum', enum: choices }
  if (isNumber || (!isText && typeof preset === 'number')) return { type: 'number' }
  return { type: isConfig ? 'file' : 'string' }
}

/** The default, if the user could write it; a default that has a description is computed. */
export function presetOf(hints: Hints, word: WordType, isList: boolean): { default?: JsonValue } {
  const { preset, presetText } = hints
  if (presetText !== undefined) return {}
  if (!isList) return fits(word, preset) ? { default: preset } : {}
  const isUsable = Array.isArray(preset) && preset.length > 0 && preset.every((value) => fits(word, value))
  return isUsable ? { default: preset as Scalar[] } : {}
}

function fits({ type, enum: choices }: WordType, value: unknown): value is Scalar {
  if (choices !== undefined) return choices.includes(value as Scalar)
  if (type === 'number') return Number.isFinite(value)
  return typeof value === (type === 'boolean' ? 'boolean' : 'string')
}
