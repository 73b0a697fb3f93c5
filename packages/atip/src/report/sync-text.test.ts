import { expect, test } from 'vitest'
import { syncText } from './sync-text.js'

const COUNTS = { asked: 3, found: 1, trusted: 1, removed: 0, notApproved: 0, unanswered: 0, patterns: 0, problems: [] }
const lineOf = (state: object) =>
  syncText({ ...COUNTS, registries: [{ name: 'Acme', ...state }] }, { width: 200 }).split('\n')[0]

test('a registry without a build number is not called unavailable', () => {
  const text = (state: object) => syncText({ ...COUNTS, registries: [{ name: 'Acme', ...state }] }, { width: 200 })
  expect(text({})).not.toContain('Acme')
  expect(text({ policy: 'open' })).toContain('Acme: its policy applies.')
})

test('says which policy applies to a registry that is not available', () => {
  expect(lineOf({ policy: 'allowlist', policyBuild: 5 })).toBe(
    'Acme: not available, the policy of build 5 stays in use, an allow-list.',
  )
  expect(lineOf({ policy: 'open', policyBuild: 5, expired: '2026-02-01T00:00:00Z' })).toBe(
    'Acme: not available, the policy of build 5 stays in use, expired on 2026-02-01, so that nothing new is used.',
  )
  expect(lineOf({ policy: 'unknown' })).toBe('Acme: not available, its policy is not known, so everything is denied.')
  expect(lineOf({ build: 6, policy: 'open' })).toBe('Acme: build 6, its policy applies.')
})

test('counts the programs that could not be asked about', () => {
  const text = syncText({ ...COUNTS, unanswered: 2, registries: [] }, { width: 200 })
  expect(text).toContain('2 programs could not be asked about; what was stored stays in use.')
})
