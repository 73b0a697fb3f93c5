/**
 * Stands in the built package for what the MCP SDK chooses by platform: the process, and a validator. Ours is there
 * anyway, and knows what forms of elicitation use.
 */
import { check } from '../schema/check.js'
import type { Form } from '../schema/form.js'

/** Its ES module would touch all that hangs on it, streams and all. */
export const { process } = globalThis

export class DefaultJsonSchemaValidator {
  getValidator(schema: object) {
    return (input: unknown) => {
      const { value, issues } = check(schema as Form, input)
      return issues.length === 0
        ? { valid: true, data: value, errorMessage: undefined }
        : { valid: false, data: undefined, errorMessage: issues.map(({ message }) => message).join('; ') }
    }
  }
}
