import type { AtipDocument } from '../src/types/tool.js'
import { validate } from '../src/validate/validate.js'
import type { LintFinding } from '../src/lint/inspection/finding.js'
import { lint } from '../src/lint/lint.js'
import { RULES } from '../src/lint/rules/index.js'

/** A tool called `demo` with these parts. Takes plain data, as it would come from a file. */
export function sample(parts: Record<string, unknown>): AtipDocument {
  const document: unknown = {
    atip: { version: '0.6' },
    name: 'demo',
    version: '1.0.0',
    description: 'Shows how it works',
    ...parts,
  }
  const errors = validate(document).problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(`the sample is not valid: ${JSON.stringify(errors)}`)
  return document as AtipDocument
}

/** The findings of one rule alone. */
export function foundBy(rule: string, document: AtipDocument): LintFinding[] {
  const others = RULES.filter(({ id }) => id !== rule).map(({ id }) => [id, 'off'] as const)
  return lint(document, Object.fromEntries(others))
}

/** The pointers of that rule's findings. */
export function pointersFoundBy(rule: string, document: AtipDocument): string[] {
  return foundBy(rule, document).map(({ pointer }) => pointer)
}
