import { expect, test } from 'vitest'
import { declaredEffects } from '../effects/inherit.js'
import { isReadOnly } from '../effects/read-only.js'
import { worsen } from '../effects/worst.js'
import { normalise } from '../normalise.js'
import { filter } from '../partial/filter.js'
import { canExecuteOmitted } from '../partial/omitted.js'
import type { Argument, AtipTool, Command, Effects, Option } from '../types/tool.js'
import type { CommandExtension } from '../types/x-atip.js'
import { effectsOfArgv } from './effects-of-argv.js'
import { effectsOf, type EffectsOfOptions } from './effects-of.js'
import { parseArgv } from './parse.js'

/** Ways to make a dangerous call look harmless, each of which once worked. */

const SAFE: Effects = {
  filesystem: { read: true, write: false, delete: false },
  network: false,
  subprocess: false,
  destructive: false,
  idempotent: true,
  reversible: true,
}
const DANGER: Effects = { destructive: true, filesystem: { delete: true } }
const flag = (name: string, flags: string[], x: Option['x-atip'] = {}): Option => ({
  name,
  flags,
  type: 'boolean',
  'x-atip': x,
})
const value = (name: string, flags: string[], x: Option['x-atip'] = {}): Option => ({
  name,
  flags,
  type: 'string',
  'x-atip': x,
})
const files: Argument = { name: 'file', type: 'string', variadic: true, required: false }
const DRY = flag('dry-run', ['-n', '--dry-run'], { harmless: 'dry-run' })
const HELP = flag('help', ['--help'], { harmless: 'help' })
const FORCE = flag('force', ['-f', '--force'], { effects: DANGER })

function tool(commands: Record<string, Command>, more: Partial<AtipTool> = {}): AtipTool {
  return normalise({ atip: '0.6', name: 't', version: '1', description: '', commands, ...more })
}

function single(
  options: Option[],
  x: CommandExtension = {},
  args: Argument[] = [files],
  effects: Effects = SAFE,
): AtipTool {
  return tool({ '': { description: '', effects, options, arguments: args, 'x-atip': x } })
}

function judge(description: AtipTool, line: string, options?: EffectsOfOptions) {
  return effectsOf(description, parseArgv(description, line.split(' ')), options)
}

const isOpaque = (word: string) => word.includes('$')

test.each<[string, AtipTool, string]>([
  [
    'a dry run that is taken back',
    single([DRY, FORCE], { syntax: { implicitNegation: true } }, [files], DANGER),
    't --dry-run --no-dry-run x',
  ],
  ['a dry run that is switched off', single([DRY], {}, [files], DANGER), 't -n --dry-run=false x'],
  [
    'a dry run of another kind',
    single(
      [value('dry-run', ['--dry-run'], { optionalValue: true, when: { is: ['client'] }, harmless: 'dry-run' })],
      {},
      [files],
      DANGER,
    ),
    't --dry-run=client --dry-run=none x',
  ],
  [
    'one of many operands that would be harmless',
    single([], {}, [{ ...files, 'x-atip': { when: { is: ['status'] }, harmless: 'help' } }], DANGER),
    't wipe status',
  ],
  [
    'an unlisted option that takes the next word',
    single([DRY, HELP], { unlisted: 'no-effect' }, [files], DANGER),
    't --log-file --dry-run x',
  ],
  ['an unlisted letter in a bundle', single([DRY], { unlisted: 'no-effect' }, [files], DANGER), 't -Zn x'],
  [
    'help behind a command that is run',
    single([HELP], {}, [{ ...files, 'x-atip': { value: { kind: 'command', form: 'argv' } } }]),
    't rm --help',
  ],
])('%s is not harmless', (_, description, line) => {
  const { harmless, effects } = judge(description, line)
  expect(harmless).toBeUndefined()
  expect(isReadOnly(effects)).toBe(false)
})

test.each<[string, AtipTool, string]>([
  [
    'an unlisted option before the command, which may take its name',
    tool(
      { get: { description: '', effects: SAFE }, del: { description: '', effects: DANGER } },
      { 'x-atip': { unlisted: 'no-effect' } },
    ),
    't --context get del x',
  ],
  [
    'a dangerous option before its command',
    tool(
      { get: { description: '', effects: SAFE, options: [FORCE], arguments: [files] } },
      { 'x-atip': { unlisted: 'no-effect' } },
    ),
    't --force get x',
  ],
  [
    'a bundle without a dash that has an unknown letter',
    single([flag('create', ['-c'], { effects: DANGER })], { syntax: { bareFlags: true } }),
    't cZf a',
  ],
  [
    'a word that is no option of a tool without bundles',
    single([value('directory', ['-d'])], { syntax: { bundledFlags: false } }),
    't -destroy',
  ],
  [
    'an abbreviation that is also a bundle',
    single([FORCE, flag('o', ['-o']), flag('r', ['-r'])], { syntax: { eitherDash: true, abbreviatedOptions: true } }),
    't -for',
  ],
  [
    'the negation of what takes a value',
    single([value('sandbox', ['--sandbox'])], { syntax: { implicitNegation: true } }),
    't --no-sandbox',
  ],
  [
    'a pair whose dangerous half is the negative one',
    single([flag('no-preserve-root', ['--no-preserve-root', '--preserve-root'], { effects: DANGER })]),
    't --no-preserve-root /',
  ],
])('%s is not read-only', (_, description, line) => {
  expect(isReadOnly(judge(description, line).effects)).toBe(false)
})

test('the positive half of a negative pair switches it off', () => {
  const act = single([flag('no-act', ['--no-act', '--act'], { harmless: 'dry-run' })], {}, [files], DANGER)
  expect(judge(act, 't --no-act').harmless).toBe('dry-run')
  expect(judge(act, 't --act').harmless).toBeUndefined()
})

test('a negation that is not part of the option takes a dry run back', () => {
  const listed = single([DRY, flag('act', ['--no-dry-run'])], {}, [files], DANGER)
  const unlisted = single([DRY], { unlisted: 'no-effect' }, [files], DANGER)
  for (const tool of [listed, unlisted]) {
    expect(judge(tool, 't --dry-run f').harmless).toBe('dry-run')
    expect(judge(tool, 't --dry-run --no-dry-run f').harmless).toBeUndefined()
    expect(judge(tool, 't --no-dry-run --dry-run f').harmless).toBeUndefined()
  }
})

test.each<[string, AtipTool, string]>([
  ['an option', single([flag('delete', ['-delete'], { effects: DANGER })]), 't . $X'],
  ['the end of the options', single([DRY], {}, [files], DANGER), 't $X --dry-run f'],
  [
    'nothing, so that an option takes the next word',
    single([DRY, value('out', ['--out'])], {}, [files], DANGER),
    't --out $X --dry-run f',
  ],
  [
    'a keyword',
    single([], {}, [{ name: 'of', type: 'file', required: false, 'x-atip': { keyword: 'of', effects: DANGER } }]),
    't $X',
  ],
])('an unknown word can be %s', (_, description, line) => {
  const { effects, harmless } = judge(description, line, { isOpaque })
  expect(harmless).toBeUndefined()
  expect(isReadOnly(effects)).toBe(false)
})

test('an unknown word may be the dangerous option of a tool that lists all it has', () => {
  const find = single([flag('delete', ['-delete'], { effects: DANGER })], { unlisted: 'no-effect' })
  const dd = single([], { unlisted: 'no-effect' }, [
    { name: 'of', type: 'file', required: false, 'x-atip': { keyword: 'of', effects: DANGER } },
  ])
  expect(judge(find, 't . $X', { isOpaque }).effects.destructive).toBe(true)
  expect(judge(dd, 't $X', { isOpaque }).effects.destructive).toBe(true)
  expect(judge(find, 't . x', { isOpaque }).effects.destructive).toBe(false)
})

test('a word that becomes several may be the later operand that is dangerous', () => {
  const input: Argument = { name: 'input', type: 'file', required: false }
  const output: Argument = { name: 'output', type: 'file', required: false, 'x-atip': { effects: DANGER } }
  const uniq = single([], { unlisted: 'no-effect' }, [input, output])
  const isSeveral = (word: string) => word.includes('*')
  expect(judge(uniq, 't a*', { isSeveral }).effects.destructive).toBe(true)
  expect(judge(uniq, 't a', { isSeveral }).effects.destructive).toBe(false)
})

test('a word that becomes several is no danger where the rule is about another call', () => {
  const first: Argument = { name: 'first', type: 'string', required: false }
  const when = { values: { first: ['reset'] }, without: ['check'] }
  const second: Argument = { name: 'second', type: 'string', required: false, 'x-atip': { when, effects: DANGER } }
  const tool = single([flag('check', ['--check'])], { unlisted: 'no-effect' }, [first, second])
  const isSeveral = (word: string) => word.includes('*')
  const destroys = (line: string) => judge(tool, line, { isSeveral }).effects.destructive
  expect(destroys('t reset a*')).toBe(true)
  expect(destroys('t re*')).toBe(true)
  expect(destroys('t a*')).toBe(true)
  expect(destroys('t start a*')).toBe(false)
  expect(destroys('t --check a*')).toBe(false)
})

test('an unknown word is no danger to a tool whose options are all known and harmless', () => {
  const wc = single([flag('lines', ['-l'])], { unlisted: 'no-effect' })
  expect(isReadOnly(judge(wc, 't -l $X', { isOpaque }).effects)).toBe(true)
  expect(isReadOnly(judge(single([flag('lines', ['-l'])]), 't -l -- $X', { isOpaque }).effects)).toBe(true)
})

test('a quoted word is the value of the option before it, and nothing else', () => {
  const log = single([
    value('count', ['-n']),
    value('output', ['--output'], { effects: { filesystem: { write: true } } }),
  ])
  expect(isReadOnly(judge(log, 't -n $N', { isOpaque: (word) => (isOpaque(word) ? 'word' : false) }).effects)).toBe(
    true,
  )
  expect(isReadOnly(judge(log, 't -n $N', { isOpaque }).effects)).toBe(false)
})

const pr = tool({
  pr: {
    description: '',
    effects: SAFE,
    arguments: [{ name: 'id', type: 'string', required: false }],
    commands: { merge: { description: '', effects: DANGER }, list: { description: '', effects: SAFE } },
  },
  describe: { description: '', effects: SAFE },
  delete: { description: '', effects: DANGER },
  '': { description: '', effects: SAFE, arguments: [files] },
})

test.each<[string, AtipTool, string]>([
  ['cut by depth', filter(pr, { depth: 1 }), 't pr merge'],
  ['cut by name', filter(pr, { commands: ['pr/list'] }), 't pr merge'],
  ['cut at the top', filter(pr, { commands: [''] }), 't delete'],
  ['asked for a command that does not exist', filter(pr, { commands: ['pr/zzz'] }), 't pr merge'],
  [
    'cut, with abbreviations',
    filter({ ...pr, 'x-atip': { syntax: { abbreviatedCommands: true } } }, { commands: ['describe'] }),
    't de',
  ],
])('a command that was left out is not taken for an operand: %s', (_, part, line) => {
  expect(isReadOnly(judge(part, line).effects)).toBe(false)
})

const partial = (commands: Record<string, Command>, safetyAssumption: string): AtipTool =>
  ({ ...tool(commands), partial: true, omitted: { reason: 'filtered', safetyAssumption } }) as AtipTool

test.each<[string, AtipTool, string[]]>([
  ['nothing is known at all', partial({ pr: { description: '', _truncated: true } }, 'same-as-included'), ['x']],
  [
    'a cut group is dangerous',
    partial({ pr: { description: '', _truncated: true, effects: DANGER, options: [] } }, 'same-as-included'),
    ['x'],
  ],
  [
    'it only has another name',
    partial({ remove: { description: '', effects: DANGER, 'x-atip': { aliases: ['rm'] } } }, 'known-safe'),
    ['rm', 'all'],
  ],
  ['it is below a leaf', partial({ remove: { description: '', effects: DANGER } }, 'known-safe'), ['remove', 'all']],
])('an omitted command needs confirmation when %s', (_, part, path) => {
  expect(canExecuteOmitted(part, path).decision).toBe('ask')
})

test('another name of an included command is that command', () => {
  const part = partial({ remove: { description: '', effects: DANGER, 'x-atip': { aliases: ['rm'] } } }, 'known-safe')
  expect(canExecuteOmitted(part, ['rm'])).toEqual({ decision: 'included' })
})

test.each<[string, Command]>([
  ['reads code', { description: '', effects: SAFE, 'x-atip': { stdin: { kind: 'code', language: 'shell' } } }],
  ['deletes files', { description: '', effects: { destructive: false, filesystem: { delete: true } } }],
  ['deletes things', { description: '', effects: { destructive: false, deletes: ['x'] } }],
])('what is left out is not known to be safe if some of it %s', (_, command) => {
  const part = filter(tool({ other: command, get: { description: '', effects: SAFE } }), { commands: ['get'] })
  expect(part.omitted!.safetyAssumption).not.toBe('known-safe')
})

test('a dry run claims nothing that is not stated', () => {
  const push = single(
    [
      DRY,
      value('out', ['--out'], { effects: { filesystem: { write: true } }, value: { kind: 'path', access: ['write'] } }),
    ],
    {},
    [files],
    { network: true, subprocess: true, destructive: true, interactive: { prompts: true } },
  )
  expect(judge(push, 't -n').effects).toMatchObject({
    network: true,
    subprocess: true,
    destructive: false,
    interactive: { prompts: true },
  })
  expect(judge(push, 't -n --out f').effects.filesystem?.write).toBe(true)
})

test('a name that an argument and an option share proves nothing', () => {
  const shared = single(
    [flag('check', ['--check'])],
    { cases: [{ when: { with: ['check'] }, harmless: 'dry-run' }] },
    [{ name: 'check', type: 'string' }],
    DANGER,
  )
  expect(judge(shared, 't foo').harmless).toBeUndefined()
})

test('a call that runs something is never read-only by itself', () => {
  const timeout = single([], { syntax: { interspersed: false } }, [
    { ...files, 'x-atip': { value: { kind: 'command', form: 'argv' } } },
  ])
  const verdict = judge(timeout, 't rm -rf /')
  expect(isReadOnly(verdict.effects)).toBe(false)
  expect(isReadOnly(verdict.own)).toBe(true)
  const known = (program: string) => (program === 't' ? timeout : undefined)
  expect(effectsOfArgv(['t', 't', 'rm', '-rf'], known).effects.destructive).toBeUndefined()
})

test('a delta that cannot be ranked leaves the field unknown, not at its better value', () => {
  expect(worsen({ cost: { estimate: 'low' } }, { cost: { estimate: '$500' } }).cost?.estimate).toBeUndefined()
  expect(
    worsen({ duration: { timeout: '1s' } }, { duration: { timeout: 'forever' } }).duration?.timeout,
  ).toBeUndefined()
})

test('the path of a group means its own command, for its effects as for its argv', () => {
  const group = tool({ g: { description: '', effects: SAFE, commands: { '': { description: '', effects: DANGER } } } })
  expect(declaredEffects(group, ['g']).destructive).toBe(true)
  expect(judge(group, 't g').effects.destructive).toBe(true)
})

test('of the meanings standard input may have, the worst one counts', () => {
  const reads = single([flag('append', ['-a'])], {
    stdin: [{ kind: 'data' }, { when: { with: ['append'] }, kind: 'arguments' }],
  })
  expect(judge(reads, 't').stdin?.kind).toBe('data')
  expect(judge(reads, 't -a').stdin?.kind).toBe('arguments')
})

test('an option that loads something unknown leaves no claim of safety, not even beside a question for help', () => {
  const plugin = value('plugin', ['--plugin'], { unknown: true })
  const loads = single([plugin, HELP, DRY])
  expect(isReadOnly(judge(loads, 't x').effects)).toBe(true)
  expect(judge(loads, 't --plugin p x').effects.destructive).toBeUndefined()
  expect(judge(loads, 't -n --plugin p x').effects.destructive).toBeUndefined()
  // Many programs load plugins before they print anything: `php -d extension=x.so -m`.
  expect(isReadOnly(judge(loads, 't --help --plugin p').effects)).toBe(false)
  const maybe = single([value('plugin', ['--plugin'], { unknown: true, when: { startsWith: ['/'] } })])
  expect(judge(maybe, 't --plugin $P x', { isOpaque }).effects.destructive).toBeUndefined()
})

test('a file that is executed may do anything, for the call itself and for a wrapper around it', () => {
  const script: Argument = { name: 'script', type: 'file', 'x-atip': { value: { kind: 'path', access: ['execute'] } } }
  const runs = single([], {}, [script])
  expect(judge(runs, 't build.sh').effects.destructive).toBeUndefined()
  expect(judge(runs, 't build.sh').own.destructive).toBe(false)
  expect(effectsOfArgv(['t', 'build.sh'], () => runs).effects.destructive).toBeUndefined()
})

test('words without number are read in linear time', () => {
  const words = Array.from({ length: 200_000 }, (_, index) => `f${index}`)
  expect(parseArgv(single([]), ['t', ...words]).arguments.file).toHaveLength(200_000)
})
