import type { AtipDocument } from './types/tool.js'
import type { Problem } from './validate/problem.js'
import { validate } from './validate/validate.js'

/** A description with errors was given to a function that needs a valid one. `problems` holds all of its errors. */
export class DocumentError extends Error {
  readonly code = 'invalid-document'
  readonly problems: readonly Problem[]

  /** Compares the code, so that errors from another copy of this package match, too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && (value as Partial<DocumentError>).code === 'invalid-document'
  }

  constructor(message: string, problems: readonly Problem[]) {
    super(message)
    this.name = 'DocumentError'
    this.problems = problems
  }
}

/** Throws a `DocumentError` unless `value` is a valid document. `name` says which one: `document`, `tools[2]`. */
export function assertDocument(value: unknown, name: string): asserts value is AtipDocument {
  const { valid, problems, dropped } =
    typeof value === 'string' || value instanceof Uint8Array ? asText : validate(value)
  if (valid) return
  const errors = problems.filter(({ severity }) => severity === 'error')
  const [first] = errors
  const more = errors.length + dropped - 1
  const others = more > 0 ? ` (and ${more} more ${more === 1 ? 'problem' : 'problems'})` : ''
  throw new DocumentError(
    `${name}${first?.pointer ?? ''} is not valid: ${first?.message}${others}; read it with readTool() first and use the tool that it returns`,
    errors,
  )
}

/** Text is for `readTool`; here, the parsed value is expected. */
const asText = {
  valid: false,
  problems: [
    {
      severity: 'error',
      rule: 'wrong-type',
      pointer: '',
      message: 'must be an object; found text',
      at: 'value',
    },
  ] satisfies Problem[],
  dropped: 0,
}
