import type { ParsedScript } from 'unbash'
import { droppedIn } from './dropped.js'
import { grammar } from './grammar.js'

export interface ParsedLine {
  script: ParsedScript
  /** The error of the parser. The AST is then a guess. */
  problem?: string
}

/** Parses a line. No other function calls a parser of shell lines. */
export function parseLine(text: string): ParsedLine {
  const script = grammar().parse(text)
  const problem = script.errors?.[0]
  if (problem !== undefined) return { script, problem: `${problem.message} (at ${problem.pos})` }
  const dropped = droppedIn(script, text)
  return dropped === undefined ? { script } : { script, problem: dropped }
}
