import { expect, test } from 'vitest'
import type { AtipTool, Effects } from '../types/tool.js'
import { declaredEffects } from './inherit.js'

const tool: AtipTool = {
  atip: { version: '0.6' },
  name: 'cloud',
  version: '1',
  description: 'A cloud',
  effects: { network: true, destructive: true, filesystem: { read: true, write: true } },
  commands: {
    vm: {
      description: 'Machines',
      effects: { cost: { billable: true }, filesystem: { write: false } },
      commands: {
        list: { description: 'List', effects: { destructive: false, cost: { billable: false } } },
        create: { description: 'Create' },
        constructor: { description: 'Odd', effects: { idempotent: true } },
      },
    },
  },
}

test.each<[string, string[], Effects]>([
  ['the tool itself', [], { network: true, destructive: true, filesystem: { read: true, write: true } }],
  [
    'a command that says nothing',
    ['vm', 'create'],
    { network: true, destructive: true, filesystem: { read: true, write: false }, cost: { billable: true } },
  ],
  [
    'a command that lowers what its group said',
    ['vm', 'list'],
    { network: true, destructive: false, filesystem: { read: true, write: false }, cost: { billable: false } },
  ],
  [
    'a command with the name of an object method',
    ['vm', 'constructor'],
    {
      network: true,
      destructive: true,
      filesystem: { read: true, write: false },
      cost: { billable: true },
      idempotent: true,
    },
  ],
  ['a command that does not exist', ['vm', 'toString'], {}],
])('the nearest statement wins, field by field: %s', (_, path, expected) => {
  expect(declaredEffects(tool, path)).toEqual(expected)
})

test('taken conservatively, nothing on the way down can lower an effect', () => {
  expect(declaredEffects(tool, ['vm', 'list'], { conservative: true })).toEqual({
    network: true,
    destructive: true,
    filesystem: { read: true, write: true },
    cost: { billable: true },
  })
})
