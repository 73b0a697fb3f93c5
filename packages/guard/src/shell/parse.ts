import type { ParsedScript } from 'unbash'
import { droppedIn } from './dropped.js'
import { grammar } from './grammar.js'
import { plainScript } from './plain/script.js'

export interface ParsedLine {
  script: ParsedScript
  /** The error of the parser. The AST is then a guess. */
  problem?: string
  /** It has only words and operators that every shell supports. */
  isPlain?: boolean
}

/** Parses a line. No other function calls a parser of shell lines. */
export function parseLine(text: string): ParsedLine {
  const plain = plainScript(text)
  if (plain !== undefined) return { script: plain, isPlain: true }
  const script = grammar().parse(text)
  const problem = script.errors?.[0]
  if (problem !== undefined) return { script, problem: `${problem.message} (at ${problem.pos})` }
  const dropped = droppedIn(script, text)
  return dropped === undefined ? { script } : { script, problem: dropped }
}
