/**
 * How versions of a program find the end of `[…]` in a pattern: not at all, with all POSIX classes, with `[:…:]` only,
 * or by counting, where `[:` opens a level and each `]` closes one.
 */
export const BRACKET_READINGS = ['none', 'posix', 'named', 'counted'] as const
export type BracketReading = (typeof BRACKET_READINGS)[number]

// The length is limited, so that text without an end takes linear time.
const CLASSES = { posix: /\[([:.=])[^\n]{1,64}?\1\]/y, named: /\[:\w{1,64}:\]/y }

/** The offset after the bracket expression that begins at `start`, or -1 if it has no end. */
export function endOfBracket(
  text: string,
  start: number,
  reading: Exclude<BracketReading, 'none'>,
  hasEscapes: boolean,
): number {
  let at = start + 1
  if (text[at] === '^') at++
  if (text[at] === ']') at++
  let depth = 1
  for (; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '\\' && hasEscapes) at++
    else if (text[at] === ']' && --depth === 0) return at + 1
    else if (text[at] !== '[') continue
    else if (reading === 'counted') depth += text[at + 1] === ':' ? 1 : 0
    else {
      const shape = CLASSES[reading]
      shape.lastIndex = at
      if (shape.test(text)) at = shape.lastIndex - 1
    }
  }
  return -1
}
