import { closest } from '@atip/protocol'
import type { Failure } from '../call/outcome.js'
import { CODES, type Suggestion } from '../errors/error.js'
import type { CommandModel } from '../model/model.js'
import { choicesOf } from '../model/to-atip.js'
import { meantKey } from './stray-key.js'

/** Adds the call that was most likely meant to an input error; `example` is the whole call as JSON. */
export function suggestCall(
  callWith: (values: Record<string, unknown>) => object,
  model: CommandModel,
  given: Readonly<Record<string, unknown>>,
  failed: Failure,
): Failure {
  const { error } = failed
  const key = error.details?.parameter
  if (error.suggestion !== undefined || error.category !== 'input' || typeof key !== 'string') return failed
  const meant = (values: Record<string, unknown>, fix: string): Suggestion => ({
    action: 'retry_with_modified_input',
    fix,
    example: JSON.stringify(callWith(values)),
    applicability: 'maybe_incorrect',
  })
  const stray = error.code === CODES.unknownOption ? meantKey(model, error.details) : undefined
  if (stray !== undefined) return { ...failed, error: { ...error, suggestion: forStray(stray, key, given, meant) } }
  const suggestion = suggestionFor(error.code, key, model, given, meant)
  return suggestion === undefined ? failed : { ...failed, error: { ...error, suggestion } }
}

/** A key inside an argument, which is replaced if it occurs once. */
function forStray(
  { wrong, meant: likely, known }: NonNullable<ReturnType<typeof meantKey>>,
  key: string,
  given: Readonly<Record<string, unknown>>,
  meant: Meant,
): Suggestion {
  const parts = JSON.stringify(given[key] ?? null).split(JSON.stringify(wrong))
  if (likely !== undefined && parts.length === 2) {
    const value = JSON.parse(parts.join(JSON.stringify(likely))) as unknown
    return meant({ ...given, [key]: value }, `Did you mean "${likely}"?`)
  }
  const fix = `Use only what there is: ${known.join(', ')}`
  return { action: 'retry_with_modified_input', fix, applicability: 'has_placeholders' }
}

type Meant = (values: Record<string, unknown>, fix: string) => Suggestion

function suggestionFor(
  code: string,
  key: string,
  model: CommandModel,
  given: Readonly<Record<string, unknown>>,
  meant: Meant,
): Suggestion | undefined {
  if (code === CODES.unknownOption) {
    const { [key]: value, ...rest } = given
    const free = model.parameters.map((parameter) => parameter.key).filter((other) => !Object.hasOwn(given, other))
    const likely = closest(key, free)
    if (likely !== undefined) return meant({ ...rest, [likely]: value }, `Did you mean "${likely}"?`)
    const fix = free.length === 0 ? 'Leave it out' : `Use only what there is: ${free.join(', ')}`
    return { action: 'retry_with_modified_input', fix, applicability: 'has_placeholders' }
  }
  const form = model.parameters.find((parameter) => parameter.key === key)?.form
  const choices = form === undefined ? undefined : choicesOf(form)
  if (code !== CODES.invalidValue || choices === undefined) return undefined
  const likely = closest(String(given[key]), choices.map(String))
  const value = choices.find((choice) => String(choice) === likely)
  return likely === undefined ? undefined : meant({ ...given, [key]: value }, `Did you mean ${JSON.stringify(value)}?`)
}
