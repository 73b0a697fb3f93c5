/** Where a sticky pattern that matches at that place ends; undefined if it does not match there. */
export function endOf(pattern: RegExp, text: string, pos: number): number | undefined {
  pattern.lastIndex = pos
  return pattern.test(text) ? pattern.lastIndex : undefined
}

/**
 * A newline behind a backslash is taken for a blank only where a blank stands in front of it: otherwise it could join two
 * halves of a word or of an operator.
 */
const BLANKS = /[ \t]+(?:\\\n)?/y
const BLANK_LINES = /[ \t\n]+(?:\\\n)?/y

export function afterBlanks(text: string, pos: number): number {
  return afterAll(BLANKS, text, pos)
}

export function afterBlankLines(text: string, pos: number): number {
  return afterAll(BLANK_LINES, text, pos)
}

/** One after the other: a pattern that repeats a group would keep a place for each turn. */
function afterAll(pattern: RegExp, text: string, start: number): number {
  let pos = start
  for (let end = endOf(pattern, text, pos); end !== undefined; end = endOf(pattern, text, pos)) pos = end
  return pos
}
