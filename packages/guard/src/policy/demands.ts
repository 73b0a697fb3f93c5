import { isReadOnly, TrustLevel, unmetDemands, type ProgramTrust } from '@atip/protocol/calls'
import type { LineFinding } from '../line/finding.js'
import { isBuiltin } from '../shell/builtin-kinds.js'
import { knownText } from '../shell/word.js'
import type { Fit } from './match-command.js'
import type { PolicyRule } from './types.js'

/** Evidence about the program that a word means in a folder, besides its description. */
export interface ProgramEvidence {
  /** The result of verifying it on this machine. Undefined if these bytes were not verified. */
  trustOf?: (program: string, cwd: string | undefined) => ProgramTrust | undefined
  /** The signer of a reviewed registry shim for exactly these bytes, if that was verified on this machine. */
  shimSignerOf?: (program: string, cwd: string | undefined) => string | undefined
  /** Whether the organisation's registry has a shim for exactly these bytes, under the called name. */
  isApproved?: (program: string, cwd: string | undefined) => boolean
  /** Changes since it was pinned, as sentences. */
  driftOf?: (program: string, cwd: string | undefined) => readonly string[]
}

/** The program that a finding starts: undefined if there is none, or if it is a shell builtin. */
export function programOf({ about, words }: LineFinding): { name: string | undefined } | undefined {
  if (about === 'read' || about === 'write' || about === 'variable' || words[0] === undefined) return undefined
  const name = knownText(words[0])
  return name !== undefined && isBuiltin(name) ? undefined : { name }
}

/** The result of comparing a rule's demands with the evidence about a program. */
export interface DemandCheck {
  /** `maybe` if the program is not known. */
  fit: Fit
  /** Demands that are not met, with the command that would help. */
  unmet: string[]
  /** The program was proven not to be what it claims, so no description of it holds. */
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

/** A shim does not outweigh a failed check of the program itself. */
function mayRelyOnShim(known: ProgramTrust | undefined): boolean {
  return known?.level !== TrustLevel.COMPROMISED && known?.level !== TrustLevel.PROVENANCE_FAIL
}

/** A shim is found by the program's hash, so its signature covers these bytes (RFC 4), but not how they were built. */
function vouchedFor(signer: string, known: ProgramTrust | undefined): ProgramTrust {
  const { provenance } = known?.results ?? {}
  const signature = { status: 'valid' as const, identity: signer }
  return {
    level: TrustLevel.VERIFIED,
    results: { integrity: { status: 'match' }, signature, ...(provenance && { provenance }) },
  }
}
