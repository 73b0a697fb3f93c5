import { isReadOnly, TrustLevel, unmetDemands, type ProgramTrust } from '@atip/protocol/calls'
import type { LineFinding } from '../line/finding.js'
import { isBuiltin } from '../shell/builtin-kinds.js'
import { knownText } from '../shell/word.js'
import type { Fit } from './match-command.js'
import type { PolicyRule } from './types.js'

/** What is known about the program that a word means in a folder, beside its description. */
export interface ProgramEvidence {
  /** What verifying it found here. Undefined: these bytes were not verified. */
  trustOf?: (program: string, cwd: string | undefined) => ProgramTrust | undefined
  /** What changed since it was pinned, in sentences. */
  driftOf?: (program: string, cwd: string | undefined) => readonly string[]
}

/** The program that a finding starts: undefined if there is none, or if the shell does it itself. */
export function programOf({ about, words }: LineFinding): { name: string | undefined } | undefined {
  if (about === 'read' || about === 'write' || about === 'variable' || words[0] === undefined) return undefined
  const name = knownText(words[0])
  return name !== undefined && isBuiltin(name) ? undefined : { name }
}

/** A rule's demands, held against what is known about the program. */
export interface DemandCheck {
  /** A program that is not named may be any. */
  fit: Fit
  /** What is demanded and was not shown, with the command that would show it. */
  unmet: string[]
  /** It is known not to be what it claims, so no description of it holds. */
  isCompromised: boolean
}

export function checkDemands(rule: PolicyRule, finding: LineFinding, { trustOf }: ProgramEvidence): DemandCheck {
  const program = programOf(finding)
  const nothing = { unmet: [], isCompromised: false }
  if (program === undefined || rule.demands === undefined) return { fit: 'no', ...nothing }
  const { name } = program
  const known = name === undefined ? undefined : trustOf?.(name, finding.cwd)
  const isCompromised = known?.level === TrustLevel.COMPROMISED
  if (rule.mayChange === true && !isCompromised && isReadOnly(finding.effects ?? {})) return { fit: 'no', ...nothing }
  if (name === undefined) return { fit: 'maybe', ...nothing }
  const unmet = unmetDemands(rule.demands, known ?? { level: undefined })
  if (unmet.length > 0 && known === undefined) unmet.push(`to verify it, run: atip verify ${name}`)
  return { fit: unmet.length > 0 ? 'yes' : 'no', unmet, isCompromised }
}
