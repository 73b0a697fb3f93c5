import { knownProgram, openTrust, type KeptTrust, type Machine } from '@atip/discover'
import { nameOfTrustLevel, TrustLevel } from '@atip/protocol'

/** The trust in a program and its origin, for display. */
export interface ShownTrust {
  level: string
  /** In words. */
  from: string
  signer?: string
  slsaLevel?: number
  checked?: string
}

/** Not the same as UNSIGNED, which means that a check found no signature. */
const NOT_CHECKED = 'NOT_CHECKED'

export function shownTrust(trust: KeptTrust | undefined): ShownTrust {
  if (trust === undefined) return { level: NOT_CHECKED, from: 'not verified on this machine (atip verify)' }
  const { level, results, checked } = trust
  const { signature, provenance } = results ?? {}
  const signer = signature?.status === 'valid' ? (signature.identity ?? '') : undefined
  const slsaLevel = provenance?.status === 'valid' ? (provenance.slsaLevel ?? 0) : undefined
  const problem = results?.integrity.status === 'mismatch' ? 'its bytes are not those described' : signature?.error
  const failed =
    level === TrustLevel.PROVENANCE_FAIL ? provenance?.error : level === TrustLevel.UNSIGNED ? undefined : problem
  const why = level === TrustLevel.VERIFIED ? `signed by ${signer}` : (failed ?? 'there is no signature beside it')
  return {
    level: nameOfTrustLevel(level),
    from: `${why} (atip verify, ${checked.slice(0, 10)})`,
    ...(signer !== undefined && { signer }),
    ...(slsaLevel !== undefined && { slsaLevel }),
    checked,
  }
}

/** The same by the word that a program is called with, if the catalog has its bytes. */
export function openShownTrust(machine: Machine): (word: string) => ShownTrust | undefined {
  const trustOf = openTrust(machine)
  return (word) => {
    const program = knownProgram(machine, word)
    const trust = program && trustOf(program.file)
    return trust && shownTrust(trust)
  }
}
