import { expect, test } from 'vitest'
import { applyFixes } from '../apply-fixes.js'
import { lint } from '../lint.js'
import { foundBy, sample } from '../../../testing/lint-sample.js'

test.each([
  ['0.1', false],
  ['0.3', false],
  ['0.4', true],
  ['0.6.1', true],
])('a bare version string %s is out of date: %s', (atip, isFound) => {
  const document = sample({ atip })
  const findings = foundBy('legacy-version', document)
  expect(findings).toHaveLength(isFound ? 1 : 0)
  expect(applyFixes(document, findings).atip).toEqual(isFound ? { version: atip } : atip)
})

const interactive = { effects: { interactive: { prompts: false } } }
const signature = { type: 'cosign' }

test.each([
  [
    'interactive effects of a command',
    { commands: { c: { description: 'C', ...interactive } } },
    ['interactive-effects'],
  ],
  ['trust', { trust: { source: 'native' } }, ['trust-v1']],
  ['a signature', { trust: { shimIntegrity: { signature } } }, ['trust-v1', 'trust-integrity']],
  ['a signature in its old place', { trust: { signature } }, ['trust-v1', 'trust-integrity']],
  ['provenance', { trust: { provenance: {} } }, ['trust-v1', 'trust-provenance']],
  ['patterns', { patterns: [{ name: 'p', description: 'P', steps: [] }] }, ['patterns-v1']],
  ['being partial', { partial: true, totalCommands: 1 }, ['partial-discovery']],
  ['nothing special', { patterns: [], effects: { network: true } }, []],
])('%s is a feature to declare', (_, parts, features) => {
  const document = sample(parts)
  const fixed = applyFixes(document, foundBy('feature-undeclared', document))
  expect(fixed.atip).toEqual({ version: '0.6', ...(features.length > 0 && { features }) })
})

test('declared features stay, in their order, and are not declared again', () => {
  const atip = { version: '0.6', features: ['x', 'trust-v1'], minAgentVersion: '0.3' }
  const document = sample({ atip, trust: {}, ...interactive })
  const fixed = applyFixes(document, foundBy('feature-undeclared', document))
  expect(fixed.atip).toEqual({ ...atip, features: ['x', 'trust-v1', 'interactive-effects'] })
})

test.each([
  ['0.3', []],
  [{ version: '0.3' }, ['interactive-effects']],
  [{ version: '0.4' }, ['interactive-effects', 'trust-v1']],
])('version %j can declare %j', (atip, features) => {
  const document = sample({ atip, ...interactive, trust: { provenance: {} } })
  const fixed = applyFixes(document, foundBy('feature-undeclared', document))
  expect(fixed.atip).toEqual(features.length === 0 ? atip : { ...(atip as object), features })
})

test('a bare string becomes an object with its features, whichever of the two rules is on', () => {
  const document = sample({ atip: '0.6', ...interactive })
  const expected = { version: '0.6', features: ['interactive-effects'] }
  expect(applyFixes(document, lint(document)).atip).toEqual(expected)
  expect(applyFixes(document, lint(document).reverse()).atip).toEqual(expected)
  expect(applyFixes(document, foundBy('feature-undeclared', document)).atip).toEqual(expected)
})

test.each([
  ['trust-v2', 'did you mean "trust-v1"?'],
  ['teleport', 'remove it unless your readers know it'],
  ['constructor', 'remove it unless your readers know it'],
])('feature-unknown for %s: %s', (feature, advice) => {
  const [finding] = foundBy('feature-unknown', sample({ atip: { version: '0.6', features: [feature] } }))
  expect(finding).toMatchObject({ pointer: '/atip/features/0', message: expect.stringContaining(advice) })
})

test('a feature of the registry is known', () => {
  expect(foundBy('feature-unknown', sample({ atip: { version: '0.6', features: ['trust-v1'] } }))).toEqual([])
})

test('a newer version may have features that are unknown here', () => {
  expect(foundBy('feature-unknown', sample({ atip: { version: '0.9', features: ['teleport'] } }))).toEqual([])
})

test('what came after the stated version is reported', () => {
  const [finding, ...rest] = foundBy('version-behind', sample({ atip: '0.3', trust: {}, ...interactive }))
  expect(finding).toMatchObject({ pointer: '/atip', message: expect.stringContaining('trust-v1, which came with 0.4') })
  expect(rest).toEqual([])
})
