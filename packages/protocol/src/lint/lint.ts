import { assertDocument } from '../document-error.js'
import { toPointer } from '../text/pointer.js'
import type { AtipDocument, AtipTool } from '../types/tool.js'
import { configure, type LintConfig } from './config.js'
import type { LintFinding, LintSeverity } from './inspection/finding.js'
import { inspect } from './inspection/inspection.js'
import type { Rule } from './inspection/rule.js'
import { RULES } from './rules/index.js'

export interface LintOptions {
  /** Findings of one rule beyond this many are only counted, in one last finding. Default 1000. */
  maxPerRule?: number
}

/**
 * What could be better about a document that is already valid: errors first, then warnings, then hints, each in the
 * order of the rules and of the document. Throws a `DocumentError` if the document is not valid, and a `LintConfigError`
 * if the configuration names an unknown rule or level.
 */
export function lint(
  document: AtipDocument | AtipTool,
  config: LintConfig = {},
  { maxPerRule = 1000 }: LintOptions = {},
): LintFinding[] {
  const severities = configure(RULES, config)
  assertDocument(document, 'document')
  const inspection = inspect(document)
  const findings: LintFinding[] = []
  for (const [rule, severity] of severities) {
    let count = 0
    for (const { at, message, fix } of rule.check(inspection)) {
      if (++count > maxPerRule) continue
      findings.push({ rule: rule.id, severity, pointer: toPointer(at), message, ...(fix && { fix }) })
    }
    if (count > maxPerRule) {
      const message = `${count - maxPerRule} more of these are not listed; raise maxPerRule to see them`
      findings.push({ rule: rule.id, severity, pointer: '', message })
    }
  }
  return findings.sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity))
}

const ORDER: readonly LintSeverity[] = ['error', 'warning', 'info']

/** The rules as documentation shows them. */
export function lintRules(): Omit<Rule, 'check'>[] {
  return RULES.map(({ id, severity, summary, why }) => ({ id, severity, summary, why }))
}

export type LintRule = Omit<Rule, 'check'>
