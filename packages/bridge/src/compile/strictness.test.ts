import { expect, test } from 'vitest'
import { requestProblemsOf } from '../../testing/rules/index.js'
import { option, toolOf } from '../../testing/samples.js'
import { compileTools } from '../index.js'

/** One command for each number, with that many optional options. */
function toolWith(counts: number[]) {
  const commandOf = (count: number) => ({
    description: 'x',
    options: Array.from({ length: count }, (_, index) => option(`o${index}`)),
  })
  return toolOf(Object.fromEntries(counts.map((count, index) => [`c${index}`, commandOf(count)])))
}

const strictOnes = (counts: number[]) =>
  compileTools([toolWith(counts)], 'anthropic', { strict: 'auto' })
    .tools.filter(({ strict }) => strict)
    .map(({ name }) => name)

test('as many tools are strict as Anthropic takes, those with the fewest optional properties first', () => {
  expect(strictOnes([10, 3, 12, 0])).toEqual(['demo_c1', 'demo_c3', 'demo_c0'].sort((a, b) => a.localeCompare(b)))
  expect(strictOnes([24])).toEqual(['demo_c0'])
  expect(strictOnes([25])).toEqual([])
  expect(strictOnes(Array.from({ length: 30 }, () => 0))).toHaveLength(20)
})

test('which are not strict is noted, and the others are the same every time', () => {
  const compile = () => compileTools([toolWith([20, 10])], 'anthropic', { strict: 'auto' })
  const { tools, notes } = compile()
  expect(tools.map(({ strict }) => strict)).toEqual([undefined, true])
  expect(notes).toEqual([
    {
      code: 'not-strict',
      name: 'demo_c0',
      message: 'demo_c0 is not strict: too much together with the others of one request',
    },
  ])
  expect(compile().tools).toEqual(tools)
  expect(requestProblemsOf('anthropic', tools)).toEqual([])
})

test('with true all are strict, and what may be refused is noted', () => {
  const { tools, notes } = compileTools([toolWith([20, 10])], 'anthropic', { strict: true })
  expect(tools.map(({ strict }) => strict)).toEqual([true, true])
  expect(notes.map(({ code, name }) => [code, name])).toEqual([['over-limit', 'demo_c0']])
})

test('a tool beyond the limits of OpenAI is not strict by itself', () => {
  const choices = (count: number) => Array.from({ length: count }, (_, index) => `value-${index}`)
  const tool = toolOf({
    many: { description: 'x', options: [option('o', { type: 'enum', enum: choices(1000) })] },
    few: { description: 'x', options: [option('o', { type: 'enum', enum: choices(250) })] },
    wide: { description: 'x', options: choices(5001).map((name) => option(name)) },
    long: {
      description: 'x',
      options: [option('o', { type: 'enum', enum: choices(260).map((c) => c.padEnd(60, 'x')) })],
    },
  })
  const { tools, notes } = compileTools([tool], 'openai', { strict: 'auto' })
  expect(tools.map((compiled) => compiled.function.strict)).toEqual([false, true, false, false])
  expect(notes.map(({ message }) => message)).toEqual([
    'demo_many is not strict: 1001 values of enums, 1000 are allowed',
    'demo_wide is not strict: 5001 properties, 5000 are allowed',
    'demo_long is not strict: 15600 characters in one enum, 15000 are allowed',
  ])
})
