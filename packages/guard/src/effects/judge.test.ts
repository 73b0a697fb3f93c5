import { NO_EFFECTS, type AtipTool, type Effects } from '@atip/protocol'
import { expect, test } from 'vitest'
import { judge } from './judge.js'
import { knowledgeOf } from './knowledge.js'
import { verdictOf } from './verdict.js'

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
  ['reads, and nobody knows what else', { filesystem: { read: true } }, undefined, 'unknown'],
  ['writes, and may destroy', { filesystem: { write: true } }, undefined, 'unknown'],
  ['writes and does not destroy', { filesystem: { write: true }, destructive: false }, undefined, 'changes'],
  ['talks and does not destroy', { network: true, destructive: false }, undefined, 'changes'],
  ['does not destroy, and nobody knows what else', { destructive: false }, undefined, 'unknown'],
  ['asks elsewhere', { ...NO_EFFECTS, network: true }, undefined, 'reads-elsewhere'],
  ['sends something', { ...NO_EFFECTS, network: true, idempotent: false }, undefined, 'changes'],
  ['destroys', { ...NO_EFFECTS, destructive: true }, undefined, 'destructive'],
  ['a dry run', { network: true }, 'dry-run', 'harmless'],
  ['a dry run that destroys', { destructive: true }, 'dry-run', 'destructive'],
])('%s', (_, effects, harmless, verdict) => {
  expect(verdictOf(effects, harmless)).toBe(verdict)
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
const look = tool('look', { effects: NO_EFFECTS, binary: { name: 'look-1', hash: 'x', aliases: ['l'] } })
const knowledge = knowledgeOf([run, wipe, look])
const judged = (line: string) => judge(line.split(' '), knowledge)

test.each([
  ['look', 'read-only', []],
  ['/opt/bin/look-1', 'read-only', []],
  ['l', 'read-only', []],
  ['run look', 'read-only', []],
  ['run run run wipe', 'destructive', []],
  ['run nothing', 'unknown', ['unknown-program']],
  ['run -c ls', 'unknown', ['shell']],
  ['run --on wipe', 'unknown', ['runs-remote']],
  ['run --dry wipe', 'destructive', []],
])('%s is %s', (line, verdict, reasons) => {
  const { verdict: found, doubts } = judged(line)
  expect(found).toBe(verdict)
  expect(doubts.map(({ reason }) => reason)).toEqual(reasons)
})

test('the source of an effect is the nearest that says as much', () => {
  const sources = (line: string) =>
    Object.fromEntries(judged(line).fields.map(({ field, source }) => [field, `${source.kind} ${source.name}`]))
  expect(sources('run wipe')).toMatchObject({ destructive: 'run wipe', network: 'tool run' })
  expect(sources('run look')).toMatchObject({ destructive: 'tool run' })
})
