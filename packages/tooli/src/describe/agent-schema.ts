import type { Form } from '../schema/form.js'
import { mapForms } from '../schema/keywords.js'
import { holdsSecret } from '../model/to-atip.js'

/** Keywords that can contain a value of the form, and so a secret. */
const VALUES = ['default', 'const', 'enum', 'examples']

/** Keywords that only tooli understands. */
const OURS = ['x-cli', 'x-optional', 'x-content', 'x-bytes']

/** A form as plain JSON Schema, without our hints and without values of secrets. */
export function publicSchema(form: Form): Record<string, unknown> {
  const isSecret = holdsSecret(form)
  const schema: Record<string, unknown> = {}
  const inner = mapForms(form, (one, keyword) => {
    const shown = publicSchema(one)
    return keyword === 'additionalProperties' && Object.keys(shown).length === 0 ? true : shown
  })
  for (const [keyword, value] of Object.entries(inner)) {
    if (OURS.includes(keyword) || (isSecret && VALUES.includes(keyword))) continue
    // Our own format: readers that know only the standard's formats could reject it.
    if (keyword === 'format' && value === 'path') continue
    schema[keyword] = value
  }
  return schema
}
