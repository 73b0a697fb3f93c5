import { createContext, Script } from 'node:vm'
import { blocksOfLines, type KeptFile } from './lines.js'

/** The timeout for each group of lines: patterns come from models, and may take for ever. */
const TIMEOUT_MS = 1_000
/** Only the beginning of a longer line is searched. */
const MOST_OF_A_LINE = 10_000

export interface MatchWish {
  grep: string
  ignoreCase?: boolean
  /** Lines to show before and after each match. */
  around?: number
}

/** The limit of `around`, because these lines are held in memory. */
const MOST_AROUND = 100

/** Like `grep -n -C`: matching lines with their numbers, context lines with a dash, and `--` between groups. */
export function linesThatMatch(file: KeptFile, { grep, ignoreCase, around = 0 }: MatchWish, limit: number): Buffer {
  const expression = new RegExp(grep, ignoreCase === true ? 'iu' : 'u')
  const found: string[] = []
  let size = 0
  for (const line of shownLines(file, expression, Math.min(Math.max(0, around), MOST_AROUND))) {
    found.push(line)
    size += Buffer.byteLength(line)
    if (size >= limit) break
  }
  return Buffer.from(found.join('')).subarray(0, limit)
}

function* shownLines(file: KeptFile, expression: RegExp, around: number): Generator<string> {
  let before: { number: number; line: string }[] = []
  let after = 0
  let last = 0
  for (const { first, lines } of blocksOfLines(file)) {
    const matching = new Set(matchesIn(expression, lines))
    if (around === 0) {
      for (const index of matching) yield `${first + index}:${lines[index]!}\n`
      continue
    }
    for (const [index, line] of lines.entries()) {
      const number = first + index
      if (matching.has(index)) {
        if (last > 0 && number - before.length > last + 1) yield '--\n'
        for (const one of before) yield `${one.number}-${one.line}\n`
        yield `${number}:${line}\n`
      } else if (after > 0) yield `${number}-${line}\n`
      else {
        before = [...before, { number, line }].slice(-around)
        continue
      }
      after = matching.has(index) ? around : after - 1
      before = []
      last = number
    }
  }
}

const SEARCH = new Script('lines.flatMap((line, index) => (expression.test(line) ? [index] : []))')

/** Runs in a `vm` context, because only there the search can be interrupted. */
function matchesIn(expression: RegExp, lines: readonly string[]): number[] {
  const short = lines.map((line) => line.slice(0, MOST_OF_A_LINE))
  try {
    return SEARCH.runInContext(createContext({ expression, lines: short }), { timeout: TIMEOUT_MS }) as number[]
  } catch {
    throw new Error(`the pattern ${expression.source} takes too long. Use a simpler one.`)
  }
}
