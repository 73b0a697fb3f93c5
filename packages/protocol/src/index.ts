export { readTool, type Reading } from './read.js'
export {
  CLOSURE,
  closureText,
  descriptionFor,
  descriptionsIn,
  namesIn,
  VARIANTS,
  type ScriptParts,
  type ShimKey,
} from './shim.js'
export { validate, type ValidateOptions, type Validation } from './validate/validate.js'
export type { Problem, Severity } from './validate/problem.js'
export { assertDocument, DocumentError } from './document-error.js'
export * from './calls.js'
