import { CLOSURE, descriptionFor, readTool, type AtipTool, type ShimKey } from '@atip/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSameShim, joinShims } from './join-shims.js'

const hash = `sha256:${'ab'.repeat(32)}`
const closure = (digit: number) => `sha256:${String(digit).repeat(64)}`

interface Made {
  name: string
  does: string
  closure?: number
  aliases?: string[]
  version?: string
}

const shim = ({ name, does, closure: digit, aliases, version = '1' }: Made): AtipTool => ({
  atip: { version: '0.6' },
  name,
  version,
  description: does,
  binary: {
    hash,
    name,
    version,
    ...(aliases && aliases.length > 0 && { aliases }),
    ...(digit !== undefined && { [CLOSURE]: closure(digit) }),
  },
  trust: { source: 'inferred' },
  commands: { '': { description: does } },
})

const said = (joined: AtipTool, key: ShimKey) => descriptionFor(joined, key)?.description

describe('the shim of bytes with several names', () => {
  test('describes each name, and calls those alike that are', () => {
    const joined = [
      shim({ name: 'reboot', does: 'restart' }),
      shim({ name: 'halt', does: 'restart' }),
      shim({ name: 'poweroff', does: 'switch off' }),
    ].reduce(joinShims, shim({ name: 'systemctl', does: 'control' }))
    expect(joined.binary).toEqual({ hash, name: 'systemctl', version: '1' })
    expect(said(joined, { name: 'systemctl' })).toBe('control')
    expect(descriptionFor(joined, { name: 'halt' })?.binary).toMatchObject({ name: 'reboot', aliases: ['halt'] })
    expect(said(joined, { name: 'poweroff' })).toBe('switch off')
  })

  test('keeps what a launcher does in each version', () => {
    const [one, two] = [1, 2].map((digit) =>
      shim({ name: 'tsc', does: `version ${digit}`, closure: digit, version: String(digit) }),
    )
    const joined = joinShims(one!, two!)
    expect(said(joined, { name: 'tsc', closure: closure(1) })).toBe('version 1')
    expect(said(joined, { name: 'tsc', closure: closure(2) })).toBe('version 2')
    expect(said(joined, { name: 'tsc', closure: closure(3) })).toBeUndefined()
    expect(joined.binary).toMatchObject({ version: '1' })
  })

  test('keeps a reviewer as long as nothing else changes', () => {
    const reviewed = { ...shim({ name: 'b', does: 'b' }), _generation: { reviewedBy: 'A. Person' } }
    const joined = joinShims(shim({ name: 'a', does: 'a' }), reviewed)
    expect(joinShims(joined, shim({ name: 'b', does: 'b' }))).toEqual(joined)
    const key = { name: 'b' }
    expect(descriptionFor(joined, key)?._generation).toEqual({ reviewedBy: 'A. Person' })
    expect(descriptionFor(joinShims(joined, shim({ name: 'b', does: 'c' })), key)?._generation).toBeUndefined()
  })
})

const made = fc.record(
  {
    name: fc.constantFrom('a', 'b', 'c', 'd'),
    does: fc.constantFrom('x', 'y', 'z'),
    closure: fc.constantFrom(1, 2),
    aliases: fc.subarray(['a', 'b', 'c', 'd', 'e']),
  },
  { requiredKeys: ['name', 'does'] },
)

test('whatever is joined, the last word about each name counts, and joining it again changes nothing', () => {
  fc.assert(
    fc.property(fc.array(made, { minLength: 1, maxLength: 8 }), (list) => {
      const shims = list.map((one) =>
        shim({ ...one, aliases: (one.aliases ?? []).filter((name) => name !== one.name) }),
      )
      const joined = shims.slice(1).reduce(joinShims, shims[0]!)
      const last = new Map<string, string>()
      for (const one of shims) {
        const by = one.binary![CLOSURE] as string | undefined
        for (const name of [one.name, ...(one.binary!.aliases ?? [])])
          last.set(JSON.stringify([name, by]), one.description)
      }
      for (const [key, does] of last) {
        const [name, by] = JSON.parse(key) as [string, string | null]
        expect(said(joined, { name, ...(by !== null && { closure: by }) })).toBe(does)
      }
      expect(isSameShim(joinShims(joined, shims.at(-1)!), joined)).toBe(true)
      expect(joined.binary).toMatchObject({ name: shims[0]!.name, version: '1' })
      expect(readTool(joined).ok).toBe(true)
    }),
  )
})
