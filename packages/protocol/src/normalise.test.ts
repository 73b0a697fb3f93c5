import fc from 'fast-check'
import { expect, test } from 'vitest'
import { document } from '../testing/arbitraries.js'
import { normalise } from './normalise.js'
import { validate } from './validate/validate.js'
import type { AtipDocument } from './types.js'

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('normalising twice is normalising once', () => {
  fc.assert(
    fc.property(document, (value) => {
      const once = normalise(value)
      expect(plain(normalise(once))).toEqual(plain(once))
    }),
  )
})

test('a normalised tool is a valid document again', () => {
  fc.assert(
    fc.property(document, (value) => {
      expect(validate(plain(normalise(value))).valid).toBe(true)
    }),
  )
})

test('nothing is lost: every value of the document is still there', () => {
  fc.assert(
    fc.property(document, (value) => {
      const before = JSON.parse(JSON.stringify(value)) as Record<string, unknown>
      const after = plain(normalise(value)) as Record<string, unknown>
      delete before.atip
      expect(after).toMatchObject(before)
    }),
  )
})

test('the input is not changed', () => {
  fc.assert(
    fc.property(document, (value) => {
      const before = JSON.stringify(value)
      normalise(value)
      expect(JSON.stringify(value)).toBe(before)
    }),
  )
})

test('a version string becomes an object', () => {
  expect(normalise({ atip: '0.1', name: 'a', version: '1', description: '' }).atip).toEqual({ version: '0.1' })
})

test('a shim lends its name and version from the binary it describes, and its signature moves to one place', () => {
  const signature = { type: 'cosign' as const, identity: 'someone@example.org' }
  const shim: AtipDocument = {
    atip: { version: '0.6' },
    binary: { hash: `sha256:${'0'.repeat(64)}`, name: 'curl', version: '8.4.0' },
    description: 'Transfer data',
    trust: { source: 'community', signature },
  }
  const tool = normalise(shim)
  expect(tool).toMatchObject({ name: 'curl', version: '8.4.0', binary: shim.binary })
  expect(tool.trust).toEqual({ source: 'community', shimIntegrity: { signature } })
})

test('names of object methods are names like any other', () => {
  const text =
    '{"atip":"0.6","name":"a","version":"1","description":"","commands":{"__proto__":{"description":"p"},"constructor":{"description":"c"}}}'
  const { commands } = normalise(JSON.parse(text) as AtipDocument)
  expect(Object.keys(commands!)).toEqual(['__proto__', 'constructor'])
  expect(commands!['__proto__']!.description).toBe('p')
  expect(({} as Record<string, unknown>).description).toBeUndefined()
})

test('what was left out without a word on its safety is unknown', () => {
  const document = { atip: '0.6', name: 'a', version: '1', description: 'x', partial: true } satisfies AtipDocument
  const omitted = { reason: 'filtered' as const, 'x-why': 'size' }
  expect(normalise({ ...document, omitted }).omitted).toEqual({ ...omitted, safetyAssumption: 'unknown' })
  const safe = { ...omitted, safetyAssumption: 'known-safe' as const }
  expect(normalise({ ...document, omitted: safe }).omitted).toBe(safe)
})

test('a binary that does not say its name or version has those of the tool', () => {
  const document = { atip: '0.6', name: 'curl', version: '8.4.0', description: 'x' }
  const hash = `sha256:${'0'.repeat(64)}`
  expect(normalise({ ...document, binary: { hash } }).binary).toEqual({ hash, name: 'curl', version: '8.4.0' })
  const alias = { hash, name: 'curl8', version: '8.4.0' }
  expect(normalise({ ...document, binary: alias }).binary).toEqual(alias)
})
