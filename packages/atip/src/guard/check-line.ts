import type { ToolLookup } from '@atip/protocol'
import { judgeLine } from './judge/line.js'
import { worstDecision, type Decision, type Finding, type Verdict } from './judge/verdict.js'
import { hasMarks } from './shell/opaque.js'

export interface CheckOptions {
  lookup: ToolLookup
  cwd?: string
  home: string
}

export interface LineCheck {
  decision: Decision
  /** One for each thing the line does, in the order in which it was found. */
  verdicts: Verdict[]
}

/** Longer lines are not read: nobody can review them either. */
const LONGEST = 1_000_000

/** What a shell line will do, and whether it may. Anything that goes wrong here is a no. */
export function checkLine(line: string, options: CheckOptions): LineCheck {
  const refuse = (decision: Decision, rule: string, reason: string): LineCheck => ({
    decision,
    verdicts: [{ decision, rule, reason, argv: [], span: { start: 0, end: line.length } }],
  })
  if (line.length > LONGEST) return refuse('ask', 'too-long', `the line is longer than ${LONGEST} characters`)
  if (hasMarks(line) || line.includes('\0'))
    return refuse('deny', 'unreadable', 'the line contains characters that hide something')
  try {
    const verdicts = judgeLine(line, options).map(verdictOf)
    return { decision: worstDecision(verdicts.map(({ decision }) => decision)), verdicts }
  } catch (error) {
    const why = error instanceof RangeError ? 'it is nested too deep' : (error as Error).message
    return refuse('deny', 'check-failed', `the line could not be checked: ${why}`)
  }
}

function verdictOf({ decision, rule, reason, argv, span, effects }: Finding): Verdict {
  return { decision, rule, reason, argv, span, ...(effects && { effects }) }
}
