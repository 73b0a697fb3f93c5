import { effectsOfArgv, isReadOnly } from '@atip/protocol'
import { describe, expect, it } from 'vitest'
import { compileShim, type ShimNotation } from './compile.js'

const notation: ShimNotation = {
  tool: 'ship',
  about: 'An example',
  source: 'nowhere',
  examples: {},
  commands: {
    crew: {
      about: 'List the crew',
      effects: 'reads',
      options: { '-v': undefined },
      args: ['[NAME]'],
      commands: { fire: 'destroys', train: 'runs', scatter: 'unknown' },
    },
  },
}

describe('a command that has subcommands, and effects of its own', () => {
  const tool = compileShim(notation)
  const effects = (...words: string[]) => effectsOfArgv(['ship', ...words], () => tool).effects

  it('does what it says without a subcommand', () => {
    expect(isReadOnly(effects('crew'))).toBe(true)
    expect(isReadOnly(effects('crew', '-v', 'ann'))).toBe(true)
  })

  it('says nothing of subcommands whose effects are not known', () => {
    expect(effects('crew', 'scatter')).toEqual({})
    expect(isReadOnly(effects('crew', 'train'))).toBe(false)
    expect(effects('crew', 'fire').destructive).toBe(true)
  })

  it('is refused where it is stated twice', () => {
    const crew = { about: 'Twice', effects: 'reads', commands: { '': 'writes' } }
    expect(() => compileShim({ ...notation, commands: { crew } })).toThrow('stated twice')
  })
})

describe('a shim as ATIP', () => {
  const base: ShimNotation = { tool: 'mow', about: 'Mow the lawn', source: 'mow(1)', examples: {}, effects: 'reads' }

  it('is one command without a name where there are no subcommands', () => {
    const tool = compileShim({ ...base, options: { '-o, --output FILE': 'path:write' }, args: ['[FILE...]'] })
    expect(Object.keys(tool.commands!)).toEqual([''])
    expect(tool.commands!['']).toMatchObject({
      description: 'Mow the lawn',
      options: [{ name: 'output', flags: ['-o', '--output'], type: 'file' }],
      arguments: [{ name: 'file', type: 'file', required: false, variadic: true }],
    })
  })

  it('puts the options of a tool with subcommands before them, and states several that are alike', () => {
    const tool = compileShim({
      ...base,
      options: { '-C DIR': undefined },
      commands: { 'list, show': 'reads', drop: { about: 'Drop it', effects: 'destroys' } },
      itself: { about: 'Tell the state', effects: 'nothing' },
    })
    expect(tool.globalOptions?.map(({ name }) => name)).toEqual(['C'])
    expect(Object.keys(tool.commands!)).toEqual(['', 'list', 'show', 'drop'])
    const effects = (...words: string[]) => effectsOfArgv(['mow', ...words], () => tool).effects
    expect(isReadOnly(effects('-C', 'drop', 'show'))).toBe(true)
    expect(effects('-C', 'show', 'drop').destructive).toBe(true)
    expect(effects('water').destructive).toBeUndefined()
  })

  it('carries what is printed, whose account it is and how input is split', () => {
    const tool = compileShim({
      ...base,
      options: { '-I STRING': undefined, '--format F': undefined, '--token': undefined },
      account: 'example.org',
      incidental: { paths: ['~/.cache/mow'] },
      endless: true,
      repository: true,
      prints: [
        { kind: 'secret', when: { with: ['--token'] } },
        { kind: 'name', when: { values: { '--format': ['%n'] } } },
      ],
      stdin: { kind: 'arguments', split: { placeholder: ['-I'] } },
    })
    expect(tool.commands!['']!['x-atip']).toEqual({
      account: 'example.org',
      incidental: { paths: ['~/.cache/mow'] },
      endless: true,
      repository: true,
      prints: [
        { kind: 'secret', when: { with: ['token'] } },
        { kind: 'name', when: { values: { format: ['%n'] } } },
      ],
      stdin: { kind: 'arguments', split: { placeholder: ['I'] } },
    })
    expect(compileShim({ ...base, prints: 'number' }).commands!['']!['x-atip']).toEqual({ prints: { kind: 'number' } })
    expect(() => compileShim({ ...base, prints: 'colour' as 'number' })).toThrow('mow: it prints "colour"')
  })

  it('carries how far it reaches and how much it loses', () => {
    const lossy = { effects: 'discards', reach: 'project', loss: 'narrow' } as const
    const facts = { reach: 'project', loss: 'narrow' }
    expect(compileShim({ ...base, ...lossy }).commands!['']!['x-atip']).toEqual(facts)
    expect(() => compileShim({ ...base, effects: 'writes', loss: 'narrow' })).toThrow('nothing is lost')
  })

  it('gives the loss of a group to its bare command, and its reach to all', () => {
    const drop = { about: 'Drop', effects: 'discards', reach: 'project', loss: 'narrow' } as const
    const tool = compileShim({ ...base, commands: { drop: { ...drop, commands: { all: 'discards', list: 'reads' } } } })
    const call = (...words: string[]) => effectsOfArgv(['mow', ...words], () => tool).call
    expect(call('drop')!.loss).toBe('narrow')
    expect(call('drop', 'list')!.reach).toBe('project')
    expect(call('drop', 'all')!.loss).toBeUndefined()
  })

  it('lets conditions name options by any of their flags', () => {
    const tool = compileShim({
      ...base,
      options: { '-n, --dry-run': undefined, '-d': { does: 'deletes', when: { without: ['-n'] } } },
      cases: [{ when: { with: ['--dry-run'] }, does: 'dry-run' }],
      stdin: { kind: 'code', language: 'sh', when: { with: ['-d'] } },
    })
    const command = tool.commands!['']!
    expect(command.options?.[1]?.['x-atip']?.when).toEqual({ without: ['dry-run'] })
    expect(command['x-atip']).toMatchObject({
      cases: [{ when: { with: ['dry-run'] }, harmless: 'dry-run' }],
      stdin: { when: { with: ['d'] } },
    })
  })

  it('gives an argument another name where an option has taken it', () => {
    const tool = compileShim({ ...base, options: { '--file FILE': undefined }, args: ['[FILE]'] })
    expect(tool.commands!['']!.arguments![0]!.name).toBe('file-operand')
  })

  it('takes fields of effects beside the words', () => {
    const effects = { words: 'writes', filesystem: { read: true, write: true, delete: true } } as const
    expect(compileShim({ ...base, effects }).commands!['']!.effects).toMatchObject({
      destructive: false,
      filesystem: { delete: true },
    })
  })

  it.each<[string, Partial<ShimNotation>]>([
    ['mow: say its effects', { effects: undefined }],
    ['mow cut: say its effects', { commands: { cut: { about: 'Cut' } } }],
    ['mow: option "x" is stated twice', { options: [{ '-x': 'reads' }, { '-x FILE': 'writes' }] }],
    ['mow: a condition names "-y", which is not listed', { options: { '-x': { when: { with: ['-y'] } } } }],
    ['mow show: stated twice', { commands: { show: 'reads', 'list, show': 'reads' } }],
    ['mow: "blade" is no fact', { options: { '-x': 'blade' } }],
    ['mow: "fast" is not a word of shims', { effects: 'fast' }],
  ])('says where and what is wrong: %s', (message, wrong) => {
    expect(() => compileShim({ ...base, ...wrong })).toThrow(message)
  })
})
