import { expect, test } from 'vitest'
import { syncText } from './sync-text.js'

const counts = { asked: 3, found: 1, trusted: 1, removed: 0, notApproved: 0, patterns: 0, problems: [] }
const textOf = (registry: object) => syncText({ ...counts, registries: [{ name: 'Acme', ...registry }] }, { width: 80 })

test('a registry without a build number is not called unavailable', () => {
  expect(textOf({})).not.toContain('Acme')
  expect(textOf({ policy: 'open' })).toContain('Acme: its policy applies.')
  expect(textOf({ build: 7 })).toContain('Acme: build 7.')
  expect(textOf({ policy: 'unknown' })).toContain('Acme: not available, its policy is not known')
})
