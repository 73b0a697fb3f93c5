import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalise } from '../normalise.js'
import type { Pattern } from '../types.js'
import { planPattern, type VariableValue } from './plan.js'
import { tokenise } from './tokenise.js'

test.each<[string, string[]]>([
  ['gh pr create --fill', ['gh', 'pr', 'create', '--fill']],
  ['  a\t b ', ['a', 'b']],
  ['', []],
  [`a 'b c' "d e"f`, ['a', 'b c', 'd ef']],
  [`a '' ""`, ['a', '', '']],
  [`a\\ b "\\"" '\\'`, ['a b', '"', '\\']],
  ['a#b {x}', ['a#b', '{x}']],
])('splits %j', (text, words) => {
  expect(tokenise(text)).toEqual({ ok: true, words })
})

test.each(['a | b', 'a; b', 'a && b', 'a > f', 'a $(b)', 'a `b`', 'a "$b"', '# a', 'a\nb', '(a)'])(
  'refuses %j, which only a shell understands',
  (text) => {
    expect(tokenise(text)).toMatchObject({ ok: false, reason: 'shell-syntax' })
  },
)

test.each([`a 'b`, 'a "b', 'a \\'])('refuses %j, which is not closed', (text) => {
  expect(tokenise(text)).toMatchObject({ ok: false, reason: 'unclosed-quote' })
})

test('splits as a POSIX shell does wherever it splits at all', () => {
  const piece = fc.constantFrom('a', 'b', ' ', '"', "'", '\\', '-', '=', '{x}', '#', '  ')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('')
      const tokens = tokenise(text)
      if (!tokens.ok || text.includes('\\\n')) return
      const shell = spawnSync('sh', ['-fc', `printf '%s\\0' : ${text}`], { encoding: 'utf8', env: {} })
      expect({ text, words: tokens.words }).toEqual({ text, words: shell.stdout.split('\0').slice(1, -1) })
    }),
    { numRuns: 60 },
  )
})

const gh = normalise({
  atip: '0.6',
  name: 'gh',
  version: '1',
  description: '',
  commands: {
    merge: { description: '', effects: { destructive: true }, arguments: [{ name: 'number', type: 'integer' }] },
    note: { description: '', effects: { destructive: false }, arguments: [{ name: 'text', type: 'string' }] },
  },
})

const pattern: Pattern = {
  name: 'merge',
  description: '',
  executable: true,
  steps: [{ command: 'gh merge {number}' }, { command: "gh note '{text}!'", description: 'Say so' }],
  variables: { number: { type: 'integer' }, text: { type: 'string' } },
}

const user = (value: VariableValue['value']): VariableValue => ({ value, from: 'user' })
const model = (value: VariableValue['value']): VariableValue => ({ value, from: 'model' })

test('values are put in after splitting: one value is one word, whatever is in it', () => {
  const plan = planPattern(pattern, { number: user(42), text: user(`a'; rm -rf / #`) }, [gh])
  expect(plan).toMatchObject({
    mayExecute: true,
    obstacles: [],
    steps: [
      { argv: ['gh', 'merge', '42'], description: undefined, effects: { destructive: true } },
      { argv: ['gh', 'note', `a'; rm -rf / #!`], description: 'Say so', effects: { destructive: false } },
    ],
  })
})

test.each<[string, Partial<Pattern>, Record<string, VariableValue>, string]>([
  ['it is advice', { executable: false }, {}, 'the pattern is advice'],
  ['a value is missing', {}, { text: user('x') }, '{number} has no value'],
  ['a value has the wrong type', {}, { number: user('four') }, '{number} is not of the type integer'],
  ['free text comes from a model', {}, { text: model('x') }, '{text} is free text that the user did not give'],
  ['a value would be an option', {}, { text: user('--force') }, 'would be read as an option'],
  ['a variable is not declared', { variables: {} }, {}, '{number} is used but not declared'],
  ['a program is not described', {}, {}, 'nothing is known of gh, so {text} could mean anything to it'],
  ['a step needs a shell', { steps: [{ command: 'gh list | head' }] }, {}, 'step 1: "|" at 8 needs a shell'],
])('an agent may not run a pattern when %s', (_, change, values, obstacle) => {
  const plan = planPattern({ ...pattern, ...change }, { number: model(1), text: user('x'), ...values })
  const missing = planPattern({ ...pattern, ...change }, values)
  expect([...plan.obstacles, ...missing.obstacles].join('\n')).toContain(obstacle)
  expect(missing.mayExecute && plan.mayExecute).toBe(false)
})

test('a model may fill in numbers and listed words', () => {
  const listed: Pattern = { ...pattern, variables: { number: { type: 'integer' }, text: { enum: ['yes', 'no'] } } }
  expect(planPattern(listed, { number: model(1), text: model('yes') }).mayExecute).toBe(true)
  expect(planPattern(listed, { number: model(1), text: model('maybe') }).mayExecute).toBe(false)
})

const wrapper = (name: string, value: object) =>
  normalise({
    atip: '0.6',
    name,
    version: '1',
    description: '',
    commands: {
      '': {
        description: '',
        effects: { destructive: false, network: false, filesystem: { write: false } },
        options: [
          { name: 'code', flags: ['-c'], type: 'string', 'x-atip': { value: { kind: 'command', form: 'shell' } } },
        ],
        arguments: [{ name: 'command', type: 'string', variadic: true, required: false, 'x-atip': { value } as never }],
        'x-atip': { syntax: { interspersed: false } },
      },
    },
  })

test('a step does what the command it wraps does', () => {
  const timeout = wrapper('timeout', { kind: 'command', form: 'argv' })
  const steps = (command: string) =>
    planPattern({ ...pattern, steps: [{ command }] }, {}, [timeout, gh]).steps[0]!.effects
  expect(steps('timeout gh merge 1').destructive).toBe(true)
  expect(steps('timeout timeout gh note x').destructive).toBe(false)
  expect(steps('timeout rm -rf build').destructive).toBeUndefined()
})

test('a value never becomes code or an option, wherever it lands', () => {
  const bash = wrapper('bash', { kind: 'path', access: ['execute'] })
  const kill = wrapper('kill', { kind: 'host' })
  const code: Pattern = { ...pattern, steps: [{ command: 'bash -c "echo {text}"' }] }
  expect(planPattern(code, { text: user('; rm -rf ~') }, [bash]).obstacles).toEqual([
    'step 1: {text} would become part of code that is run',
  ])
  const signal: Pattern = { ...pattern, steps: [{ command: 'kill {number}' }] }
  expect(planPattern(signal, { number: model(-1) }, [kill]).obstacles).toEqual([
    'step 1: "-1" would be read as an option',
  ])
  const signs = normalise({
    atip: '0.6',
    name: 'signs',
    version: '1',
    description: '',
    commands: {
      '': {
        description: '',
        options: [{ name: 'out', flags: ['/out'], type: 'string' }],
        arguments: [{ name: 'file', type: 'file', required: false }],
      },
    },
  })
  const timeout = wrapper('timeout', { kind: 'command', form: 'argv' })
  const planned = (command: string, text: string) =>
    planPattern({ ...pattern, steps: [{ command }] }, { text: user(text) }, [signs, timeout]).obstacles
  expect(planned('signs {text}', '/out=x')).toEqual(['step 1: "/out=x" would be read as an option'])
  expect(planned('timeout signs /{text}', 'out')).toEqual(['step 1: "/out" would be read as an option'])
  expect(planned('signs {text}', '/outer')).toEqual([])
  expect(planned('signs /out={text}', '/out')).toEqual([])
  const split: Pattern = { ...pattern, steps: [{ command: 'gh note {na"me"}' }] }
  expect(planPattern(split, {}, [gh]).mayExecute).toBe(false)
})
