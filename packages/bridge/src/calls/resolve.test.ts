import fc from 'fast-check'
import { CallError, effectsOf, findCommand, normalise, parseArgv, toArgv, type AtipTool } from '@atip/protocol'
import { expect, test } from 'vitest'
import { document, inputFor } from '../../../protocol/testing/arbitraries.js'
import { actionIndexOf, callOf, entriesOf, indexOf } from '../../testing/indexes.js'
import type { IndexEntry, ToolCall } from '../types.js'
import { effectsOfToolCall } from './effects.js'
import { resolveCall } from './resolve.js'

const git: AtipTool = {
  atip: { version: '0.6' },
  name: 'git',
  version: '2',
  description: 'Version control',
  globalOptions: [{ name: 'directory', flags: ['-C'], type: 'directory' }],
  commands: {
    push: {
      description: 'Send commits',
      effects: { network: true, destructive: false, reversible: true, cost: { billable: false } },
      arguments: [
        { name: 'remote', type: 'string', required: false },
        { name: 'branch', type: 'string', required: false },
      ],
      options: [
        {
          name: 'force',
          flags: ['-f', '--force'],
          type: 'boolean',
          'x-atip': { effects: { destructive: true, reversible: false } },
        },
        { name: 'push-option', flags: ['--push-option'], type: 'string', variadic: true },
      ],
    },
    tag: {
      description: 'Name a commit',
      arguments: [{ name: 'name', type: 'string' }],
      options: [
        { name: 'message', flags: ['--message'], type: 'string' },
        { name: 'cleanup', flags: ['--cleanup'], type: 'enum', enum: ['verbatim', 'strip'] },
      ],
    },
  },
}
const index = indexOf(git)
const call = (name: string, input: Record<string, unknown>): ToolCall => ({ id: 'c', name, input })
const codes = (...args: Parameters<typeof resolveCall>) => {
  const resolution = resolveCall(...args)
  return resolution.ok ? [] : resolution.problems.map(({ code }) => code)
}

test('a call becomes a command, its input and the words to start it', () => {
  expect(resolveCall(index, call('git_push', { remote: 'origin', force: true, directory: '-x' }))).toEqual({
    ok: true,
    tool: git,
    path: ['push'],
    input: { arguments: { remote: 'origin' }, options: { force: true, directory: '-x' } },
    argv: ['git', '-C-x', 'push', '--force', 'origin'],
  })
})

test('null is left out, also under a name that does not exist', () => {
  const resolution = resolveCall(index, call('git_push', { remote: null, force: undefined, other: null }))
  expect(resolution).toMatchObject({ ok: true, argv: ['git', 'push'], input: { arguments: {}, options: {} } })
})

test('the program to start can be another than the name of the tool', () => {
  const resolution = resolveCall(index, call('git_push', {}), { program: '/usr/bin/git' })
  expect(resolution).toMatchObject({ argv: ['/usr/bin/git', 'push'] })
})

test('a value with spaces, quotes or dashes stays one word', () => {
  const input = { name: '--delete', message: '; rm -rf ~ "x"\n$(y)' }
  const resolution = resolveCall(index, call('git_tag', input))
  expect(resolution).toMatchObject({ argv: ['git', 'tag', '--message', input.message, '--', '--delete'] })
})

test.each<[string, ToolCall, string, string]>([
  ['a tool that does not exist', call('git_psh', {}), 'unknown-tool', 'did you mean "git_push"?'],
  ['a name of an object method', call('constructor', {}), 'unknown-tool', '"constructor"'],
  ['a property that does not exist', call('git_push', { forced: true }), 'unknown-property', 'did you mean "force"?'],
  ['a property of all objects', call('git_push', { toString: 'x' }), 'unknown-property', '"toString"'],
  ['a value of the wrong type', call('git_push', { force: 'yes' }), 'wrong-value', 'must be true or false'],
  ['a value that is none of the choices', call('git_tag', { name: 'v1', cleanup: 'all' }), 'wrong-value', '"strip"'],
  ['an object', call('git_push', { remote: { url: 'x' } }), 'wrong-value', '"remote" must be'],
  ['an object where a choice is expected', call('git_tag', { cleanup: { toString: 1 } }), 'wrong-value', '"cleanup"'],
  ['a missing argument', call('git_tag', {}), 'missing-parameter', '"name" is missing'],
  ['a character that no program can receive', call('git_tag', { name: 'a\0b' }), 'not-encodable', 'NUL'],
  ['an argument after one that is left out', call('git_push', { branch: 'main' }), 'not-expressible', 'remote'],
  ['arguments that could not be read', { ...call('git_push', {}), problem: 'broken' }, 'invalid-arguments', 'broken'],
])('%s is a problem', (_, given, code, text) => {
  const resolution = resolveCall(index, given)
  if (resolution.ok) throw new Error('should not resolve')
  expect(resolution.problems[0]!.code).toBe(code)
  expect(resolution.problems[0]!.message).toContain(text)
})

test('__proto__ in the arguments is a property like any other', () => {
  const given = call('git_push', JSON.parse('{"__proto__": {"force": true}}') as Record<string, unknown>)
  expect(codes(index, given)).toEqual(['unknown-property'])
})

test('only own names count, also in an index made of ordinary objects', () => {
  const entry = entriesOf(git)[0]!
  const plain = { ...entry, properties: {} }
  const known = new Map<string, IndexEntry>([
    ['push', plain],
    ['git', { kind: 'action', tool: git, discriminator: 'action', actions: { push: plain } }],
  ])
  expect(codes(known, call('push', { toString: 'x' }))).toEqual(['unknown-property'])
  expect(codes(known, call('git', { action: 'constructor' }))).toEqual(['unknown-action'])
})

test('a problem names the property that the model sees', () => {
  const twins: AtipTool = { ...git, commands: { tag: structuredClone(git.commands!.tag!) } }
  twins.commands!.tag!.arguments![0]!.name = 'message'
  const resolution = resolveCall(indexOf(twins), call('git_tag', { message: 'v1', message_option: 'hello' }))
  expect(resolution).toMatchObject({ argv: ['git', 'tag', '--message', 'hello', 'v1'] })
  const entry = indexOf(git).get('git_push')
  if (entry?.kind !== 'command') throw new Error('expected a command')
  const renamed = new Map([['git_push', { ...entry, properties: { pushOption: entry.properties['push-option']! } }]])
  expect(resolveCall(renamed, call('git_push', { pushOption: 'x' }))).toMatchObject({
    problems: [{ property: 'pushOption', message: expect.stringContaining('(property "pushOption")') as string }],
  })
})

test('one property chooses among the commands of a tool', () => {
  const actions = actionIndexOf(git)
  const given = call('git', { action: 'push', remote: 'origin', name: null, message: undefined, force: false })
  expect(resolveCall(actions, given)).toMatchObject({ ok: true, path: ['push'], argv: ['git', 'push', 'origin'] })
  expect(codes(actions, call('git', { action: 'push', name: 'v1' }))).toEqual(['unknown-property'])
  for (const action of [undefined, null, 7, 'pul', 'constructor', '__proto__', ['push']])
    expect(codes(actions, call('git', { action }))).toEqual(['unknown-action'])
  expect(resolveCall(actions, call('git', { action: 'psh' }))).toMatchObject({
    problems: [{ property: 'action', message: '"action" names no action; did you mean "push"?' }],
  })
})

test('nothing a model can write makes resolving fail', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
  expect(codes(index, call('git_tag', { name: deep, cleanup: deep }))).toEqual(['wrong-value', 'wrong-value'])
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, number) => [`p${number}`, 1]))
  expect(codes(index, call('git_tag', many)).length).toBeLessThanOrEqual(10)
  const names = ['name', 'message', 'cleanup', 'directory', 'action', 'x']
  const input = fc.dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 4 }))
  fc.assert(
    fc.property(input, fc.constantFrom('git_tag', 'git_push', 'git'), (given, name) => {
      for (const known of [index, actionIndexOf(git)]) {
        const resolution = resolveCall(known, call(name, given))
        if (resolution.ok) expect(resolution.argv.every((word) => typeof word === 'string')).toBe(true)
        else expect(resolution.problems.length).toBeGreaterThan(0)
      }
    }),
  )
})

test('a call for any command of any tool gives the words that its input has', () => {
  const calls = document.chain((any) => {
    const tool = normalise(any)
    const entries = entriesOf(tool)
    return fc.constantFrom(...entries).chain((entry) => {
      const { command } = findCommand(tool, entry.path)!
      return inputFor(tool, command).map((input) => ({ tool, entry, input }))
    })
  })
  fc.assert(
    fc.property(calls, ({ tool, entry, input }) => {
      let expected: string[] | undefined
      try {
        expected = toArgv(tool, entry.path, input)
      } catch (error) {
        expect(error).toBeInstanceOf(CallError)
      }
      const actions = actionIndexOf(tool)
      const discrete = resolveCall(indexOf(tool), callOf(entry, input))
      const given = callOf(entry, input, tool.name)
      const chosen = resolveCall(actions, { ...given, input: { ...given.input, action: entry.path.join(' ') } })
      for (const resolution of [discrete, chosen]) {
        expect(resolution.ok).toBe(expected !== undefined)
        if (resolution.ok) expect(resolution.argv).toEqual(expected)
      }
      const { effects, call: known } = effectsOfToolCall(indexOf(tool), callOf(entry, input))
      expect(effects).toEqual(expected === undefined ? {} : effectsOf(tool, parseArgv(tool, expected)).effects)
      expect(known === undefined).toBe(expected === undefined)
    }),
  )
})

test('the effects are those of the very call', () => {
  expect(effectsOfToolCall(index, call('git_push', {})).effects.destructive).toBe(false)
  expect(effectsOfToolCall(index, call('git_push', { force: false })).effects.destructive).toBe(false)
  expect(effectsOfToolCall(index, call('git_push', { force: true })).effects).toMatchObject({
    destructive: true,
    reversible: false,
  })
})

test('of a call that cannot be resolved nothing is known', () => {
  const { effects, call: known, resolution } = effectsOfToolCall(index, call('git_push', { nonsense: 1 }))
  expect([effects, known, resolution.ok]).toEqual([{}, undefined, false])
})
