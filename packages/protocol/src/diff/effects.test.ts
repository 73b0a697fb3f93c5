import { expect, test } from 'vitest'
import type { Effects } from '../types.js'
import { diff } from './diff.js'
import { brief, tool, toolWith } from '../../testing/diff-sample.js'

test.each<[string, Effects, Effects, string]>([
  ['destructive', { destructive: false }, { destructive: true }, 'danger'],
  ['destructive', { destructive: false }, {}, 'danger'],
  ['destructive', {}, { destructive: true }, 'danger'],
  ['destructive', { destructive: true }, {}, 'effect'],
  ['destructive', { destructive: true }, { destructive: false }, 'effect'],
  ['destructive', {}, { destructive: false }, 'effect'],
  ['reversible', { reversible: true }, { reversible: false }, 'danger'],
  ['reversible', { reversible: true }, {}, 'danger'],
  ['reversible', { reversible: false }, { reversible: true }, 'effect'],
  ['idempotent', {}, { idempotent: false }, 'danger'],
  ['filesystem.write', { filesystem: { write: false } }, { filesystem: {} }, 'danger'],
  ['filesystem.delete', { filesystem: { delete: true } }, { filesystem: { delete: false } }, 'effect'],
  ['cost.estimate', { cost: { estimate: 'low' } }, { cost: { estimate: 'medium' } }, 'danger'],
  ['cost.estimate', { cost: { estimate: 'high' } }, { cost: { estimate: 'odd' } }, 'effect'],
  ['interactive.stdin', { interactive: { stdin: 'none' } }, { interactive: { stdin: 'required' } }, 'danger'],
  ['deletes', {}, { deletes: ['a'] }, 'danger'],
  ['deletes', { deletes: [] }, {}, 'danger'],
  ['deletes', { deletes: ['a'] }, { deletes: ['a', 'b'] }, 'danger'],
  ['deletes', { deletes: ['a'] }, { deletes: ['b'] }, 'danger'],
  ['deletes', { deletes: ['a', 'b'] }, { deletes: ['a'] }, 'effect'],
  ['deletes', { deletes: ['a'] }, {}, 'effect'],
  ['deletes', {}, { deletes: [] }, 'effect'],
  ['filesystem.paths', { filesystem: { paths: ['./'] } }, { filesystem: { paths: ['./', '/'] } }, 'danger'],
  ['filesystem.paths', { filesystem: { paths: ['./'] } }, { filesystem: {} }, 'danger'],
  ['filesystem.paths', { filesystem: { paths: ['./', '/'] } }, { filesystem: { paths: ['/'] } }, 'effect'],
  ['filesystem.paths', {}, { filesystem: { paths: ['/'] } }, 'effect'],
  ['duration.typical', { duration: { typical: '1s' } }, { duration: { typical: '1h' } }, 'effect'],
])('%s from %j to %j is %s', (field, before, after, kind) => {
  const other = { subprocess: false }
  const changes = diff(toolWith({ effects: { ...other, ...before } }), toolWith({ effects: { ...other, ...after } }))
  expect(changes).toHaveLength(1)
  expect(changes[0]).toMatchObject({ kind, path: ['act'], subject: { type: 'effects' }, field })
})

test('paths do not matter to a command that touches no file', () => {
  const none = { read: false, write: false, delete: false }
  const before = toolWith({ effects: { filesystem: { ...none, paths: ['./'] } } })
  expect(brief(before, toolWith({ effects: { filesystem: none } }))).toEqual(['effect act effects filesystem.paths'])
})

test('lists in another order say the same', () => {
  const before = toolWith({ effects: { creates: ['a', 'b'] } })
  expect(diff(before, toolWith({ effects: { creates: ['b', 'a'] } }))).toEqual([])
})

test('a message names the command and both values, and calls an absent one unknown', () => {
  const [change] = diff(
    toolWith({ effects: { network: false, subprocess: false } }),
    toolWith({ effects: { subprocess: false } }),
  )
  expect(change!.message).toBe('"demo act": network was false and is now unknown')
  expect(change).toMatchObject({ before: false })
  expect(change).not.toHaveProperty('after')
  expect(change).not.toHaveProperty('count')
})

const leaves = (count: number, effects?: object) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `c${index}`,
      { description: `C ${index}`, ...(effects && { effects }) },
    ]),
  )
const group = (commands: object, effects?: object) => ({ description: 'G', commands, ...(effects && { effects }) })
const rows = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  diff(tool(before), tool(after)).map(({ kind, path, field, count }) => [kind, path.join('/'), field, count])

test('a change on the tool is one row, with the number of commands that inherit it', () => {
  const commands = { ...leaves(3), own: { description: 'Own', effects: { network: true } } }
  const changes = rows({ effects: { network: false }, commands }, { effects: { idempotent: true }, commands })
  expect(changes).toEqual([
    ['danger', '', 'network', 3],
    ['effect', '', 'idempotent', 4],
  ])
})

test('a change on a group is told of at the group, or at the one command it reaches', () => {
  const commands = (effects: object) => ({ g: group(leaves(2), effects), h: group(leaves(1), effects) })
  // A group with effects can be run itself (decision 29), so each counts one more.
  expect(rows({ commands: commands({ network: false }) }, { commands: commands({ network: true }) })).toEqual([
    ['danger', '', 'network', 5],
  ])
  const other = { commands: { ...commands({ network: true }), h: group(leaves(1), { network: false }) } }
  expect(rows({ commands: commands({ network: false }) }, other)).toEqual([['danger', 'g', 'network', 3]])
  const override = { x: { description: 'X', effects: { network: false } }, y: { description: 'Y' } }
  const before = { effects: { network: false }, commands: { g: group(override) } }
  expect(rows(before, { ...before, effects: { network: true } })).toEqual([['danger', 'g/y', 'network', undefined]])
})

test('many commands that change alike, each by itself, are one row; few are named', () => {
  const before = (count: number) => ({
    commands: { g: group(leaves(count, { network: false })), h: { description: 'H' } },
  })
  const after = (count: number) => ({
    commands: { g: group(leaves(count, { network: true })), h: { description: 'H' } },
  })
  expect(rows(before(5), after(5))).toEqual([['danger', 'g', 'network', 5]])
  expect(rows(before(2), after(2))).toEqual([
    ['danger', 'g/c0', 'network', undefined],
    ['danger', 'g/c1', 'network', undefined],
  ])
})

test('where the tool has only one group, the row is at the group', () => {
  const tree = (network: boolean) => ({ commands: { g: group(leaves(5, { network })) } })
  expect(rows(tree(false), tree(true))).toEqual([['danger', 'g', 'network', 5]])
})

test('a change that every command below overrides changes nothing', () => {
  const commands = leaves(3, { network: true })
  expect(rows({ effects: { network: false }, commands }, { commands })).toEqual([])
})

test('a tool without commands is compared as a command', () => {
  expect(rows({ effects: { network: false } }, { effects: { network: true } })).toEqual([
    ['danger', '', 'network', undefined],
  ])
})
