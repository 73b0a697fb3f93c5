import type { Argument, Option, ParameterExtension } from '@atip/protocol'
import { hasNamedCommands, type Place } from './place.js'
import { rulesIn, syntaxIn, worseningPart } from './rules.js'

/**
 * Parameters that only layers know which are not trusted, on commands that trusted layers describe. Before, such a word
 * was unknown and took every claim of safety away; that it has a name now makes nothing safer.
 */
export function doubtful<P extends Option | Argument>(parameter: P, place: Place): P {
  const extension = parameter['x-atip']
  const doubt = doubtAbout(parameter, place)
  if (extension === undefined) return doubt === undefined ? parameter : { ...parameter, 'x-atip': doubt }
  const { bareValue: _, endsOptions: __, ...syntax } = syntaxIn(extension) ?? {}
  const rules = rulesIn(extension)
    .map(worseningPart)
    .filter((rule) => rule !== undefined)
  const [first, ...others] = doubt?.when === undefined ? rules : [doubt, ...rules]
  const own =
    doubt === UNKNOWN
      ? { ...UNKNOWN, ...(rules.length > 0 && { cases: rules }) }
      : { ...first, ...(others.length > 0 && { cases: others }) }
  const { 'x-atip': ___, ...rest } = parameter
  const result = { ...syntax, ...own }
  return Object.keys(result).length === 0 ? (rest as P) : { ...(rest as P), 'x-atip': result }
}

const UNKNOWN: ParameterExtension = Object.freeze({ unknown: true })

/** It could also be one of theirs that this one took for its value. */
const UNKNOWN_BEFORE_OPTIONS: ParameterExtension = Object.freeze({
  when: Object.freeze({ startsWith: ['-'] }),
  unknown: true,
})

/** Whether a word that trusted layers do not list takes every claim of safety away here. */
export function isDoubted({ known, unlisted }: Place): boolean {
  return unlisted !== 'no-effect' || known === undefined || hasNamedCommands(known)
}

/** What is not known about it. Where unlisted words change nothing, only that it may take words that do. */
function doubtAbout(parameter: Option | Argument, place: Place): ParameterExtension | undefined {
  if (isDoubted(place)) return UNKNOWN
  if (parameter.flags === undefined || parameter.type === 'boolean') return undefined
  const { optionalValue, nextWord, endsOptions } = parameter['x-atip'] ?? {}
  if (optionalValue === true && nextWord !== true) return undefined
  const doOperandsMatter = place.known?.arguments?.some((argument) => argument['x-atip'] !== undefined) === true
  return doOperandsMatter || endsOptions === true ? UNKNOWN : UNKNOWN_BEFORE_OPTIONS
}
