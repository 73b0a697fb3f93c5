import type { LineFinding } from '../line/finding.js'
import type { Ruling, RulingContext } from './decide.js'
import { programOf } from './demands.js'

/**
 * Asks if a program has changed since it was pinned, whatever rules and modes allow: they were written for the old
 * program. In headless and plan mode it is denied.
 */
export function withDrift(ruling: Ruling, finding: LineFinding, { modes, evidence }: RulingContext): Ruling {
  if (evidence?.driftOf === undefined || ruling.decision === 'deny') return ruling
  const name = programOf(finding)?.name
  const drift = name === undefined ? [] : evidence.driftOf(name, finding.cwd)
  if (drift.length === 0) return ruling
  return { ...ruling, decision: modes.has('headless') || modes.has('plan') ? 'deny' : 'ask', drift }
}
