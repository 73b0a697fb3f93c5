import Ajv from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import schema from '../../policy.schema.json' with { type: 'json' }
import { readPolicy } from './read.js'
import { isBroken } from './types.js'

const isValid = new Ajv.default({ strict: false }).compile(schema)
const isRead = (value: unknown) => !isBroken(readPolicy(JSON.stringify(value), { source: 'user', file: 'p' }))

/** Picks only a few members: with many, at least one is nearly always invalid. */
function few(members: Record<string, fc.Arbitrary<unknown>>, most: number): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .subarray(Object.keys(members), { maxLength: most })
    .chain((keys) => fc.record(Object.fromEntries(keys.map((key) => [key, members[key]!]))))
}

const word = fc.constantFrom('git', 'git push', '', 7, ['git', 'push'], [], ['a', 3], null)
const flag = fc.constantFrom(true, false, null, [true, null], [], 'yes')
const effects = fc.dictionary(
  fc.constantFrom('network', 'effects.network', 'filesystem', 'filesystem.write', 'cost.estimate', 'netwrk', 'x-own'),
  fc.oneof(flag, fc.constantFrom('low', { write: true }, { wrte: true })),
  { maxKeys: 3 },
)
const rule = few(
  {
    decision: fc.constantFrom('allow', 'ask', 'deny', 'maybe'),
    command: word,
    exact: flag,
    tool: word,
    effects,
    paths: word,
    access: fc.constantFrom('write', ['read', 'write'], ['own'], []),
    in: word,
    trust: fc.constantFrom(
      {},
      { source: 'none' },
      { source: ['org', 'x'] },
      { verified: [true, null] },
      { verified: 1 },
      { verified: [] },
    ),
    unless: fc.constantFrom(
      {},
      { minimumTrust: 'VERIFIED' },
      { minimumTrust: 'verified' },
      { requireSignatures: true, minimumSlsaLevel: 0 },
      { requireSignatures: false, minimumSlsaLevel: 0 },
      { requireSignature: 1 },
      { allowedSigners: ['a', 'b'] },
      { allowedSigners: [] },
      { otherwise: 'deny' },
    ),
    because: word,
    becuase: word,
  },
  4,
).chain((members) => fc.constantFrom('allow', 'deny').map((decision) => ({ decision, ...members })))
const policy = few(
  {
    version: fc.constantFrom('1', '2', 1),
    mode: fc.constantFrom('plan', 'plna'),
    rules: fc.oneof(fc.array(rule, { maxLength: 2 }), fc.constant({})),
    repositories: fc.constantFrom(
      {},
      { trusted: [] },
      { trusted: '~/x', others: 'deny' },
      { others: 'no' },
      { trust: [] },
    ),
    delegation: fc.record(
      {
        allowedTools: word,
        deniedCommands: fc.oneof(word, fc.array(word, { maxLength: 2 })),
        effectRestrictions: effects,
      },
      { requiredKeys: [] },
    ),
    policy: fc.record(
      {
        approval: fc.constantFrom({ mode: 'allowlist', note: 'x' }, { mode: 'x' }, {}),
        trust: fc.constantFrom(
          { requireSignatures: true },
          { minimumSlsaLevel: -1 },
          { allowedSigners: ['a'] },
          { minimumTrust: 'VERIFIED', otherwise: 'deny' },
          { otherwise: 'allow' },
        ),
        execution: fc.record({ requireConfirmation: effects, auditAllCalls: flag }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    ),
    autoApprove: effects,
  },
  2,
)

test('the schema says the same as the reader', () => {
  let valid = 0
  fc.assert(
    fc.property(policy, (value) => {
      if (isRead(value)) valid++
      expect({ value, is: isValid(value) }).toEqual({ value, is: isRead(value) })
    }),
    { numRuns: 2000 },
  )
  expect(valid).toBeGreaterThan(200)
})
