import { expect, test } from 'vitest'
import { diff } from './diff.js'
import { brief, tool } from '../../testing/diff-sample.js'

const leaf = { description: 'Leaf' }
const group = (commands: object, parts: object = {}) => ({ description: 'Group', commands, ...parts })
const commands = (list: object, parts: object = {}) => tool({ commands: list, ...parts })

test.each([
  ['a command is gone', { a: leaf, b: leaf }, { a: leaf }, ['breaking b command b']],
  ['a command is new', { a: leaf }, { a: leaf, b: leaf }, ['compatible b command b']],
  [
    'a group with all in it is one row',
    { a: leaf, g: group({ x: leaf, y: leaf }) },
    { a: leaf },
    ['breaking g command g'],
  ],
  [
    'a command below a group is gone',
    { g: group({ x: leaf, y: leaf }) },
    { g: group({ x: leaf }) },
    ['breaking g/y command y'],
  ],
  [
    'names of Object.prototype are names',
    { a: leaf },
    { a: leaf, constructor: leaf },
    ['compatible constructor command constructor'],
  ],
  ['a description changes', { a: leaf }, { a: { description: 'New' } }, ['compatible a command a description']],
  ['examples change', { a: leaf }, { a: { ...leaf, examples: ['demo a'] } }, ['compatible a command a examples']],
  [
    'a group can be run itself',
    { g: group({ x: leaf }) },
    { g: group({ x: leaf }, { arguments: [] }) },
    ['compatible g command g invocable'],
  ],
  [
    'a group can no longer be run',
    { g: group({ x: leaf }, { options: [] }) },
    { g: group({ x: leaf }) },
    ['breaking g command g invocable'],
  ],
  ['the tool itself can be run', { a: leaf }, { a: leaf, '': leaf }, ['compatible . command']],
])('%s', (_, before, after, expected) => {
  expect(brief(commands(before), commands(after))).toEqual(expected)
})

test('a group that goes says how many commands go with it', () => {
  const before = commands({ a: leaf, g: group({ x: leaf, h: group({ y: leaf }) }) })
  expect(diff(before, commands({ a: leaf }))[0]!.message).toBe('"demo g" is gone, with 2 commands below it')
})

test('a command called __proto__ is compared like any other', () => {
  const parse = (text: string) => commands(JSON.parse(text) as object)
  const before = parse('{"__proto__":{"description":"A"}}')
  expect(brief(before, parse('{"__proto__":{"description":"B"}}'))).toEqual([
    'compatible __proto__ command __proto__ description',
  ])
  expect(brief(before, parse('{"a":{"description":"A"}}'))).toEqual([
    'breaking __proto__ command __proto__',
    'compatible a command a',
  ])
})

test('what a partial document leaves out is not gone, and what it did not show is not new', () => {
  const whole = commands({ a: leaf, b: leaf })
  const part = commands({ a: leaf }, { partial: true })
  expect(brief(whole, part)).toEqual(['compatible . tool demo partial'])
  expect(brief(part, whole)).toEqual(['compatible . tool demo partial'])
})

test('a group that was cut off by depth lost nothing', () => {
  const whole = commands({ g: group({ x: leaf }) })
  const cut = commands({ g: group({}, { _truncated: true }) })
  expect(diff(whole, cut)).toEqual([])
  expect(diff(cut, whole)).toEqual([])
})

test('a tool without commands and one that lists itself are the same command', () => {
  const before = tool({ effects: { destructive: false } })
  const after = commands(
    { '': { description: 'Itself', effects: { destructive: true } } },
    { effects: { destructive: false } },
  )
  expect(brief(before, after)).toEqual(['danger . effects destructive'])
})

test('danger first, then breaking, effect and compatible changes, each by command', () => {
  const before = commands({
    b: { ...leaf, effects: { network: false, destructive: true } },
    a: { ...leaf, effects: { network: false } },
    c: leaf,
  })
  const after = commands({
    b: { description: 'New', effects: { network: true, destructive: false } },
    a: { ...leaf, effects: { network: true } },
    d: leaf,
  })
  expect(brief(before, after)).toEqual([
    'danger a effects network',
    'danger b effects network',
    'breaking c command c',
    'effect b effects destructive',
    'compatible b command b description',
    'compatible d command d',
  ])
})

const safe = { effects: { destructive: false } }
const destroys = { effects: { destructive: true } }
const called = (aliases: string[], parts: object = safe) => ({ ...leaf, ...parts, 'x-atip': { aliases } })

test.each([
  [
    'a new command takes over an alias and destroys',
    { ls: called(['show']) },
    { ls: called(['show']), show: { ...leaf, ...destroys } },
    ['danger show command show meaning', 'compatible show command show'],
  ],
  [
    'a new command of unknown effects takes over an alias',
    { ls: called(['show']) },
    { ls: called([]), show: leaf },
    ['danger show command show meaning', 'breaking ls command ls x-atip.aliases', 'compatible show command show'],
  ],
  [
    'a new command takes over an alias and does the same',
    { ls: called(['show']) },
    { ls: called(['show']), show: { ...leaf, ...safe } },
    ['breaking show command show meaning', 'compatible show command show'],
  ],
  [
    'an alias goes to a command that a rule makes destructive',
    { ls: called(['l']), log: { ...leaf, ...safe, 'x-atip': { cases: [destroys] } } },
    { ls: called([]), log: { ...leaf, ...safe, 'x-atip': { cases: [destroys], aliases: ['l'] } } },
    [
      'danger l command l meaning',
      'breaking ls command ls x-atip.aliases',
      'compatible log command log x-atip.aliases',
    ],
  ],
  [
    'a command is renamed and keeps its old name as an alias',
    { ls: { ...leaf, ...safe } },
    { list: called(['ls']) },
    ['breaking ls command ls', 'compatible list command list'],
  ],
  [
    'a safe group gives its name to one with a command that destroys',
    { pr: group({ rm: { ...leaf, ...safe } }) },
    { pull: group({ rm: { ...leaf, ...destroys } }, { 'x-atip': { aliases: ['pr'] } }) },
    ['danger pr command pr meaning', 'breaking pr command pr', 'compatible pull command pull'],
  ],
])('%s', (_, before, after, expected) => {
  expect(brief(commands(before), commands(after))).toEqual(expected)
})

test('a name that means something else says what it meant', () => {
  const changes = diff(commands({ ls: called(['show']) }), commands({ ls: called([]), show: leaf }))
  expect(changes[0]).toMatchObject({ before: 'ls', after: 'show' })
  expect(changes[0]!.message).toBe('"demo show" meant "demo ls" and now means "demo show"')
})

test('many aliases that go from one large group to another are dangers, not a long wait', () => {
  const names = Array.from({ length: 5000 }, (_, index) => `c${index}`)
  const large = Object.fromEntries(names.map((name) => [name, leaf]))
  const before = commands({ g: group(large, { 'x-atip': { aliases: names } }) })
  const after = commands({ g: group(large), ...Object.fromEntries(names.map((name) => [name, group({ x: leaf })])) })
  const start = process.cpuUsage()
  const taken = diff(before, after).filter(({ field }) => field === 'meaning')
  expect(taken).toHaveLength(5000)
  expect(taken.at(-1)!.kind).toBe('breaking')
  expect(taken[0]!.kind).toBe('danger')
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1000).toBeLessThan(5000)
})

test('ten thousand commands are compared, each with its own', () => {
  const many = (network: boolean) =>
    commands(
      Object.fromEntries(
        Array.from({ length: 10_000 }, (_, index) => [
          `c${index}`,
          {
            description: `Number ${index} ${String(network)}`,
            effects: { network: index % 2 === 0 && network },
            options: [{ name: 'x', flags: ['-x'], type: 'string', default: index }],
          },
        ]),
      ),
    )
  const before = many(false)
  const after = many(true)
  expect(diff(before, after)).toHaveLength(15_000)
})
