import type { ParsedScript } from 'unbash'
import { droppedIn } from './dropped.js'
import { grammar } from './grammar.js'
import { plainScript } from './plain/script.js'

export interface ParsedLine {
  script: ParsedScript
  /** What the parser complained about; then the AST is a guess. */
  problem?: string
  /** It has only words and operators that every shell knows. */
  isPlain?: boolean
}

/** The AST of a line. Nothing else calls a parser. */
export function parseLine(text: string): ParsedLine {
  const plain = plainScript(text)
  if (plain !== undefined) return { script: plain, isPlain: true }
  const script = grammar().parse(text)
  const problem = script.errors?.[0]
  if (problem !== undefined) return { script, problem: `${problem.message} (at ${problem.pos})` }
  const dropped = droppedIn(script, text)
  return dropped === undefined ? { script } : { script, problem: dropped }
}
