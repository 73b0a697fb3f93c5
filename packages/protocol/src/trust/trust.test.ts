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

test.each<[unknown, RegExp]>([
  [null, /the trust policy must be an object; found null/],
  [{ requireSignatuers: true }, /unknown key "requireSignatuers"; did you mean "requireSignatures"/],
  [{ policy: { requireSignature: true } }, /unknown key "policy"; the keys are minimumTrust, /],
  [{ requireSignatures: 'true' }, /must be true or false; found "true"/],
  [{ allowedSigners: 'release@example.com' }, /must be a list of texts; found "release@example.com"/],
  [{ minimumTrust: 'VERIFED' }, /must be one of COMPROMISED, UNSIGNED, .*; found "VERIFED"/],
  [{ minimumSlsaLevel: '2' }, /must be a whole number, 0 or more; found "2"/],
  [{ minimumSlsaLevel: Number.NaN }, /found NaN/],
  [{ sideEffects: { UNSIGEND: 'deny' } }, /"sideEffects" has an unknown key "UNSIGEND"; did you mean "UNSIGNED"/],
  [{ sideEffects: { UNSIGNED: 'denied' } }, /must be one of "allow", "ask", "deny"; found "denied"/],
  [{ sideEffects: 'deny' }, /"sideEffects" must be an object; found "deny"/],
])('a trust policy that would not be applied as written is refused: %j', (config, message) => {
  for (const configs of [[config], [{}, config]] as TrustPolicyConfig[][]) {
    expect(() => createTrustPolicy(...configs)).toThrow(TypeError)
    expect(() => createTrustPolicy(...configs)).toThrow(message)
  }
})

test('a trust level may be stated by its name', () => {
  const policy = createTrustPolicy({ minimumTrust: 'VERIFIED' })
  const decide = (level?: TrustLevel) => policy.decide({ level, effects: readOnly })
  expect(decide(TrustLevel.VERIFIED).decision).toBe('allow')
  expect(decide(TrustLevel.UNVERIFIED).reasons).toEqual(['trust must be at least VERIFIED; found UNVERIFIED'])
  expect(decide().reasons).toEqual(['trust must be at least VERIFIED; found a program that was not verified'])
})

test('the reason for a missing signer is in words', () => {
  const { reasons } = createTrustPolicy({ allowedSigners: ['release@example.com'] }).decide({ level: undefined })
  expect(reasons).toEqual(['the signer must be one of the allowed; found no verified signer'])
})
