import { readTool, type AtipTool, type Option } from '@atip/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeFacts } from './merge-facts.js'

const option = (name: string, flags: string[], more: Partial<Option> = {}): Option => ({
  name,
  flags,
  type: 'boolean',
  description: `about ${name}`,
  ...more,
})
const tool = (options: Option[]): AtipTool => ({
  atip: { version: '0.6' },
  name: 'tool',
  version: '1',
  description: 'a tool',
  commands: { '': { description: 'a tool', options, effects: { network: true, filesystem: { read: true } } } },
})

describe('what people wrote', () => {
  test('decides, and what was generated adds the rest', () => {
    const merged = mergeFacts(tool([option('force', ['-f']), option('all', ['-a'])]), {
      commands: {
        '': {
          effects: { network: false, filesystem: { write: true } },
          options: [option('force', ['--force', '-f'], { 'x-atip': { effects: { destructive: true } } })],
        },
        sub: { description: 'more' },
      },
    })
    expect(merged.commands!['']).toEqual({
      description: 'a tool',
      effects: { network: false, filesystem: { read: true, write: true } },
      options: [
        option('force', ['--force', '-f'], { 'x-atip': { effects: { destructive: true } } }),
        option('all', ['-a']),
      ],
    })
    expect(merged.commands!.sub).toEqual({ description: 'more' })
  })

  test('joins options that a text has apart', () => {
    const merged = mergeFacts(tool([option('h', ['-h']), option('help', ['--help'])]), {
      commands: { '': { options: [option('help', ['-h', '--help'])] } },
    })
    expect(merged.commands!['']!.options).toEqual([option('help', ['-h', '--help'])])
  })

  test('never makes a valid description invalid, nor loses a flag', () => {
    const flag = fc.constantFrom('-a', '-b', '-c', '--all', '--bare', '--cold')
    const options = fc
      .uniqueArray(
        fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), flags: fc.uniqueArray(flag, { minLength: 1 }) }),
        {
          selector: ({ name }) => name,
        },
      )
      .map((found) => {
        const seen = new Set<string>()
        return found.flatMap(({ name, flags }) => {
          const own = flags.filter((one) => !seen.has(one))
          for (const one of own) seen.add(one)
          return own.length === 0 ? [] : [option(name, own)]
        })
      })
    fc.assert(
      fc.property(options, options, (known, facts) => {
        const merged = mergeFacts(tool(known), { commands: { '': { options: facts } } })
        const flagsOf = (list: Option[]) => new Set(list.flatMap(({ flags }) => flags))
        expect(flagsOf(merged.commands!['']!.options ?? [])).toEqual(flagsOf([...known, ...facts]))
        expect(readTool(merged).problems.filter(({ severity }) => severity === 'error')).toEqual([])
      }),
    )
  })
})
