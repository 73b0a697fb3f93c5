import { expect, test } from 'vitest'
import { diff } from './diff.js'
import { brief, tool } from '../../testing/diff-sample.js'

const atip = (parts: object) => ({ atip: { version: '0.6', ...parts } })
const omitted = (safetyAssumption: string) => ({ partial: true, omitted: { reason: 'filtered', safetyAssumption } })

test.each([
  ['version', {}, { version: '2.0.0' }, 'compatible'],
  ['description', {}, { description: 'Other' }, 'compatible'],
  ['homepage', {}, { homepage: 'https://example.org' }, 'compatible'],
  ['atip.features', {}, atip({ features: ['trust-v1'] }), 'compatible'],
  ['atip.minAgentVersion', atip({ minAgentVersion: '0.3' }), atip({ minAgentVersion: '0.5' }), 'breaking'],
  ['atip.minAgentVersion', {}, atip({ minAgentVersion: '0.5' }), 'breaking'],
  ['atip.minAgentVersion', atip({ minAgentVersion: '0.5' }), atip({ minAgentVersion: '0.3' }), 'compatible'],
  ['authentication.required', {}, { authentication: { required: true } }, 'breaking'],
  ['authentication.required', { authentication: { required: true } }, {}, 'compatible'],
  ['authentication.checkCommand', {}, { authentication: { checkCommand: 'demo me' } }, 'compatible'],
  ['trust', {}, { trust: { source: 'vendor' } }, 'compatible'],
  ['omitted.safetyAssumption', omitted('known-safe'), omitted('unknown'), 'danger'],
  ['omitted.safetyAssumption', omitted('known-unsafe'), omitted('same-as-included'), 'effect'],
])('%s from %j to %j is %s', (field, before, after, kind) => {
  const changes = diff(tool(before), tool(after))
  expect(changes).toHaveLength(1)
  expect(changes[0]).toMatchObject({ kind, path: [], subject: { type: 'tool' }, field })
})

test('a tool with another name is another tool', () => {
  const [change] = diff(tool({}), tool({ name: 'other' }))
  expect(change).toMatchObject({ kind: 'breaking', field: 'name', before: 'demo', after: 'other' })
})

const pattern = (parts: object = {}) => ({ name: 'p', description: 'P', steps: [{ command: 'demo' }], ...parts })

test.each([
  ['appears', [], [pattern()], ['compatible . pattern p']],
  ['goes', [pattern()], [], ['compatible . pattern p']],
  ['may be run', [pattern()], [pattern({ executable: true })], ['danger . pattern p executable']],
  ['may only be shown', [pattern({ executable: true })], [pattern()], ['effect . pattern p executable']],
  ['is described otherwise', [pattern()], [pattern({ description: 'Q' })], ['compatible . pattern p description']],
  ['has other steps', [pattern()], [pattern({ steps: [] })], ['compatible . pattern p steps']],
  [
    'runs other steps',
    [pattern({ executable: true })],
    [pattern({ executable: true, steps: [] })],
    ['effect . pattern p steps'],
  ],
  ['says that it is not run', [pattern()], [pattern({ executable: false })], []],
])('a pattern %s', (_, before, after, expected) => {
  expect(brief(tool({ patterns: before }), tool({ patterns: after }))).toEqual(expected)
})
