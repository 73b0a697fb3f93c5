import type { LineFinding } from '../line/finding.js'
import type { Ruling, RulingContext } from './decide.js'
import { programOf } from './demands.js'

/**
 * A program that is not the one that was pinned is worth a question, whatever rules and modes allow: they speak of the
 * program that it was. Where no one can be asked, or only what is known to be harmless may run, it is denied.
 */
export function withDrift(ruling: Ruling, finding: LineFinding, { modes, evidence }: RulingContext): Ruling {
  if (evidence?.driftOf === undefined || ruling.decision === 'deny') return ruling
  const name = programOf(finding)?.name
  const drift = name === undefined ? [] : evidence.driftOf(name, finding.cwd)
  if (drift.length === 0) return ruling
  return { ...ruling, decision: modes.has('headless') || modes.has('plan') ? 'deny' : 'ask', drift }
}
