import { normalise, walkCommands, type AtipTool } from '@atip/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { document } from '../../protocol/testing/arbitraries.js'
import { pack, unpack } from './pack.js'

const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown

test('a packed tool is the same when it is unpacked, whatever its commands are called', () => {
  fc.assert(
    fc.property(document, (any) => {
      const tool = normalise(any)
      expect(plain(unpack(pack(tool)))).toEqual(plain(tool))
    }),
  )
})

const effects = { destructive: true, network: false }
const command = { description: 'Do', effects, options: [{ name: 'a', flags: ['-a'], type: 'boolean' as const }] }
const tool: AtipTool = {
  atip: { version: '0.6' },
  name: 't',
  version: '1',
  description: 'd',
  commands: {
    options: { ...command, commands: { '': { description: 'bare' }, deep: { description: 'further down' } } },
    effects: command,
    constructor: command,
    other: { description: 'x', effects: {} },
  },
}

test('what occurs twice is stored once', () => {
  const text = pack(tool).toString('latin1')
  expect(text.split('"destructive"')).toHaveLength(2)
  expect(text.split('"flags"')).toHaveLength(2)
  expect(plain(unpack(pack(tool)))).toEqual(plain(tool))
})

test('commands are read when somebody looks at them, and only those', () => {
  const bytes = pack(tool)
  // Overwrites pieces that must not have been read yet.
  const destroy = (word: string) => bytes.fill('!', bytes.indexOf(word), bytes.indexOf(word) + word.length)
  const { commands } = unpack(bytes)
  destroy('"further down"')
  destroy('"x"')
  expect(Object.keys(commands!)).toEqual(Object.keys(tool.commands!))
  expect(Object.hasOwn(commands!, 'other')).toBe(true)
  expect(commands!.toString).toBeUndefined()
  expect(commands!.effects).toEqual(command)
  expect(Object.keys(commands!.options!.commands!)).toEqual(['', 'deep'])
  expect(commands!.options!.commands!['']).toEqual({ description: 'bare' })
  expect(() => commands!.other).toThrow(SyntaxError)
  expect(() => commands!.options!.commands!.deep).toThrow(SyntaxError)
})

test('a command is the same thing each time, and not another one that is alike', () => {
  const { commands } = unpack(pack(tool))
  expect(commands!.effects).toBe(commands!.effects)
  expect(commands!.effects).not.toBe(commands!.constructor)
})

test('walking or copying it sees all of it', () => {
  const unpacked = unpack(pack(tool))
  expect(plain(structuredClone(unpacked))).toEqual(plain(tool))
  expect([...walkCommands(unpacked)].map(({ path }) => path)).toEqual([...walkCommands(tool)].map(({ path }) => path))
  expect(plain(normalise(unpacked))).toEqual(plain(tool))
})
