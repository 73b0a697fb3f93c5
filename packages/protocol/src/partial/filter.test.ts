import fc from 'fast-check'
import { expect, test } from 'vitest'
import { document } from '../../testing/arbitraries.js'
import { declaredEffects } from '../effects/inherit.js'
import { normalise } from '../normalise.js'
import { findCommand, isInvocable, walkCommands } from '../tree.js'
import type { AtipTool } from '../types.js'
import { validate } from '../validate/validate.js'
import { countInvocable, destructivenessOf, filter } from './filter.js'
import { canExecuteOmitted } from './omitted.js'

const kubectl = normalise({
  atip: { version: '0.6' },
  name: 'kubectl',
  version: '1.30',
  description: 'Kubernetes',
  effects: { network: true },
  'x-acme': { kept: true },
  commands: {
    get: { description: 'Show', effects: { destructive: false } },
    delete: { description: 'Delete', effects: { destructive: true } },
    config: {
      description: 'Settings',
      commands: {
        view: { description: 'Show', effects: { destructive: false } },
        contexts: {
          description: 'Contexts',
          commands: { use: { description: 'Switch', effects: { destructive: false } } },
        },
      },
    },
  },
})

test('commands asked for by name are kept whole, the rest is counted and spoken of', () => {
  const part = filter(kubectl, { commands: ['config'] })
  expect(Object.keys(part.commands!)).toEqual(['config'])
  expect(part).toMatchObject({
    partial: true,
    filter: { commands: ['config'], depth: null },
    totalCommands: 4,
    includedCommands: 2,
    omitted: { reason: 'filtered', safetyAssumption: 'known-unsafe' },
    effects: { network: true },
    'x-acme': { kept: true },
  })
})

test('a path with slashes keeps the way to one command', () => {
  const part = filter(kubectl, { commands: ['config/contexts/use', 'get'] })
  expect(findCommand(part, ['config', 'contexts', 'use'])).toBeDefined()
  expect(findCommand(part, ['config', 'view'])).toBeUndefined()
  expect(part.includedCommands).toBe(2)
})

test('depth 1 keeps the top level and marks what it cut', () => {
  const part = filter(kubectl, { depth: 1 })
  expect(part.commands!.config).toEqual({ description: 'Settings', _truncated: true })
  expect(part).toMatchObject({
    totalCommands: 4,
    includedCommands: 2,
    omitted: { reason: 'depth-limited', safetyAssumption: 'known-safe' },
  })
})

test('a path asked for by name is kept even where the depth would cut it', () => {
  const part = filter(kubectl, { commands: ['config/contexts'], depth: 1 })
  expect(part.commands!.config!.commands!.contexts).toEqual({ description: 'Contexts', _truncated: true })
})

test('names that do not exist are reported, also those of object methods', () => {
  expect(filter(kubectl, { commands: ['pods', 'toString', 'get'] })._unknownCommands).toEqual(['pods', 'toString'])
})

test('without a filter, or with one that leaves nothing out, the document is not partial', () => {
  expect(filter(kubectl, {})).toBe(kubectl)
  expect(filter(kubectl, { depth: 9 }).partial).toBeUndefined()
})

test('filtering what is already partial never makes it look safer or smaller', () => {
  const once = filter(kubectl, { commands: ['get', 'config'] })
  const twice = filter(once, { commands: ['get'] })
  expect(twice).toMatchObject({ totalCommands: 4, includedCommands: 1, omitted: { safetyAssumption: 'known-unsafe' } })
})

const filtered = document.chain((value) => {
  const tool = normalise(value)
  const paths = [...walkCommands(tool)].map(({ path }) => path.join('/')).filter((path) => path !== '')
  const commands = fc.option(fc.uniqueArray(fc.constantFrom(...paths, 'nothing'), { maxLength: 3 }), { nil: undefined })
  const depth = fc.option(fc.nat(3), { nil: undefined })
  return fc.record({ commands, depth }).map((options) => ({ tool, options, part: filter(tool, options) }))
})

test('no safety fact is dropped', () => {
  fc.assert(
    fc.property(filtered, ({ tool, part }) => {
      for (const { path } of walkCommands(part)) {
        expect(declaredEffects(part, path)).toEqual(declaredEffects(tool, path))
      }
      for (const node of walkCommands(tool)) {
        if (!isInvocable(node.command)) continue
        const verdict = canExecuteOmitted(part, node.path)
        if (verdict.decision === 'allow') expect(destructivenessOf(node)).toBe(false)
      }
    }),
    { numRuns: 500 },
  )
})

test('what is left is a valid document whose counts are right', () => {
  fc.assert(
    fc.property(filtered, ({ tool, part }) => {
      expect(validate(JSON.stringify(part)).problems.filter(({ severity }) => severity === 'error')).toEqual([])
      if (part === tool) return
      expect(part.totalCommands).toBe(countInvocable(tool))
      expect(part.includedCommands).toBe(countInvocable(part))
      expect(part.partial === true).toBe(part.omitted !== undefined)
    }),
  )
})

const omitting = (safetyAssumption: string, destructive?: boolean) =>
  ({
    ...kubectl,
    commands: { get: { description: '', effects: { destructive } } },
    partial: true,
    omitted: { reason: 'filtered', safetyAssumption },
  }) as AtipTool

test.each([
  ['unknown', false, 'ask'],
  ['known-unsafe', false, 'ask'],
  ['known-safe', undefined, 'allow'],
  ['same-as-included', false, 'allow'],
  ['same-as-included', true, 'ask'],
  ['same-as-included', undefined, 'ask'],
  ['something-newer', false, 'ask'],
])(
  'an omitted command under the assumption %s, with an included one whose destructive is %s: %s',
  (assumption, destructive, decision) => {
    expect(canExecuteOmitted(omitting(assumption, destructive), ['drain']).decision).toBe(decision)
  },
)

test('a command that is there is judged by itself, one that never existed needs confirmation', () => {
  expect(canExecuteOmitted(kubectl, ['get'])).toEqual({ decision: 'included' })
  expect(canExecuteOmitted(kubectl, ['frobnicate']).decision).toBe('ask')
  expect(canExecuteOmitted({ ...kubectl, partial: true }, ['frobnicate']).decision).toBe('ask')
})
