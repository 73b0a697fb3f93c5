import { expect, test } from 'vitest'
import type { AtipTool, Command, Effects, Option } from '../types/tool.js'
import type { ParameterExtension } from '../types/x-atip.js'
import { withClaims } from './claims.js'
import { effectsOfArgv } from './effects-of-argv.js'
import { effectsOf } from './effects-of.js'
import { parseArgv } from './parse.js'

const READS: Effects = { destructive: false, network: false, filesystem: { read: true, write: false, delete: false } }
const WRITES: Effects = { filesystem: { write: true } }

const tool = (command: Partial<Command>): AtipTool => ({
  atip: { version: '0.6' },
  name: 'demo',
  version: '1',
  description: 'demo',
  commands: { '': { description: 'demo', effects: READS, ...command } },
})
const option = (flag: string, type: Option['type'], extension: ParameterExtension): Option => ({
  name: flag.replace(/^-+/, ''),
  flags: [flag],
  type,
  'x-atip': extension,
})
const written: ParameterExtension = { effects: WRITES, value: { kind: 'path', access: ['write'] } }
const output = option('--output', 'file', written)
const log = option('--log', 'file', { ...written, optionalValue: true })
const unplaced = (described: AtipTool, ...words: string[]) =>
  effectsOf(described, parseArgv(described, ['demo', ...words])).unplaced?.map((source) =>
    'name' in source ? source.name : source.kind,
  )

test('a file that an option names does not say where the command writes', () => {
  const described = tool({ effects: { ...READS, ...WRITES }, options: [output] })
  expect(unplaced(described, '--output', 'a')).toEqual(['command'])
})

test('a written operand says where the command and its cases write', () => {
  const operand = { name: 'file', type: 'file' as const, required: false, 'x-atip': written }
  const described = tool({
    effects: { ...READS, ...WRITES },
    arguments: [operand],
    'x-atip': { cases: [{ effects: WRITES }] },
  })
  expect(unplaced(described, 'a')).toBeUndefined()
  expect(unplaced(described)).toEqual(['command'])
})

test('a case that holds with an option says that the command writes what the option names', () => {
  const described = tool({
    effects: { ...READS, ...WRITES },
    options: [output, log],
    'x-atip': { cases: [{ when: { with: ['output'] }, effects: WRITES }] },
  })
  expect(unplaced(described, '--output', 'a')).toBeUndefined()
  expect(unplaced(described, '--log=a')).toEqual(['command'])
})

test('each option needs a file of its own, or one that goes with it', () => {
  const unpack = option('-x', 'boolean', { effects: WRITES })
  const folder = option('-C', 'directory', { ...written, when: { with: ['x'] } })
  const described = tool({ options: [unpack, folder, output] })
  expect(unplaced(described, '-x', '--output', 'a')).toEqual(['x'])
  expect(unplaced(described, '-x', '-C', 'a', '--output', 'b')).toBeUndefined()
  expect(unplaced(described, '--output', 'a')).toBeUndefined()
})

test('an option that holds only with an operand changes that operand', () => {
  const file = { name: 'file', type: 'file' as const, required: false, 'x-atip': written }
  const force = option('-f', 'boolean', { effects: { filesystem: { delete: true } }, when: { with: ['file'] } })
  const report = option('--report', 'boolean', { effects: WRITES })
  const described = tool({ arguments: [file], options: [force, report] })
  expect(unplaced(described, '-f', 'a')).toBeUndefined()
  expect(unplaced(described, '-f', '--report', 'a')).toEqual(['report'])
})

test('an option without its value names no file, also where it is given twice', () => {
  const described = tool({ options: [log] })
  expect(unplaced(described, '--log=a')).toBeUndefined()
  expect(unplaced(described, '--log')).toEqual(['log'])
  expect(unplaced(described, '--log=a', '--log')).toEqual(['log'])
})

test('what a word may become when the line runs is not given yet', () => {
  const described = tool({ options: [output], 'x-atip': { unlisted: 'no-effect' } })
  const call = parseArgv(described, ['demo', '--output', 'a', '*'])
  expect(effectsOf(described, call, { isOpaque: (word) => word === '*' }).unplaced).toBeUndefined()
})

test('a dry run writes nothing but the files that are named for output', () => {
  const dry = option('-n', 'boolean', { harmless: 'dry-run', wins: true })
  const described = tool({ effects: { ...READS, ...WRITES }, options: [dry, output] })
  expect(unplaced(described, '-n', '--output', 'a')).toBeUndefined()
})

test('where an untrusted description says that files are written, none is named', () => {
  const described = withClaims(tool({}), [tool({ effects: WRITES })])
  expect(effectsOfArgv(['demo'], () => described).call!.unplaced).toEqual([{ kind: 'command', path: [] }])
})
