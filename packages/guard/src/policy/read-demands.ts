import { TrustLevel, type TrustPolicyConfig } from '@atip/protocol/calls'
import type { Faults } from './faults.js'

/** Demands that a policy can make of programs, by their RFC names (4.8, 3.2.2); the RFC has no `minimumTrust`. */
export const DEMANDS = ['minimumTrust', 'requireSignature', 'requireSignatures', 'allowedSigners', 'minimumSlsaLevel']

const LEVELS = Object.keys(TrustLevel) as (keyof typeof TrustLevel)[]

type Keys = readonly (string | number)[]

/** Undefined if nothing is demanded. Either spelling of `requireSignatures` is enough (decision 47). */
export function readDemands(
  members: Record<string, unknown>,
  keys: Keys,
  faults: Faults,
): TrustPolicyConfig | undefined {
  const { minimumTrust, allowedSigners, minimumSlsaLevel: level } = members
  const name = minimumTrust === undefined ? undefined : faults.oneOf(minimumTrust, [...keys, 'minimumTrust'], LEVELS)
  const flags = ['requireSignature', 'requireSignatures'].map(
    (key) => members[key] !== undefined && faults.flag(members[key], [...keys, key]) === true,
  )
  const signers = allowedSigners === undefined ? undefined : faults.texts(allowedSigners, [...keys, 'allowedSigners'])
  const isLevel = Number.isInteger(level) && Number(level) >= 0
  if (level !== undefined && !isLevel) faults.add([...keys, 'minimumSlsaLevel'], 'must be a whole number, 0 or more')
  const demands: TrustPolicyConfig = {
    ...(name && { minimumTrust: TrustLevel[name] }),
    ...(flags.includes(true) && { requireSignatures: true }),
    ...(signers && { allowedSigners: signers }),
    ...(isLevel && Number(level) > 0 && { minimumSlsaLevel: Number(level) }),
  }
  return Object.keys(demands).length === 0 ? undefined : demands
}
