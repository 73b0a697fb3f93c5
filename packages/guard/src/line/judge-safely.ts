import { NotLoaded } from '../late.js'
import type { Decision, LineFinding } from './finding.js'
import { judgeLine } from './judge-line.js'
import type { LineOptions } from './line-walk.js'

/** Longer lines are not read: Linux limits one argument to this size, and no user could review more. */
const LONGEST = 131_072

/** Judges any text. Any failure results in a denial. */
export function judgeSafely(line: string, options: LineOptions): LineFinding[] {
  if (line.length > LONGEST) return refusal(line, 'ask', 'too-long', `the line is longer than ${LONGEST} characters`)
  if (!line.isWellFormed() || line.includes('\0'))
    return refusal(line, 'deny', 'unreadable', 'the line contains characters that hide something')
  try {
    return judgeLine(line, options).map(withoutOwnClaim)
  } catch (error) {
    if (error instanceof NotLoaded) throw error
    const why = error instanceof RangeError ? 'it is nested too deep' : (error as Error).message
    return refusal(line, 'deny', 'check-failed', `the line could not be checked: ${why}`)
  }
}

/** A tool's own claim to be harmless is not enough: ask. */
export function withoutOwnClaim(finding: LineFinding): LineFinding {
  const source = finding.facts?.tool.trust?.source
  if (finding.decision !== 'allow' || (source !== 'native' && source !== 'inferred')) return finding
  const said = source === 'native' ? 'only the program itself says so' : 'this is only inferred from its help'
  return { ...finding, decision: 'ask', rule: 'own-word', reason: `${finding.reason}, but ${said}` }
}

function refusal({ length }: string, decision: Decision, rule: string, reason: string): LineFinding[] {
  const span = { start: 0, end: length }
  const nothing = { facts: undefined, cwd: undefined, paths: [], assigned: [], built: [], copied: [] }
  const flags = { isPlain: true, isFinal: true, isOfProject: false }
  return [{ decision, rule, reason, about: 'line', argv: [], words: [], span, within: span, ...nothing, ...flags }]
}
