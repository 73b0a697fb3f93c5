import type { Position } from '@atip/protocol'
import type { Excerpt } from './problem.js'

/** How much of a long line is shown on each side. */
const SIDE = 100

/** The text at these positions, with the rest of the line. Positions may come in any order. */
export function excerptsOf(text: string, positions: readonly Position[]): Excerpt[] {
  const last = positions.reduce((most, { line }) => Math.max(most, line), 0)
  const starts = lineStarts(text, last)
  return positions.map(({ line, column }) => {
    const lineStart = starts[line - 1] ?? 0
    return excerptAt(text, lineStart, lineStart + column - 1)
  })
}

function lineStarts(text: string, count: number): number[] {
  const starts = [0]
  while (starts.length < count) {
    const next = text.indexOf('\n', starts.at(-1))
    if (next === -1) break
    starts.push(next + 1)
  }
  return starts
}

function excerptAt(text: string, lineStart: number, offset: number): Excerpt {
  const from = Math.max(lineStart, offset - SIDE)
  const line = /^[^\r\n]*/.exec(text.slice(from, offset + SIDE))![0]
  const before = from > lineStart ? '…' : ''
  const after = line.length === offset - from + SIDE && offset + SIDE < text.length ? '…' : ''
  const start = offset - from
  // The cut may split a surrogate pair.
  const shown = (before + line + after).toWellFormed()
  return { text: shown, start: before.length + start, length: lengthOfToken(line.slice(start)) }
}

/** The length of the string, number or word; 1 for anything else. */
function lengthOfToken(text: string): number {
  return /^(?:"(?:\\.|[^"\\])*"?|[\w.+-]+)/.exec(text)?.[0].length ?? 1
}
