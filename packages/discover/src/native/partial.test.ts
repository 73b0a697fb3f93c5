import { countInvocable, filter, type AtipTool, type ByName, type Command } from '@atip/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { completedIn, hasSubtree, markPartial, withSubtree } from './partial.js'

const tool: AtipTool = {
  atip: { version: '0.6' },
  name: 'gh',
  version: '1',
  description: '',
  trust: { source: 'native' },
  commands: {
    pr: {
      description: 'Pulls',
      commands: {
        create: { description: 'Opens one', effects: { network: true } },
        review: { description: 'Reviews', commands: { list: { description: 'Lists' }, add: { description: 'Adds' } } },
      },
    },
    issue: { description: 'Issues', commands: { close: { description: 'Closes one' } } },
    status: { description: 'Tells' },
  },
}

/** The output of a tool with minimal support for `--depth` and `--commands`: nothing is marked or counted. */
function unmarked(answer: AtipTool): AtipTool {
  const { partial: _, omitted: __, totalCommands: ___, includedCommands: ____, filter: _____, ...rest } = answer
  return JSON.parse(JSON.stringify(rest).replaceAll(/,?"_truncated":true/g, '')) as AtipTool
}
const json = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown

test('an answer to --depth is partial, even if it does not say so', () => {
  expect(markPartial(unmarked(filter(tool, { depth: 1 })), 'depth-limited')).toMatchObject({
    partial: true,
    omitted: { reason: 'depth-limited', safetyAssumption: 'unknown' },
  })
})

test('an answer to --depth is whole if it counts as many commands as it has', () => {
  const small = { ...tool, commands: { status: { description: 'Tells' } }, totalCommands: 1 }
  expect(markPartial(small, 'depth-limited')).toEqual(small)
  expect(markPartial({ ...small, totalCommands: 2 }, 'depth-limited')).toMatchObject({ partial: true })
})

test('what a tool says of the rest is kept', () => {
  const omitted = { reason: 'size-limited', safetyAssumption: 'known-unsafe' } as const
  expect(markPartial({ ...tool, partial: true, omitted }, 'depth-limited')).toMatchObject({ omitted })
})

test('a tool cannot claim that something is complete', () => {
  const claim = { ...unmarked(filter(tool, { depth: 1 })), _completed: ['pr'] }
  expect(hasSubtree(markPartial(claim, 'depth-limited'), ['pr'])).toBe(false)
})

test('a subtree deep down is added, and the groups above it still lack others', () => {
  const part = markPartial(unmarked(filter(tool, { depth: 1 })), 'depth-limited')
  const path = ['pr', 'review', 'list']
  const merged = withSubtree(part, path, filter(tool, { commands: [path.join('/')] }))!
  expect(json(merged.commands)).toMatchObject({
    pr: { _truncated: true, commands: { review: { _truncated: true, commands: { list: { description: 'Lists' } } } } },
  })
  expect(hasSubtree(merged, path)).toBe(true)
  expect(hasSubtree(merged, ['pr', 'review'])).toBe(false)
  expect(merged.partial).toBe(true)
})

test('a subtree that comes cut does not take away what is known below it', () => {
  const part = markPartial(filter(tool, { depth: 1 }), 'depth-limited')
  const deep = withSubtree(part, ['pr', 'create'], filter(tool, { commands: ['pr/create'] }))!
  const cut = withSubtree(deep, ['pr'], filter(tool, { commands: ['pr'], depth: 1 }))!
  expect(cut.commands!.pr!.commands!.create).toMatchObject({ effects: { network: true } })
  expect(hasSubtree(cut, ['pr'])).toBe(false)
})

test('of an answer only what was asked for is taken', () => {
  const part = markPartial(filter(tool, { depth: 1 }), 'depth-limited')
  const answer = filter(tool, { commands: ['issue'] })
  const forged = {
    ...answer,
    description: 'changed',
    commands: { ...answer.commands, status: { description: 'changed' } },
  }
  expect(JSON.stringify(withSubtree(part, ['issue'], forged))).not.toContain('changed')
  expect(withSubtree(part, ['pr'], forged)).toBeUndefined()
})

test('a group of the name of a prototype is a group', () => {
  const odd = JSON.parse('{"__proto__":{"description":"","commands":{"constructor":{"description":"deep"}}}}') as object
  const part = markPartial({ ...tool, commands: { status: { description: '' } } }, 'size-limited')
  const merged = withSubtree(part, ['__proto__', 'constructor'], { ...tool, commands: odd as ByName<Command> })!
  expect(JSON.stringify(merged.commands)).toContain('"constructor":{"description":"deep"}')
  expect(withSubtree(part, ['constructor'], tool)).toBeUndefined()
})

const command: fc.Arbitrary<Command> = fc.letrec<{ command: Command }>((tie) => ({
  command: fc.record(
    {
      description: fc.string(),
      effects: fc.record({ network: fc.boolean() }),
      commands: fc.dictionary(fc.stringMatching(/^[a-c]{1,2}$/), tie('command'), { minKeys: 1, maxKeys: 3 }),
    },
    { requiredKeys: ['description'] },
  ),
})).command

test.each([
  ['marks what it cuts', (answer: AtipTool) => answer],
  ['marks nothing', unmarked],
])('a tool that %s is whole again when every group was asked for, and not before', (_, print) => {
  const commands = fc.dictionary(fc.stringMatching(/^[a-c]{1,2}$/), command, { minKeys: 1 })
  fc.assert(
    fc.property(commands, (tree) => {
      const whole: AtipTool = { ...tool, commands: tree }
      let part = markPartial(print(filter(whole, { depth: 1 })), 'depth-limited')
      if (part.partial !== true) return void expect(json(part.commands)).toEqual(json(tree))
      for (const name of Object.keys(tree)) {
        const isLast = Object.keys(tree).every((other) => other === name || hasSubtree(part, [other]))
        if (hasSubtree(part, [name])) continue
        part = withSubtree(part, [name], print(filter(whole, { commands: [name] })))!
        expect(part.partial === undefined).toBe(isLast)
      }
      expect(json(part.commands)).toEqual(json(tree))
      expect(part.totalCommands ?? countInvocable(part)).toBe(countInvocable(whole))
      expect(completedIn(part)).toEqual([])
      expect(part).not.toHaveProperty('omitted')
    }),
  )
})
