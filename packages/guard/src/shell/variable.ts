import { isSystemVariable, mayHoldSecret } from '../places/index.js'
import { isSameWord, literalOf, madeOf, unknown, type Unknown, type Word } from './word.js'

/** The value of a variable, as far as it is known. */
export type Value = { kind: 'text'; text: Word } | ArrayValue | { kind: 'unset' }

export interface ArrayValue {
  kind: 'array'
  words: readonly Word[]
  /** Some of its words may become several or none, so the indexes are unknown. */
  isLoose?: boolean
  /** The key of each word, unless the words are numbered from 0. */
  keys?: readonly string[]
}

/** `any`: it has one of several values, depending on what happens when the line runs. */
export type Variable = Value | { kind: 'any'; of: readonly Value[] }

/** The words that a parameter expands to; undefined if they are unknown. */
export type Folded = readonly Word[] | undefined

/** Limit for the alternatives of a variable. */
const MOST = 6

/** An unknown value that is made of others. */
export function mixed(variables: readonly (Variable | undefined)[], ...words: readonly Word[]): Value {
  return { kind: 'text', text: [madeOf([...variables.flatMap(wordsIn), ...words])] }
}

/** Every word that may be in a variable. */
export function wordsIn(variable: Variable | undefined): readonly Word[] {
  switch (variable?.kind) {
    case 'text':
      return [variable.text]
    case 'array':
      return variable.words
    case 'any':
      return variable.of.flatMap(wordsIn)
    default:
      return []
  }
}

/** The result of unknown arithmetic. */
const NUMBER: Word = [unknown('plain', 'variable')]
export const SOME_NUMBER: Value = { kind: 'text', text: NUMBER }

/**
 * The value of a variable that the line does not set. A lower-case name is hardly ever in the environment: in
 * documentation it is a placeholder for a file or a number, and otherwise it is empty.
 */
export function fromOutside(name: string): Unknown {
  const shape = !/[A-Z]/.test(name) || isSystemVariable(name) ? 'operand' : 'word'
  return mayHoldSecret(name) ? unknown(shape, 'variable', 'secret') : unknown(shape, 'variable')
}

/** One of these values of a variable; undefined is its value from before the line. */
export function anyOf(name: string, variables: readonly (Variable | undefined)[]): Variable {
  const values = variables.flatMap((variable: Variable = { kind: 'text', text: [fromOutside(name)] }) =>
    variable.kind === 'any' ? variable.of : [variable],
  )
  const distinct: Value[] = []
  for (const value of values) {
    if (distinct.some((other) => isSame(other, value))) continue
    if (distinct.length === MOST) return areNumbers(values) ? SOME_NUMBER : mixed(values)
    distinct.push(value)
  }
  return distinct.length === 1 ? distinct[0]! : { kind: 'any', of: distinct }
}

/** Whether all values are numbers, as those of a counter are. */
export function areNumbers(variables: readonly (Variable | undefined)[]): boolean {
  return variables.every(
    (variable) =>
      variable !== undefined &&
      wordsIn(variable).length > 0 &&
      wordsIn(variable).every((word) => isSameWord(word, NUMBER) || /^-?\d+$/.test(literalOf(word) ?? '')),
  )
}

export function isSame(one: Variable | undefined, other: Variable | undefined): boolean {
  if (one === other) return true
  if (one?.kind === 'text') return other?.kind === 'text' && isSameWord(one.text, other.text)
  if (one?.kind === 'array')
    return other?.kind === 'array' && areSame(one.words, other.words) && haveSameKeys(one, other)
  if (one?.kind === 'any')
    return (
      other?.kind === 'any' &&
      one.of.length === other.of.length &&
      one.of.every((value, index) => isSame(value, other.of[index]))
    )
  return one?.kind === other?.kind
}

function areSame(one: readonly Word[], other: readonly Word[]): boolean {
  return one.length === other.length && one.every((word, index) => isSameWord(word, other[index]!))
}

function haveSameKeys({ keys: one }: ArrayValue, { keys: other }: ArrayValue): boolean {
  return one === other || (one?.length === other?.length && one?.every((key, index) => key === other?.[index]) === true)
}

/** Whether it certainly has this value or is unset. */
export function isAtMost(variable: Variable | undefined, value: string): boolean {
  if (variable === undefined || variable.kind === 'unset') return true
  return variable.kind === 'text' && literalOf(variable.text) === value
}
