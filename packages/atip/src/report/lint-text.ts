import type { LintRule } from '@atip/protocol/lint'
import { styleFor, wrap, type Screen } from 'tooli/terminal'
import { checkText } from './check-text.js'
import type { FileProblem } from './problem.js'
import type { Tally } from './summary.js'
import { count } from './words.js'

export interface LintReport extends Tally {
  fixed: number
  problems: readonly FileProblem[]
}

export function lintText({ fixed, ...report }: LintReport, screen: Screen): string {
  const fixable = report.problems.filter((problem) => problem.fixable === true).length
  return [
    checkText(report, screen),
    ...(fixed > 0 ? [`${count(fixed, 'problem')} fixed.`] : []),
    ...(fixable > 0 ? [`--fix can fix ${fixable} of them.`] : []),
  ].join('\n')
}

/** Every rule: what it demands, and why. */
export function rulesText(rules: readonly LintRule[], { width, color }: Screen): string {
  const style = styleFor(color)
  const indented = (text: string) => wrap(text, Math.max(20, width - 2)).map((line) => `  ${line}`)
  return rules
    .map(({ id, severity, summary, why }) => {
      return [
        `${style.bold(id)}  ${style.dim(severity)}`,
        ...indented(`${summary}.`),
        ...indented(why).map(style.dim),
      ].join('\n')
    })
    .join('\n\n')
}
