import { expect, test } from 'vitest'
import { isLeftToUs, questionIn } from './questions.js'

const NOTHING = { commands: [], flags: [], takesArguments: false }

test.each([
  ['--agent', '--agent'],
  ['--agent --depth 1', '--agent'],
  ['--serve-mcp stdio', '--serve-mcp'],
  ['--serve-mcp=http --port 0', '--serve-mcp'],
  ['prime --agent-id a', 'prime'],
  ['skill', 'skill'],
  ['contract --check', 'contract'],
  ['completion bash', 'completion'],
  ['__complete bash -- x', '__complete'],
])('%s asks for us by %s', (line, word) => {
  const question = questionIn(line.split(' '))!
  expect(question).toEqual({ word, words: line.split(' ') })
  expect(isLeftToUs(question, NOTHING)).toBe(true)
})

test.each(['', 'build', 'build --agent', '--agents', 'primes', '--help', '-- prime'])(
  '"%s" is the program’s own line',
  (line) => {
    expect(questionIn(line.split(' '))).toBeUndefined()
  },
)

test('a word that the program uses itself is its own', () => {
  const own = { ...NOTHING, commands: ['prime', 'build'], flags: ['-a', '--agent'] }
  expect(isLeftToUs(questionIn(['prime'])!, own)).toBe(false)
  expect(isLeftToUs(questionIn(['--agent'])!, own)).toBe(false)
  expect(isLeftToUs(questionIn(['skill'])!, own)).toBe(true)
})

test.each([
  ['prime', false],
  ['prime --agent-id a --session-id b', true],
  ['skill', false],
  ['contract', false],
  ['completion', false],
  ['completion bash', true],
  ['completion notes.txt', false],
  ['__complete bash', true],
  ['--agent', true],
  ['--agent skill -', true],
  ['--agent contract --check', true],
])('to a program that takes any word as an argument, "%s" is a question: %s', (line, isOurs) => {
  expect(isLeftToUs(questionIn(line.split(' '))!, { ...NOTHING, takesArguments: true })).toBe(isOurs)
})

test('what follows --agent is asked as our own tools are asked it', () => {
  expect(questionIn(['--agent', 'skill', '-'])).toEqual({ word: '--agent', words: ['skill', '-'] })
})
