/** The end of the match of a sticky pattern at this position, or undefined. */
export function endOf(pattern: RegExp, text: string, pos: number): number | undefined {
  pattern.lastIndex = pos
  return pattern.test(text) ? pattern.lastIndex : undefined
}

/**
 * Whether the text ends there or continues with one of these characters. Not a pattern: the hook is a new process for
 * each line and would compile it each time.
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
 * A backslash-newline counts as a blank only after another blank: otherwise it could join two
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
