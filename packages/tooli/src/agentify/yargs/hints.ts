import type { Scalar } from '@atip/protocol'
import { namesOf } from './keys.js'
import type { YargsProgram } from './program.js'

/** What the program declares about one key, under any of its names. */
export interface Hints {
  names: readonly string[]
  isArray: boolean
  isBoolean: boolean
  isConfig: boolean
  isCount: boolean
  isDemanded: boolean
  isNumber: boolean
  isText: boolean
  /** The allowed values; undefined if any is allowed. */
  choices: Scalar[] | undefined
  /** How many words it takes; NaN if it takes an unknown number. */
  count: number | undefined
  deprecated: string | boolean
  preset: unknown
  /** A description of a computed default. */
  presetText: string | undefined
}

export function hintsOf(program: YargsProgram, key: string): Hints {
  const options = program.getOptions()
  const names = namesOf(program, key)
  const isIn = (list: readonly string[]) => names.some((name) => list.includes(name))
  const nameIn = (table: object) => names.find((name) => Object.hasOwn(table, name))
  const lookUp = <T>(table: Record<string, T>): T | undefined => {
    const name = nameIn(table)
    return name === undefined ? undefined : table[name]
  }
  const choices = names.flatMap((name) => (Object.hasOwn(options.choices, name) ? options.choices[name]! : []))
  const scalars = [...new Set(choices.filter(isScalar))]
  const isDeprecated = nameIn(options.deprecatedOptions) !== undefined
  return {
    names,
    isArray: isIn(options.array),
    isBoolean: isIn(options.boolean),
    isConfig: nameIn(options.config) !== undefined,
    isCount: isIn(options.count),
    isDemanded: nameIn(options.demandedOptions) !== undefined,
    isNumber: isIn(options.number),
    isText: isIn(options.string) || isIn(options.normalize),
    choices: scalars.length > 0 ? scalars : undefined,
    count: lookUp(options.narg),
    deprecated: isDeprecated && (lookUp(options.deprecatedOptions) ?? true),
    preset: lookUp(options.default),
    presetText: lookUp(options.defaultDescription),
  }
}

function isScalar(value: unknown): value is Scalar {
  return ['string', 'number', 'boolean'].includes(typeof value)
}
