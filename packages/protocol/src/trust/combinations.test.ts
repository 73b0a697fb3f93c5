import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AtipTool, Effects } from '../types/tool.js'
import { evaluateTrustLevel } from './evaluate.js'
import { createTrustPolicy, type TrustPolicyConfig, type TrustSubject } from './policy.js'
import { nameOfTrustLevel, TrustLevel } from './trust-level.js'
import type { VerificationResults } from './verification.js'

const INTEGRITY = ['match', 'mismatch', 'unchecked'] as const
const STATUSES = ['valid', 'invalid', 'absent', 'unchecked', undefined] as const
const SIGNER = 'release@example.com'

interface Evidence {
  metadata: Pick<AtipTool, 'trust' | 'binary'>
  results: VerificationResults
}

/** Every combination of claims and findings. */
function* combinations(): Generator<Evidence> {
  for (const integrity of INTEGRITY)
    for (const signature of STATUSES)
      for (const provenance of STATUSES)
        for (const claimsHash of [true, false])
          for (const claimsSignature of [true, false])
            for (const claimsProvenance of [true, false])
              yield {
                metadata: {
                  ...(claimsHash && { binary: { name: 'x', hash: `sha256:${'1'.repeat(64)}` } }),
                  trust: {
                    verified: true,
                    ...(claimsSignature && { integrity: { signature: { type: 'cosign' } } }),
                    ...(claimsProvenance && { provenance: { slsaLevel: 4 } }),
                  },
                },
                results: {
                  integrity: { status: integrity },
                  ...(signature && { signature: { status: signature, identity: SIGNER } }),
                  ...(provenance && { provenance: { status: provenance, slsaLevel: provenance === 'valid' ? 2 : 3 } }),
                },
              }
}

/** The table of the specification, written a second time as code. */
function expectedLevel({ metadata: { trust, binary }, results }: Evidence): keyof typeof TrustLevel {
  const signature = results.signature?.status ?? (trust?.integrity ? 'unchecked' : 'absent')
  const claimed = trust?.provenance !== undefined
  const provenance = results.provenance?.status ?? (claimed ? 'unchecked' : 'absent')
  if (results.integrity.status === 'mismatch' || signature === 'invalid') return 'COMPROMISED'
  if (signature === 'absent') return 'UNSIGNED'
  if (provenance === 'invalid' || (provenance === 'absent' && claimed)) return 'PROVENANCE_FAIL'
  const isOpen = signature === 'unchecked' || provenance === 'unchecked'
  if (isOpen || (binary !== undefined && results.integrity.status === 'unchecked')) return 'UNVERIFIED'
  return 'VERIFIED'
}

test('every combination of evidence has the level of the table', () => {
  const all = [...combinations()]
  expect(all).toHaveLength(3 * 5 * 5 * 8)
  const wrong = all.filter(
    (one) => nameOfTrustLevel(evaluateTrustLevel(one.metadata, one.results)) !== expectedLevel(one),
  )
  expect(wrong).toEqual([])
})

const writes: Effects = { network: false, destructive: false, filesystem: { write: true } }
const reads: Effects = { network: false, destructive: false, filesystem: { write: false, delete: false } }
const isValid = (one: { status: string } | undefined) => one?.status === 'valid'

/** What each policy demands of the evidence. */
const POLICIES: [string, TrustPolicyConfig, (one: Evidence, level: keyof typeof TrustLevel) => boolean][] = [
  ['nothing', {}, () => true],
  ['a signature', { requireSignatures: true }, (one, level) => isValid(one.results.signature) || level === 'VERIFIED'],
  ['a signature, in the words of 3.2.2', { requireSignature: true }, (one) => isValid(one.results.signature)],
  ['this signer', { allowedSigners: [SIGNER] }, ({ results }) => isValid(results.signature)],
  ['another signer', { allowedSigners: ['other@example.com'] }, () => false],
  ['SLSA level 2', { minimumSlsaLevel: 2 }, ({ results }) => isValid(results.provenance)],
  ['SLSA level 3', { minimumSlsaLevel: 3 }, () => false],
  ['a verified tool', { minimumTrust: TrustLevel.VERIFIED }, (_, level) => level === 'VERIFIED'],
  [
    'a signature, also an unchecked one',
    { minimumTrust: TrustLevel.UNVERIFIED },
    (_, level) => level === 'VERIFIED' || level === 'UNVERIFIED',
  ],
]

test.each(POLICIES)('a policy that asks for %s decides about every combination', (_, config, isMet) => {
  const policy = createTrustPolicy(config)
  for (const one of combinations()) {
    const name = expectedLevel(one)
    const subject = { level: TrustLevel[name], results: one.results }
    const isDenied = name === 'COMPROMISED' || !isMet(one, name)
    expect(policy.decide({ ...subject, effects: reads }).decision).toBe(isDenied ? 'deny' : 'allow')
    const changes = name === 'VERIFIED' ? 'allow' : 'ask'
    expect(policy.decide({ ...subject, effects: writes }).decision).toBe(isDenied ? 'deny' : changes)
  }
})

const decision = fc.constantFrom('allow' as const, 'ask' as const, 'deny' as const)
const configs: fc.Arbitrary<TrustPolicyConfig> = fc.record(
  {
    minimumTrust: fc.constantFrom(...Object.values(TrustLevel)),
    requireSignatures: fc.boolean(),
    requireSignature: fc.boolean(),
    allowedSigners: fc.subarray([SIGNER, 'other@example.com']),
    minimumSlsaLevel: fc.integer({ min: 0, max: 4 }),
    sideEffects: fc.dictionary(fc.constantFrom(...Object.keys(TrustLevel)), decision),
  },
  { requiredKeys: [] },
)
const subjects: fc.Arbitrary<TrustSubject> = fc
  .record({ evidence: fc.constantFrom(...combinations()), effects: fc.constantFrom(reads, writes, undefined) })
  .map(({ evidence, effects }) => ({
    level: evaluateTrustLevel(evidence.metadata, evidence.results),
    results: evidence.results,
    effects,
  }))

test('of several policies the strictest counts, in whatever order: none loosens another', () => {
  const order = ['allow', 'ask', 'deny']
  fc.assert(
    fc.property(fc.array(configs, { minLength: 1, maxLength: 4 }), subjects, (all, subject) => {
      const alone = all.map((one) => order.indexOf(createTrustPolicy(one).decide(subject).decision))
      const together = createTrustPolicy(...all).decide(subject).decision
      expect(order.indexOf(together)).toBe(Math.max(...alone))
      expect(createTrustPolicy(...all.toReversed()).decide(subject).decision).toBe(together)
    }),
    { numRuns: 1000 },
  )
})
