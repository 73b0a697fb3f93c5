import { padEnd, printable, styleFor, type Screen } from 'tooli/terminal'

export interface VerifyReport {
  file: string
  level: string
  verified: boolean
  isExplained: boolean
  steps: readonly VerifyStep[]
  warnings?: readonly string[] | undefined
}

interface VerifyStep {
  step: string
  status: string
  code?: string | undefined
  says: string
}

const COLUMN = 12

const GOOD = ['match', 'valid']

/** It is not worth a line that no hash was expected; a missing or different hash is. */
const isNews = ({ step, status, code }: VerifyStep) =>
  !GOOD.includes(status) && (step !== 'hash' || status === 'mismatch' || code !== undefined)

/** The level first, then every check with its result, or only those that decide the level. */
export function verifyText(report: VerifyReport, { color }: Screen): string {
  const { file, level, verified, isExplained, warnings = [] } = report
  const steps = report.steps.filter((one) => isExplained || isNews(one))
  const style = styleFor(color)
  const paint = verified ? style.green : style.red
  const lines = steps.map(
    ({ step, status, says }) => `  ${padEnd(step, COLUMN)}${padEnd(status, COLUMN)}${printable(says)}`,
  )
  return [
    `${printable(file)}: ${paint(level)}`,
    ...lines,
    ...warnings.map((one) => `  ${style.yellow('warning')}: ${printable(one)}`),
  ].join('\n')
}
