import { beginning, joinParts, knownText, literal, type Word } from './word.js'

/** `NAME=value` as a word. */
export interface GivenAssignment {
  name: string
  value: Word
  appends: boolean
}

/** An assignment for the environment of a program, whose name may be any text: `BASH_FUNC_ls%%=() { …; }`. */
export function environmentWord(word: Word): Omit<GivenAssignment, 'appends'> | undefined {
  const at = word.findIndex((part) => typeof part === 'string' && part.includes('='))
  if (at === -1) return undefined
  const text = word[at] as string
  const end = text.indexOf('=')
  const name = knownText([...word.slice(0, at), text.slice(0, end)])
  return { name, value: joinParts(literal(text.slice(end + 1)), word.slice(at + 1)) }
}

export function assignmentIn(word: Word): GivenAssignment | undefined {
  const text = beginning(word)
  const match = /^([A-Za-z_]\w*)(\+?=)/.exec(text)
  if (match === null) return undefined
  const value = joinParts(literal(text.slice(match[0].length)), word.slice(1))
  return { name: match[1]!, value, appends: match[2] === '+=' }
}
