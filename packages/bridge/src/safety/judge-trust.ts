import { meetsTrust, nameOfTrustLevel, TrustLevel, type AtipTool } from '@atip/protocol'
import type { CheckedPolicy } from './read-policy.js'
import type { Violation } from './decision.js'

/** A compromised tool is denied by any policy; only an evaluated level can meet a minimum. */
export function judgeTrust(tool: AtipTool, { minimumTrust, trustOf }: CheckedPolicy): Violation[] {
  const level = trustOf?.(tool)
  const isCompromised = level === TrustLevel.COMPROMISED
  if (!isCompromised && (minimumTrust === undefined || meetsTrust(level, minimumTrust))) return []
  const wanted = nameOfTrustLevel(minimumTrust ?? TrustLevel.UNSIGNED)
  const found = level === undefined ? 'none that was evaluated' : nameOfTrustLevel(level)
  const message = `trust in "${tool.name}" must be at least ${wanted}; found ${found}`
  return [{ code: 'untrusted', decision: 'deny', message }]
}
