import { expect, test } from 'vitest'
import { diff } from './diff.js'
import { brief, tool, toolWith } from '../../testing/diff-sample.js'

const withRule = (extension: object | undefined, effects: object = { destructive: false }) =>
  toolWith({
    effects,
    options: [{ name: 'x', flags: ['-x'], type: 'string', ...(extension && { 'x-atip': extension }) }],
  })

const destroys = { effects: { destructive: true } }

test.each([
  ['a danger is added', undefined, destroys, 'danger', 'effects.destructive'],
  ['a danger is no longer stated', destroys, undefined, 'effect', 'effects.destructive'],
  [
    'a danger moves from a case to the option',
    { cases: [{ when: { is: ['a'] }, ...destroys }] },
    destroys,
    'danger',
    'when',
  ],
  [
    'a danger moves from the option to a case',
    destroys,
    { cases: [{ when: { is: ['a'] }, ...destroys }] },
    'effect',
    'when',
  ],
  [
    'a condition names more values',
    { ...destroys, when: { is: ['a'] } },
    { ...destroys, when: { is: ['a', 'b'] } },
    'danger',
    'when',
  ],
  [
    'a condition names fewer values',
    { ...destroys, when: { is: ['a', 'b'] } },
    { ...destroys, when: { is: ['a'] } },
    'effect',
    'when',
  ],
  [
    'a condition asks for more',
    { ...destroys, when: { with: ['x'] } },
    { ...destroys, when: { with: ['x', 'y'] } },
    'effect',
    'when',
  ],
  ['a condition asks for less', { ...destroys, when: { without: ['x'] } }, destroys, 'danger', 'when'],
  [
    'a condition becomes another',
    { ...destroys, when: { is: ['a'] } },
    { ...destroys, when: { is: ['b'] } },
    'danger',
    'when',
  ],
  ['a list grows', { effects: { deletes: ['a'] } }, { effects: { deletes: ['a', 'b'] } }, 'danger', 'effects.deletes'],
  ['what is added is harmless', undefined, { effects: { destructive: false } }, 'effect', 'effects.destructive'],
  ['a doubt is added', undefined, { unknown: true }, 'danger', 'unknown'],
  ['a doubt is settled', { unknown: true }, undefined, 'effect', 'unknown'],
  ['a promise is made', undefined, { harmless: 'dry-run' }, 'effect', 'harmless'],
  ['a promise is withdrawn', { harmless: 'dry-run' }, undefined, 'danger', 'harmless'],
  [
    'a promise holds for fewer',
    { harmless: 'dry-run' },
    { harmless: 'dry-run', when: { is: ['a'] } },
    'danger',
    'when',
  ],
  ['a promise holds for more', { harmless: 'dry-run', when: { is: ['a'] } }, { harmless: 'dry-run' }, 'effect', 'when'],
  [
    'less remains of a dry run',
    { harmless: 'dry-run', effects: { network: true } },
    { harmless: 'dry-run' },
    'effect',
    'effects.network',
  ],
  [
    'more remains of a dry run',
    { harmless: 'dry-run' },
    { harmless: 'dry-run', effects: { network: true } },
    'danger',
    'effects.network',
  ],
  ['a value is run', undefined, { value: { kind: 'command', form: 'shell' } }, 'danger', 'value'],
  ['a value is no longer run', { value: { kind: 'code', language: 'sh' } }, undefined, 'effect', 'value'],
  ['a path is read', undefined, { value: { kind: 'path', access: ['read'] } }, 'effect', 'value'],
  [
    'a path is written',
    { value: { kind: 'path', access: ['read'] } },
    { value: { kind: 'path', access: ['read', 'write'] } },
    'danger',
    'value',
  ],
  [
    'only facts about a path are told',
    { value: { kind: 'path', access: ['read'] } },
    { value: { kind: 'path', access: ['stat'] } },
    'effect',
    'value',
  ],
  ['a value is installed', undefined, { value: { kind: 'package' } }, 'danger', 'value'],
  ['a value is kept to itself', undefined, { credential: true }, 'effect', 'credential'],
  ['a value may be handed on', { credential: true }, undefined, 'danger', 'credential'],
  [
    'a value is kept to itself in fewer calls',
    { credential: true },
    { credential: true, when: { is: ['a'] } },
    'danger',
    'when',
  ],
  ['it speaks as another', undefined, { changes: 'identity' }, 'danger', 'changes'],
  ['it speaks as the user again', { changes: 'identity' }, undefined, 'effect', 'changes'],
  ['a secret is printed', undefined, { prints: 'secret' }, 'danger', 'prints'],
  ['a number is printed', undefined, { prints: 'number' }, 'effect', 'prints'],
  ['it has no end', undefined, { endless: true }, 'effect', 'endless'],
  ['it leads beyond the project', undefined, { reach: 'beyond' }, 'danger', 'reach'],
  ['it no longer leads beyond', { reach: 'beyond' }, undefined, 'effect', 'reach'],
  ['it stays in the project', undefined, { reach: 'project' }, 'effect', 'reach'],
  ['it may leave the project', { reach: 'project' }, undefined, 'danger', 'reach'],
  ['it loses less', destroys, { ...destroys, loss: 'narrow' }, 'effect', 'loss'],
  ['it loses more', { ...destroys, loss: 'narrow' }, destroys, 'danger', 'loss'],
  [
    'it stays in the project in fewer calls',
    { reach: 'project' },
    { reach: 'project', when: { is: ['a'] } },
    'danger',
    'when',
  ],
  [
    'a condition allows another value',
    { ...destroys, when: { values: { x: ['a'] } } },
    { ...destroys, when: { values: { x: ['a', 'b'] } } },
    'danger',
    'when',
  ],
  [
    'a condition asks for a value',
    { ...destroys, when: { values: { x: ['a'] } } },
    { ...destroys, when: { values: { x: ['a'], y: ['b'] } } },
    'effect',
    'when',
  ],
  [
    'a remote command runs here',
    { value: { kind: 'command', form: 'argv', where: 'remote' } },
    { value: { kind: 'command', form: 'argv' } },
    'danger',
    'value',
  ],
])('%s', (_, before, after, kind, field) => {
  const changes = diff(withRule(before), withRule(after))
  expect(changes).toHaveLength(1)
  expect(changes[0]).toMatchObject({
    kind,
    path: ['act'],
    subject: { type: 'option', name: 'x' },
    field: `x-atip.${field}`,
  })
})

test('a danger that moves from the command to the option makes no call worse', () => {
  const before = withRule(undefined, { destructive: true })
  expect(brief(before, withRule(destroys, { destructive: false }))).toEqual([
    'effect act option x x-atip.effects.destructive',
    'effect act effects destructive',
  ])
})

test('what remains of a dry run is compared with nothing, not with what the command does', () => {
  const before = withRule({ harmless: 'dry-run' }, { network: true })
  const after = withRule({ harmless: 'dry-run', effects: { network: true } }, { network: true })
  expect(brief(before, after)).toEqual(['danger act option x x-atip.effects.network'])
})

test.each([
  [{ account: 'a' }, {}, 'danger', 'account'],
  [{}, { account: 'a' }, 'effect', 'account'],
  [{ prints: { kind: 'name' } }, { prints: [{ kind: 'secret' }] }, 'danger', 'prints'],
  [{ prints: { kind: 'secret' } }, { prints: { kind: 'name' } }, 'effect', 'prints'],
  [{}, { repository: true }, 'danger', 'repository'],
  [{}, { incidental: { paths: ['~/.cache'] } }, 'effect', 'incidental'],
  [{}, { endless: true }, 'effect', 'endless'],
  [{}, { reach: 'project' }, 'effect', 'reach'],
  [{ reach: 'project' }, {}, 'danger', 'reach'],
  [{}, { reach: 'beyond' }, 'danger', 'reach'],
  [{}, { loss: 'narrow' }, 'effect', 'loss'],
  [{ loss: 'narrow' }, {}, 'danger', 'loss'],
])('a command that said %j and says %j', (before, after, kind, field) => {
  const withFact = (extension: object) => toolWith({ 'x-atip': extension })
  expect(brief(withFact(before), withFact(after))).toEqual([`${kind} act command act x-atip.${field}`])
})

test('a message says which value a condition asks for', () => {
  const [change] = diff(withRule(undefined), withRule({ when: { values: { y: ['a', 'b'] } }, ...destroys }))
  expect(change!.message).toContain('(given with "y" as "a", "b")')
})

test('rules under one condition count together', () => {
  const when = { is: ['a'] }
  const apart = {
    cases: [
      { when, ...destroys },
      { when, effects: { network: true } },
    ],
  }
  const together = { when, effects: { destructive: true, network: true } }
  expect(diff(withRule(apart), withRule(together))).toEqual([])
})

test('the same rules in another order or place say the same', () => {
  const a = { when: { is: ['a', 'b'] }, ...destroys }
  const b = { when: { is: ['b', 'a'] }, ...destroys }
  const c = { when: { with: ['y'] }, effects: { network: true } }
  expect(diff(withRule({ ...a, cases: [c] }), withRule({ cases: [c, b] }))).toEqual([])
})

test('a message says under which condition a rule holds', () => {
  const [change] = diff(withRule(undefined), withRule({ when: { with: ['y'] }, ...destroys }))
  expect(change!.message).toBe(
    'option "x" of "demo act" (given with "y"): x-atip.effects.destructive was not stated and is now true',
  )
})

const flags = (...options: object[]) => toolWith({ effects: { destructive: false }, options })
const flag = (name: string, list: string[], extension?: object) => ({
  name,
  flags: list,
  type: 'boolean',
  ...(extension && { 'x-atip': extension }),
})

test('a flag that goes over to a dangerous option makes calls worse', () => {
  const before = flags(flag('file', ['-f', '--file']), flag('force', ['--force'], destroys))
  const after = flags(flag('file', ['--file']), flag('force', ['-f', '--force'], destroys))
  expect(brief(before, after)).toEqual([
    'danger act option force x-atip.effects.destructive',
    'breaking act option file flags',
    'compatible act option force flags',
  ])
  expect(diff(before, after)[0]!.message).toContain('by the flag -f of "file"')
})

test('a new dangerous option is an addition, unless unlisted options were said to do nothing', () => {
  const command = (unlisted: boolean, options: object[]) =>
    toolWith({ effects: { destructive: false }, options, ...(unlisted && { 'x-atip': { unlisted: 'no-effect' } }) })
  const option = flag('x', ['-x'], destroys)
  expect(brief(command(false, []), command(false, [option]))).toEqual(['compatible act option x'])
  expect(brief(command(true, []), command(true, [option]))).toEqual([
    'danger act option x x-atip.effects.destructive',
    'compatible act option x',
  ])
})

test.each([
  [
    'cases',
    {},
    { cases: [{ when: { with: ['y'] }, ...destroys }] },
    'danger act command act x-atip.effects.destructive',
  ],
  ['unlisted withdrawn', { unlisted: 'no-effect' }, {}, 'danger act command act x-atip.unlisted'],
  ['unlisted denied', { unlisted: 'no-effect' }, { unlisted: 'unknown' }, 'danger act command act x-atip.unlisted'],
  ['unlisted denied below a promise', {}, { unlisted: 'unknown' }, 'danger act command act x-atip.unlisted'],
  ['unlisted no longer denied', { unlisted: 'unknown' }, {}, 'effect act command act x-atip.unlisted'],
  ['unlisted promised', {}, { unlisted: 'no-effect' }, 'effect act command act x-atip.unlisted'],
  [
    'stdin is run',
    { stdin: { kind: 'data' } },
    { stdin: [{ kind: 'code', language: 'sh' }] },
    'danger act command act x-atip.stdin',
  ],
  ['stdin is data', { stdin: { kind: 'code' } }, { stdin: { kind: 'data' } }, 'effect act command act x-atip.stdin'],
  ['syntax', {}, { syntax: { bareFlags: true } }, 'breaking act command act x-atip.syntax.bareFlags'],
  ['an alias less', { aliases: ['a', 'b'] }, { aliases: ['b'] }, 'breaking act command act x-atip.aliases'],
  ['an alias more', { aliases: ['a'] }, { aliases: ['b', 'a'] }, 'compatible act command act x-atip.aliases'],
])('on a command: %s', (_, before, after, expected) => {
  const effects = { destructive: false }
  const changes = brief(toolWith({ effects, 'x-atip': before }), toolWith({ effects, 'x-atip': after }))
  expect(changes).toEqual([expected])
})

test('that unlisted options do nothing may be said once for the whole tool', () => {
  const make = (options: object[]) =>
    tool({ 'x-atip': { unlisted: 'no-effect' }, commands: { act: { description: 'Acts', options } } })
  expect(brief(make([]), make([flag('x', ['-x'], destroys)]))[0]).toMatch(/^danger act option x/)
})

test('rules above several commands count as dangerous even if one of them is already', () => {
  const commands = { act: { description: 'Acts', effects: { destructive: true } } }
  const option = { name: 'x', flags: ['-x'], type: 'boolean' }
  const before = tool({ commands, globalOptions: [option] })
  const after = tool({ commands, globalOptions: [{ ...option, 'x-atip': destroys }], 'x-atip': { cases: [destroys] } })
  expect(brief(before, after)).toEqual([
    'danger . globalOption x x-atip.effects.destructive',
    'danger . tool demo x-atip.effects.destructive',
  ])
  const group = (extension: object) =>
    tool({ commands: { g: { description: 'G', effects: { destructive: true }, commands, 'x-atip': extension } } })
  expect(brief(group({}), group({ cases: [destroys] }))).toEqual(['danger g command g x-atip.effects.destructive'])
})
