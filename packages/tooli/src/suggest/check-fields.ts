import { closest, quoteLine } from '@atip/protocol'
import { CODES, ToolError, type Suggestion } from '../errors/error.js'
import type { CommandModel } from '../model/model.js'
import { longFlag } from '../model/scope.js'
import { isBytes } from '../schema/bytes.js'
import type { Form } from '../schema/form.js'
import { replaceValue } from './repair.js'

/** Refuses a field that the result can never have, because its form lists all of them. */
export function checkFields(name: string, model: CommandModel, fields: string, words: readonly string[]): void {
  if (model.output === undefined || isBytes(model.output)) return
  const flag = longFlag(model.flags, 'fields')!
  for (const field of fields.split(',').map((one) => one.trim())) {
    const known = field === '' ? undefined : knownBeside(model.output, field.split('.'), '')
    if (known === undefined) continue
    const likely = closest(field, known)
    const meant = likely && fields.replace(field, likely)
    const index = words.findIndex((word) => word === flag || word.startsWith(`${flag}=`))
    const line = meant === undefined ? undefined : replaceValue(words, index, fields, meant)
    const suggestion: Suggestion = {
      action: 'retry_with_modified_input',
      fix: likely === undefined ? `Choose from ${known.join(', ')}` : `Did you mean "${likely}"?`,
      ...(line && { example: quoteLine([name, ...line]) }),
      applicability: likely === undefined ? 'has_placeholders' : 'maybe_incorrect',
    }
    throw new ToolError(CODES.invalidValue, `${flag}: the result has no field ${JSON.stringify(field)}`, {
      suggestion,
      details: { parameter: 'fields', fields: known },
    })
  }
}

/** The fields that exist in place of one that cannot; undefined if it may exist. */
function knownBeside(form: Form, [step, ...rest]: readonly string[], prefix: string): string[] | undefined {
  const { properties, additionalProperties, anyOf, oneOf, allOf, items } = form
  if (form.type === 'array' && items !== undefined) return knownBeside(items, [step!, ...rest], prefix)
  if (form.type !== 'object' || (anyOf ?? oneOf ?? allOf) !== undefined || properties === undefined) return undefined
  if (Object.hasOwn(properties, step!)) {
    return rest.length === 0 ? undefined : knownBeside(properties[step!]!, rest, `${prefix}${step}.`)
  }
  return additionalProperties === false ? Object.keys(properties).map((key) => prefix + key) : undefined
}
