import { expect, test } from 'vitest'
import { pointersFoundBy, sample } from '../../../testing/lint-sample.js'

const command = (parts: object = {}) => ({ description: 'Does something', ...parts })

test('a command of which nothing is known is reported, its group is not', () => {
  const document = sample({ commands: { group: command({ commands: { leaf: command() } }) } })
  expect(pointersFoundBy('effects-missing', document)).toEqual(['/commands/group/commands/leaf'])
})

test.each([
  ['stated on the command', { commands: { leaf: command({ effects: { network: true } }) } }],
  ['stated on the group', { commands: { g: command({ effects: { network: true }, commands: { leaf: command() } }) } }],
  ['stated on the tool', { effects: { cost: { billable: false } }, commands: { leaf: command() } }],
])('effects that are %s are not missing', (_, parts) => {
  expect(pointersFoundBy('effects-missing', sample(parts))).toEqual([])
})

test('an effects object that says nothing is missing all the same', () => {
  const document = sample({ commands: { leaf: command({ effects: { filesystem: {} } }) } })
  expect(pointersFoundBy('effects-missing', document)).toEqual(['/commands/leaf'])
})

test('a tool without commands is itself the command', () => {
  expect(pointersFoundBy('effects-missing', sample({}))).toEqual([''])
})

test.each([
  ['some effects but not that one', { network: true }, ['/commands/leaf/effects']],
  ['destructive false', { network: true, destructive: false }, []],
  ['destructive true', { destructive: true }, []],
  ['known to be read-only', { network: false, filesystem: { write: false, delete: false } }, []],
  ['read-only as far as files go', { filesystem: { write: false } }, ['/commands/leaf/effects']],
  ['silent about deleting', { network: false, filesystem: { write: false } }, ['/commands/leaf/effects']],
  ['no effects at all, which the other rule reports', {}, []],
])('destructive-unstated, for a command with %s', (_, effects, pointers) => {
  const document = sample({ commands: { leaf: command({ effects }) } })
  expect(pointersFoundBy('destructive-unstated', document)).toEqual(pointers)
})

test('destructive-unstated points at the command where the effects are inherited', () => {
  const document = sample({ effects: { network: true }, commands: { leaf: command() } })
  expect(pointersFoundBy('destructive-unstated', document)).toEqual(['/commands/leaf'])
})
