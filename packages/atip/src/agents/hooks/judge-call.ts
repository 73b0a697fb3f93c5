import { checkLine, type Decision } from '../../guard/index.js'
import { lookupShim } from '../../shims/index.js'

export interface ShellCall {
  line: string
  cwd: string | undefined
  home: string
}

export interface Judgement {
  decision: Decision
  /** What decided, and what else was found. */
  verdicts: readonly { decision: Decision; reason: string; argv: readonly string[] }[]
}

/** The one place where a hook asks the guard. */
export function judgeCall({ line, cwd, home }: ShellCall): Judgement {
  return checkLine(line, { lookup: lookupShim, home, ...(cwd !== undefined && { cwd }) })
}
