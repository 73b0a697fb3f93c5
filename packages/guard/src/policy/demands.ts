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
  /** Who signed the shim of a registry for exactly its bytes, if that was verified here and people have reviewed it. */
  shimSignerOf?: (program: string, cwd: string | undefined) => string | undefined
  /** Whether the organisation's registry has a shim for exactly its bytes, under the name it is called by. */
  isApproved?: (program: string, cwd: string | undefined) => boolean
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

export function checkDemands(rule: PolicyRule, finding: LineFinding, evidence: ProgramEvidence): DemandCheck {
  const program = programOf(finding)
  const nothing = { unmet: [], isCompromised: false }
  if (program === undefined || rule.demands === undefined) return { fit: 'no', ...nothing }
  const { name } = program
  const known = name === undefined ? undefined : evidence.trustOf?.(name, finding.cwd)
  const isCompromised = known?.level === TrustLevel.COMPROMISED
  if (rule.mayChange === true && !isCompromised && isReadOnly(finding.effects ?? {})) return { fit: 'no', ...nothing }
  if (name === undefined) return { fit: 'maybe', ...nothing }
  const unmet = unmetDemands(rule.demands, known ?? { level: undefined })
  if (unmet.length === 0) return { fit: 'no', ...nothing }
  const signer = mayRelyOnShim(known) ? evidence.shimSignerOf?.(name, finding.cwd) : undefined
  if (signer !== undefined) {
    const still = unmetDemands(rule.demands, vouchedFor(signer, known))
    return { fit: still.length > 0 ? 'yes' : 'no', unmet: still, isCompromised }
  }
  if (known === undefined)
    unmet.push(`${name} has no verified shim of a registry; to verify it, run: atip verify ${name}`)
  return { fit: 'yes', unmet, isCompromised }
}

/** A shim does not outweigh what a check of the program itself found. */
function mayRelyOnShim(known: ProgramTrust | undefined): boolean {
  return known?.level !== TrustLevel.COMPROMISED && known?.level !== TrustLevel.PROVENANCE_FAIL
}

/** A shim is found by the hash of the program, so its signature is about these bytes (RFC 4). It does not prove how they were built. */
function vouchedFor(signer: string, known: ProgramTrust | undefined): ProgramTrust {
  const { provenance } = known?.results ?? {}
  const signature = { status: 'valid' as const, identity: signer }
  return {
    level: TrustLevel.VERIFIED,
    results: { integrity: { status: 'match' }, signature, ...(provenance && { provenance }) },
  }
}
