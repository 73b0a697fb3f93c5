import { expect, test } from 'vitest'
import { holds } from '../argv/condition.js'
import type { Condition } from '../types/x-atip.js'
import { covers } from './condition.js'

const sets = (a: string, b: string) => [undefined, [a], [b], [a, b]]

const CONDITIONS: Condition[] = sets('a', 'b').flatMap((is) =>
  sets('a', 'A').flatMap((isNot) =>
    sets('x', 'y').flatMap((given) =>
      [
        {},
        { ignoreCase: true },
        { startsWith: ['a'] },
        { without: ['x'] },
        { values: { x: ['a'] } },
        { values: { x: ['a', 'b'] } },
      ].map((rest) => ({
        ...(is && { is }),
        ...(isNot && { isNot }),
        ...(given && { with: given }),
        ...rest,
      })),
    ),
  ),
)

test('what covers another condition holds wherever that one holds', () => {
  const calls = ['a', 'A', 'b', 'c', 'ab'].flatMap((word) =>
    [[], ['x'], ['y'], ['x', 'y']].map((names) => ({
      words: [word],
      valuesOf: (name: string) => (names.includes(name) ? [word] : []),
      given: (name: string) => (names.includes(name) ? ('yes' as const) : ('no' as const)),
      absent: (name: string) => (names.includes(name) ? ('no' as const) : ('yes' as const)),
      isOpaque: () => false,
      isPartly: () => false,
    })),
  )
  const callsOf = new Map(CONDITIONS.map((when) => [when, calls.filter((call) => holds(when, call) === 'yes')]))
  const wrong = CONDITIONS.flatMap((wide) =>
    CONDITIONS.filter((narrow) => covers(wide, narrow))
      .filter((narrow) => callsOf.get(narrow)!.some((call) => !callsOf.get(wide)!.includes(call)))
      .map((narrow) => [wide, narrow]),
  )
  expect(wrong).toEqual([])
})

test.each<[Condition | undefined, Condition | undefined, boolean]>([
  [undefined, { is: ['a'] }, true],
  [{ is: ['a'] }, undefined, false],
  [{}, undefined, true],
  [{ is: ['a', 'b'] }, { is: ['a'] }, true],
  [{ is: ['a'] }, { is: ['a', 'b'] }, false],
  [{ isNot: ['a'] }, { isNot: ['a', 'b'] }, true],
  [{ with: ['x', 'y'] }, { with: ['x'] }, false],
  [{ is: ['a'], ignoreCase: true }, { is: ['a'] }, false],
])('%j covers %j: %s', (wide, narrow, expected) => {
  expect(covers(wide, narrow)).toBe(expected)
})
