import { styleFor } from 'tooli/terminal'
import { count, listed } from './words.js'

export interface Tally {
  passed: boolean
  files: number
  errors: number
  warnings: number
  infos?: number | undefined
  unlisted?: number | undefined
}

/** The last line of a check: how many problems of which kind, in how many files. */
export function summary(tally: Tally, color: boolean): string {
  const { passed, files, errors, warnings, infos = 0, unlisted = 0 } = tally
  const style = styleFor(color)
  const kinds = [
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
    ...(infos > 0 ? [count(infos, 'hint')] : []),
  ]
  const found = `${kinds.length === 0 ? 'No problems' : listed(kinds)} in ${count(files, 'file')}.`
  const more = unlisted > 0 ? ` ${count(unlisted, 'more problem')} not listed.` : ''
  const tooMany = !passed && errors === 0 ? ' These are more warnings than --max-warnings allows.' : ''
  const paint = passed ? (kinds.length === 0 ? style.green : style.yellow) : style.red
  return style.bold(paint(found)) + more + tooMany
}
