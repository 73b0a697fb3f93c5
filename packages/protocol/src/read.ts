import { normalise } from './normalise.js'
import type { AtipDocument, AtipTool } from './types/tool.js'
import type { Problem } from './validate/problem.js'
import { validate, type ValidateOptions } from './validate/validate.js'

export type Reading =
  | { ok: true; tool: AtipTool; problems: Problem[] }
  /** The document has errors and must not be used. */
  | { ok: false; problems: Problem[] }

/**
 * The entry point for untrusted input: turns text, bytes or any value into a tool that is certain to have its types.
 */
export function readTool(input: unknown, options?: ValidateOptions): Reading {
  const { valid, problems, value } = validate(input, options)
  return valid ? { ok: true, tool: normalise(value as AtipDocument), problems } : { ok: false, problems }
}
