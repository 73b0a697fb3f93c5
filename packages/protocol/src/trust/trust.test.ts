import type { AtipTool, Effects } from '../types/tool.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluateTrustLevel } from './evaluate.js'
import { createTrustPolicy, type TrustPolicyConfig } from './policy.js'
import { meetsTrust, nameOfTrustLevel, TrustLevel } from './trust-level.js'
import type { VerificationResults } from './verification.js'

const signature = { type: 'cosign' as const, identity: 'release@example.com' }
const signed: Pick<AtipTool, 'trust'> = { trust: { source: 'native', verified: true, integrity: { signature } } }
const proven: Pick<AtipTool, 'trust'> = { trust: { ...signed.trust, provenance: { slsaLevel: 3 } } }
const match = { integrity: { status: 'match' as const } }
const valid = { ...match, signature: { status: 'valid' as const, identity: 'release@example.com' } }

test('the numbers are those of the RFC', () => {
  expect(TrustLevel).toEqual({ COMPROMISED: 0, UNSIGNED: 1, UNVERIFIED: 2, PROVENANCE_FAIL: 3, VERIFIED: 4 })
})

test.each<[string, Pick<AtipTool, 'trust' | 'binary'>, VerificationResults, keyof typeof TrustLevel]>([
  ['a hash that does not match', signed, { ...valid, integrity: { status: 'mismatch' } }, 'COMPROMISED'],
  ['a false signature', signed, { ...match, signature: { status: 'invalid' } }, 'COMPROMISED'],
  [
    'a false signature that the metadata does not mention',
    {},
    { ...match, signature: { status: 'invalid' } },
    'COMPROMISED',
  ],
  ['no signature', {}, match, 'UNSIGNED'],
  ['a signature that cannot be found', signed, { ...match, signature: { status: 'absent' } }, 'UNSIGNED'],
  ['a signature that was not checked', signed, match, 'UNVERIFIED'],
  ['a signature that could not be checked', signed, { ...match, signature: { status: 'unchecked' } }, 'UNVERIFIED'],
  ['a shim signature that was not checked', { trust: { shimIntegrity: { signature } } }, match, 'UNVERIFIED'],
  ['a false provenance', proven, { ...valid, provenance: { status: 'invalid' } }, 'PROVENANCE_FAIL'],
  ['a provenance that cannot be found', proven, { ...valid, provenance: { status: 'absent' } }, 'PROVENANCE_FAIL'],
  [
    'a false provenance beside an unchecked signature',
    proven,
    { ...match, provenance: { status: 'invalid' } },
    'PROVENANCE_FAIL',
  ],
  ['a provenance that was not checked', proven, valid, 'UNVERIFIED'],
  [
    'a hash that was not compared',
    { ...signed, binary: { hash: `sha256:${'0'.repeat(64)}`, name: 'x' } },
    { ...valid, integrity: { status: 'unchecked' } },
    'UNVERIFIED',
  ],
  ['a valid signature', signed, valid, 'VERIFIED'],
  ['a valid provenance', proven, { ...valid, provenance: { status: 'valid', slsaLevel: 3 } }, 'VERIFIED'],
])('%s', (_, metadata, results, level) => {
  expect(nameOfTrustLevel(evaluateTrustLevel(metadata, results))).toBe(level)
})

test('nothing is verified without a positive check of a signature', () => {
  const statuses = ['valid', 'invalid', 'absent', 'unchecked', 'VALID', '', undefined] as const
  const status = fc.constantFrom(...statuses).map((value) => ({ status: value }))
  const integrity = fc.constantFrom('match', 'mismatch', 'unchecked', undefined).map((value) => ({ status: value }))
  const results = fc.record({ integrity, signature: status, provenance: status }, { requiredKeys: [] })
  const metadata = fc.constantFrom<Pick<AtipTool, 'trust'>>({}, signed, proven)
  fc.assert(
    fc.property(metadata, results, (claims, found) => {
      const level = evaluateTrustLevel(claims, found as VerificationResults)
      if (found.signature?.status !== 'valid' || found.integrity?.status === 'mismatch')
        expect(level).not.toBe(TrustLevel.VERIFIED)
      if (found.integrity?.status === 'mismatch') expect(level).toBe(TrustLevel.COMPROMISED)
    }),
  )
  expect(evaluateTrustLevel(signed, undefined as never)).toBe(TrustLevel.UNVERIFIED)
})

test('levels are compared by what they are worth, not by their numbers', () => {
  const { COMPROMISED, UNSIGNED, UNVERIFIED, PROVENANCE_FAIL, VERIFIED } = TrustLevel
  expect(meetsTrust(PROVENANCE_FAIL, UNVERIFIED)).toBe(false)
  expect(meetsTrust(PROVENANCE_FAIL, UNSIGNED)).toBe(true)
  expect(meetsTrust(UNVERIFIED, UNSIGNED)).toBe(true)
  expect(meetsTrust(COMPROMISED, UNSIGNED)).toBe(false)
  expect(meetsTrust(VERIFIED, VERIFIED)).toBe(true)
  for (const nothing of [undefined, 9, 'VERIFIED', 'toString'])
    for (const minimum of Object.values(TrustLevel)) expect(meetsTrust(nothing as TrustLevel, minimum)).toBe(false)
})

const readOnly: Effects = { network: false, destructive: false, filesystem: { write: false, delete: false } }
const writes: Effects = { network: false, destructive: false, filesystem: { write: true } }

test.each<[keyof typeof TrustLevel | undefined, Effects | undefined, string]>([
  ['COMPROMISED', readOnly, 'deny'],
  ['UNSIGNED', readOnly, 'allow'],
  ['UNSIGNED', writes, 'ask'],
  ['UNSIGNED', undefined, 'ask'],
  ['UNVERIFIED', writes, 'ask'],
  ['PROVENANCE_FAIL', writes, 'ask'],
  ['VERIFIED', writes, 'allow'],
  ['VERIFIED', { ...writes, destructive: true }, 'ask'],
  ['VERIFIED', undefined, 'ask'],
  [undefined, writes, 'ask'],
  [undefined, readOnly, 'allow'],
])('by default, a call of a tool that is %s with the effects %j: %s', (level, effects, decision) => {
  const verdict = createTrustPolicy({}).decide({ level: level && TrustLevel[level], effects })
  expect(verdict.decision).toBe(decision)
  expect(verdict.reasons.length > 0).toBe(decision !== 'allow')
})

test.each<[string, TrustPolicyConfig, VerificationResults | undefined, string]>([
  ['a minimum that is met', { minimumTrust: TrustLevel.VERIFIED }, valid, 'allow'],
  ['a signature that is wanted and valid', { requireSignatures: true }, valid, 'allow'],
  ['a signer who is allowed', { allowedSigners: ['release@example.com'] }, valid, 'allow'],
  ['a signer who only looks like one', { allowedSigners: ['release@example.co'] }, valid, 'deny'],
  ['a signer by a pattern', { allowedSigners: ['.*'] }, valid, 'deny'],
  ['a list that allows no signer', { allowedSigners: [] }, valid, 'deny'],
  ['a signer that was not checked', { allowedSigners: ['release@example.com'] }, undefined, 'deny'],
  ['a level that is not proven', { minimumSlsaLevel: 2 }, valid, 'deny'],
  [
    'a level that is proven',
    { minimumSlsaLevel: 2 },
    { ...valid, provenance: { status: 'valid', slsaLevel: 3 } },
    'allow',
  ],
  [
    'a level that is only claimed',
    { minimumSlsaLevel: 2 },
    { ...valid, provenance: { status: 'unchecked', slsaLevel: 3 } },
    'deny',
  ],
])('%s', (_, config, results, decision) => {
  const subject = { level: TrustLevel.VERIFIED, effects: writes, ...(results && { results }) }
  expect(createTrustPolicy(config).decide(subject).decision).toBe(decision)
})

test('what has no trust level never meets a minimum, and no configuration lets a compromised tool pass', () => {
  const policy = createTrustPolicy({ minimumTrust: TrustLevel.UNSIGNED, sideEffects: { COMPROMISED: 'allow' } })
  expect(policy.decide({ level: undefined, effects: readOnly }).decision).toBe('deny')
  expect(policy.decide({ level: TrustLevel.COMPROMISED, effects: readOnly }).decision).toBe('deny')
  for (const wanted of [{ requireSignatures: true }, { requireSignature: true }])
    expect(createTrustPolicy(wanted).decide({ level: TrustLevel.UNVERIFIED, effects: readOnly }).decision).toBe('deny')
})
