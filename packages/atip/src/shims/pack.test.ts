import { normalise, type AtipTool } from '@atip/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { document } from '../../../protocol/testing/arbitraries.js'
import { pack, unpack, type Packed } from './pack.js'

const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown

test('a packed tool is the same when it is unpacked, whatever its commands are called', () => {
  fc.assert(
    fc.property(document, (any) => {
      const tool = normalise(any)
      expect(plain(unpack(plain(pack(tool)) as Packed))).toEqual(plain(tool))
    }),
  )
})

test('what occurs twice stands once', () => {
  const effects = { destructive: true, network: false }
  const command = { description: 'Do', effects, options: [{ name: 'a', flags: ['-a'], type: 'boolean' as const }] }
  const tool: AtipTool = {
    atip: { version: '0.6' },
    name: 't',
    version: '1',
    description: 'd',
    commands: { options: command, effects: command, other: { description: 'x', effects: {} } },
  }
  const packed = pack(tool)
  expect(packed.shared).toEqual([command.options, effects].toSorted((a) => (Array.isArray(a) ? 1 : -1)))
  expect(plain(unpack(plain(packed) as Packed))).toEqual(plain(tool))
})
