import { expect, test } from 'vitest'
import { acting, argument, option } from '../../testing/samples.js'
import { compileTools, toOpenAI, type CommandEntry, type Provider } from '../index.js'

function entryOf(tool: ReturnType<typeof acting>, provider: Provider = 'openai'): CommandEntry {
  return compileTools([tool], provider).index.get('demo_act') as CommandEntry
}

test('an option of an argument’s name is told apart, and the index knows both', () => {
  const tool = acting({ arguments: [argument('file')], options: [option('file'), option('file_option')] })
  const { properties } = entryOf(tool)
  expect(properties.file).toEqual({ kind: 'argument', name: 'file' })
  expect(properties.file_option).toEqual({ kind: 'option', name: 'file' })
  const [, , third] = Object.keys(properties)
  expect(third).toMatch(/^file_option_[0-9a-f]{6}$/)
  expect(properties[third!]).toEqual({ kind: 'option', name: 'file_option' })
})

test('names that a provider refuses are changed, and lead back', () => {
  const tool = acting({ options: [option('dry-run'), option('filter[id]'), option('a.b'), option('9'), option('ünï')] })
  expect(Object.keys(entryOf(tool, 'openai').properties)).toEqual(['9', 'dry-run', 'filter_id_', 'a_b', '_n_'])
  expect(Object.keys(entryOf(tool, 'anthropic').properties)).toEqual(['9', 'dry-run', 'filter_id_', 'a.b', '_n_'])
  expect(Object.keys(entryOf(tool, 'gemini').properties)).toEqual(['dry_run', 'filter_id_', 'a_b', '_9', '_n_'])
  expect(entryOf(tool, 'gemini').properties.dry_run).toEqual({ kind: 'option', name: 'dry-run' })
})

test('names that are the same once they fit are told apart', () => {
  const { properties } = entryOf(acting({ options: [option('a b'), option('a?b'), option('a_b')] }))
  expect(Object.values(properties).map(({ name }) => name)).toEqual(['a b', 'a?b', 'a_b'])
  expect(Object.keys(properties)).toHaveLength(3)
})

test('a name of 65 characters is cut and gets a hash', () => {
  const [name] = Object.keys(entryOf(acting({ options: [option('x'.repeat(65))] })).properties)
  expect(name).toMatch(/^x{57}_[0-9a-f]{6}$/)
})

test.each(['constructor', 'toString', 'hasOwnProperty', 'prototype'])('a parameter may be called %s', (name) => {
  const tool = acting({ arguments: [argument(name)], options: [option(name)] })
  const entry = entryOf(tool)
  expect(Object.entries(entry.properties)).toEqual([
    [name, { kind: 'argument', name }],
    [`${name}_option`, { kind: 'option', name }],
  ])
  const { parameters } = toOpenAI(tool)[0]!.function
  expect(Object.keys(parameters.properties)).toEqual([name, `${name}_option`])
  const { properties } = JSON.parse(JSON.stringify(parameters)) as { properties: object }
  expect(Object.keys(properties)).toEqual([name, `${name}_option`])
})

test('a parameter may be called __proto__, which is not said because readers in JavaScript lose it', () => {
  const { properties } = entryOf(acting({ arguments: [argument('__proto__')], options: [option('__proto__')] }))
  expect(Object.entries(properties)).toEqual([
    ['proto__', { kind: 'argument', name: '__proto__' }],
    ['__proto___option', { kind: 'option', name: '__proto__' }],
  ])
})

test('no property is found that is not there', () => {
  const { properties } = entryOf(acting({}))
  expect(properties.constructor).toBeUndefined()
  expect(toOpenAI(acting({}))[0]!.function.parameters.properties.toString).toBeUndefined()
})

const GLOBALS = [
  option('help', { type: 'boolean', flags: ['-h', '--help'] }),
  option('show-version', { type: 'boolean', flags: ['--version'] }),
  option('agent', { type: 'boolean' }),
  option('config', { type: 'file' }),
  option('version', { flags: ['--api-version'], description: 'Of the API' }),
]

test('global options are part of every tool, except those that only tell of the tool', () => {
  expect(Object.keys(entryOf(acting({}, { globalOptions: GLOBALS })).properties)).toEqual(['config', 'version'])
})

test('an option of the command hides the global one of its name', () => {
  const tool = acting({ options: [option('config', { type: 'integer' })] }, { globalOptions: GLOBALS })
  const { properties } = toOpenAI(tool)[0]!.function.parameters
  expect(properties.config!.type).toBe('integer')
  expect(Object.keys(properties)).toEqual(['config', 'version'])
})

test('a global option that meets a name of the command only when it is made to fit stays reachable', () => {
  const tool = acting({ options: [option('dry_run')] }, { globalOptions: [option('dry-run')] })
  const { properties } = entryOf(tool, 'gemini')
  expect(Object.values(properties).map(({ name }) => name)).toEqual(['dry_run', 'dry-run'])
})

test('an option of a command about help stays: nothing of a command is lost', () => {
  expect(Object.keys(entryOf(acting({ options: [GLOBALS[0]!] })).properties)).toEqual(['help'])
})
