import type { LineFinding } from '../line/finding.js'
import { programOf, type ProgramEvidence } from './demands.js'
import { knowledgeOf } from './description-origin.js'

/**
 * Whether something starts a program that the organisation has not approved. A redirection and a file tool of an agent open a file
 * and start nothing; what a tool of another server starts cannot be seen.
 */
export function isUnapproved(finding: LineFinding, { isApproved }: ProgramEvidence): boolean {
  const { about, cwd, others = [] } = finding
  if (about === 'read' || about === 'write' || isForeign(finding)) return false
  const { source } = knowledgeOf(finding)
  if (source === 'shell') return false
  const program = about === 'call' || about === 'code' ? programOf(finding)?.name : undefined
  // Its bytes decide, wherever the line may be when it starts it. Without them, where its description comes from does.
  if (isApproved === undefined || program === undefined) return source !== 'org'
  return ![cwd, ...others].every((folder) => isApproved(program, folder))
}

/** The call of a tool that another server has; the files that it names are judged apart. */
export const isForeign = ({ rule }: LineFinding): boolean => rule === 'agent-decides'
