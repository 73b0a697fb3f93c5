/** Where a sticky pattern that matches at that place ends; undefined if it does not match there. */
export function endOf(pattern: RegExp, text: string, pos: number): number | undefined {
  pattern.lastIndex = pos
  return pattern.test(text) ? pattern.lastIndex : undefined
}

/**
 * Whether the text ends there, or goes on with one of these. Without a pattern: each would be compiled for every line that
 * a hook reads.
 */
export function endsAt(text: string, pos: number, signs: string): boolean {
  return pos === text.length || signs.includes(text[pos]!)
}

export function afterBlanks(text: string, pos: number): number {
  return afterAll(' \t', text, pos)
}

export function afterBlankLines(text: string, pos: number): number {
  return afterAll(' \t\n', text, pos)
}

/**
 * A newline behind a backslash is taken for a blank only where a blank stands in front of it: otherwise it could join two
 * halves of a word or of an operator.
 */
function afterAll(blanks: string, text: string, start: number): number {
  let pos = start
  while (pos < text.length && blanks.includes(text[pos]!)) {
    pos++
    if (text.startsWith('\\\n', pos)) pos += 2
  }
  return pos
}
