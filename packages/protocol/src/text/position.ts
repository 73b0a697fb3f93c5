/** A place in a text, both counted from 1; columns in UTF-16 units, as editors count. */
export interface Position {
  line: number
  column: number
}

/** Turns offsets into lines and columns in one pass over the text. */
export function positionsOf(text: string, offsets: readonly number[]): Position[] {
  const order = offsets.map((_, index) => index).sort((a, b) => offsets[a]! - offsets[b]!)
  const positions: Position[] = Array.from({ length: offsets.length })
  let line = 1
  let lineStart = 0
  let nextBreak = text.indexOf('\n')
  for (const index of order) {
    const offset = offsets[index]!
    while (nextBreak !== -1 && nextBreak < offset) {
      line++
      lineStart = nextBreak + 1
      nextBreak = text.indexOf('\n', lineStart)
    }
    positions[index] = { line, column: offset - lineStart + 1 }
  }
  return positions
}
