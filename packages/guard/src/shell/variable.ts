import { MARKS } from './opaque.js'

/** A variable as far as its value is known; several words where it is an array. */
export type Value = { kind: 'text'; text: string } | { kind: 'array'; words: readonly string[] } | { kind: 'unset' }
/** `any`: it has one of several values, depending on what the line meets when it runs. */
export type Variable = Value | { kind: 'any'; of: readonly Value[] }

/** More alternatives than this are not told apart. */
const MOST = 6

export const UNKNOWN_VALUE: Value = { kind: 'text', text: MARKS.words }
/** As a variable that the line does not set. */
const FROM_OUTSIDE: Value = { kind: 'text', text: MARKS.operand }

/** One of these; undefined is what was there before the line began. */
export function anyOf(variables: readonly (Variable | undefined)[]): Variable {
  const values = variables.flatMap((variable = FROM_OUTSIDE) => (variable.kind === 'any' ? variable.of : [variable]))
  const distinct: Value[] = []
  for (const value of values) {
    if (distinct.some((other) => isSame(other, value))) continue
    if (distinct.length === MOST) return UNKNOWN_VALUE
    distinct.push(value)
  }
  return distinct.length === 1 ? distinct[0]! : { kind: 'any', of: distinct }
}

export function isSame(one: Variable | undefined, other: Variable | undefined): boolean {
  if (one === other) return true
  if (one?.kind === 'text') return other?.kind === 'text' && one.text === other.text
  if (one?.kind === 'array') return other?.kind === 'array' && areSame(one.words, other.words)
  if (one?.kind === 'any')
    return other?.kind === 'any' && one.of.every((value, index) => isSame(value, other.of[index]))
  return one?.kind === other?.kind
}

function areSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, index) => word === other[index])
}
