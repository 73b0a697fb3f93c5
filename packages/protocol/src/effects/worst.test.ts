import fc from 'fast-check'
import { expect, test } from 'vitest'
import { effects } from '../../testing/arbitraries.js'
import type { Effects } from '../types/tool.js'
import { fieldOf, LIST_FIELDS, SCALAR_FIELDS } from './fields.js'
import { isReadOnly } from './read-only.js'
import { NO_EFFECTS, rankOf, worsen, worst } from './worst.js'

test('worst does not depend on the order of its parts', () => {
  fc.assert(
    fc.property(effects, effects, (a, b) => {
      expect(worst(a, b)).toEqual(worst(b, a))
    }),
  )
})

test('worst does not depend on how its parts are grouped', () => {
  fc.assert(
    fc.property(effects, effects, effects, (a, b, c) => {
      expect(worst(worst(a, b), c)).toEqual(worst(a, worst(b, c)))
    }),
  )
})

test('adding a part never makes any field better', () => {
  fc.assert(
    fc.property(effects, effects, (a, b) => {
      expectNotBetter(worst(a, b), a)
    }),
  )
})

test('a worse part never gives a better whole', () => {
  fc.assert(
    fc.property(effects, effects, effects, (a, delta, other) => {
      expectNotBetter(worst(worsen(a, delta), other), worst(a, other))
    }),
  )
})

test('a delta never makes any field better, and leaves alone what it does not mention', () => {
  fc.assert(
    fc.property(effects, effects, (base, delta) => {
      const result = worsen(base, delta)
      expectNotBetter(result, base)
      for (const { field } of SCALAR_FIELDS) {
        if (fieldOf(delta, field) === undefined) expect(fieldOf(result, field)).toEqual(fieldOf(base, field))
      }
    }),
  )
})

test('doing the same twice changes nothing', () => {
  fc.assert(
    fc.property(effects, (a) => {
      expect(worst(a, a)).toEqual(worst(a))
    }),
  )
})

test('doing nothing beside something adds nothing to its scalar fields', () => {
  fc.assert(
    fc.property(effects, (a) => {
      for (const { field } of SCALAR_FIELDS) {
        expect(fieldOf(worst(a, NO_EFFECTS), field)).toEqual(fieldOf(worst(a), field))
      }
    }),
  )
})

test('no input is changed', () => {
  fc.assert(
    fc.property(effects, effects, (a, b) => {
      const before = JSON.stringify([a, b])
      worst(a, b)
      worsen(a, b)
      expect(JSON.stringify([a, b])).toBe(before)
    }),
  )
})

test.each<[string, Effects, Effects, Effects]>([
  ['unknown beside safe is unknown', { destructive: false }, {}, {}],
  ['unknown beside dangerous is dangerous', { destructive: true }, {}, { destructive: true }],
  ['irreversible wins', { reversible: true }, { reversible: false }, { reversible: false }],
  ['resources add up', { deletes: ['tag'] }, { deletes: ['branch'] }, { deletes: ['branch', 'tag'] }],
  ['no resources beside unknown ones is unknown', { creates: [] }, {}, {}],
  ['a password prompt is worse than optional input', stdin('optional'), stdin('password'), stdin('password')],
  ['the longer duration counts', duration('1-5s'), duration('2m'), duration('2m')],
  ['an unknown duration may be longer', duration('1s'), {}, {}],
  ['paths add up', files(['./']), files(['/tmp']), files(['./', '/tmp'])],
  ['a writer without paths writes anywhere', files(['./']), files(undefined), files(undefined)],
  ['foreign fields that agree stay', { 'x-acme': 1 }, { 'x-acme': 1 }, { 'x-acme': 1 }],
  ['foreign fields that disagree go', { 'x-acme': 1 }, { 'x-acme': 2 }, {}],
])('%s', (_, a, b, expected) => {
  expect(worst(a, b)).toEqual(expected)
})

test('only what is known to change nothing is read-only', () => {
  const safe: Effects = { network: false, filesystem: { write: false, delete: false } }
  expect(isReadOnly(safe)).toBe(true)
  expect(isReadOnly(NO_EFFECTS)).toBe(true)
  expect(isReadOnly({})).toBe(false)
  for (const worse of [
    { network: true },
    { network: undefined },
    { filesystem: { write: true } },
    { filesystem: {} },
    { filesystem: { write: false, delete: true } },
    { filesystem: { write: false } },
    { filesystem: { delete: false } },
    { destructive: true },
    { creates: ['file'] },
    { modifies: ['file'] },
    { deletes: ['file'] },
  ]) {
    expect(isReadOnly({ ...safe, ...worse })).toBe(false)
  }
})

function expectNotBetter(after: Effects, before: Effects): void {
  for (const { field, order } of SCALAR_FIELDS) {
    expect(rankOf(order, fieldOf(after, field))).toBeGreaterThanOrEqual(rankOf(order, fieldOf(before, field)))
  }
  for (const field of LIST_FIELDS) {
    expect((after[field] ?? []).concat()).toEqual(expect.arrayContaining(before[field] ?? []))
    if (before[field] === undefined) expect(after[field]).not.toEqual([])
  }
  const scope = after.filesystem?.paths
  const { read, write, delete: deletes } = before.filesystem ?? {}
  const touchedNothing = read === false && write === false && deletes === false
  if (scope !== undefined && !touchedNothing) {
    expect(before.filesystem?.paths).toBeDefined()
    expect(scope).toEqual(expect.arrayContaining(before.filesystem!.paths!))
  }
}

function stdin(use: 'optional' | 'password'): Effects {
  return { interactive: { stdin: use } }
}

function duration(typical: string): Effects {
  return { duration: { typical } }
}

function files(paths: string[] | undefined): Effects {
  return { filesystem: { write: true, ...(paths && { paths }) } }
}
