import { effectClassOf, NO_EFFECTS, type AtipTool, type Effects } from '@atip/protocol'
import { expect, test } from 'vitest'
import { effectsOfCall } from './effects-of-call.js'

const tool = (name: string, more: Partial<AtipTool>): AtipTool => ({
  atip: { version: '0.6' },
  name,
  version: '1',
  description: name,
  ...more,
})

test.each<[string, Effects, 'dry-run' | undefined, string]>([
  ['nothing known', {}, undefined, 'unknown'],
  ['known to do nothing', NO_EFFECTS, undefined, 'read-only'],
  ['reads, other effects unknown', { filesystem: { read: true } }, undefined, 'unknown'],
  ['writes, and may destroy', { filesystem: { write: true } }, undefined, 'unknown'],
  ['writes and does not destroy', { filesystem: { write: true }, destructive: false }, undefined, 'changes'],
  ['talks and does not destroy', { network: true, destructive: false }, undefined, 'changes'],
  ['does not destroy, other effects unknown', { destructive: false }, undefined, 'unknown'],
  ['asks elsewhere', { ...NO_EFFECTS, network: true }, undefined, 'reads-elsewhere'],
  ['sends something', { ...NO_EFFECTS, network: true, idempotent: false }, undefined, 'changes'],
  ['destroys', { ...NO_EFFECTS, destructive: true }, undefined, 'destructive'],
  ['a dry run', { network: true }, 'dry-run', 'harmless'],
  ['a dry run that destroys', { destructive: true }, 'dry-run', 'destructive'],
])('%s', (_, effects, harmless, verdict) => {
  expect(effectClassOf(effects, harmless)).toBe(verdict)
})

const command = { kind: 'command', form: 'argv' } as const
const run = tool('run', {
  effects: NO_EFFECTS,
  'x-atip': { syntax: { interspersed: false } },
  commands: {
    '': {
      description: 'Run',
      options: [
        { name: 'shell', flags: ['-c'], type: 'string', 'x-atip': { value: { kind: 'command', form: 'shell' } } },
        { name: 'on', flags: ['--on'], type: 'string', 'x-atip': { value: { ...command, where: 'remote' } } },
        { name: 'dry', flags: ['--dry'], type: 'boolean', 'x-atip': { harmless: 'dry-run' } },
      ],
      arguments: [{ name: 'line', type: 'string', variadic: true, required: false, 'x-atip': { value: command } }],
    },
  },
})
const wipe = tool('wipe', { effects: { ...NO_EFFECTS, destructive: true } })
const look = tool('look', { effects: NO_EFFECTS })
const known = new Map([run, wipe, look].map((one) => [one.name, one]))
const judged = (line: string) =>
  effectsOfCall(line.split(' '), {
    lookup: (program) => known.get(program),
    home: '/home/dev',
    programs: () => ['look'],
  })

test.each([
  ['look', 'read-only', []],
  ['run look', 'read-only', []],
  ['run run run wipe', 'destructive', []],
  ['run nothing', 'unknown', ['unknown-program']],
  ['run -c look', 'read-only', []],
  ['run -c nothing', 'unknown', ['unknown-program']],
  ['run --on look', 'unknown', ['runs-elsewhere']],
  ['run --on wipe', 'destructive', ['runs-elsewhere']],
  ['run --dry wipe', 'destructive', []],
])('%s is %s', (line, verdict, reasons) => {
  const { verdict: found, doubts } = judged(line)
  expect(found).toBe(verdict)
  expect(doubts.map(({ reason }) => reason)).toEqual(reasons)
})

test('the source of an effect is the call, or the command it runs that says as much', () => {
  const sources = (line: string) =>
    Object.fromEntries(judged(line).fields.map(({ field, source }) => [field, `${source.kind} ${source.name}`]))
  expect(sources('run wipe')).toMatchObject({ destructive: 'run wipe', network: 'tool run' })
  expect(sources('run run wipe')).toMatchObject({ destructive: 'run wipe' })
  expect(sources('run look')).toMatchObject({ destructive: 'tool run' })
})

test('an unknown program comes with the known one that it may mean', () => {
  expect(judged('lok').doubts[0]!.message).toBe('nothing describes "lok"; did you mean "look"?')
})
