import {
  effectsOf,
  findCommand,
  normalise,
  parseArgv,
  toArgv,
  TrustLevel,
  type AtipTool,
  type Effects,
} from '@atip/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { document, effects as anyEffects, inputFor } from '../../../protocol/testing/arbitraries.js'
import { callOf, entriesOf, indexOf } from '../../testing/indexes.js'
import type { ToolCall } from '../types.js'
import type { CallPolicy } from './policy.js'
import { createValidator } from './validator.js'

const SAFE: Effects = {
  network: false,
  destructive: false,
  reversible: true,
  cost: { billable: false },
  filesystem: { read: true, write: false, delete: false },
}

const tool: AtipTool = {
  atip: { version: '0.6' },
  name: 'box',
  version: '1',
  description: 'Keeps things',
  globalOptions: [{ name: 'config', flags: ['--config'], type: 'file' }],
  commands: {
    list: { description: 'List', effects: SAFE, options: [{ name: 'format', flags: ['--format'], type: 'string' }] },
    mystery: { description: 'Who knows' },
    half: { description: 'Half known', effects: { destructive: false, network: true } },
    wipe: { description: 'Wipe', effects: { ...SAFE, destructive: true } },
    send: { description: 'Send', effects: { ...SAFE, network: true, reversible: false } },
    buy: { description: 'Buy', effects: { ...SAFE, network: true, cost: { billable: true } } },
    login: { description: 'Log in', effects: { ...SAFE, interactive: { stdin: 'password' } } },
    push: {
      description: 'Push',
      effects: SAFE,
      arguments: [{ name: 'target', type: 'string', required: false }],
      options: [
        { name: 'force', flags: ['-f', '--force'], type: 'boolean', 'x-atip': { effects: { destructive: true } } },
        { name: 'dry-run', flags: ['--dry-run'], type: 'boolean', 'x-atip': { harmless: 'dry-run' } },
      ],
    },
    repo: {
      description: 'Repositories',
      commands: {
        delete: { description: 'Delete', effects: SAFE, 'x-atip': { aliases: ['rm'] } },
        view: { description: 'View', effects: SAFE },
      },
    },
    read: {
      description: 'Read a file',
      effects: SAFE,
      arguments: [{ name: 'file', type: 'file' }],
      options: [{ name: 'from', flags: ['--from'], type: 'url' }],
    },
    run: {
      description: 'Run a program',
      effects: SAFE,
      arguments: [
        { name: 'command', type: 'string', variadic: true, 'x-atip': { value: { kind: 'command', form: 'argv' } } },
      ],
    },
  },
}

const index = indexOf(tool)
const call = (name: string, input: Record<string, unknown> = {}): ToolCall => ({ id: 'c', name: `box_${name}`, input })
const judge = (policy: CallPolicy, given: ToolCall) => createValidator([tool], policy, index).validate(given)
const codes = (policy: CallPolicy, given: ToolCall) => judge(policy, given).violations.map(({ code }) => code)

test.each<[string, ToolCall, string, string[]]>([
  ['what is known to be harmless passes', call('list'), 'allow', []],
  ['what destroys waits', call('wipe'), 'ask', ['destructive']],
  ['what cannot be undone waits', call('send'), 'ask', ['irreversible']],
  ['what may cost money waits', call('buy'), 'ask', ['billable']],
  ['what is not described at all waits', call('mystery'), 'ask', Array<string>(3).fill('unknown-effects')],
  ['what is described in part waits', call('half'), 'ask', Array<string>(2).fill('unknown-effects')],
  ['an option that destroys makes its call wait', call('push', { force: true }), 'ask', ['destructive']],
  ['the same option switched off does not', call('push', { force: false }), 'allow', []],
  ['a dry run passes', call('push', { force: true, 'dry-run': true }), 'allow', []],
  [
    'what runs another program waits',
    call('run', { command: ['rm', '-rf', '/'] }),
    'ask',
    Array<string>(2).fill('unknown-effects'),
  ],
  ['what waits for a password is denied', call('login'), 'deny', ['interactive']],
  ['a call that cannot be made is denied', call('list', { nonsense: 1 }), 'deny', ['invalid-call']],
  ['a call that could not be read is denied', { ...call('list'), problem: 'cut' }, 'deny', ['invalid-call']],
  ['an unknown tool is denied', call('lst'), 'deny', ['unknown-tool']],
])('with an empty policy, %s', (_, given, decision, expected) => {
  const verdict = judge({}, given)
  expect(verdict.decision).toBe(decision)
  expect(verdict.violations.map(({ code }) => code).slice(0, expected.length)).toEqual(expected)
  expect(verdict.violations.length > 0).toBe(decision !== 'allow')
})

test.each<[CallPolicy, ToolCall, string]>([
  [{ allowDestructive: true }, call('wipe'), 'allow'],
  [{ allowDestructive: false }, call('wipe'), 'deny'],
  [{ allowDestructive: false }, call('mystery'), 'deny'],
  [{ allowDestructive: false, allowUnknown: true }, call('mystery'), 'deny'],
  [{ allowUnknown: true }, call('mystery'), 'allow'],
  [{ allowUnknown: true }, call('wipe'), 'ask'],
  [{ allowDestructive: true, allowIrreversible: true, hasBudget: true }, call('mystery'), 'allow'],
  [{ allowIrreversible: true }, call('send'), 'allow'],
  [{ allowIrreversible: false }, call('send'), 'deny'],
  [{ hasBudget: true }, call('buy'), 'allow'],
  [{ hasBudget: false }, call('buy'), 'deny'],
  [{ allowNetwork: false }, call('list'), 'allow'],
  [{ allowNetwork: false, allowIrreversible: true }, call('send'), 'deny'],
  [{ allowWrite: false }, call('mystery'), 'deny'],
  [{ allowInteractive: true }, call('login'), 'allow'],
])('the policy %j on %j: %s', (policy, given, decision) => {
  expect(judge(policy, given).decision).toBe(decision)
})

test('a violation says which field it is about', () => {
  expect(judge({}, call('push', { force: true })).violations).toEqual([
    { code: 'destructive', decision: 'ask', field: 'destructive', message: 'the call destroys data' },
  ])
})

test('effects can be restricted, and what is not stated is more than that', () => {
  expect(codes({ effectRestrictions: { destructive: false } }, call('list'))).toEqual([])
  expect(codes({ effectRestrictions: { destructive: false } }, call('wipe'))).toContain('restricted-effects')
  expect(judge({ effectRestrictions: { destructive: false } }, call('mystery')).decision).toBe('deny')
  expect(judge({ effectRestrictions: { destructive: true } }, call('wipe')).decision).toBe('ask')
  expect(judge({ effectRestrictions: { filesystem: { write: false } } }, call('half')).decision).toBe('deny')
})

test('only allowed tools may be called', () => {
  expect(codes({ allowedTools: ['box'] }, call('list'))).toEqual([])
  expect(codes({ allowedTools: ['boxes'] }, call('list'))).toEqual(['tool-not-allowed'])
  expect(codes({ allowedTools: [] }, call('list'))).toEqual(['tool-not-allowed'])
})

test.each<[string, ToolCall, boolean]>([
  ['box repo delete', call('repo_delete'), true],
  ['box repo', call('repo_delete'), true],
  ['box', call('list'), true],
  ['box repo rm', call('repo_delete'), true],
  ['box  "repo" delete', call('repo_delete'), true],
  ['box --config x repo delete', call('repo_delete', { config: 'x' }), true],
  ['box repo delete', call('repo_delete', { config: 'x' }), true],
  ['box repo delete', call('repo_view'), false],
  ['box repo nuke', call('repo_view'), false],
  ['box re', call('repo_view'), false],
  ['boxes', call('list'), false],
  ['box push --force', call('push', { force: true }), true],
  ['box push -f', call('push', { force: true, target: 'x' }), true],
  ['box push --force', call('push', { force: false }), false],
  ['box push --force', call('push'), false],
  ['box push --no-such-option', call('push'), false],
])('the denied command %j and %j: %s', (line, given, isDenied) => {
  expect(codes({ deniedCommands: [line] }, given).includes('command-denied')).toBe(isDenied)
})

test.each(['', '  ', 'gh repo delete | cat', '"gh', '$TOOL rm'])(
  'a denied command that cannot be read is refused at once: %j',
  (line) => {
    expect(() => createValidator([tool], { deniedCommands: [line] })).toThrow(TypeError)
  },
)

test.each<[unknown, RegExp]>([
  [null, /the policy must be an object; found null/],
  [[], /the policy must be an object/],
  [{ deniedComands: ['box list'] }, /unknown key "deniedComands"; did you mean "deniedCommands"/],
  [{ version: '1', rules: [] }, /unknown key "version"/],
  [{ deniedCommands: 'box list' }, /"deniedCommands" of the policy must be a list of texts; found "box list"/],
  [{ allowedTools: 'box' }, /"allowedTools" of the policy must be a list of texts; found "box"/],
  [{ allowDestructive: 'no' }, /"allowDestructive" of the policy must be true or false; found "no"/],
  [{ allowNetwork: null }, /must be true or false; found null/],
  [
    { effectRestrictions: { networkk: false } },
    /"effectRestrictions" has an unknown key "networkk"; did you mean "net/,
  ],
  [{ effectRestrictions: { filesystem: { writes: false } } }, /did you mean "filesystem.write"/],
  [{ effectRestrictions: { filesystem: false } }, /unknown key "filesystem"/],
  [{ effectRestrictions: { network: 'no' } }, /"network" of "effectRestrictions" must be true or false; found "no"/],
  [{ effectRestrictions: { cost: { estimate: 'hihg' } } }, /must be one of "none", "free", "low", "medium", "high"/],
  [{ effectRestrictions: { duration: { typical: 30 } } }, /must be a duration/],
  [{ effectRestrictions: ['network'] }, /must be an object/],
  [{ delegation: { deniedCommand: [] } }, /"delegation" has an unknown key "deniedCommand"; did you mean/],
  [{ delegation: { allowedTools: [] }, allowedTools: ['box'] }, /state it once/],
  [{ paths: { root: ['.'] } }, /unknown key "root"; did you mean "roots"/],
  [{ paths: { cwd: '/' } }, /has no "roots"/],
  [{ paths: '/data' }, /must be an object/],
  [{ minimumTrust: 'VERIFED' }, /must be one of COMPROMISED, .*; found "VERIFED"/],
  [{ minimumTrust: 9 }, /found 9/],
  [{ trustOf: 4 }, /must be a function; found 4/],
  [Object.create({ allowNetwrok: false }), /unknown key "allowNetwrok"/],
])('a policy that would not be applied as written is refused when the validator is made: %j', (policy, message) => {
  const make = () => createValidator([tool], policy as CallPolicy, index)
  expect(make).toThrow(TypeError)
  expect(make).toThrow(message)
})

test('the delegation of the RFC restricts as it does without its wrapper', () => {
  const delegation = {
    allowedTools: ['box'],
    deniedCommands: ['box repo delete'],
    effectRestrictions: { destructive: false },
  }
  for (const policy of [delegation, { delegation }, { delegation, 'x-note': 'from the lead agent' }]) {
    expect(codes(policy, call('list'))).toEqual([])
    expect(codes(policy, call('repo_delete'))).toEqual(['command-denied'])
    expect(codes(policy, call('wipe'))).toContain('restricted-effects')
  }
  expect(codes({ delegation: { allowedTools: ['other'] } }, call('list'))).toEqual(['tool-not-allowed'])
})

test('restrictions with dotted names, inherited keys and trust levels by name count too', () => {
  const dotted = { 'filesystem.write': false } as Effects
  expect(codes({ effectRestrictions: dotted }, call('half'))).toContain('restricted-effects')
  class Careful {
    get allowDestructive() {
      return false
    }
  }
  expect(judge(new Careful(), call('wipe')).decision).toBe('deny')
  const trusted = (level: TrustLevel) =>
    judge({ minimumTrust: 'VERIFIED', trustOf: () => level }, call('list')).decision
  expect([trusted(TrustLevel.VERIFIED), trusted(TrustLevel.UNVERIFIED)]).toEqual(['allow', 'deny'])
})

const roots = { roots: ['/data', 'notes'], cwd: '/home/me', home: '/home/me' }

test.each<[string, boolean]>([
  ['/data/a', true],
  ['/data', true],
  ['/data/../data/a', true],
  ['/data/../etc/passwd', false],
  ['/datashop/a', false],
  ['/etc/passwd', false],
  ['//data/a', false],
  ['notes/a', true],
  ['./notes//a/.', true],
  ['notes/../a', false],
  ['notes/../../me/notes/b', true],
  ['~/notes/a', false],
  ['~/../etc', false],
  ['~root/x', false],
  ['a', false],
  ['..\\..\\etc', false],
  ['notes\\..\\..\\etc', false],
  ['C:\\work\\a', false],
  ['\\\\server\\share', false],
  ['-', true],
])('a file at %j is inside the roots: %s', (path, isInside) => {
  expect(codes({ paths: roots }, call('read', { file: path })).includes('path-outside-roots')).toBe(!isInside)
})

test.each(['..\\..\\etc', 'a\\..\\..\\b', '~root/x', '~/x', '\\etc', 'C:\\x'])(
  'a file at %j may lead out of the directory it seems to be in',
  (path) => {
    const paths = { roots: ['.'], cwd: '/home/me/data' }
    expect(codes({ paths }, call('read', { file: path }))).toEqual(['path-outside-roots'])
    expect(codes({ paths }, call('read', { file: path.replaceAll(/[\\/~:]|\.\./g, '') }))).toEqual([])
  },
)

test('paths are found wherever a call may hold them', () => {
  const file = 'notes/a'
  expect(codes({ paths: roots }, call('read', { file, config: '/etc/x' }))).toEqual(['path-outside-roots'])
  expect(codes({ paths: roots }, call('read', { file, from: 'https://example.com/etc' }))).toEqual([])
  for (const from of [
    'file:///etc/passwd',
    'FILE:/etc/passwd',
    'file://localhost/etc/x',
    'file:///data/%2e%2e/etc/x',
    'file:%',
  ]) {
    expect(codes({ paths: roots }, call('read', { file, from }))).toEqual(['path-outside-roots'])
  }
  expect(codes({ paths: { roots: ['.'] } }, call('read', { file: 'a/b' }))).toEqual([])
  expect(codes({ paths: { roots: ['.'] } }, call('read', { file: '../b' }))).toEqual(['path-outside-roots'])
  expect(codes({ paths: { roots: ['/data'] } }, call('read', { file: 'a' }))).toEqual(['path-outside-roots'])
  expect(codes({ paths: { roots: [] } }, call('read', { file: 'a' }))).toEqual(['path-outside-roots'])
})

test.each(['\u001b[2K', 'a\u0007', 'x\u0008y', '\u202ercs', 'a\rb', '\u009b31m', '\u2066'])(
  'a value with the control character %j is denied',
  (text) => {
    expect(codes({}, call('list', { format: text }))).toEqual(['control-characters'])
    expect(codes({ allowControlCharacters: true }, call('list', { format: text }))).toEqual([])
    expect(codes({}, call('run', { command: ['ls', text] }))).toContain('control-characters')
  },
)

test('text with lines, tabs and any script is ordinary, and NUL never passes', () => {
  expect(codes({}, call('list', { format: 'a\n\tb\r\nc – 你好 ünï 👩‍👩‍👧 עברית' }))).toEqual([])
  expect(codes({ allowControlCharacters: true }, call('list', { format: 'a\0b' }))).toEqual(['invalid-call'])
})

test('a minimum of trust is never met by what has none', () => {
  const { VERIFIED, UNVERIFIED, PROVENANCE_FAIL, COMPROMISED } = TrustLevel
  const trusted = (level: TrustLevel | undefined, minimumTrust?: TrustLevel) =>
    judge({ trustOf: () => level, ...(minimumTrust !== undefined && { minimumTrust }) }, call('list')).decision
  expect(trusted(VERIFIED, VERIFIED)).toBe('allow')
  expect(trusted(undefined, TrustLevel.UNSIGNED)).toBe('deny')
  expect(trusted(PROVENANCE_FAIL, UNVERIFIED)).toBe('deny')
  expect(trusted(COMPROMISED)).toBe('deny')
  expect(trusted(COMPROMISED, COMPROMISED)).toBe('deny')
  expect(trusted(undefined)).toBe('allow')
  expect(judge({ minimumTrust: UNVERIFIED }, call('list')).decision).toBe('deny')
  const selfMade = { ...tool, trust: { source: 'native' as const, verified: true } }
  const validator = createValidator([selfMade], { minimumTrust: UNVERIFIED }, indexOf(selfMade))
  expect(validator.validate(call('list')).decision).toBe('deny')
})

test('only the given tools count, and two of one name are none', () => {
  expect(createValidator([], {}, index).validate(call('list')).decision).toBe('deny')
  expect(createValidator([{ ...tool }, { ...tool }], {}, index).validate(call('list')).decision).toBe('deny')
  const graver = { ...tool, commands: { ...tool.commands, list: tool.commands!.wipe! } }
  expect(createValidator([graver], {}, index).validate(call('list')).decision).toBe('ask')
})

test('words that the given tool reads as another command are denied', () => {
  const other: AtipTool = {
    ...tool,
    commands: { '': { description: 'x', effects: SAFE, arguments: [{ name: 'what', type: 'string' }] } },
  }
  const verdict = createValidator([tool], {}, indexOf(other)).validate({
    id: 'c',
    name: 'box',
    input: { what: 'repo' },
  })
  expect(verdict).toMatchObject({ decision: 'deny', violations: [{ code: 'invalid-call' }] })
})

test('a command can be judged by its words, without an index', () => {
  const validator = createValidator([tool], {})
  const decision = (path: string[], options = {}) =>
    validator.validate({ tool: 'box', path, input: { options } }).decision
  expect(decision(['list'])).toBe('allow')
  expect(decision(['push'], { force: true })).toBe('ask')
  expect(decision(['push'], { force: 'x' })).toBe('deny')
  expect(validator.validate({ tool, path: ['repo', 'view'] }).decision).toBe('allow')
  expect(validator.validate({ tool: 'toString', path: [] }).decision).toBe('deny')
  expect(validator.validate(call('list')).violations[0]!.code).toBe('invalid-call')
})

test.each<[string | undefined, CallPolicy, string]>([
  [undefined, {}, 'ask'],
  ['unknown', {}, 'ask'],
  ['unknown', { allowUnknown: true }, 'ask'],
  ['known-unsafe', { allowUnknown: true }, 'ask'],
  ['known-safe', {}, 'ask'],
  ['known-safe', { allowIrreversible: true, hasBudget: true }, 'allow'],
  ['known-safe', { allowUnknown: true }, 'allow'],
  ['known-safe', { allowUnknown: true, deniedCommands: ['box other'] }, 'deny'],
  ['known-safe', { allowUnknown: true, paths: { roots: ['/data'] } }, 'deny'],
  ['same-as-included', { allowUnknown: true }, 'ask'],
])('a command left out of a partial tool (%s) under %j: %s', (safetyAssumption, policy, decision) => {
  const omitted = safetyAssumption && { reason: 'filtered' as const, safetyAssumption }
  const partial = { ...tool, partial: true, ...(omitted && { omitted }) } as AtipTool
  const input = { arguments: { any: '/etc/passwd' } }
  expect(createValidator([partial], policy).validate({ tool: 'box', path: ['other'], input }).decision).toBe(decision)
})

test('a check that fails is a reason to deny', () => {
  const hostile = (): never => {
    throw new Error('no')
  }
  const broken = new Proxy(call('list'), { get: hostile, has: hostile })
  const validator = createValidator([tool], {}, index)
  for (const given of [broken, undefined, null, 7, {}, { path: 7 }, { path: [], tool: null }] as never[])
    expect(validator.validate(given).decision).toBe('deny')
  expect(judge({ trustOf: hostile }, call('list'))).toEqual({
    decision: 'deny',
    violations: [{ code: 'check-failed', decision: 'deny', message: 'the call could not be checked: no' }],
  })
})

test('whatever the tool, an empty policy lets nothing pass that is not known to be harmless', () => {
  const calls = document.chain((any) => {
    const some = normalise(any)
    return fc.constantFrom(...entriesOf(some)).chain((entry) => {
      const { command } = findCommand(some, entry.path)!
      return inputFor(some, command).map((input) => ({ some, entry, input }))
    })
  })
  fc.assert(
    fc.property(calls, ({ some, entry, input }) => {
      const verdict = createValidator([some], {}, indexOf(some)).validate(callOf(entry, input))
      expect(verdict.violations.length > 0).toBe(verdict.decision !== 'allow')
      if (verdict.decision !== 'allow') return
      const { effects } = effectsOf(some, parseArgv(some, toArgv(some, entry.path, input)))
      expect(effects.destructive).toBe(false)
      expect(effects.reversible ?? true).toBe(true)
      expect(effects.cost?.billable ?? false).toBe(false)
      if (effects.cost?.billable === undefined) expect(effects.network).toBe(false)
      if (effects.reversible === undefined) expect(effects.filesystem?.write).toBe(false)
    }),
    { numRuns: 500 },
  )
})

test('more effects never make a verdict milder', () => {
  const ranks = { allow: 0, ask: 1, deny: 2 }
  const flag = fc.option(fc.boolean(), { nil: undefined })
  const policies = fc.record({
    allowDestructive: flag,
    allowIrreversible: flag,
    hasBudget: flag,
    allowNetwork: flag,
    allowWrite: flag,
    allowUnknown: flag,
  })
  const decide = (effects: Effects, policy: CallPolicy) => {
    const simple: AtipTool = { ...tool, commands: { x: { description: 'x', effects } } }
    return ranks[createValidator([simple], policy).validate({ tool: 'box', path: ['x'] }).decision]
  }
  fc.assert(
    fc.property(anyEffects, policies, (effects, policy) => {
      expect(decide({ ...effects, destructive: true }, policy)).toBeGreaterThanOrEqual(decide(effects, policy))
      expect(decide({ ...effects, reversible: false }, policy)).toBeGreaterThanOrEqual(decide(effects, policy))
      expect(decide({ ...effects, network: true }, policy)).toBeGreaterThanOrEqual(decide(effects, policy))
      if (policy.allowUnknown !== true) {
        const { destructive: _, ...less } = effects
        const known = decide({ ...effects, destructive: false }, policy)
        expect(decide(less, policy)).toBeGreaterThanOrEqual(known)
      }
    }),
  )
})
