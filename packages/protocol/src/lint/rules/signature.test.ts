import { expect, test } from 'vitest'
import { applyFixes } from '../apply-fixes.js'
import { foundBy, sample } from '../../../testing/lint-sample.js'

const signature = { type: 'cosign', identity: 'me' }

test.each([
  ['alone', { signature }, { shimIntegrity: { signature } }],
  [
    'beside other integrity facts',
    { source: 'community', shimIntegrity: { lastVerified: '2026-01-15T00:00:00Z' }, signature },
    { source: 'community', shimIntegrity: { lastVerified: '2026-01-15T00:00:00Z', signature } },
  ],
  ['twice the same', { shimIntegrity: { signature }, signature: { ...signature } }, { shimIntegrity: { signature } }],
])('a signature %s moves to shimIntegrity', (_, trust, expected) => {
  const document = sample({ trust })
  const fixed = applyFixes(document, foundBy('signature-location', document))
  expect(fixed.trust).toEqual(expected)
})

test('of two different signatures only the author can choose', () => {
  const trust = { signature, shimIntegrity: { signature: { type: 'gpg' } } }
  const findings = foundBy('signature-location', sample({ trust }))
  expect(findings).toHaveLength(1)
  expect(findings[0]).not.toHaveProperty('fix')
})

test('a signature in the right place is fine', () => {
  expect(foundBy('signature-location', sample({ trust: { shimIntegrity: { signature } } }))).toEqual([])
})
