import { checkLine, type LineCheck } from '../../guard/index.js'
import { lookupShim } from '../../shims/index.js'

export interface ShellCall {
  line: string
  cwd: string | undefined
  home: string
}

/** The one place where a hook asks the guard. */
export function judgeCall({ line, cwd, home }: ShellCall): LineCheck {
  return checkLine(line, { lookup: lookupShim, home, ...(cwd !== undefined && { cwd }) })
}
