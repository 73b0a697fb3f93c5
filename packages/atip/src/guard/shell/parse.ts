/** The only door to the parser: everything else knows its tree, nothing else calls it. */
import { parse, type ParsedScript } from 'unbash'
import { droppedIn } from './dropped.js'
import { plainScript } from './plain/script.js'

export interface ParsedLine {
  script: ParsedScript
  /** What the parser stumbled over; then the tree is a guess. */
  problem?: string
}

export function parseLine(text: string): ParsedLine {
  const plain = plainScript(text)
  if (plain !== undefined) return { script: plain }
  const script = parse(text)
  const problem = script.errors?.[0]
  if (problem !== undefined) return { script, problem: `${problem.message} (at ${problem.pos})` }
  const dropped = droppedIn(script, text)
  return dropped === undefined ? { script } : { script, problem: dropped }
}
