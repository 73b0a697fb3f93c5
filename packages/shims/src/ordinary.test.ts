import { expect, it } from 'vitest'
import { compileShim } from './compile.js'
import { problemsOfOrdinary, readOrdinary, withOrdinary } from './ordinary.js'

const table = {
  'any options': ['cat head', 'tail'],
  calls: { 'git log': '--oneline  -n', 'git status': '', 'aws ec2 describe-*': '*' },
}

it('states the everyday calls of a tool by all of its names', () => {
  const tool = compileShim({ tool: 'x', about: 'X', source: 'x(1)', effects: 'reads', examples: {} })
  const stated = (...names: string[]) => withOrdinary(tool, names, readOrdinary(table))['x-atip']?.ordinary
  expect(stated('git')).toEqual({ 'git log': ['--oneline', '-n'], 'git status': [] })
  expect(stated('head', 'tail')).toEqual({ head: ['*'], tail: ['*'] })
  expect(stated('missing')).toEqual({})
})

it('refuses a call that is stated twice', () => {
  expect(() => readOrdinary({ 'any options': ['cat', 'cat'], calls: {} })).toThrow('"cat" is stated twice')
  expect(() => readOrdinary({ 'any options': ['cat'], calls: { cat: '-n' } })).toThrow('"cat" is stated twice')
})

it('marks programs that take any text, if their options are stated', () => {
  const tool = compileShim({ tool: 'x', about: 'X', source: 'x(1)', effects: 'reads', examples: {} })
  const calls = readOrdinary({ ...table, 'any text': ['head'] })
  expect(withOrdinary(tool, ['cat', 'head'], calls)['x-atip']?.ordinary).toEqual({ cat: ['*'], head: ['*', '…'] })
  expect(() => readOrdinary({ ...table, 'any text': ['less'] })).toThrow('"less" takes any text')
})

it('finds programs and commands that no shim describes', () => {
  const git = compileShim({
    tool: 'git',
    about: 'Versions of files',
    source: 'git(1)',
    commands: { log: 'reads' },
    examples: {},
  })
  const calls = readOrdinary({ 'any options': ['missing'], calls: { 'git log': '', 'git lgo': '' } })
  const problems = problemsOfOrdinary(calls, (program) => (program === 'git' ? git : undefined))
  expect(problems).toEqual(['there is no shim for "missing"', '"git lgo" is no command of the shim'])
})
