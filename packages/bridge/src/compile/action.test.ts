import type { AtipTool, Command } from '@atip/protocol'
import { expect, test } from 'vitest'
import { argument, option, toolOf } from '../../testing/samples.js'
import { compileTools, toMcp, toOpenAI, type ActionEntry } from '../index.js'

const pr: Record<string, Command> = {
  create: {
    description: 'Create a pull request',
    options: [option('title', { description: 'PR title' }), option('web', { type: 'boolean' })],
    effects: { idempotent: false },
  },
  merge: {
    description: 'Merge a pull request',
    arguments: [argument('number', { type: 'integer', description: 'Which one' })],
    options: [option('web', { type: 'boolean' })],
    effects: { idempotent: false, reversible: false },
  },
  list: {
    description: 'List pull requests',
    options: [option('title', { type: 'boolean', description: 'Show titles' }), option('web', { type: 'boolean' })],
  },
}
const gh = toolOf({ pr: { description: 'Manage pull requests', commands: pr } }, { name: 'gh' })

const compile = (tool: AtipTool, strict = false) => toOpenAI(tool, { strategy: 'action', strict })

test('the commands of a group become one tool with a property that names the command', () => {
  const [tool, ...others] = compile(gh)
  expect(others).toEqual([])
  expect(tool!.function).toMatchObject({
    name: 'gh_pr',
    parameters: { required: ['action'], properties: { action: { type: 'string', enum: ['create', 'merge', 'list'] } } },
  })
})

test('flags say what only some commands do, and the property says which they are', () => {
  const [tool] = compile(gh)
  expect(tool!.function.description).toBe(
    'Manage pull requests [⚠️ NOT REVERSIBLE (some actions) | ⚠️ NOT IDEMPOTENT (some actions)]',
  )
  expect(tool!.function.parameters.properties.action!.description).toBe(
    [
      'What to do.',
      'create: Create a pull request [⚠️ NOT IDEMPOTENT]',
      'merge: Merge a pull request [⚠️ NOT REVERSIBLE | ⚠️ NOT IDEMPOTENT]',
      'list: List pull requests',
    ].join('\n'),
  )
})

test('flags of a group stay few, however many conditions its commands have', () => {
  const command = (name: string) => ({
    description: 'x',
    'x-atip': { cases: [{ when: { with: [name] }, effects: { destructive: true } }] },
  })
  const commands = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`c${index}`, command(`o${index}`)]))
  expect(compile(toolOf(commands))[0]!.function.description).toBe('A tool [⚠️ DESTRUCTIVE (some actions)]')
})

test('properties of one kind are shared, others get the command in front, and each says for which it is', () => {
  const { properties } = compile(gh)[0]!.function.parameters
  expect(properties).toMatchObject({
    title: { type: 'string', description: 'PR title (for create)' },
    web: { type: 'boolean', description: 'An option' },
    number: { type: 'integer', description: 'Which one (for merge (required))' },
    list_title: { type: 'boolean', description: 'Show titles (for list)' },
  })
})

test('commands that mean different things by one property each say their own', () => {
  const command = (text: string) => ({ description: 'x', options: [option('name', { description: text })] })
  const { properties } = compile(toolOf({ a: command('Of a file'), b: command('Of a user') }))[0]!.function.parameters
  expect(properties.name!.description).toBe('a: Of a file; b: Of a user')
})

test('the index leads from an action to its command and its own properties', () => {
  const { index } = compileTools([gh], 'openai', { strategy: 'action' })
  const entry = index.get('gh_pr') as ActionEntry
  expect(entry.discriminator).toBe('action')
  expect(entry.actions.list).toEqual({
    kind: 'command',
    tool: gh,
    path: ['pr', 'list'],
    properties: { list_title: { kind: 'option', name: 'title' }, web: { kind: 'option', name: 'web' } },
  })
})

test('in strict mode everything is nullable but the action', () => {
  const { parameters } = compile(gh, true)[0]!.function
  expect(parameters.required).toEqual(Object.keys(parameters.properties))
  expect(parameters.properties).toMatchObject({ action: { type: 'string' }, number: { type: ['integer', 'null'] } })
})

test('what all commands want is required', () => {
  const command = { description: 'x', arguments: [argument('file', { variadic: true })] }
  const { parameters } = compile(toolOf({ a: command, b: command }))[0]!.function
  expect(parameters.required).toEqual(['action', 'file'])
  expect(parameters.properties.file).toEqual({
    type: 'array',
    items: { type: 'string' },
    minItems: 1,
    description: 'An argument',
  })
})

test('a group with one command needs no action', () => {
  const tool = toolOf({ pr: { description: 'x', commands: { list: { description: 'List' } } } })
  expect(compile(tool).map((compiled) => compiled.function.name)).toEqual(['demo_pr_list'])
})

test('the tool itself is an action among its commands, and an own "action" is left in peace', () => {
  const tool = toolOf({
    '': { description: 'Itself', options: [option('action')] },
    demo: { description: 'A namesake' },
    constructor: { description: 'x' },
  })
  const { index } = compileTools([tool], 'openai', { strategy: 'action' })
  const entry = index.get('demo') as ActionEntry
  expect(entry.discriminator).toBe('action_')
  expect(Object.entries(entry.actions).map(([key, { path }]) => [key, path])).toEqual([
    ['demo', []],
    ['demo_', ['demo']],
    ['constructor', ['constructor']],
  ])
})

test('only if all commands are read-only is their tool', () => {
  const effects = { network: false, filesystem: { write: false, delete: false }, destructive: false }
  const safe = toolOf({ a: { description: 'x', effects }, b: { description: 'x', effects } })
  const mixed = toolOf({ a: { description: 'x', effects }, b: { description: 'x' } })
  expect(compile(safe)[0]!.function.description).toBe('A tool [🔒 READ-ONLY]')
  expect(compile(mixed)[0]!.function.description).toBe('A tool')
  expect(toMcp(safe, { strategy: 'action' })[0]!.annotations.readOnlyHint).toBe(true)
  expect(toMcp(mixed, { strategy: 'action' })[0]!.annotations).toEqual({})
})
