import { closest } from '../text/closest.js'
import type { LintSeverity } from './inspection/finding.js'
import type { Rule } from './inspection/rule.js'

export type LintLevel = LintSeverity | 'off'

/** By rule id; a rule that is not named keeps its own severity. */
export type LintConfig = Readonly<Record<string, LintLevel>>

/** A lint configuration with an unknown rule or level. */
export class LintConfigError extends Error {
  readonly code: 'unknown-rule' | 'unknown-level'

  constructor(code: LintConfigError['code'], message: string) {
    super(message)
    this.name = 'LintConfigError'
    this.code = code
  }
}

const LEVELS: readonly string[] = ['off', 'info', 'warning', 'error'] satisfies LintLevel[]

/**
 * The rules to run, each with its severity. Throws `LintConfigError` if the configuration has an unknown rule or level.
 */
export function configure(rules: readonly Rule[], config: LintConfig): Map<Rule, LintSeverity> {
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  const chosen = new Map<Rule, LintSeverity>(rules.map((rule) => [rule, rule.severity]))
  for (const [id, level] of Object.entries(config)) {
    const rule = byId.get(id)
    if (rule === undefined)
      throw new LintConfigError('unknown-rule', `no rule is called "${id}"${advise(id, byId.keys())}`)
    if (!LEVELS.includes(level)) {
      const message = `"${id}" must be one of ${LEVELS.join(', ')}; found ${JSON.stringify(level)}`
      throw new LintConfigError('unknown-level', `${message}${typeof level === 'string' ? advise(level, LEVELS) : ''}`)
    }
    if (level === 'off') chosen.delete(rule)
    else chosen.set(rule, level)
  }
  return chosen
}

function advise(word: string, candidates: Iterable<string>): string {
  const likely = closest(word, candidates)
  return likely === undefined ? '' : `; did you mean "${likely}"?`
}
