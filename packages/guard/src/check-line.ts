import type { ToolLookup } from '@atip/protocol'
import { judgeLine } from './judge/line.js'
import { NotLoaded } from './late.js'
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

/** Longer lines are not read: Linux gives no program a longer argument, and nobody can review them either. */
const LONGEST = 131_072

/** What a shell line will do, and whether it may by what is built in. `decideLine` asks policies, too. */
export function checkLine(line: string, options: CheckOptions): LineCheck {
  const verdicts = judgeSafely(line, options).map(verdictOf)
  return { decision: worstDecision(verdicts.map(({ decision }) => decision)), verdicts }
}

/** Any failure results in a denial. */
export function judgeSafely(line: string, options: CheckOptions): Finding[] {
  if (line.length > LONGEST) return refusal(line, 'ask', 'too-long', `the line is longer than ${LONGEST} characters`)
  if (hasMarks(line) || line.includes('\0'))
    return refusal(line, 'deny', 'unreadable', 'the line contains characters that hide something')
  try {
    return judgeLine(line, options).map(byOwnWord)
  } catch (error) {
    if (error instanceof NotLoaded) throw error
    const why = error instanceof RangeError ? 'it is nested too deep' : (error as Error).message
    return refusal(line, 'deny', 'check-failed', `the line could not be checked: ${why}`)
  }
}

/** A tool that calls itself harmless may be right. Nobody else says so, and then a person decides. */
function byOwnWord(finding: Finding): Finding {
  const source = finding.tool?.trust?.source
  if (finding.decision !== 'allow' || (source !== 'native' && source !== 'inferred')) return finding
  const said = source === 'native' ? 'by its own word' : 'by what its help sounds like'
  return { ...finding, decision: 'ask', rule: 'own-word', reason: `${finding.reason}, but only ${said}` }
}

function refusal({ length }: string, decision: Decision, rule: string, reason: string): Finding[] {
  const span = { start: 0, end: length }
  const nothing = { tool: undefined, call: undefined, found: undefined, cwd: undefined, paths: [], assigned: [] }
  const line = { about: 'line', argv: [], words: [], span, within: span, isPlain: true, isFinal: true } as const
  return [{ decision, rule, reason, ...nothing, ...line, argv: [] }]
}

function verdictOf({ decision, rule, reason, argv, span, effects }: Finding): Verdict {
  return { decision, rule, reason, argv, span, ...(effects && { effects }) }
}
