import { expect, test } from 'vitest'
import { foundBy, pointersFoundBy, sample } from '../../../testing/lint-sample.js'

const DESCRIPTION = 'Works on branches'

test.each([
  ['delete', DESCRIPTION, undefined, true],
  ['branch-delete', DESCRIPTION, undefined, true],
  ['deleteBranch', DESCRIPTION, undefined, true],
  ['rm', DESCRIPTION, { destructive: false }, true],
  ['rm', DESCRIPTION, { destructive: true }, false],
  ['rm', DESCRIPTION, { destructive: false, reversible: true }, false],
  ['rm', DESCRIPTION, { reversible: true }, true],
  ['gone', 'Removes a branch', undefined, true],
  ['gone', 'Purge the cache', undefined, true],
  ['gone', 'Wipes it', { destructive: true }, false],
  ['gone', 'Show what was removed', undefined, false],
  ['undelete', DESCRIPTION, undefined, false],
  ['format', DESCRIPTION, undefined, false],
  ['dropbox', DESCRIPTION, undefined, false],
])('destructive-name for %s (%s) with %j: %s', (name, description, effects, isFound) => {
  const document = sample({ commands: { [name]: { description, ...(effects && { effects }) } } })
  expect(pointersFoundBy('destructive-name', document)).toEqual(isFound ? [`/commands/${name}`] : [])
})

test('a command that leaves the damage to an option has answered', () => {
  const option = { name: 'hard', flags: ['--hard'], type: 'boolean', 'x-atip': { effects: { destructive: true } } }
  const command = { description: 'Moves the head', effects: { destructive: false }, options: [option] }
  expect(foundBy('destructive-name', sample({ commands: { reset: command } }))).toEqual([])
})

test('an inherited "reversible" is no answer', () => {
  const command = { description: 'Delete it', effects: { destructive: false } }
  const document = sample({ effects: { reversible: true }, commands: { delete: command } })
  expect(pointersFoundBy('destructive-name', document)).toEqual(['/commands/delete'])
})

test('destructive-name proposes no fix: only the author knows', () => {
  const document = sample({ commands: { delete: { description: 'Delete it' } } })
  expect(foundBy('destructive-name', document)[0]).not.toHaveProperty('fix')
})

test.each([
  ['list', { destructive: true }, true],
  ['list-branches', { destructive: true }, true],
  ['show', { destructive: false }, false],
  ['status', {}, false],
  ['listen', { destructive: true }, false],
  ['get-delete', { destructive: true }, false],
])('harmless-name for %s with %j: %s', (name, effects, isFound) => {
  const document = sample({ commands: { [name]: { description: DESCRIPTION, effects } } })
  expect(pointersFoundBy('harmless-name', document)).toEqual(isFound ? [`/commands/${name}`] : [])
})

test('harmless-name says when the claim is inherited', () => {
  const document = sample({ effects: { destructive: true }, commands: { list: { description: DESCRIPTION } } })
  expect(foundBy('harmless-name', document)[0]!.message).toContain('inherits')
})
