import { expect, test } from 'vitest'
import { pointersFoundBy, sample } from '../../../testing/lint-sample.js'

const without = { filesystem: { write: false, delete: false }, network: false, subprocess: false }

test.each([
  ['destructive-reversible', { destructive: true, reversible: true }, true],
  ['destructive-reversible', { destructive: true, reversible: false }, false],
  ['destructive-reversible', { destructive: true }, false],
  ['deletes-not-destructive', { deletes: ['branch'], destructive: false }, true],
  ['deletes-not-destructive', { deletes: ['branch'], destructive: false, reversible: true }, false],
  ['deletes-not-destructive', { deletes: ['branch'], destructive: true }, false],
  ['deletes-not-destructive', { deletes: ['branch'] }, false],
  ['deletes-not-destructive', { deletes: [], destructive: false }, false],
  ['changes-without-means', { ...without, creates: ['branch'] }, true],
  ['changes-without-means', { ...without, creates: [] }, false],
  ['changes-without-means', { ...without, network: true, creates: ['issue'] }, false],
  ['changes-without-means', { ...without, subprocess: true, modifies: ['service'] }, false],
  ['changes-without-means', { filesystem: { write: false }, network: false, modifies: ['file'] }, false],
  ['cost-contradiction', { cost: { billable: true, estimate: 'free' } }, true],
  ['cost-contradiction', { cost: { billable: true, estimate: 'low' } }, false],
  ['cost-contradiction', { cost: { billable: false, estimate: 'high' } }, false],
  ['duration-contradiction', { duration: { typical: '2m', timeout: '60s' } }, true],
  ['duration-contradiction', { duration: { typical: '1-90s', timeout: '60s' } }, false],
  ['duration-contradiction', { duration: { typical: 'long', timeout: '60s' } }, false],
])('%s for %j: %s', (rule, effects, isFound) => {
  const document = sample({ commands: { act: { description: 'Acts', effects } } })
  expect(pointersFoundBy(rule, document)).toEqual(isFound ? ['/commands/act/effects'] : [])
})

test('a contradiction on a group is reported once, not for each command below', () => {
  const commands = { a: { description: 'A' }, b: { description: 'B', effects: { network: true } } }
  const group = { description: 'Group', effects: { destructive: true, reversible: true }, commands }
  expect(pointersFoundBy('destructive-reversible', sample({ commands: { group } }))).toEqual([
    '/commands/group/effects',
  ])
})

test('a contradiction with what is inherited is reported where it arises', () => {
  const commands = { act: { description: 'Acts', effects: { destructive: true } } }
  const document = sample({ effects: { reversible: true }, commands })
  expect(pointersFoundBy('destructive-reversible', document)).toEqual(['/commands/act/effects'])
})
