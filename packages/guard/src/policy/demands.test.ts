import { TrustLevel, type ProgramTrust } from '@atip/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lookupSource } from '../../../../testing/shims.js'
import '../../testing/loaded.js'
import { decideLineNow, type DecideOptions } from '../decide-line.js'
import { isStricter } from '../line/finding.js'
import type { ProgramEvidence } from './demands.js'
import { readPolicy } from './read.js'
import { isBroken, MODES, SOURCES, type LoadedPolicy, type PolicySource } from './types.js'

const places = { lookup: lookupSource, cwd: '/home/dev/project', home: '/home/dev' }

function policy(value: unknown, source: PolicySource = 'org'): LoadedPolicy {
  const read = readPolicy(JSON.stringify(value), { source, file: `/${source}/policy.json` })
  expect(isBroken(read) ? read.problems : []).toEqual([])
  return read
}

const ALLOW = policy({ rules: [{ decision: 'allow', tool: '*', effects: { destructive: [true, false, null] } }] })
const signed = (identity: string, more: Partial<ProgramTrust> = {}): ProgramTrust => ({
  level: TrustLevel.VERIFIED,
  results: { integrity: { status: 'match' }, signature: { status: 'valid', identity } },
  ...more,
})
const PROVEN = signed('release@example.com', {
  results: {
    integrity: { status: 'match' },
    signature: { status: 'valid', identity: 'release@example.com' },
    provenance: { status: 'valid', slsaLevel: 2 },
  },
})
const UNCHECKED: ProgramTrust = {
  level: TrustLevel.UNVERIFIED,
  results: { integrity: { status: 'match' }, signature: { status: 'unchecked', identity: 'release@example.com' } },
}
const COMPROMISED: ProgramTrust = {
  level: TrustLevel.COMPROMISED,
  results: { integrity: { status: 'mismatch' }, signature: { status: 'valid', identity: 'release@example.com' } },
}

const decide = (line: string, trust: ProgramTrust | undefined, ...policies: LoadedPolicy[]) =>
  decideLineNow(line, { ...places, policies, evidence: { trustOf: () => trust } })

describe('a verified shim for the bytes of a program', () => {
  const vouch = (demands: object, trust?: ProgramTrust) =>
    decideLineNow('git push', {
      ...places,
      policies: [ALLOW, policy({ policy: { trust: demands } })],
      evidence: { trustOf: () => trust, shimSignerOf: () => 'minisign:1' },
    }).decision

  test.each<[demands: object, trust: ProgramTrust | undefined, decision: string]>([
    [{ requireSignatures: true }, undefined, 'allow'],
    [{ minimumTrust: 'VERIFIED' }, undefined, 'allow'],
    [{ minimumTrust: 'VERIFIED' }, UNCHECKED, 'allow'],
    [{ allowedSigners: ['minisign:1'] }, undefined, 'allow'],
    [{ allowedSigners: ['minisign:2'] }, undefined, 'ask'],
    [{ requireSignatures: true, minimumSlsaLevel: 1 }, undefined, 'ask'],
    [{ allowedSigners: ['minisign:1'], minimumSlsaLevel: 2 }, PROVEN, 'allow'],
    [{ requireSignatures: true }, COMPROMISED, 'deny'],
    [{ minimumTrust: 'VERIFIED' }, { level: TrustLevel.PROVENANCE_FAIL }, 'ask'],
  ])('meets %j, if %j is known of the program: %s', (demands, trust, decision) => {
    expect(vouch(demands, trust)).toBe(decision)
  })
})

describe('code whose whole text is known', () => {
  const asks = policy({ policy: { execution: { requireConfirmation: { destructive: true, network: true } } } })
  const decision = (line: string) => decideLineNow(line, { ...places, policies: [asks] }).decision

  test.each(['jq . f.json', "awk '{ print $1 }' f.txt", "sed -n '1,3p' f.txt", 'python3 -c "print(1 + 1)"'])(
    'has known effects if it only computes and prints: %s',
    (line) => {
      expect(decision(line)).toBe('allow')
    },
  )

  test.each([
    `awk '{ system("ls") }' f.txt`,
    `awk '{ print > $1 }' f.txt`,
    'jq "$filter" f.json',
    `python3 -c 'import os; os.remove("x")'`,
    `python3 -c 'import helper; helper.run()'`,
    `node -e 'require("./x")'`,
  ])('is asked about or denied otherwise: %s', (line) => {
    expect(decision(line)).not.toBe('allow')
  })
})

describe('what a policy demands of a program', () => {
  const level = { minimumTrust: 'VERIFIED' }
  const signers = { allowedSigners: ['release@example.com'] }

  test.each<[demands: object, trust: ProgramTrust | undefined, isMet: boolean]>([
    [level, undefined, false],
    [level, UNCHECKED, false],
    [level, signed('anyone@example.com'), true],
    [{ minimumTrust: 'UNVERIFIED' }, UNCHECKED, true],
    [{ requireSignatures: true }, undefined, false],
    [{ requireSignature: true }, UNCHECKED, false],
    [{ requireSignature: true, requireSignatures: false }, undefined, false],
    [{ requireSignatures: true }, signed('anyone@example.com'), true],
    [signers, undefined, false],
    [signers, UNCHECKED, false],
    [signers, signed('anyone@example.com'), false],
    [signers, signed('xrelease@example.com'), false],
    [signers, PROVEN, true],
    [{ minimumSlsaLevel: 2 }, signed('release@example.com'), false],
    [{ minimumSlsaLevel: 2 }, PROVEN, true],
    [{ minimumSlsaLevel: 3 }, PROVEN, false],
    [{ ...level, ...signers, minimumSlsaLevel: 2 }, PROVEN, true],
    [{ minimumTrust: 'COMPROMISED' }, COMPROMISED, false],
    [signers, COMPROMISED, false],
  ])('%j of %j: met is %j', (demands, trust, isMet) => {
    const shapes = [{ trust: demands }, demands]
    for (const shape of shapes) {
      const otherwise = trust === COMPROMISED ? 'deny' : 'ask'
      expect(decide('git push', trust, ALLOW, policy({ policy: shape })).decision).toBe(isMet ? 'allow' : otherwise)
    }
    const strict = policy({ policy: { trust: { ...demands, otherwise: 'deny' } } })
    expect(decide('git push', trust, ALLOW, strict).decision).toBe(isMet ? 'allow' : 'deny')
    const rule = policy({ rules: [{ decision: 'deny', tool: 'git', unless: demands }] })
    expect(decide('git status', trust, ALLOW, rule).decision).toBe(isMet ? 'allow' : 'deny')
    expect(decide('ls', trust, ALLOW, rule).decision).toBe('allow')
  })

  test('is demanded where something may change, also by programs without a description, and not of the shell itself', () => {
    const strict = policy({ policy: { trust: { requireSignatures: true, otherwise: 'deny' } } })
    const decisions = (...lines: string[]) => lines.map((line) => decide(line, undefined, ALLOW, strict).decision)
    expect(decisions('rm -r build', 'unheard-of', 'sudo git push', 'cp a b')).toEqual(['deny', 'deny', 'deny', 'deny'])
    expect(decisions('ls', 'git log', 'cd x', 'pwd')).toEqual(['allow', 'allow', 'allow', 'allow'])
    expect(decisions('$program push')[0]).not.toBe('allow')
  })

  test('is not met by what a description says of itself', () => {
    const signature = { type: 'cosign' as const, identity: 'release@example.com' }
    const claims = { source: 'vendor' as const, verified: true, integrity: { signature }, shimIntegrity: { signature } }
    const lookup: DecideOptions['lookup'] = (word) => ({ ...lookupSource(word)!, trust: claims })
    for (const demands of [signers, { requireSignatures: true }, { minimumSlsaLevel: 1 }]) {
      const policies = [ALLOW, policy({ policy: { trust: demands } })]
      expect(decideLineNow('git push', { ...places, lookup, policies }).decision).toBe('ask')
    }
  })

  test('is never met by a program that is not what it claims, also where it would only read', () => {
    const demanding = policy({ policy: { trust: { minimumTrust: 'COMPROMISED' } } })
    expect(decide('git log', COMPROMISED, ALLOW, demanding).decision).toBe('deny')
  })

  test('is told with what was found, and with the command that would show it', () => {
    const demanding = policy({ policy: { trust: { ...level, ...signers } } })
    const reason = (trust?: ProgramTrust) => decide('git push', trust, ALLOW, demanding).commands[0]!.reason
    expect(reason()).toMatch(/organisation's policy asks about it: trust must be at least VERIFIED; .*atip verify git$/)
    expect(reason(signed('evil@example.com'))).toMatch(
      /the signer must be one of the allowed; found "evil@example.com"$/,
    )
  })
})

test('whatever other sources and modes say, a demand that is not met is no better than the policy says', () => {
  const demands = fc.record(
    {
      minimumTrust: fc.constantFrom('UNVERIFIED', 'VERIFIED'),
      requireSignatures: fc.constant(true),
      allowedSigners: fc.constantFrom(['a@example.com'], ['b@example.com']),
      minimumSlsaLevel: fc.constantFrom(1, 2, 3),
    },
    { requiredKeys: ['requireSignatures'] },
  )
  const others = fc.record({
    source: fc.constantFrom(...SOURCES),
    value: fc.record(
      {
        mode: fc.constantFrom(...MODES),
        rules: fc.constant([{ decision: 'allow', tool: '*', effects: { destructive: [true, false, null] } }]),
        autoApprove: fc.constant({ network: [true, false, null] }),
        policy: fc.record({ trust: fc.constantFrom({ requireSignatures: false }, { minimumTrust: 'COMPROMISED' }) }),
      },
      { requiredKeys: [] },
    ),
  })
  fc.assert(
    fc.property(
      demands,
      fc.constantFrom(...SOURCES),
      fc.constantFrom('ask' as const, 'deny' as const),
      fc.array(others, { maxLength: 4 }),
      fc.constantFrom('git push', 'touch a', 'rm -r build', 'npm install', 'unheard-of'),
      fc.constantFrom(...MODES),
      (trust, source, otherwise, more, line, mode) => {
        const policies = [policy({ policy: { trust: { ...trust, otherwise } } }, source)]
        policies.push(...more.map((one) => policy(one.value, one.source)))
        const { decision } = decideLineNow(line, { ...places, policies, mode, evidence: { trustOf: () => UNCHECKED } })
        expect(isStricter(otherwise, decision)).toBe(false)
      },
    ),
    { numRuns: 400 },
  )
})

describe('a program that drifted from what was pinned', () => {
  const evidence: ProgramEvidence = {
    driftOf: (program) => (program.endsWith('git') ? ['the program changed; run: atip lock --check'] : []),
  }
  const drifted = (line: string, options: Partial<DecideOptions> = {}) =>
    decideLineNow(line, { ...places, policies: [ALLOW], evidence, ...options })

  test.each([
    'git status',
    'git push',
    'sudo git status',
    '/usr/bin/git status',
    'ls; git log',
    'echo a | xargs git log',
  ])('%s is asked about, whatever is allowed', (line) => {
    const { decision, commands } = drifted(line)
    expect(decision).toBe('ask')
    const told = commands.filter(({ rule }) => rule === 'drift')
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({ reason: expect.stringContaining('the program changed; run: atip lock --check') })
    expect(told[0]!.suggestion).toBeUndefined()
  })

  test('no mode allows it, and where it is impossible to ask it is denied', () => {
    for (const mode of MODES) {
      const expected = mode === 'headless' || mode === 'plan' ? 'deny' : 'ask'
      expect([mode, drifted('git status', { mode }).decision]).toEqual([mode, expected])
    }
  })

  test('a denial stays one, and other programs are as before', () => {
    expect(drifted('git push --force', { policies: [] }).decision).toBe('deny')
    expect(drifted('ls && npm --version').decision).toBe('allow')
  })
})
