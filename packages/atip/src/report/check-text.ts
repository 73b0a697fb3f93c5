import type { Screen } from 'tooli/terminal'
import type { FileProblem } from './problem.js'
import { problemText } from './problem-text.js'
import { summary, type Tally } from './summary.js'

/** The problems found by a check, each with its position, and their number. */
export function checkText(
  { problems, ...tally }: Tally & { problems: readonly FileProblem[] },
  screen: Screen,
): string {
  return [...problems.map((problem) => problemText(problem, screen)), summary(tally, screen.color)].join('\n\n')
}
