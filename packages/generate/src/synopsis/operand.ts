/** One operand of a synopsis: `FILE...`, `<number>|<url>`, `{a,b}`. */

import { insideOf, splitOutside } from '../spec/chunk.js'
import { isCommandWord, isOptionWord } from './words.js'

export interface UsageOperand {
  /** All alternative names for this operand: `<number> | <url>`. */
  names: string[]
  required: boolean
  variadic: boolean
  choices: string[]
  /** It is a placeholder for the name of a subcommand. */
  isCommand: boolean
  /** It is a plain lower-case word, which may be literal. */
  isLiteral: boolean
}

export function operandOf(item: string, repeated: boolean): Omit<UsageOperand, 'required'> | undefined {
  const bare = item.replace(/^(\.{2,}|\u2026)|(\.{2,}|\u2026)$/g, '').replace(/\[?,?\s?(\.{2,}|\u2026)\]?$/, '')
  const variadic = repeated || bare !== item
  const braced = insideOf(bare, '{')
  const choices = braced !== undefined && braced.includes(',') ? braced.split(',').map((word) => word.trim()) : []
  const names = choices.length > 0 ? ['choice'] : namesOf(bare)
  if (names.length === 0 || isOptionWord(names[0]!)) return undefined
  if (choices.length === 0 && names.length > 1 && names.every((name) => /^[a-z][\w-]*$/.test(name)))
    choices.push(...names)
  return {
    names,
    variadic: variadic || /\(s\)|\(es\)/.test(bare),
    choices,
    isCommand: isCommandWord(names[0]!),
    isLiteral: /^[a-z][\w-]*$/.test(item),
  }
}

function namesOf(bare: string): string[] {
  return splitOutside(bare.replace(/^<([^<>]*)>$/, '$1'), '|')
    .map((name) =>
      name
        .replace(/[[\]<>{}"'`]/g, '')
        .replace(/^[$:=]+|[,;:=]+$/g, '')
        .trim(),
    )
    .filter((name) => /[\p{L}\p{N}]/u.test(name))
}
