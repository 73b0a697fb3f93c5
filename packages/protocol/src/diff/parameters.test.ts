import { expect, test } from 'vitest'
import { diff } from './diff.js'
import { brief, tool, toolWith } from '../../testing/diff-sample.js'

const option = (parts: object) => toolWith({ options: [{ name: 'x', flags: ['-x'], type: 'string', ...parts }] })

test.each([
  ['type', { type: 'integer' }, { type: 'number' }, 'compatible'],
  ['type', { type: 'number' }, { type: 'integer' }, 'breaking'],
  ['type', { type: 'file' }, { type: 'string' }, 'compatible'],
  ['type', { type: 'string' }, { type: 'file' }, 'breaking'],
  ['type', { type: 'string' }, { type: 'boolean' }, 'breaking'],
  ['type', { type: 'boolean' }, { type: 'string' }, 'breaking'],
  ['enum', { enum: ['a'] }, { enum: ['a', 'b'] }, 'compatible'],
  ['enum', { enum: ['a', 'b'] }, { enum: ['a'] }, 'breaking'],
  ['enum', { enum: ['a', 'b'] }, { enum: ['a', 'c'] }, 'breaking'],
  ['enum', { enum: ['a'] }, {}, 'compatible'],
  ['enum', {}, { enum: ['a'] }, 'breaking'],
  ['items', { type: 'array', items: { type: 'integer' } }, { type: 'array', items: { type: 'number' } }, 'compatible'],
  ['items', { type: 'array', items: { type: 'file' } }, { type: 'array' }, 'compatible'],
  ['items', { type: 'array' }, { type: 'array', items: { type: 'integer' } }, 'breaking'],
  ['items', { type: 'array' }, { type: 'array', items: { enum: ['a'] } }, 'breaking'],
  ['required', { required: false }, { required: true }, 'breaking'],
  ['required', { required: true }, {}, 'compatible'],
  ['variadic', { variadic: true }, {}, 'breaking'],
  ['variadic', { variadic: false }, { variadic: true }, 'compatible'],
  ['default', { default: 'a' }, { default: 'b' }, 'breaking'],
  ['default', {}, { default: 'b' }, 'compatible'],
  ['default', { default: 'a' }, {}, 'compatible'],
  ['flags', {}, { flags: ['-x', '--xx'] }, 'compatible'],
  ['flags', { flags: ['-x', '--xx'] }, { flags: ['--xx'] }, 'breaking'],
  ['envVar', {}, { envVar: 'X' }, 'compatible'],
  ['envVar', { envVar: 'X' }, { envVar: 'Y' }, 'breaking'],
  ['envVar', { envVar: 'X' }, {}, 'breaking'],
  ['description', {}, { description: 'An X' }, 'compatible'],
  ['name', {}, { name: 'y' }, 'breaking'],
  ['x-atip.arity', {}, { 'x-atip': { arity: 2 } }, 'breaking'],
  ['x-atip.optionalValue', { 'x-atip': { optionalValue: true } }, {}, 'breaking'],
])('%s of an option from %j to %j is %s', (field, before, after, kind) => {
  const changes = diff(option(before), option(after))
  expect(changes).toHaveLength(1)
  expect(changes[0]).toMatchObject({ kind, path: ['act'], subject: { type: 'option', name: 'x' }, field })
})

test.each([
  ['flags in another order', { flags: ['-x', '--xx'] }, { flags: ['--xx', '-x'] }],
  ['an enum in another order', { enum: ['a', 'b'] }, { enum: ['b', 'a'] }],
  ['"variadic": false written out', {}, { variadic: false }],
  ['"required": false written out', {}, { required: false }],
  ['a default of null', {}, { default: null }],
  ['items of the preset type', { type: 'array' }, { type: 'array', items: { type: 'string' } }],
])('%s is no change', (_, before, after) => {
  expect(diff(option(before), option(after))).toEqual([])
})

test('a message names the parameter, the command and both values', () => {
  const [change] = diff(option({ default: 'a' }), option({ default: 'b' }))
  expect(change!.message).toBe('option "x" of "demo act": default was "a" and is now "b"')
})

test('a message says when a switch starts to take a value', () => {
  const [change] = diff(option({ type: 'boolean' }), option({ type: 'string' }))
  expect(change!.message).toContain('it took no value and now needs one')
})

const flag = (name: string, parts: object = {}) => ({ name, flags: [`--${name}`], type: 'boolean', ...parts })
const withOptions = (...options: object[]) => toolWith({ options })

test.each([
  ['an option that is gone', [flag('a'), flag('b')], [flag('b')], ['breaking act option a']],
  [
    'two options that became one',
    [flag('a'), flag('b')],
    [flag('c', { flags: ['--a', '--b'] })],
    ['breaking act option a name', 'breaking act option b', 'compatible act option a flags'],
  ],
  ['a new option', [], [flag('a')], ['compatible act option a']],
  ['a new required option', [], [flag('a', { required: true })], ['breaking act option a']],
  [
    'a renamed option that kept a flag',
    [flag('a')],
    [flag('b', { flags: ['-b', '--a'] })],
    ['breaking act option a name', 'compatible act option a flags'],
  ],
])('%s', (_, before, after, expected) => {
  expect(brief(withOptions(...before), withOptions(...after))).toEqual(expected)
})

test('an option that becomes global is still accepted; one that stops being global is not everywhere', () => {
  const own = tool({ commands: { act: { description: 'Acts', options: [flag('a')] } } })
  const global = tool({ globalOptions: [flag('a')], commands: { act: { description: 'Acts', options: [] } } })
  expect(brief(own, global)).toEqual(['compatible . globalOption a', 'compatible act option a global'])
  expect(brief(global, own)).toEqual(['breaking . globalOption a', 'compatible act option a global'])
})

const operand = (name: string, parts: object = {}) => ({ name, type: 'string', ...parts })
const withArguments = (...list: object[]) => toolWith({ arguments: list })
const optional = { required: false }

test.each([
  ['an argument that is gone', [operand('a'), operand('b')], [operand('a')], ['breaking act argument b']],
  ['a new argument, which is required', [], [operand('a')], ['breaking act argument a']],
  [
    'a new optional argument at the end',
    [operand('a')],
    [operand('a'), operand('b', optional)],
    ['compatible act argument b'],
  ],
  [
    'a new optional argument before others',
    [operand('a')],
    [operand('b', optional), operand('a')],
    ['breaking act argument b'],
  ],
  [
    'arguments that change places',
    [operand('a'), operand('b')],
    [operand('b'), operand('a')],
    ['breaking act argument order'],
  ],
  [
    'an argument with another name',
    [operand('a'), operand('b')],
    [operand('c'), operand('b')],
    ['breaking act argument a name'],
  ],
  ['the first argument gone', [operand('a'), operand('b')], [operand('b')], ['breaking act argument a']],
  [
    'keyword operands that change places',
    [operand('a', { 'x-atip': { keyword: 'if' } }), operand('b', { 'x-atip': { keyword: 'of' } })],
    [operand('b', { 'x-atip': { keyword: 'of' } }), operand('a', { 'x-atip': { keyword: 'if' } })],
    [],
  ],
])('%s', (_, before, after, expected) => {
  expect(brief(withArguments(...before), withArguments(...after))).toEqual(expected)
})
