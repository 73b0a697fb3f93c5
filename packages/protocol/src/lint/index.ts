export { lint, lintRules, type LintOptions, type LintRule } from './lint.js'
export { LintConfigError, type LintConfig, type LintLevel } from './config.js'
export { applyFixes } from './apply-fixes.js'
export type { LintEdit, LintFinding, LintSeverity } from './finding.js'
