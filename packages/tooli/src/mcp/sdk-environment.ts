/**
 * Stands in the built package for what the MCP SDK chooses by platform: the process, and a validator. Ours is there
 * anyway, and knows what forms of elicitation use.
 */
import process from 'node:process'
import { check } from '../schema/check.js'
import type { Form } from '../schema/form.js'

export { process }

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
