import type { LineFinding } from '../line/finding.js'
import { programOf, type ProgramEvidence } from './demands.js'
import { knowledgeOf } from './description-origin.js'

/**
 * Whether a finding starts a program that the organisation has not approved. Redirections and an agent's own file tools
 * start nothing; what a tool of another server starts cannot be seen.
 */
export function isUnapproved(finding: LineFinding, { isApproved }: ProgramEvidence): boolean {
  const { about, cwd, others = [] } = finding
  if (about === 'read' || about === 'write' || isForeign(finding)) return false
  const { source } = knowledgeOf(finding)
  if (source === 'shell') return false
  const program = about === 'call' || about === 'code' ? programOf(finding)?.name : undefined
  // The hash of the program decides, in every possible folder. Without such evidence, the description's origin does.
  if (isApproved === undefined || program === undefined) return source !== 'org'
  return ![cwd, ...others].every((folder) => isApproved(program, folder))
}

/** Calls of a tool on another server. Files that they name are judged separately. */
export const isForeign = ({ rule }: LineFinding): boolean => rule === 'agent-decides'
